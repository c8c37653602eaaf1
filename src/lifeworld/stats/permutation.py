"""Permutation tests, and the correction of p-values for their number."""

from itertools import combinations
from math import comb, sqrt
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.estimate import finite_list, whole
from lifeworld.stats.tally import FloatArray

EXACT_SIGNS = 18
EXACT_SPLITS = 200_000
CHUNK = 1 << 22


def permutation_test(
    x: ArrayLike,
    y: ArrayLike,
    rng: Generator,
    paired: bool = False,
    weights: ArrayLike | None = None,
    draws: int = 10_000,
) -> float:
    """Two-sided p-value of the difference of means under exchange; never 0.

    Args:
        x: first sample; NaN is refused.
        y: second sample; for a paired test as long as x, or 0 when x already holds differences.
        rng: used only when the arrangements are too many to list.
        paired: swap within pairs (sign-flips of x - y) instead of permuting all values.
        weights: of the pairs, for a stratified mean (1 / (apps * tasks of the app)); paired only.
        draws: Monte-Carlo arrangements; the p-value then counts the observed one too.

    Raises:
        ValueError: for an empty or non-finite sample or weights, a negative weight, unequal lengths of pairs, weights
            without pairs, or no draws.
    """
    first, second = finite_list(x, "x"), finite_list(y, "y")
    whole(draws, "draws", 1)
    if paired:
        return sign_flip(pair_differences(first, second, weights), rng, draws)
    if weights is not None:
        raise ValueError("weights belong to pairs: pass paired=True")
    return two_sample(first, second, rng, draws)


def pair_differences(first: FloatArray, second: FloatArray, weights: ArrayLike | None) -> FloatArray:
    if second.size not in (1, first.size):
        raise ValueError(f"pairs differ in length: {first.size} and {second.size}")
    differences = first - second
    if weights is None:
        return differences
    share = finite_list(weights, "weights")
    if share.size != first.size or (share < 0).any():
        raise ValueError(f"weights must not be negative, one for each of {first.size} pairs")
    return np.asarray(differences * share)


def sign_flip(differences: FloatArray, rng: Generator, draws: int) -> float:
    """Zero differences cannot change a sum, so only the others are flipped."""
    live = differences[differences != 0]
    if live.size == 0:
        return 1.0
    observed = abs(float(live.sum())) - rounding(live)
    if live.size <= EXACT_SIGNS:
        return float((np.abs(signed_sums(live)) >= observed).mean())
    extreme, rounds = 0, max(1, CHUNK // live.size)
    for start in range(0, draws, rounds):
        signs = rng.integers(0, 2, size=(min(rounds, draws - start), live.size)) * 2 - 1
        extreme += int((np.abs(signs @ live) >= observed).sum())
    return (extreme + 1) / (draws + 1)


def rounding(values: FloatArray) -> float:
    """By how much two sums of the values, in any order and with any signs, may differ through rounding alone."""
    return float(4 * values.size * np.finfo(np.float64).eps * np.abs(values).sum())


def signed_sums(values: FloatArray) -> FloatArray:
    sums = np.zeros(1)
    for value in values:
        sums = np.concatenate([sums + value, sums - value])
    return sums


def two_sample(first: FloatArray, second: FloatArray, rng: Generator, draws: int) -> float:
    """The sum of the first sample decides the difference of means, so sums are compared with their expectation."""
    pool = np.concatenate([first, second])
    slack = rounding(pool)
    pool = pool - pool.mean()
    observed = abs(float(pool[: first.size].sum())) - slack
    if comb(pool.size, first.size) <= EXACT_SPLITS:
        sums = np.array([pool[list(chosen)].sum() for chosen in combinations(range(pool.size), first.size)])
        return float((np.abs(sums) >= observed).mean())
    sums = np.array([rng.permutation(pool)[: first.size].sum() for _ in range(draws)])
    return (int((np.abs(sums) >= observed).sum()) + 1) / (draws + 1)


def cohens_d(x: ArrayLike, y: ArrayLike) -> float:
    """Difference of means over the pooled standard deviation (ddof 1).

    Raises:
        ValueError: for a sample of fewer than two values, with NaN or infinity, or without any spread.
    """
    first, second = finite_list(x, "x"), finite_list(y, "y")
    if min(first.size, second.size) < 2:
        raise ValueError(f"need two values in each sample, got {first.size} and {second.size}")
    free = first.size + second.size - 2
    pooled = ((first.size - 1) * first.var(ddof=1) + (second.size - 1) * second.var(ddof=1)) / free
    if pooled == 0:
        raise ValueError("neither sample varies: the effect size is undefined")
    return float((first.mean() - second.mean()) / sqrt(pooled))


Correction = Literal["holm", "benjamini-hochberg", "bonferroni"]


def adjust_p_values(p_values: ArrayLike, method: Correction = "holm") -> FloatArray:
    """Adjusted p-values in the order given: compare each with the level as if it were alone.

    "holm" keeps the chance of any false claim below the level under every dependence; "benjamini-hochberg" the share of
    false claims among all claims; "bonferroni" is Holm without its steps.

    Raises:
        ValueError: for no p-values, one outside [0, 1], or an unknown method.
    """
    p = np.asarray(p_values, float)
    if p.ndim != 1 or p.size == 0:
        raise ValueError("empty: need a list of p-values")
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError("a p-value lies outside [0, 1]")
    if method not in STEPS:
        raise ValueError(f"method must be one of {sorted(STEPS)}, not {method!r}")
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(STEPS[method](p[order]), 1.0)
    return adjusted


def holm(ascending: FloatArray) -> FloatArray:
    return np.asarray(np.maximum.accumulate(ascending * np.arange(ascending.size, 0, -1)))


def benjamini_hochberg(ascending: FloatArray) -> FloatArray:
    scaled = ascending * ascending.size / np.arange(1, ascending.size + 1)
    return np.asarray(np.minimum.accumulate(scaled[::-1])[::-1])


def bonferroni(ascending: FloatArray) -> FloatArray:
    return np.asarray(ascending * ascending.size)


STEPS = {"holm": holm, "benjamini-hochberg": benjamini_hochberg, "bonferroni": bonferroni}
