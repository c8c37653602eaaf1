"""Probability of improvement: how often a run of one agent beats a run of another."""

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.checks import whole
from lifeworld.stats.estimate import Estimate, check_level
from lifeworld.stats.intervals import wilson_bounds, z_of
from lifeworld.stats.resampling import draw_counts
from lifeworld.stats.tally import FloatArray


def probability_of_improvement(
    x: ArrayLike, y: ArrayLike, rng: Generator, replicates: int = 2000, level: float = 0.95
) -> Estimate:
    """Chance that a run of x scores above a run of y on a task drawn at random, ties half.

    P(X > Y) = mean over tasks of U / (n m), with U Mann and Whitney's, and the percentile interval of runs resampled
    within tasks (Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical Precipice, NeurIPS 2021,
    section 4.3). Where x wins all or none, resampling has no spread, and Wilson's interval on the runs is used.

    Args:
        x: scores [task, run] of one agent, NaN where a run is missing.
        y: scores [task, run] of the other on the same tasks, any number of runs.
        rng: draws the runs.
        replicates: how often.
        level: of the interval.

    Raises:
        ValueError: for other shapes, no tasks, unequal numbers of tasks, a task without a run, or an infinite score.
    """
    whole(replicates, "replicates", 1)
    a, b = np.asarray(x, float), np.asarray(y, float)
    if a.ndim != 2 or b.ndim != 2 or len(a) == 0 or len(a) != len(b):
        raise ValueError(f"need [task, run] scores on the same tasks, got {a.shape} and {b.shape}")
    if np.isinf(a).any() or np.isinf(b).any():
        raise ValueError("a score is infinite")
    runs = [(mine[~np.isnan(mine)], theirs[~np.isnan(theirs)]) for mine, theirs in zip(a, b, strict=True)]
    if empty := [task for task, (mine, theirs) in enumerate(runs) if not (mine.size and theirs.size)]:
        raise ValueError(f"tasks without a run of both: {empty}")
    wins = [(np.sign(mine[:, None] - theirs) + 1) / 2 for mine, theirs in runs]
    value = float(np.mean([each.mean() for each in wins]))
    drawn = np.mean([resampled(each, replicates, rng) for each in wins], axis=0)
    low, high = (float(end) for end in np.quantile(drawn, ((1 - check_level(level)) / 2, (1 + level) / 2)))
    n = sum(min(each.shape) for each in wins)
    told: tuple[str, ...] = ()
    if high - low < 1e-12:
        ends = wilson_bounds(value, n, z_of(level))
        low, high = float(ends[0]), float(ends[1])
        told = ("resampled runs never differ: the width depends on the number of runs alone",)
    return Estimate(value, low, high, n, level, "probability of improvement (bootstrap of runs)", warnings=told)


def resampled(wins: FloatArray, replicates: int, rng: Generator) -> FloatArray:
    """Share of wins in each replicate of one task's runs."""
    mine, theirs = (draw_counts(size, size, replicates, rng) for size in wins.shape)
    return np.asarray(np.einsum("rn,nm,rm->r", mine, wins, theirs, optimize=True) / wins.size)
