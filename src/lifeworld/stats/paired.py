"""Two agents on the same configurations: the scenario's difficulty cancels, which overlap of intervals ignores."""

import numpy as np
from scipy.special import stdtr, stdtrit

from lifeworld.stats.cluster import Spread, Strata, mean_variance, strata_of
from lifeworld.stats.estimate import Comparison, check_level
from lifeworld.stats.suite import scenario_means
from lifeworld.stats.tally import FloatArray, Outcomes, Tally, tally


def paired_cluster_t(a: Outcomes, b: Outcomes, level: float = 0.95, pooled: bool = False) -> Comparison:
    """How much b scores above a, over the cells both were observed in; the scenario is the unit.

    Args:
        a: outcomes of the first agent, [app, scenario, axes.., rollout] or a Tally.
        b: outcomes of the second; same cells, any number of rollouts.
        level: of the interval.
        pooled: one variance for all apps: needed where an app has a single common scenario.

    Raises:
        ValueError: if the cells differ in shape, an app has no common cell, or an app has one scenario unless pooled.
    """
    strata = strata_of(scenario_differences(a, b))
    return difference_of(strata, "pooled" if pooled else "satterthwaite", level, "paired cluster t")


def unpaired_t(a: Outcomes, b: Outcomes, level: float = 0.95) -> Comparison:
    """How much b scores above a when they ran different scenarios of the same apps (Welch's t, stratified).

    Raises:
        ValueError: if the numbers of apps differ or an app has one scenario.
    """
    first, second = (strata_of(scenario_means(tally(outcomes))) for outcomes in (a, b))
    if first.sizes.size != second.sizes.size:
        raise ValueError(f"the agents have different numbers of apps: {first.sizes.size} and {second.sizes.size}")
    (va, dfa), (vb, dfb) = mean_variance(first, "satterthwaite"), mean_variance(second, "satterthwaite")
    variance = va + vb
    df = variance**2 / (va**2 / dfa + vb**2 / dfb) if variance > 0 else float("inf")
    n = int(first.sizes.sum() + second.sizes.sum())
    return compared(second.value - first.value, variance, df, n, level, "unpaired t")


def scenario_differences(a: Outcomes, b: Outcomes) -> FloatArray:
    """Mean difference b - a over the cells observed for both, [app, scenario]; NaN where there is none."""
    first, second = check_same_cells(a, b)
    gaps = (second.rates - first.rates).reshape(*first.trials.shape[:2], -1)
    common = (~np.isnan(gaps)).sum(axis=2)
    return np.asarray(np.where(common > 0, np.nansum(gaps, axis=2) / np.maximum(common, 1), np.nan))


def check_same_cells(a: Outcomes, b: Outcomes) -> tuple[Tally, Tally]:
    first, second = tally(a), tally(b)
    if first.trials.shape != second.trials.shape:
        raise ValueError(f"the agents' cells differ: {first.trials.shape} and {second.trials.shape}")
    return first, second


def difference_of(strata: Strata, spread: Spread, level: float, method: str) -> Comparison:
    variance, df = mean_variance(strata, spread)
    return compared(strata.value, variance, df, int(strata.sizes.sum()), level, method)


def compared(value: float, variance: float, df: float, n: int, level: float, method: str) -> Comparison:
    """A t interval and two-sided p-value; without any variance the p-value is 1 at zero and 0 elsewhere."""
    se = variance**0.5
    half = float(stdtrit(df, 0.5 + check_level(level) / 2)) * se
    p_value = 2 * float(stdtr(df, -abs(value) / se)) if se > 0 else float(value == 0)
    warnings = () if se > 0 else ("all scenarios differ alike: the interval has no width",)
    return Comparison(value, value - half, value + half, n, level, method, se, df, warnings, p_value)
