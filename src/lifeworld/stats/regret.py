"""Expected regret of choosing an agent on little data: the probability of choosing the worse, times the gap."""

from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from math import comb

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.estimate import whole
from lifeworld.stats.tally import FloatArray

EXACT_CHOICES = 20_000


@dataclass(frozen=True, slots=True)
class Regret:
    """Chance of selecting the worse agent, the gap between the two, and their product."""

    wrong: float
    gap: float
    regret: float


def expected_regret(a: ArrayLike, b: ArrayLike, rng: Generator, simulations: int = 5000) -> Regret:
    """Regret of selecting on half of an app's tasks, one configuration each (the same for both agents).

    The truth is the gap on all data; a tie of the selecting half counts half. Choices are all listed where they are
    few, and drawn otherwise.

    Args:
        a: success rates of the first agent, [task, configuration], NaN where missing.
        b: those of the second.
        rng: used when the choices are too many to list.
        simulations: number of draws then.

    Raises:
        ValueError: for unequal shapes, an infinite rate, no simulations, or fewer than two tasks with a
            configuration common to both.
    """
    gaps = task_gaps(a, b)
    whole(simulations, "simulations", 1)
    if len(gaps) < 2:
        raise ValueError(f"need >=2 tasks to split, got {len(gaps)}")
    gap = float(np.mean([values.mean() for values in gaps]))
    half = len(gaps) // 2
    choices = comb(len(gaps), half) * max(values.size for values in gaps) ** half
    if choices <= EXACT_CHOICES:
        wrong = exactly_wrong(gaps, half, gap)
    else:
        wrong = float(misled(drawn_sums(gaps, half, simulations, rng), gap).mean())
    return Regret(wrong, abs(gap), wrong * abs(gap))


def task_gaps(a: ArrayLike, b: ArrayLike) -> list[FloatArray]:
    """For every task the differences on configurations observed for both."""
    first, second = np.asarray(a, float), np.asarray(b, float)
    if first.shape != second.shape or first.ndim != 2:
        raise ValueError(f"need two [task, configuration] arrays alike, got {first.shape} and {second.shape}")
    if np.isinf(first).any() or np.isinf(second).any():
        raise ValueError("a rate is infinite")
    common = [row[~np.isnan(row)] for row in first - second]
    return [values for values in common if values.size]


def misled(selections: FloatArray, gap: float) -> FloatArray:
    """1 where a selection favours the worse agent, 1/2 for a tie (of either)."""
    return np.asarray((1 - np.sign(np.round(selections, 12)) * float(np.sign(np.round(gap, 12)))) / 2)


def exactly_wrong(gaps: list[FloatArray], half: int, gap: float) -> float:
    """Every half is equally likely, and so is every choice of configurations within it."""
    halves = combinations(gaps, half)
    return float(np.mean([misled(reduce(all_sums, chosen), gap).mean() for chosen in halves]))


def all_sums(left: FloatArray, right: FloatArray) -> FloatArray:
    return np.add.outer(left, right).ravel()


def drawn_sums(gaps: list[FloatArray], half: int, simulations: int, rng: Generator) -> FloatArray:
    """What each of many random halves sees."""
    seen = np.stack([values[rng.integers(0, values.size, size=simulations)] for values in gaps], axis=1)
    drawn = rng.random(seen.shape)
    chosen = drawn <= np.partition(drawn, half - 1, axis=1)[:, half - 1 : half]
    return np.asarray((seen * chosen).sum(axis=1))
