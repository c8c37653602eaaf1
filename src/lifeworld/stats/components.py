"""Variance components of a benchmark: apps, tasks, configurations, rollouts (method of moments)."""

from dataclasses import dataclass
from math import nan

import numpy as np
from scipy.special import chdtri

from lifeworld.stats.cluster import strata_of
from lifeworld.stats.estimate import check_level
from lifeworld.stats.paired import check_same_cells
from lifeworld.stats.tally import FloatArray, Outcomes, tally


@dataclass(frozen=True, slots=True)
class Components:
    """Variance at each level, of a single draw at that level; negative estimates are set to 0.

    `rollout` is NaN with one rollout a cell (it is then part of `configuration`), `configuration` is NaN with one cell
    a task (part of `task`), `app` with one app.
    """

    app: float
    task: float
    configuration: float
    rollout: float


def variance_components(outcomes: Outcomes) -> Components:
    """Components of success itself.

    Raises:
        ValueError: if no app has two tasks.
    """
    counts = tally(outcomes)
    cells, trials = by_task(counts.rates), by_task(counts.trials.astype(float))
    return decompose(cells, cells * (1 - cells), trials)


def difference_components(a: Outcomes, b: Outcomes) -> Components:
    """Components of the difference b - a on common cells: what a paired comparison has to average out.

    Raises:
        ValueError: if the cells differ in shape or no app has two common tasks.
    """
    first, second = check_same_cells(a, b)
    cells = by_task(second.rates - first.rates)
    noise = sum(each.rates * (1 - each.rates) / np.maximum(each.trials - 1, 0.5) for each in (first, second))
    fewest = by_task(np.minimum(first.trials, second.trials).astype(float))
    return decompose(cells, by_task(np.asarray(noise)) * np.maximum(fewest - 1, 0.5), fewest)


def variance_limit(outcomes: Outcomes, level: float = 0.9) -> float:
    """How many times its estimate the variance between tasks may be: the upper limit, were their means normal.

    It is freedom / χ²(1 - level; freedom), where an app of S tasks gives S - 1 degrees of freedom.

    Raises:
        ValueError: if no app has two tasks.
    """
    seen = (by_task(tally(outcomes).trials.astype(float)) > 0).any(axis=2).sum(axis=1)
    freedom = float(np.maximum(seen - 1, 0).sum())
    if not freedom:
        raise ValueError("no app has two tasks, so nothing is known of how they differ")
    return freedom / float(chdtri(freedom, check_level(level)))


def by_task(cells: FloatArray) -> FloatArray:
    return cells.reshape(*cells.shape[:2], -1)


def decompose(cells: FloatArray, spread: FloatArray, trials: FloatArray) -> Components:
    """From cell means [app, task, cell], their plug-in rollout variance, and their number of rollouts."""
    seen = ~np.isnan(cells)
    sizes = seen.sum(axis=2)
    repeated = seen & (trials > 1)
    unbiased = np.where(repeated, spread * trials / np.maximum(trials - 1, 1), np.nan)
    rollout = float(np.nanmean(unbiased)) if repeated.any() else nan
    means = np.where(sizes > 0, np.nansum(cells, axis=2) / np.maximum(sizes, 1), np.nan)
    squares = np.nansum((cells - means[:, :, None]) ** 2, axis=2)
    several = sizes > 1
    within = np.where(several, squares / np.maximum(sizes - 1, 1), np.nan)
    configuration = configuration_variance(within, sizes, unbiased / np.maximum(trials, 1))
    return between(means, np.where(several, within / np.maximum(sizes, 1), np.nan), configuration, rollout)


def configuration_variance(within: FloatArray, sizes: FloatArray, noise: FloatArray) -> float:
    """Spread of cells within tasks, less what their rollouts explain."""
    several = sizes > 1
    if not several.any():
        return nan
    spread = float(np.average(within[several], weights=sizes[several] - 1))
    measured = ~np.isnan(noise) & several[:, :, None]
    return max(spread - float(noise[measured].mean()), 0.0) if measured.any() else spread


def between(means: FloatArray, noise: FloatArray, configuration: float, rollout: float) -> Components:
    """The upper two levels, each less the noise handed up from below."""
    strata = strata_of(means)
    free = np.maximum(strata.sizes - 1, 0)
    if free.sum() == 0:
        raise ValueError("every app has one task: no variance between tasks can be estimated")
    spread = float(np.nansum(free * strata.variances) / free.sum())
    handed = float(np.nanmean(noise)) if (~np.isnan(noise)).any() else 0.0
    task = max(spread - handed, 0.0)
    app = nan
    if strata.sizes.size > 1:
        app = max(float(strata.means.var(ddof=1)) - spread * float((1 / strata.sizes).mean()), 0.0)
    return Components(app, task, configuration, rollout)
