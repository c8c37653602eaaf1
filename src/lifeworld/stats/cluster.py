"""The calibrated interval: the task is the unit, apps are strata.

Whatever happens inside a task (axes, rollouts, their correlation) is already in the spread of task means, so no
level need be resampled, and none is counted twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from scipy.special import stdtrit

from lifeworld.stats.intervals import Estimate, check_level, wilson_bounds, z_of
from lifeworld.stats.tally import (
    FloatArray,
    IntArray,
    Outcomes,
    Tally,
    check_axis,
    known_mean,
    nested_weights,
    suite_score,
    tally,
    task_means,
)

Spread: TypeAlias = Literal["satterthwaite", "welch", "pooled", "collapsed"]

SKEW_LIMIT = 0.2
EDGE = 0.2
ENOUGH_TASKS = 30
ROUNDING = 1e-20  # values within [-1, 1] whose squares add up to less are equal
ALONE = "one task only: the interval covers only the variance within it"


@dataclass(frozen=True, slots=True)
class Strata:
    """Mean of each app, the sample variance of its task values (NaN for a lone one), and their number."""

    means: FloatArray
    variances: FloatArray
    sizes: IntArray

    @property
    def value(self) -> float:
        return float(self.means.mean())


def strata_of(values: FloatArray) -> Strata:
    """From values [app, task] with NaN where there is no task."""
    present = ~np.isnan(values)
    sizes = present.sum(axis=1)
    if (sizes == 0).any():
        raise ValueError(f"apps without any task: {np.flatnonzero(sizes == 0).tolist()}")
    means = np.nansum(values, axis=1) / sizes
    squares = np.nansum((values - means[:, None]) ** 2, axis=1)
    squares[squares < ROUNDING] = 0
    variances = np.where(sizes > 1, squares / np.maximum(sizes - 1, 1), np.nan)
    return Strata(means, variances, sizes)


def cluster_t(outcomes: Outcomes, level: float = 0.95, pooled: bool = False, form: str = "wilson") -> Estimate:
    """Interval of the suite mean from the spread of task means within apps, Student's t, Satterthwaite's df.

    Args:
        outcomes: array [app, task, axes.., rollout] of 0, 1, NaN, or a Tally.
        level: of the interval.
        pooled: one variance for all apps: needed where an app has a single task, assumes equal spread.
        form: "wilson" on the effective number of trials theta(1-theta)/V, which stays in [0, 1] and has width at
            V = 0; or "t", symmetric.

    Raises:
        ValueError: for an app with one task (unless pooled), or when no app has two.
    """
    if form not in ("wilson", "t"):
        raise ValueError(f"form must be 'wilson' or 't', not {form!r}")
    return strata_interval(task_means(tally(outcomes)), level, "pooled" if pooled else "satterthwaite", form)


def suite_interval(outcomes: Outcomes, level: float = 0.95) -> Estimate:
    """The interval to report: `cluster_t` in Wilson form with Welch's df; apps with one task are collapsed.

    Welch's df (v/(df+2) terms, less two) takes out the downward bias Satterthwaite's has with two to four tasks
    an app. Apps with a lone task form one stratum (Wolter, Introduction to Variance Estimation, 2.5), so that what
    lies between them widens the interval; see `collapsed_variance`. Of a single task in all, it is Wilson's over
    episodes. The estimate warns of both, and where simulation says that the interval falls short of its level.

    Raises:
        ValueError: for empty outcomes, an app without any episode, or a level that is none.
    """
    counts = tally(outcomes)
    values = task_means(counts)
    sizes = (~np.isnan(values)).sum(axis=1)
    if sizes.sum() == 1:
        return episode_interval(counts, level)
    return strata_interval(values, level, "collapsed" if (sizes == 1).any() else "welch", "wilson")


def episode_interval(counts: Tally, level: float) -> Estimate:
    """Wilson's interval of the suite score on the effective number of episodes, 1 / sum of their squared weights."""
    effective = 1 / float((counts.trials * nested_weights(counts) ** 2).sum())
    value = suite_score(counts)
    low, high = wilson_bounds(value, effective, z_of(level))
    n = int(counts.trials.sum())
    return Estimate(value, float(low), float(high), n, level, "wilson (episodes)", warnings=(ALONE,))


def strata_interval(values: FloatArray, level: float, spread: Spread, form: str) -> Estimate:
    """The interval from values [app, task], NaN where there is none; those of the Wilson form lie in [0, 1]."""
    strata = strata_of(values)
    variance, df = mean_variance(strata, spread)
    low, high = interval_ends(strata.value, variance, df, form, check_level(level), int(strata.sizes.sum()))
    method = f"cluster t ({form}, {spread})"
    warnings = (*lone_apps(strata, spread), *doubts(values, strata, variance))
    return Estimate(strata.value, low, high, int(strata.sizes.sum()), level, method, variance**0.5, df, warnings)


def mean_variance(strata: Strata, spread: Spread) -> tuple[float, float]:
    """Variance of the mean over apps and its degrees of freedom (infinite where nothing varies)."""
    if spread == "pooled":
        return pooled_variance(strata)
    if spread == "collapsed":
        return collapsed_variance(strata)
    if (strata.sizes == 1).any():
        lonely = np.flatnonzero(strata.sizes == 1).tolist()
        raise ValueError(f"apps with one task have no cluster variance: {lonely}; use the pooled variant")
    terms = strata.variances / strata.sizes / strata.sizes.size**2
    return float(terms.sum()), effective_df(terms, strata.sizes - 1, spread)


def pooled_variance(strata: Strata) -> tuple[float, float]:
    within, free = pooled_within(strata)
    if free == 0:
        raise ValueError("every app has one task: no variance between tasks can be estimated")
    return within * float((1 / strata.sizes).sum()) / strata.sizes.size**2, float(free)


def pooled_within(strata: Strata) -> tuple[float, int]:
    """Variance of tasks within apps, alike for all, and its degrees of freedom; 0 and 0 where none has two."""
    free = int((strata.sizes - 1).sum())
    return float(np.nansum((strata.sizes - 1) * strata.variances) / max(free, 1)), free


def collapsed_variance(strata: Strata) -> tuple[float, float]:
    """Variance of the mean over apps where lone tasks are one stratum, and Welch's degrees of freedom.

    A lone task varies as lone tasks do among each other (a single one: as apps' means do), or as tasks
    within the other apps where that is more. The first includes how apps differ, so it errs to the wide side.
    """
    lone, apps = strata.sizes == 1, strata.sizes.size
    if apps == 1:
        raise ValueError("one task only: no variance between tasks can be estimated")
    alike = strata.means[lone] if lone.sum() > 1 else strata.means
    within, free = pooled_within(strata)
    own = strata.variances[~lone] / strata.sizes[~lone]
    larger, known = max((float(alike.var(ddof=1)), alike.size - 1), (within, free))
    terms = np.append(own, lone.sum() * larger) / apps**2
    return float(terms.sum()), effective_df(terms, np.append(strata.sizes[~lone] - 1, known), "welch")


def effective_df(terms: FloatArray, free: IntArray, spread: Spread) -> float:
    """Degrees of freedom of a sum of variances, between those of the poorest stratum that varies and those of all."""
    if terms.sum() == 0:
        return float("inf")
    bias = 2 if spread == "welch" else 0
    df = terms.sum() ** 2 / (terms**2 / (free + bias)).sum() - bias
    return float(np.clip(df, free[terms > 0].min(), free.sum()))


def interval_ends(value: float, variance: float, df: float, form: str, level: float, tasks: int) -> tuple[float, float]:
    """Ends of the interval; where nothing varies the Wilson form counts tasks as trials."""
    quantile = float(stdtrit(df, 0.5 + level / 2))
    if form == "t":
        half = quantile * variance**0.5
        return value - half, value + half
    n = value * (1 - value) / variance if variance > 0 else tasks
    low, high = wilson_bounds(value, n, quantile)
    return float(low), float(high)


def lone_apps(strata: Strata, spread: Spread) -> tuple[str, ...]:
    """Return a warning with the variance that is used for apps with one task."""
    lone, apps = int((strata.sizes == 1).sum()), strata.sizes.size
    if not lone:
        return ()
    how = {
        "pooled": "which is taken to vary as much as those of the other apps",
        "collapsed": "which is taken to vary as much as such apps differ; this widens the interval",
    }[spread]
    return (f"{lone} of {apps} {'app has' if apps == 1 else 'apps have'} one task only, {how}",)


def doubts(values: FloatArray, strata: Strata, variance: float) -> tuple[str, ...]:
    """Reasons to trust the interval less than its level."""
    found = []
    if variance == 0:
        found.append("all tasks of every app scored alike, so that the interval's width depends on their number alone")
    if strata.sizes.size == 1 and is_skewed(values[0], strata):
        found.append("one app with few, skewed tasks: simulated coverage of such intervals is 80 to 92 %, not 95 %")
    return tuple(found)


def is_skewed(values: FloatArray, strata: Strata) -> bool:
    n = int(strata.sizes[0])
    at_edge = min(strata.value, 1 - strata.value) < EDGE
    if n >= ENOUGH_TASKS or at_edge or not strata.variances[0] > 0:
        return n < ENOUGH_TASKS and bool(at_edge)
    from scipy.stats import skew  # half a second, for which no report without it need wait

    return bool(abs(skew(values[~np.isnan(values)])) > SKEW_LIMIT * n**0.5)


def crossed_t(outcomes: Outcomes, crossed: Sequence[int], level: float = 0.95) -> Estimate:
    """Interval of the suite mean when tasks and the levels of the `crossed` axes are both samples.

    The levels of such an axis are shared by all tasks, so that their effect does not average out over tasks. A
    nested analysis is conditional on the levels used; this one is for new tasks at new levels.

    The variance is that between tasks, plus that between levels of each crossed axis beyond what tasks cause.

    Raises:
        ValueError: if there is no such axis, it has one level, a task misses one of its levels altogether, or an
            app has one task.
    """
    counts = tally(outcomes)
    strata = strata_of(task_means(counts))
    if (strata.sizes == 1).any():
        raise ValueError(f"apps with one task have no cluster variance: {np.flatnonzero(strata.sizes == 1)}")
    terms = list(strata.variances / strata.sizes / strata.sizes.size**2)
    free = list(strata.sizes - 1)
    for axis in crossed:
        means = level_means(counts, check_axis(counts, axis))
        terms.append(max(level_variance(means) - cell_variance(means), 0.0))
        free.append(means.shape[2] - 1)
    variance, df = float(sum(terms)), effective_df(np.array(terms), np.array(free), "satterthwaite")
    low, high = interval_ends(strata.value, variance, df, "wilson", check_level(level), int(strata.sizes.sum()))
    n = int(strata.sizes.sum())
    return Estimate(strata.value, low, high, n, level, "crossed t (wilson)", variance**0.5, df)


def level_means(counts: Tally, axis: int) -> FloatArray:
    """Task means at each level of an axis, averaged over the other axes, [app, task, level].

    Tasks never observed are NaN at every level.
    """
    rates = np.moveaxis(counts.rates, 2 + axis, 2)
    rates = rates.reshape(*rates.shape[:3], -1)
    means = known_mean(rates)
    holes = np.isnan(means).any(axis=2) & ~np.isnan(means).all(axis=2)
    if holes.any():
        raise ValueError(f"task {np.argwhere(holes)[0].tolist()} misses a level of axis {axis}: it is not crossed")
    if means.shape[2] < 2:
        raise ValueError(f"axis {axis} has one level: no variance between levels")
    return means


def level_variance(means: FloatArray) -> float:
    """Variance of the suite mean from drawing the levels, interaction with tasks included."""
    levels = np.nanmean(means, axis=1).mean(axis=0)
    return float(levels.var(ddof=1) / levels.size)


def cell_variance(means: FloatArray) -> float:
    """The interaction's part, which both other terms contain."""
    app = np.nanmean(means, axis=1, keepdims=True)
    task = means.mean(axis=2, keepdims=True)
    residual = means - app - task + app.mean(axis=2, keepdims=True)
    sizes, levels = (~np.isnan(means[:, :, 0])).sum(axis=1), means.shape[2]
    squares = np.nansum(residual**2, axis=(1, 2)) / ((sizes - 1) * (levels - 1))
    return float((squares / (sizes * levels)).sum() / len(means) ** 2)
