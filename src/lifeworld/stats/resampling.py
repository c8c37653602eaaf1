"""Resampling weights: how often each part of a benchmark is drawn."""

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.random import Generator

from lifeworld.stats.tally import FloatArray, IntArray

TABLE_LIMIT = 5


def draw_counts(size: int, draws: int, rounds: int, rng: Generator) -> IntArray:
    """How often each of `size` units comes up in `draws` draws with replacement, [round, unit]."""
    if draws == size and size <= TABLE_LIMIT:
        table = count_table(size)
        return np.asarray(table[rng.integers(len(table), size=rounds)])
    drawn = rng.integers(size, size=(rounds, draws)) + size * np.arange(rounds)[:, None]
    return np.bincount(drawn.ravel(), minlength=rounds * size).reshape(rounds, size)


@lru_cache(maxsize=TABLE_LIMIT)
def count_table(size: int) -> IntArray:
    """Counts of every equally likely sequence of `size` draws: looking one up is faster than a multinomial."""
    draws = np.array(list(product(range(size), repeat=size)))
    return np.asarray((draws[:, :, None] == np.arange(size)).sum(axis=1))


def cross(weights: list[IntArray]) -> FloatArray:
    """Product weights [occurrence, cell] of independently drawn axes, cells in C order."""
    crossed = np.ones((len(weights[0]), 1))
    for axis in weights:
        crossed = (crossed[:, :, None] * axis[:, None, :]).reshape(len(crossed), -1)
    return crossed


def refill_empty(weights: FloatArray, rng: Generator) -> FloatArray:
    """Gives rows without weight, which drew only missing cells, one observed cell at random."""
    empty = np.flatnonzero(weights.sum(axis=1) == 0)
    weights[empty, rng.integers(weights.shape[1], size=empty.size)] = 1
    return weights


def draw_multinomials(counts: FloatArray, rounds: int, rng: Generator) -> FloatArray:
    """Resamples `counts` votes over their kinds, [round, kind]; exactly multinomial.

    Poisson counts given their total are multinomial; drawn a little short and topped up vote by vote they cost a third
    of a chain of binomials.
    """
    total = round(float(counts.sum()))
    share = counts / counts.sum()
    short = 5 * total**0.5
    if short > total / 4:
        return np.asarray(rng.multinomial(total, share, size=rounds), dtype=np.float64)
    drawn = rng.poisson(share * (total - short), size=(rounds, counts.size)).astype(np.float64)
    missing = total - drawn.sum(axis=1).astype(np.int64)
    for row in np.flatnonzero(missing < 0):
        drawn[row], missing[row] = rng.multinomial(total, share), 0
    last = np.searchsorted(np.cumsum(share)[:-1], rng.random(int(missing.sum())), side="right")
    rows = np.repeat(np.arange(rounds), missing)
    np.add.at(drawn, (rows, last), 1)
    return drawn
