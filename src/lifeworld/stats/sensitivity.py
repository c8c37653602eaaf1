"""Sensitivity of an agent's success to one axis of the environment: DigiWorld's matched pairs.

Two cells of equal success probability differ by random variation between rollouts: with three rollouts by about 0.13 on
average. This floor is computed for the given cells and reported with every figure.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike
from scipy.special import betaln

from lifeworld.stats.deviation import Spreads, repeated_tasks, spreads
from lifeworld.stats.tally import FloatArray, IntArray, Outcomes, Tally, check_axis, finite_list, tally, whole

SLACK = 1e-12


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """Mean and 90th percentile of |difference| over matched pairs, each with its expectation under the null."""

    mad: float
    p90: float
    pairs: int
    floor: float
    floor_p90: float

    @property
    def excess(self) -> float:
        """The mean above its expectation under the null; about zero, or below, for an axis without effect."""
        return self.mad - self.floor


def mad(outcomes: Outcomes, axis: int) -> Sensitivity:
    """Mean absolute difference between cells that differ in one axis only, both observed.

    The floor deals the pooled rollouts of each pair at random to its two cells, which is their exact distribution if
    the axis has no effect.

    Raises:
        ValueError: if there is no such axis, or no pair of observed cells differs in it alone.
    """
    counts = tally(outcomes)
    pairs = matched_pairs(counts, axis)
    gaps = np.abs(pairs[:, 0] / pairs[:, 1] - pairs[:, 2] / pairs[:, 3])
    values, weights = chance_gaps(pairs)
    floor_p90 = weighted_quantile(values, weights, 0.9)
    return Sensitivity(float(gaps.mean()), float(np.quantile(gaps, 0.9)), len(gaps), float(values @ weights), floor_p90)


def matched_pairs(counts: Tally, axis: int) -> IntArray:
    """Rows (successes, trials, successes, trials) of all pairs of observed cells that differ in the axis alone."""
    cells = np.stack(matched_groups(counts, axis), axis=-1)
    first, second = np.triu_indices(cells.shape[1], k=1)
    pairs = np.concatenate([cells[:, first], cells[:, second]], axis=-1).reshape(-1, 4)
    return np.asarray(pairs[(pairs[:, 1] > 0) & (pairs[:, 3] > 0)])


def matched_groups(counts: Tally, axis: int) -> tuple[IntArray, IntArray]:
    """Successes and trials [group, value of the axis] of cells that differ in the axis alone, where two are observed.

    Raises:
        ValueError: if there is no such axis, or no such pair of cells.
    """
    place = 2 + check_axis(counts, axis)
    parts = (np.moveaxis(part, place, -1) for part in (counts.successes, counts.trials))
    wins, trials = (part.reshape(-1, counts.axes[axis]) for part in parts)
    several = (trials > 0).sum(axis=1) > 1
    if not several.any():
        raise ValueError(f"no two observed cells differ in axis {axis} alone")
    return wins[several], trials[several]


def chance_gaps(pairs: IntArray) -> tuple[FloatArray, FloatArray]:
    """Values of |difference| under exchange of rollouts within pairs, and their probabilities over all pairs."""
    base = int((pairs[:, 1] + pairs[:, 3]).max(initial=0)) + 1  # one number for each kind, as sorting rows takes long
    keys, times = np.unique((pairs[:, 1] * base + pairs[:, 3]) * base + pairs[:, 0] + pairs[:, 2], return_counts=True)
    n1, n2, wins = keys // base**2, keys // base % base, keys % base
    least, most = np.maximum(0, wins - n2), np.minimum(n1, wins)
    deals = most - least + 1  # each kind's possible wins of its first cell
    n1, n2, wins, share = (np.repeat(each, deals) for each in (n1, n2, wins, times / len(pairs)))
    first = np.repeat(least - np.cumsum(deals) + deals, deals) + np.arange(deals.sum())
    chance = np.exp(_log_choose(n1, first) + _log_choose(n2, wins - first) - _log_choose(n1 + n2, wins))
    return np.abs(first / n1 - (wins - first) / n2), share * chance


def _log_choose(n: IntArray, k: IntArray) -> FloatArray:
    return np.asarray(-betaln(n - k + 1, k + 1) - np.log(n + 1))


def weighted_quantile(values: FloatArray, weights: FloatArray, q: float) -> float:
    order = np.argsort(values, kind="stable")
    cumulated = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(cumulated, q * cumulated[-1] - SLACK)])


def mad_noise_floor(rates: ArrayLike, rollouts: int) -> float:
    """Expected |difference| of two cells of equal success probability, averaged over the given probabilities.

    Raises:
        ValueError: for no rates, a rate outside [0, 1], or rollouts < 1.
    """
    from scipy.stats import binom  # half a second, for which no report without it need wait

    p = np.atleast_1d(np.asarray(rates, float))
    if p.size == 0:
        raise ValueError("empty: need at least one rate")
    whole(rollouts, "rollouts", 1)
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError("a rate lies outside [0, 1]")
    below = binom.cdf(np.arange(rollouts), rollouts, p[:, None])
    return float((2 * below * (1 - below)).sum(axis=1).mean() / rollouts)


def exceedance(outcomes: Outcomes, axis: int, thresholds: ArrayLike) -> FloatArray:
    """Share of pairs of axis values between which a task's success differs by more than each threshold (strictly).

    A task's success under an axis value is averaged over its observed cells on all other axes.

    Raises:
        ValueError: if there is no such axis, no task was observed under two of its values, or a threshold is no
            number.
    """
    return beyond(value_gaps(*by_value(tally(outcomes), axis)), finite_list(thresholds, "thresholds"))


def by_value(counts: Tally, axis: int) -> tuple[IntArray, IntArray]:
    """Successes and trials as [task, cell of the other axes, value of the axis]."""
    place = 2 + check_axis(counts, axis)
    tasks, values = counts.trials.shape[0] * counts.trials.shape[1], counts.trials.shape[place]
    parts = (np.moveaxis(part, place, -1) for part in (counts.successes, counts.trials))
    wins, trials = (part.reshape(tasks, -1, values) for part in parts)
    if not ((trials.sum(axis=1) > 0).sum(axis=1) > 1).any():
        raise ValueError(f"no task was observed under two values of axis {axis}")
    return wins, trials


def value_gaps(wins: IntArray, trials: IntArray) -> FloatArray:
    """|difference| of a task's success between values, [.., task, pair]; NaN where one was not observed."""
    seen = (trials > 0).sum(axis=-2)
    share = np.where(trials > 0, 1 / np.maximum(trials, 1) / np.maximum(seen, 1)[..., None, :], 0.0)
    means = np.einsum("...cv,...cv->...v", wins, share)  # makes no array of all cells, which would take longest
    means[np.broadcast_to(seen == 0, means.shape)] = np.nan
    first, second = np.triu_indices(trials.shape[-1], k=1)
    return np.asarray(np.abs(means[..., first] - means[..., second]))


def beyond(gaps: FloatArray, thresholds: FloatArray) -> FloatArray:
    """Share of the known gaps [.., task, pair] above each threshold, [.., threshold]."""
    flat = gaps.reshape(*gaps.shape[:-2], -1)
    known = (~np.isnan(flat)).sum(axis=-1)
    return np.stack([(flat > at).sum(axis=-1) / known for at in thresholds + SLACK], axis=-1)


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
