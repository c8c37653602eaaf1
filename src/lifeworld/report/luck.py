"""How much luck alone would give, at a cost that does not grow with the run: large ones are thinned first."""

import numpy as np
from numpy.random import Generator

from lifeworld import stats
from lifeworld.stats import Null, Tally
from lifeworld.stats.deviation import repeated_tasks
from lifeworld.stats.sensitivity import by_value, matched_groups
from lifeworld.stats.tally import FloatArray, IntArray

SEED = 20260101
WORK = 1_000_000  # cells dealt for one agent and axis
DRAWS = (99, 999)


def mad_by_luck(counts: Tally, axis: int) -> Null:
    """Return what the mean absolute difference along an axis would be without it; errors as `stats.mad_null`."""
    thin = _thinned(*matched_groups(counts, axis))
    return stats.mad_null(thin, 0, _generator(), _draws(thin))


def exceedance_by_luck(counts: Tally, axis: int, thresholds: FloatArray) -> tuple[FloatArray, Null]:
    """Return what an exceedance curve would be without its axis; errors as `stats.exceedance_null`."""
    wins, trials = by_value(counts, axis)
    several = (trials.any(axis=1)).sum(axis=1) > 1
    thin = _thinned(wins[several], trials[several])
    return stats.exceedance_null(thin, 1, thresholds, _generator(), _draws(thin))


def deviation_by_luck(counts: Tally) -> tuple[Null, Null]:
    """Return what the ratios of deviations would be if environments had no effect; errors as `stats.deviation_null`."""
    thin = _thinned(*repeated_tasks(counts))
    return stats.deviation_null(thin, _generator(), _draws(thin))


def _thinned(wins: IntArray, trials: IntArray) -> Tally:
    """Return every n-th row as a task of one app."""
    step = max(1, -(-wins.size * DRAWS[0] // WORK))
    return Tally(wins[None, ::step], trials[None, ::step])


def _draws(thin: Tally) -> int:
    return int(np.clip(WORK // thin.trials.size, *DRAWS))


def _generator() -> Generator:
    return np.random.default_rng(SEED)
