"""OpenApps' reliability: deviation of rewards within a fixed app version against that across versions.

Not to be confused with `mad`: this MAD is mean |r - mean r|, which for rates p of zeros and ones is 2p(1-p).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import ArrayLike

from lifeworld.stats.tally import FloatArray, IntArray, Outcomes, tally


@dataclass(frozen=True, slots=True)
class Deviation:
    """Standard (ddof 1) and mean absolute deviation within versions (averaged) and over all rewards together."""

    within_std: float
    overall_std: float
    within_mad: float
    overall_mad: float

    @property
    def std_ratio(self) -> float:
        """Within over overall: below 1, fixed versions understate what users of other versions meet; NaN for 0/0."""
        return self.within_std / self.overall_std if self.overall_std else nan

    @property
    def mad_ratio(self) -> float:
        return self.within_mad / self.overall_mad if self.overall_mad else nan


def variation_deviation(rewards: Sequence[ArrayLike]) -> Deviation:
    """Deviations of one agent's rewards on one task, one array of runs for each app version.

    Raises:
        ValueError: for no versions, or a version with fewer than two runs.
    """
    versions = [np.asarray(runs, float).ravel() for runs in rewards]
    if not versions:
        raise ValueError("empty: need at least one app version")
    short = [index for index, runs in enumerate(versions) if runs.size < 2]
    if short:
        raise ValueError(f"app versions with fewer than two runs have no deviation: {short}")
    together = np.concatenate(versions)
    return Deviation(
        float(np.mean([runs.std(ddof=1) for runs in versions])),
        float(together.std(ddof=1)),
        float(np.mean([absolute_deviation(runs) for runs in versions])),
        absolute_deviation(together),
    )


def average_deviation(outcomes: Outcomes) -> tuple[Deviation, int]:
    """Return an agent's deviations averaged over tasks, each cell a version of the app, and the number of tasks.

    A task counts that was run at least twice in at least two cells.

    Raises:
        ValueError: if no task was.
    """
    counts = tally(outcomes)
    wins, trials = (each.reshape(-1, int(np.prod(counts.axes))) for each in (counts.successes, counts.trials))
    repeated = trials > 1
    tasks = repeated.sum(axis=1) > 1
    if not tasks.any():
        raise ValueError("no task was run at least twice in two of its cells")
    wins, trials, repeated = np.where(repeated, wins, 0)[tasks], np.where(repeated, trials, 0)[tasks], repeated[tasks]
    within = [each.sum(axis=1) / repeated.sum(axis=1) for each in _spread(wins, trials)]
    overall = _spread(wins.sum(axis=1), trials.sum(axis=1))
    means = [float(each.mean()) for each in (within[0], overall[0], within[1], overall[1])]
    return Deviation(*means), int(tasks.sum())


def _spread(wins: IntArray, trials: IntArray) -> tuple[FloatArray, FloatArray]:
    """Standard and mean absolute deviation of so many zeros and ones; 0 where there are fewer than two."""
    rate = wins / np.maximum(trials, 1)
    variance = rate * (1 - rate) * trials / np.maximum(trials - 1, 1)
    return np.where(trials > 1, np.sqrt(variance), 0.0), 2 * rate * (1 - rate)


def absolute_deviation(rewards: FloatArray) -> float:
    return float(np.abs(rewards - rewards.mean()).mean())
