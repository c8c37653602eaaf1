"""Two agents on the same configurations: their difference, and the expected regret of choosing one on little data.

A task's difficulty cancels, which overlap of intervals ignores. Regret is the probability of choosing the worse agent,
times the gap.
"""

from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike
from scipy.special import stdtr, stdtrit

from lifeworld.stats.cluster import Spread, lone_apps, mean_variance, strata_of
from lifeworld.stats.intervals import Comparison, check_level, wilson_bounds
from lifeworld.stats.tally import FloatArray, Outcomes, Tally, known_mean, tally, task_means, whole

UNVARIED = "all tasks show the same difference, so that the interval's width depends on their number alone"


def paired_cluster_t(a: Outcomes, b: Outcomes, level: float = 0.95) -> Comparison:
    """How much b scores above a, over the cells both were observed in; the task is the unit.

    m tasks without a true difference all point one way with probability 2^(1-m), which is the least p-value: below
    six tasks in all, no difference is claimed at level 0.95, and the interval is all of [-1, 1], with a warning.
    Apps with a single common task are one stratum, as in `suite_interval`.

    Args:
        a: outcomes of the first agent, [app, task, axes.., rollout] or a Tally.
        b: outcomes of the second; same cells, any number of rollouts.
        level: of the interval.

    Raises:
        ValueError: if the cells differ in shape, an app has no common cell, or there is one task in all.
    """
    strata = strata_of(task_differences(a, b))
    spread: Spread = "collapsed" if (strata.sizes == 1).any() else "satterthwaite"
    variance, df = mean_variance(strata, spread)
    units = strata.sizes.size**2 / float((1 / strata.sizes).sum())
    evidence = Evidence(strata.value, variance, df, units, least_paired_p(int(strata.sizes.sum())))
    return compared(evidence, int(strata.sizes.sum()), level, "paired cluster t", lone_apps(strata, spread))


def unpaired_t(a: Outcomes, b: Outcomes, level: float = 0.95) -> Comparison:
    """How much b scores above a when they ran different tasks of the same apps (Welch's t, stratified).

    No p-value is smaller than that of the most extreme way to deal the tasks to the agents.

    Raises:
        ValueError: if the numbers of apps differ or an app has one task.
    """
    first, second = (strata_of(task_means(tally(outcomes))) for outcomes in (a, b))
    if first.sizes.size != second.sizes.size:
        raise ValueError(f"the agents have different numbers of apps: {first.sizes.size} and {second.sizes.size}")
    (va, dfa), (vb, dfb) = mean_variance(first, "satterthwaite"), mean_variance(second, "satterthwaite")
    variance = va + vb
    df = variance**2 / (va**2 / dfa + vb**2 / dfb) if variance > 0 else float("inf")
    units = 4 * first.sizes.size**2 / float((1 / first.sizes + 1 / second.sizes).sum())
    splits = prod(comb(int(m + n), int(m)) for m, n in zip(first.sizes, second.sizes, strict=True))
    evidence = Evidence(second.value - first.value, variance, df, units, 2 / splits)
    return compared(evidence, int(first.sizes.sum() + second.sizes.sum()), level, "unpaired t")


def least_paired_p(tasks: int) -> float:
    """The least two-sided p-value of so many differences whose signs are random."""
    return float(2.0 ** (1 - tasks))


def task_differences(a: Outcomes, b: Outcomes) -> FloatArray:
    """Mean difference b - a over the cells observed for both, [app, task]; NaN where there is none."""
    first, second = check_same_cells(a, b)
    return known_mean((second.rates - first.rates).reshape(*first.trials.shape[:2], -1))


def check_same_cells(a: Outcomes, b: Outcomes) -> tuple[Tally, Tally]:
    first, second = tally(a), tally(b)
    if first.trials.shape != second.trials.shape:
        raise ValueError(f"the agents' cells differ: {first.trials.shape} and {second.trials.shape}")
    return first, second


@dataclass(frozen=True, slots=True)
class Evidence:
    """A difference with its variance; how many units it counts as where nothing varies; and the least p-value."""

    value: float
    variance: float
    df: float
    units: float
    least_p: float

    @property
    def p_value(self) -> float:
        """Two-sided, from t, or from the units' number where they differ alike."""
        se = self.variance**0.5 if self.variance > 0 else self.units**-0.5
        return max(2 * float(stdtr(self.df, -abs(self.value) / se)), self.least_p)

    def ends(self, level: float) -> tuple[float, float]:
        quantile = float(stdtrit(self.df, 0.5 + level / 2))
        if self.variance > 0:
            half = quantile * self.variance**0.5
            return max(self.value - half, -1.0), min(self.value + half, 1.0)
        low, high = wilson_bounds((1 + self.value) / 2, self.units, quantile)
        return 2 * float(low) - 1, 2 * float(high) - 1


def compared(evidence: Evidence, n: int, level: float, method: str, told: tuple[str, ...] = ()) -> Comparison:
    """An interval within [-1, 1] and a p-value; where no claim could be made at the level, all of [-1, 1]."""
    low, high = evidence.ends(check_level(level))
    warnings = [*told] if evidence.variance > 0 else [*told, UNVARIED]
    if evidence.least_p >= 1 - level:
        low, high = -1.0, 1.0
        warnings.append(
            f"{n} tasks are too few to claim any difference at level {level:g}: their p is at least "
            f"{evidence.least_p:.3g}"
        )
    se, p_value = evidence.variance**0.5, evidence.p_value
    return Comparison(evidence.value, low, high, n, level, method, se, evidence.df, tuple(warnings), p_value)


EXACT_CHOICES = 20_000


@dataclass(frozen=True, slots=True)
class Regret:
    """Chance of selecting the worse agent, the gap between the two, and their product."""

    wrong: float
    gap: float
    regret: float


def expected_regret(a: ArrayLike, b: ArrayLike, rng: Generator, simulations: int = 5000) -> Regret:
    """Regret of selecting on half of an app's tasks, one configuration each (the same for both agents).

    The truth is the gap on all data; a tie of the selecting half counts half. Choices are all listed where they are
    few, and drawn otherwise.

    Args:
        a: success rates of the first agent, [task, configuration], NaN where missing.
        b: those of the second.
        rng: used when the choices are too many to list.
        simulations: number of draws then.

    Raises:
        ValueError: for unequal shapes, an infinite rate, no simulations, or fewer than two tasks with a
            configuration common to both.
    """
    gaps = task_gaps(a, b)
    whole(simulations, "simulations", 1)
    if len(gaps) < 2:
        raise ValueError(f"need >=2 tasks to split, got {len(gaps)}")
    gap = float(np.mean([values.mean() for values in gaps]))
    half = len(gaps) // 2
    choices = comb(len(gaps), half) * max(values.size for values in gaps) ** half
    if choices <= EXACT_CHOICES:
        wrong = exactly_wrong(gaps, half, gap)
    else:
        wrong = float(misled(drawn_sums(gaps, half, simulations, rng), gap).mean())
    return Regret(wrong, abs(gap), wrong * abs(gap))


def task_gaps(a: ArrayLike, b: ArrayLike) -> list[FloatArray]:
    """For every task the differences on configurations observed for both."""
    first, second = np.asarray(a, float), np.asarray(b, float)
    if first.shape != second.shape or first.ndim != 2:
        raise ValueError(f"need two [task, configuration] arrays alike, got {first.shape} and {second.shape}")
    if np.isinf(first).any() or np.isinf(second).any():
        raise ValueError("a rate is infinite")
    common = [row[~np.isnan(row)] for row in first - second]
    return [values for values in common if values.size]


def misled(selections: FloatArray, gap: float) -> FloatArray:
    """1 where a selection favours the worse agent, 1/2 for a tie (of either)."""
    return np.asarray((1 - np.sign(np.round(selections, 12)) * float(np.sign(np.round(gap, 12)))) / 2)


def exactly_wrong(gaps: list[FloatArray], half: int, gap: float) -> float:
    """Every half is equally likely, and so is every choice of configurations within it."""
    halves = combinations(gaps, half)
    return float(np.mean([misled(reduce(all_sums, chosen), gap).mean() for chosen in halves]))


def all_sums(left: FloatArray, right: FloatArray) -> FloatArray:
    return np.add.outer(left, right).ravel()


def drawn_sums(gaps: list[FloatArray], half: int, simulations: int, rng: Generator) -> FloatArray:
    """What each of many random halves sees."""
    seen = np.stack([values[rng.integers(0, values.size, size=simulations)] for values in gaps], axis=1)
    drawn = rng.random(seen.shape)
    chosen = drawn <= np.partition(drawn, half - 1, axis=1)[:, half - 1 : half]
    return np.asarray((seen * chosen).sum(axis=1))
