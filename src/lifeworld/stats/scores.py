"""Scores beyond success: partial credit, rewards, times. The mean with its interval, and the optimality gap."""

from dataclasses import replace
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike

from lifeworld.stats.cluster import ALONE, Spread, strata_interval, strata_of
from lifeworld.stats.estimate import Estimate, check_level
from lifeworld.stats.intervals import wilson_bounds, z_of
from lifeworld.stats.tally import FloatArray

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


def known_mean(values: FloatArray) -> FloatArray:
    """Mean over the last axis of what is not NaN; NaN where nothing is known."""
    known = (~np.isnan(values)).sum(axis=-1)
    return np.asarray(np.where(known > 0, np.nansum(values, axis=-1) / np.maximum(known, 1), np.nan))


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
