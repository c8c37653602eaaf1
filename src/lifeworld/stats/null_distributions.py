"""Null distributions of sensitivity: permute episodes among cells that differ only in one factor.

If an axis has no effect, the rollouts of cells that differ in it alone are exchangeable, so permuting them gives the
exact null distribution of any statistic, at any number of rollouts. p-values are one-sided, count the observed
arrangement, and are never 0.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.checks import finite_list, whole
from lifeworld.stats.deviation import Spreads, repeated_tasks, spreads
from lifeworld.stats.sensitivity import SLACK, beyond, by_value, matched_groups, value_gaps
from lifeworld.stats.tally import FloatArray, IntArray, Outcomes, tally

BATCH = 1 << 21


@dataclass(frozen=True, slots=True)
class Null:
    """A statistic under the null: its median over `draws` permutations, and the p-value of the observed value."""

    median: float
    p_value: float
    draws: int


def mad_null(outcomes: Outcomes, axis: int, rng: Generator, draws: int = 999) -> Null:
    """Null distribution of `mad`, if the axis has no effect; a small p-value is evidence of an effect.

    Raises:
        ValueError: as `mad`, or for no draws.
    """
    wins, trials = matched_groups(tally(outcomes), axis)

    def mean_gap(permuted: IntArray) -> FloatArray:
        return np.asarray(np.nanmean(value_gaps(permuted[..., None, :], trials[:, None, :]), axis=(-2, -1)))

    return above(float(mean_gap(wins)), permuted_statistic(wins, trials, rng, draws, mean_gap))


def exceedance_null(
    outcomes: Outcomes, axis: int, thresholds: ArrayLike, rng: Generator, draws: int = 999
) -> tuple[FloatArray, Null]:
    """Null distribution of `exceedance`: its median curve, and the `Null` of the curve's area (the mean gap).

    Only cells that agree in all other axes exchange rollouts, so the effects of those stay in the curve.

    Raises:
        ValueError: as `exceedance`, or for no draws.
    """
    wins, trials = by_value(tally(outcomes), axis)
    at = finite_list(thresholds, "thresholds")

    def curve_and_area(permuted: IntArray) -> FloatArray:
        gaps = value_gaps(permuted.reshape(-1, *wins.shape), trials)
        return np.column_stack([beyond(gaps, at), np.nanmean(gaps, axis=(-2, -1))])

    flat = wins.reshape(-1, wins.shape[-1]), trials.reshape(-1, wins.shape[-1])
    drawn = permuted_statistic(*flat, rng, draws, curve_and_area)
    return np.median(drawn[:, :-1], axis=0), above(float(curve_and_area(wins)[0, -1]), drawn[:, -1])


def deviation_null(outcomes: Outcomes, rng: Generator, draws: int = 999) -> tuple[Null, Null]:
    """Null distributions of the ratios of `average_deviation` (standard, mean absolute), if versions have no effect.

    Fixed versions vary less than all together even then; a small p-value is evidence that they vary less than that.

    Raises:
        ValueError: as `average_deviation`, if no reward varies, or for no draws.
    """
    wins, trials = repeated_tasks(tally(outcomes))
    overall = [float(each.mean()) for each in spreads(wins, trials)[1]]
    if not all(overall):
        raise ValueError("no reward varies: the ratio is undefined")

    def ratios(permuted: IntArray) -> FloatArray:
        within: Spreads = spreads(permuted, trials)[0]
        return np.stack([each.mean(axis=-1) / scale for each, scale in zip(within, overall, strict=True)], axis=-1)

    drawn, seen = permuted_statistic(wins, trials, rng, draws, ratios), ratios(wins)
    std, mad = (below(float(seen[place]), drawn[:, place]) for place in (0, 1))
    return std, mad


def above(seen: float, drawn: FloatArray) -> Null:
    """The null of a statistic that an effect makes larger."""
    return Null(float(np.median(drawn)), float((1 + (drawn >= seen - SLACK).sum()) / (1 + drawn.size)), drawn.size)


def below(seen: float, drawn: FloatArray) -> Null:
    """The null of a statistic that an effect makes smaller."""
    return Null(float(np.median(drawn)), above(-seen, -drawn).p_value, drawn.size)


def permuted_statistic(
    wins: IntArray, trials: IntArray, rng: Generator, draws: int, statistic: Callable[[IntArray], FloatArray]
) -> FloatArray:
    """A statistic of wins [.., group, cell] in each of many permutations, [draw, ..]."""
    whole(draws, "draws", 1)
    return np.concatenate([statistic(batch) for batch in _permutations(wins, trials, rng, draws)])


def _permutations(wins: IntArray, trials: IntArray, rng: Generator, draws: int) -> Iterator[IntArray]:
    """Batches of wins [draw, group, cell]: each group's successes are distributed over its trials at random.

    Groups of one cell, or whose rollouts are all equal, have only the observed arrangement.
    """
    rounds = max(1, BATCH // wins.size)
    won, ran = wins.sum(axis=1), trials.sum(axis=1)
    moving = np.flatnonzero(((trials > 0).sum(axis=1) > 1) & (won > 0) & (won < ran))
    for start in range(0, draws, rounds):
        size = (min(rounds, draws - start), moving.size)
        good, left = (np.broadcast_to(part[moving], size).copy() for part in (won, ran))
        permuted = np.repeat(wins[None], size[0], axis=0)
        for cell, taken in enumerate(trials[moving, :-1].T):
            permuted[:, moving, cell] = drawn = rng.hypergeometric(good, left - good, np.broadcast_to(taken, size))
            good -= drawn
            left -= taken
        permuted[:, moving, -1] = good
        yield permuted
