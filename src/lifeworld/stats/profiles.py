"""Curves over a threshold or a budget, and what unscored episodes could change."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.bootstrap import Rung, bootstrap_replicates, ladder
from lifeworld.stats.estimate import check_level
from lifeworld.stats.suite import Summary, app_scores, suite_score
from lifeworld.stats.tally import FloatArray, Outcomes, Tally, tally

SLACK = 1e-12


def performance_profile(scores: ArrayLike, thresholds: ArrayLike) -> FloatArray:
    """Share of scores (one for each app, usually) that reach each threshold.

    Raises:
        ValueError: for no scores or a NaN among them.
    """
    values = np.asarray(scores, float).ravel()
    if values.size == 0:
        raise ValueError("empty input: a profile needs at least one score")
    if np.isnan(values).any():
        raise ValueError("a score is NaN")
    return np.asarray((values[:, None] >= np.asarray(thresholds, float) - SLACK).mean(axis=0))


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
    at = np.asarray(thresholds, float)
    scores = bootstrap_replicates(outcomes, rng, ladder(rung), replicates)
    profiles = (scores[:, :, None] >= at - SLACK).mean(axis=1)
    tail = (1 - check_level(level)) / 2
    low, high = np.quantile(profiles, (tail, 1 - tail), axis=0)
    return Band(performance_profile(app_scores(outcomes), at), low, high, level)


def budget_curve(
    steps: ArrayLike, solved: ArrayLike, budgets: ArrayLike, weights: ArrayLike | None = None
) -> FloatArray:
    """Share of episodes solved within each step budget; `weights` of episodes make it a nested mean.

    Episodes whose steps are not known (NaN) count at the largest budget only, so that the curve ends at the score.

    Raises:
        ValueError: for no episodes, columns of unequal length, or weights that are negative or all zero.
    """
    taken, success = np.asarray(steps, float), np.asarray(solved, float)
    taken = np.where(np.isnan(taken), np.max(np.asarray(budgets, float), initial=-np.inf), taken)
    weight = np.ones(taken.size) if weights is None else np.asarray(weights, float)
    if taken.size == 0:
        raise ValueError("empty: need at least one episode")
    if not taken.shape == success.shape == weight.shape:
        raise ValueError(f"columns differ in length: {taken.size}, {success.size}, {weight.size}")
    if (weight < 0).any() or weight.sum() == 0:
        raise ValueError("weights must not be negative, nor all zero")
    order = np.argsort(taken, kind="stable")
    reached = np.concatenate([[0.0], np.cumsum((success * weight)[order])]) / weight.sum()
    return np.asarray(reached[np.searchsorted(taken[order], np.asarray(budgets, float), side="right")])


def nested_weights(counts: Tally) -> FloatArray:
    """Weight of one episode in each cell under which a plain mean of episodes is the nested suite score."""
    seen = counts.trials > 0
    cells = seen.reshape(*seen.shape[:2], -1).sum(axis=2)
    scenarios = (cells > 0).sum(axis=1)
    share = 1 / (counts.apps * scenarios[:, None] * np.maximum(cells, 1))
    return np.asarray(
        np.where(seen, share.reshape(*share.shape, *(1,) * len(counts.axes)) / np.maximum(counts.trials, 1), 0.0)
    )


@dataclass(frozen=True, slots=True)
class Bounds:
    """The suite score had all unscored episodes failed, and had all succeeded; no assumption lies between."""

    low: float
    high: float
    scored: int
    unscored: int


def unscored_bounds(outcomes: Outcomes, unscored: ArrayLike, summary: Summary = "mean") -> Bounds:
    """How far episodes that ended in our own error could move the score.

    Args:
        outcomes: the scored episodes.
        unscored: number of episodes without a score in each cell, [app, scenario, axes..].
        summary: over apps; see `suite_score`.

    Raises:
        ValueError: if `unscored` has another shape than the cells, or a negative entry.
    """
    counts, lost = tally(outcomes), np.asarray(unscored, dtype=np.int64)
    if lost.shape != counts.trials.shape:
        raise ValueError(f"unscored {lost.shape} and cells {counts.trials.shape} differ in shape")
    if (lost < 0).any():
        raise ValueError("a number of unscored episodes is negative")
    failed = Tally(counts.successes, counts.trials + lost)
    solved = Tally(counts.successes + lost, counts.trials + lost)
    scored = int(counts.trials.sum())
    return Bounds(suite_score(failed, summary), suite_score(solved, summary), scored, int(lost.sum()))
