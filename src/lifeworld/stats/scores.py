"""Scores that are no successes: their mean, the optimality gap, and how often one agent scores above another."""

from dataclasses import replace
from math import isfinite

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.bootstrap import draw_counts
from lifeworld.stats.cluster import ALONE, Spread, strata_interval, strata_of
from lifeworld.stats.intervals import Estimate, check_level, wilson_bounds, z_of
from lifeworld.stats.tally import FloatArray, known_mean, whole

Limits = tuple[float, float]


def score_interval(scores: ArrayLike, level: float = 0.95, bounds: Limits | None = (0.0, 1.0)) -> Estimate:
    """Mean score of a suite with its interval: `suite_interval` for scores of any kind, with the same nested weights.

    The spread of task means within apps, Welch's df. A variable within bounds has at most the variance of one that
    takes only the ends (Bhatia and Davis, American Mathematical Monthly 107, 2000), so the Wilson form of
    `suite_interval` holds for it too; without bounds the interval is Student's t. Of a single task in all, it is
    Wilson's over its episodes, as there.

    Args:
        scores: numbers [app, task, axes.., rollout], NaN where there is none.
        level: of the interval.
        bounds: the least and the largest score there can be, or None.

    Raises:
        ValueError: for no scores, one beyond the bounds or infinite, or scores without bounds that never vary
            or are of one task only.
    """
    given = read_scores(scores)
    low, high = bounds or (0.0, 1.0)
    if not (low < high and isfinite(high - low)):
        raise ValueError(f"bounds must rise and be finite: {low}, {high}")
    if bounds and (np.nanmin(given) < low or np.nanmax(given) > high):
        raise ValueError(f"a score lies beyond {low:g} to {high:g}; give other bounds, or None")
    values = nested_means(given)
    if (~np.isnan(values)).sum() == 1:
        if bounds is None:
            raise ValueError("one task only: without bounds its scores have no interval")
        return one_task(given, low, high, level)
    spread: Spread = "collapsed" if (strata_of(values).sizes == 1).any() else "welch"
    found = strata_interval((values - low) / (high - low), level, spread, "wilson" if bounds else "t")
    if not bounds and found.se == 0:
        raise ValueError("the scores never vary: without bounds they have no interval")
    value, least, most = (low + (high - low) * each for each in (found.value, found.low, found.high))
    told = found.warnings if bounds else tuple(one for one in found.warnings if "skewed" not in one)
    method = f"mean score, {found.method}"
    return replace(found, value=value, low=least, high=most, se=(high - low) * found.se, method=method, warnings=told)


def one_task(given: FloatArray, low: float, high: float, level: float) -> Estimate:
    """Wilson's interval of a lone task's mean, its episodes being trials of at most a verdict's variance."""
    values, counts = nested_means(given), (~np.isnan(given)).sum(axis=-1)
    value = float(values[~np.isnan(values)][0] - low) / (high - low)
    effective = (counts > 0).sum() ** 2 / (1 / counts[counts > 0]).sum()
    ends = wilson_bounds(value, float(effective), z_of(check_level(level)))
    mean, least, most = (low + (high - low) * float(end) for end in (value, *ends))
    return Estimate(mean, least, most, int(counts.sum()), level, "mean score, wilson (episodes)", warnings=(ALONE,))


def read_scores(scores: ArrayLike) -> FloatArray:
    """Scores [app, task, axes.., rollout], at least one of them known and none infinite."""
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim < 3 or np.isnan(values).all():
        raise ValueError("expected scores [app, task, axes.., rollout] with at least one episode")
    if np.isinf(values).any():
        raise ValueError("a score is infinite")
    return values


def nested_means(values: FloatArray) -> FloatArray:
    """Mean of each task over its cells, and of each cell over its rollouts, [app, task]."""
    cells = known_mean(values)
    return known_mean(cells.reshape(*cells.shape[:2], -1))


def optimality_gap(scores: ArrayLike, target: float = 1.0, floor: float = 0.0, level: float = 0.95) -> Estimate:
    """By how much scores fall short of a target on average; what lies above the target does not make up for it.

    target - mean(min(score, target)), as Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical
    Precipice, NeurIPS 2021, section 4.3; the interval is that of `score_interval`.

    Args:
        scores: numbers [app, task, axes.., rollout], NaN where there is none.
        target: the score that is enough.
        floor: the least score there can be.
        level: of the interval.

    Raises:
        ValueError: as `score_interval`, or for a score below the floor.
    """
    reached = score_interval(np.minimum(read_scores(scores), target), level, (floor, target))
    value, low, high = (target - each for each in (reached.value, reached.high, reached.low))
    return replace(reached, value=value, low=low, high=high, method=f"optimality gap, {reached.method}")


def probability_of_improvement(
    x: ArrayLike, y: ArrayLike, rng: Generator, replicates: int = 2000, level: float = 0.95
) -> Estimate:
    """Chance that a run of x scores above a run of y on a task drawn at random, ties half.

    P(X > Y) = mean over tasks of U / (n m), with U Mann and Whitney's, and the percentile interval of runs resampled
    within tasks (Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical Precipice, NeurIPS 2021,
    section 4.3). Where x wins all or none, resampling has no spread, and Wilson's interval on the runs is used.

    Args:
        x: scores [task, run] of one agent, NaN where a run is missing.
        y: scores [task, run] of the other on the same tasks, any number of runs.
        rng: draws the runs.
        replicates: how often.
        level: of the interval.

    Raises:
        ValueError: for other shapes, no tasks, unequal numbers of tasks, a task without a run, or an infinite score.
    """
    whole(replicates, "replicates", 1)
    a, b = np.asarray(x, float), np.asarray(y, float)
    if a.ndim != 2 or b.ndim != 2 or len(a) == 0 or len(a) != len(b):
        raise ValueError(f"need [task, run] scores on the same tasks, got {a.shape} and {b.shape}")
    if np.isinf(a).any() or np.isinf(b).any():
        raise ValueError("a score is infinite")
    runs = [(mine[~np.isnan(mine)], theirs[~np.isnan(theirs)]) for mine, theirs in zip(a, b, strict=True)]
    if empty := [task for task, (mine, theirs) in enumerate(runs) if not (mine.size and theirs.size)]:
        raise ValueError(f"tasks without a run of both: {empty}")
    wins = [(np.sign(mine[:, None] - theirs) + 1) / 2 for mine, theirs in runs]
    value = float(np.mean([each.mean() for each in wins]))
    drawn = np.mean([resampled(each, replicates, rng) for each in wins], axis=0)
    low, high = (float(end) for end in np.quantile(drawn, ((1 - check_level(level)) / 2, (1 + level) / 2)))
    n = sum(min(each.shape) for each in wins)
    told: tuple[str, ...] = ()
    if high - low < 1e-12:
        ends = wilson_bounds(value, n, z_of(level))
        low, high = float(ends[0]), float(ends[1])
        told = ("resampled runs never differ: the width depends on the number of runs alone",)
    return Estimate(value, low, high, n, level, "probability of improvement (bootstrap of runs)", warnings=told)


def resampled(wins: FloatArray, replicates: int, rng: Generator) -> FloatArray:
    """Share of wins in each replicate of one task's runs."""
    mine, theirs = (draw_counts(size, size, replicates, rng) for size in wins.shape)
    return np.asarray(np.einsum("rn,nm,rm->r", mine, wins, theirs, optimize=True) / wins.size)
