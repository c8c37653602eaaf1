"""Two agents on the same configurations: the task's difficulty cancels, which overlap of intervals ignores."""

from dataclasses import dataclass
from math import comb, prod

import numpy as np
from scipy.special import stdtr, stdtrit

from lifeworld.stats.cluster import Spread, lone_apps, mean_variance, strata_of
from lifeworld.stats.estimate import Comparison, check_level
from lifeworld.stats.intervals import wilson_bounds
from lifeworld.stats.suite import task_means
from lifeworld.stats.tally import FloatArray, Outcomes, Tally, tally

UNVARIED = "all tasks differ alike: the width depends on the number of tasks alone"


def paired_cluster_t(a: Outcomes, b: Outcomes, level: float = 0.95, pooled: bool = False) -> Comparison:
    """How much b scores above a, over the cells both were observed in; the task is the unit.

    m tasks without a true difference all point one way with probability 2^(1-m), which is the least p-value: below
    six tasks in all, no difference is claimed at level 0.95, and the interval is all of [-1, 1], with a warning.

    Args:
        a: outcomes of the first agent, [app, task, axes.., rollout] or a Tally.
        b: outcomes of the second; same cells, any number of rollouts.
        level: of the interval.
        pooled: one variance for all apps: needed where an app has a single common task.

    Raises:
        ValueError: if the cells differ in shape, an app has no common cell, or an app has one task unless pooled.
    """
    strata = strata_of(task_differences(a, b))
    spread: Spread = "pooled" if pooled else "satterthwaite"
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
    gaps = (second.rates - first.rates).reshape(*first.trials.shape[:2], -1)
    common = (~np.isnan(gaps)).sum(axis=2)
    return np.asarray(np.where(common > 0, np.nansum(gaps, axis=2) / np.maximum(common, 1), np.nan))


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
