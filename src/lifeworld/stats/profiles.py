"""Curves over a threshold or a budget, and bounds for unscored episodes."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.bootstrap import Rung, bootstrap_replicates, ladder
from lifeworld.stats.intervals import percentiles
from lifeworld.stats.tally import (
    FloatArray,
    IntArray,
    Outcomes,
    Summary,
    Tally,
    app_scores,
    counted,
    finite,
    finite_list,
    suite_score,
    whole_numbers,
)

SLACK = 1e-12


def performance_profile(scores: ArrayLike, thresholds: ArrayLike) -> FloatArray:
    """Share of scores (one for each app, usually) that reach each threshold.

    Raises:
        ValueError: for no scores or thresholds, or one that is no number.
    """
    values, at = finite(scores, "scores").ravel(), finite_list(thresholds, "thresholds")
    return np.asarray((values[:, None] >= at - SLACK).mean(axis=0))


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """A curve with a pointwise interval."""

    value: FloatArray
    low: FloatArray
    high: FloatArray
    level: float


def profile_band(
    outcomes: Outcomes,
    thresholds: ArrayLike,
    rng: Generator,
    rung: Rung = "full",
    replicates: int = 2000,
    level: float = 0.95,
) -> Band:
    """Performance profile over apps with pointwise percentile intervals of the hierarchical bootstrap.

    Raises:
        ValueError: as `hierarchical_bootstrap`.
    """
    at = finite_list(thresholds, "thresholds")
    scores = bootstrap_replicates(outcomes, rng, ladder(rung), replicates)
    profiles = (scores[:, :, None] >= at - SLACK).mean(axis=1)
    low, high = percentiles(profiles, level)
    return Band(performance_profile(app_scores(outcomes), at), low, high, level)


def budget_curve(
    steps: ArrayLike, solved: ArrayLike, budgets: ArrayLike, weights: ArrayLike | None = None
) -> FloatArray:
    """Share of episodes solved within each step budget; `weights` of episodes make it a nested mean.

    Episodes whose steps are not known (NaN) count at the largest budget only, so that the curve ends at the score.

    Raises:
        ValueError: for no episodes or budgets, no known steps, one that is no number, columns of unequal length, or
            weights that are negative or all zero.
    """
    success, at = finite_list(solved, "solved"), finite_list(budgets, "budgets")
    taken = np.atleast_1d(np.asarray(steps, float))
    unknown = np.isnan(taken)
    finite(taken[~unknown], "steps")
    taken = np.where(unknown, at.max(), taken)
    weight = np.ones(taken.size) if weights is None else finite_list(weights, "weights")
    if not taken.shape == success.shape == weight.shape:
        raise ValueError(f"columns differ in length: {taken.size}, {success.size}, {weight.size}")
    if (weight < 0).any() or weight.sum() == 0:
        raise ValueError("weights must not be negative, nor all zero")
    order = np.argsort(taken, kind="stable")
    reached = np.concatenate([[0.0], np.cumsum((success * weight)[order])]) / weight.sum()
    return np.asarray(reached[np.searchsorted(taken[order], at, side="right")])


@dataclass(frozen=True, slots=True)
class Bounds:
    """The suite score had all unscored episodes failed, and had all succeeded; no assumption lies between."""

    low: float
    high: float
    scored: int
    unscored: int


def unscored_bounds(outcomes: Outcomes, unscored: ArrayLike, summary: Summary = "mean") -> Bounds:
    """Bounds of the score for episodes that an infrastructure error ended.

    Args:
        outcomes: the scored episodes; an app may have none if it has unscored ones.
        unscored: number of episodes without a score in each cell, [app, task, axes..].
        summary: over apps; see `suite_score`.

    Raises:
        ValueError: if `unscored` has another shape than the cells, an entry that is no number of episodes, or an app
            has no episode at all.
    """
    return bounds_of(*counted(outcomes), unscored, summary)


def bounds_of(successes: IntArray, trials: IntArray, unscored: ArrayLike, summary: Summary = "mean") -> Bounds:
    """As `unscored_bounds`, from counts in each cell [app, task, axes..]."""
    lost = whole_numbers(unscored, "unscored")
    if lost.shape != trials.shape:
        raise ValueError(f"unscored {lost.shape} and cells {trials.shape} differ in shape")
    low, high = (suite_score(Tally(won, trials + lost), summary) for won in (successes, successes + lost))
    return Bounds(low, high, int(trials.sum()), int(lost.sum()))
