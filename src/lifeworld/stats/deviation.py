"""OpenApps' reliability: deviation of rewards within a fixed app version against that across versions.

Not to be confused with `mad`: this MAD is mean |r - mean r|, which for rates p of zeros and ones is 2p(1-p).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, nan, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from lifeworld.stats.intervals import Estimate, check_level
from lifeworld.stats.tally import FloatArray, IntArray, Outcomes, Tally, tally

NO_SPREAD = 1e-12
ALIKE = "all tasks have the same ratio, so that nothing is known of how far it varies"


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
        ValueError: for no versions, a version with fewer than two runs, or a reward that is NaN or infinite.
    """
    versions = [np.asarray(runs, dtype=np.float64).ravel() for runs in rewards]
    if not versions:
        raise ValueError("empty: need at least one app version")
    if not all(np.isfinite(runs).all() for runs in versions):
        raise ValueError("rewards hold NaN or infinity")
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
    within, overall = spreads(*repeated_tasks(tally(outcomes)))
    means = [float(each.mean()) for pair in zip(within, overall, strict=True) for each in pair]
    return Deviation(*means), len(within[0])


def deviation_ratios(outcomes: Outcomes, level: float = 0.95) -> tuple[Estimate, Estimate]:
    """The ratios, within over overall, of `average_deviation` (standard, mean absolute) with intervals over tasks.

    The ratio is linearised, its error taken from the spread between tasks, Student's t. Even without any effect of the
    environment it is below 1, as runs of one version vary around their own mean: `deviation_null` says how much below.
    Where all tasks have the same ratio nothing is known of its spread, and the interval has no upper end.

    Raises:
        ValueError: as `average_deviation`, and if no reward varies or there is one task.
    """
    within, overall = spreads(*repeated_tasks(tally(outcomes)))
    std, mad = (_ratio(*pair, check_level(level)) for pair in zip(within, overall, strict=True))
    return std, mad


def _ratio(within: FloatArray, overall: FloatArray, level: float) -> Estimate:
    tasks, scale = within.size, float(overall.mean())
    if scale == 0 or tasks < 2:
        raise ValueError("no reward varies: the ratio is undefined" if scale == 0 else "one task has no interval")
    value = float(within.mean()) / scale
    se = float(((within - value * overall) / scale).std(ddof=1)) / sqrt(tasks)
    half = float(stdtrit(tasks - 1, 0.5 + level / 2)) * se if se > NO_SPREAD else inf
    method, told = "ratio over tasks (linearised t)", () if se > NO_SPREAD else (ALIKE,)
    return Estimate(value, max(value - half, 0.0), value + half, tasks, level, method, se, float(tasks - 1), told)


def repeated_tasks(counts: Tally) -> tuple[IntArray, IntArray]:
    """Successes and trials [task, cell] of tasks with two cells that were run at least twice; other cells are empty.

    Raises:
        ValueError: if there is no such task.
    """
    wins, trials = (each.reshape(-1, int(np.prod(counts.axes))) for each in (counts.successes, counts.trials))
    repeated = trials > 1
    tasks = repeated.sum(axis=1) > 1
    if not tasks.any():
        raise ValueError("no task was run at least twice in two of its cells")
    return np.where(repeated, wins, 0)[tasks], np.where(repeated, trials, 0)[tasks]


Spreads: TypeAlias = tuple[FloatArray, FloatArray]  # standard and mean absolute deviation, [.., task]


def spreads(wins: IntArray, trials: IntArray) -> tuple[Spreads, Spreads]:
    """Deviations within cells, averaged over each task's, and over all rewards of the task."""
    cells = (trials > 0).sum(axis=-1)
    std, mad = (each.sum(axis=-1) / cells for each in _spread(wins, trials))
    return (std, mad), _spread(wins.sum(axis=-1), trials.sum(axis=-1))


def _spread(wins: IntArray, trials: IntArray) -> tuple[FloatArray, FloatArray]:
    """Standard and mean absolute deviation of so many zeros and ones; 0 where there are fewer than two."""
    rate = wins / np.maximum(trials, 1)
    variance = rate * (1 - rate) * trials / np.maximum(trials - 1, 1)
    return np.where(trials > 1, np.sqrt(variance), 0.0), 2 * rate * (1 - rate)


def absolute_deviation(rewards: FloatArray) -> float:
    return float(np.abs(rewards - rewards.mean()).mean())
