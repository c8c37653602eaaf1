"""The score of a suite: apps are fixed and count alike, however many tasks each has."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np

from lifeworld.stats.tally import FloatArray, Outcomes, Tally, known_mean, tally

Summary: TypeAlias = Literal["mean", "trimmed", "median", "iqm"]
Weights: TypeAlias = Literal["nested", "pooled"]


def _trimmed(scores: FloatArray, share: float) -> FloatArray:
    from scipy.stats import trim_mean  # half a second, for which no report without it need wait

    return np.asarray(trim_mean(scores, share, axis=-1))


SUMMARIES: dict[Summary, Callable[[FloatArray], FloatArray]] = {
    "mean": lambda scores: scores.mean(axis=-1),
    "trimmed": lambda scores: _trimmed(scores, 0.1),
    "median": lambda scores: np.asarray(np.median(scores, axis=-1)),
    "iqm": lambda scores: _trimmed(scores, 0.25),
}


def suite_score(outcomes: Outcomes, summary: Summary = "mean", weights: Weights = "nested") -> float:
    """One number for the suite: the summary over apps of the app scores.

    Args:
        outcomes: array [app, task, axes.., rollout] of 0, 1, NaN, or a Tally.
        summary: "mean", "trimmed" (10 % from each end), "median" or "iqm" (25 % from each end).
        weights: "nested" weighs tasks and their configurations alike; "pooled" weighs episodes alike, which is
            biased when hard tasks lose episodes.

    Raises:
        ValueError: for empty outcomes or an app without any episode.
    """
    return float(summarise(app_scores(outcomes, weights), summary))


def app_scores(outcomes: Outcomes, weights: Weights = "nested") -> FloatArray:
    """The score of every app, in order."""
    counts = tally(outcomes)
    if weights == "pooled":
        return pooled_scores(counts)
    if weights == "nested":
        return np.asarray(np.nanmean(task_means(counts), axis=1))
    raise ValueError(f"weights must be 'nested' or 'pooled', not {weights!r}")


def task_means(counts: Tally) -> FloatArray:
    """Mean over a task's observed cells, [app, task]; NaN for a task never observed."""
    return known_mean(counts.rates.reshape(*counts.trials.shape[:2], -1))


def pooled_scores(counts: Tally) -> FloatArray:
    apps = counts.apps
    return np.asarray(counts.successes.reshape(apps, -1).sum(axis=1) / counts.trials.reshape(apps, -1).sum(axis=1))


def nested_weights(counts: Tally) -> FloatArray:
    """Weight of one episode in each cell under which a plain mean of episodes is the nested suite score."""
    seen = counts.trials > 0
    cells = seen.reshape(*seen.shape[:2], -1).sum(axis=2)
    tasks = (cells > 0).sum(axis=1)
    share = 1 / (counts.apps * tasks[:, None] * np.maximum(cells, 1))
    return np.asarray(
        np.where(seen, share.reshape(*share.shape, *(1,) * len(counts.axes)) / np.maximum(counts.trials, 1), 0.0)
    )


def summarise(scores: FloatArray, summary: Summary) -> FloatArray:
    """Applies the summary over the last axis."""
    if summary not in SUMMARIES:
        raise ValueError(f"summary must be one of {sorted(SUMMARIES)}, not {summary!r}")
    return SUMMARIES[summary](scores)
