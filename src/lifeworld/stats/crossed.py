"""Axes whose levels are a sample shared by all tasks: their effect does not average out over tasks.

Nested analysis is conditional on the levels used; this one speaks of new tasks at new levels.
"""

from collections.abc import Sequence

import numpy as np

from lifeworld.stats.bootstrap import check_axis
from lifeworld.stats.cluster import interval_ends, strata_of
from lifeworld.stats.estimate import Estimate, check_level
from lifeworld.stats.suite import task_means
from lifeworld.stats.tally import FloatArray, Outcomes, Tally, tally


def crossed_t(outcomes: Outcomes, crossed: Sequence[int], level: float = 0.95) -> Estimate:
    """Interval of the suite mean when tasks and the levels of the `crossed` axes are both samples.

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
    variance, df = float(sum(terms)), satterthwaite(np.array(terms), np.array(free, dtype=float))
    low, high = interval_ends(strata.value, variance, df, "wilson", check_level(level), int(strata.sizes.sum()))
    n = int(strata.sizes.sum())
    return Estimate(strata.value, low, high, n, level, "crossed t (wilson)", variance**0.5, df)


def level_means(counts: Tally, axis: int) -> FloatArray:
    """Task means at each level of an axis, averaged over the other axes, [app, task, level].

    Tasks never observed are NaN at every level.
    """
    rates = np.moveaxis(counts.rates, 2 + axis, 2)
    rates = rates.reshape(*rates.shape[:3], -1)
    seen = (~np.isnan(rates)).sum(axis=3)
    means: FloatArray = np.where(seen > 0, np.nansum(rates, axis=3) / np.maximum(seen, 1), np.nan)
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


def satterthwaite(terms: FloatArray, free: FloatArray) -> float:
    return float(terms.sum() ** 2 / (terms**2 / free).sum()) if terms.sum() > 0 else float("inf")
