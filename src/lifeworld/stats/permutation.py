"""Tests: by permutation, of two agents by McNemar, of rank correlation; and correction of p-values for their number."""

from dataclasses import dataclass
from itertools import combinations
from math import atanh, comb, sqrt, tanh
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.intervals import Comparison, check_level, z_of
from lifeworld.stats.tally import FloatArray, finite_list, whole

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
Kind = Literal["kendall", "spearman"]


def rank_correlation(x: ArrayLike, y: ArrayLike, kind: Kind = "kendall", level: float = 0.95) -> Comparison:
    """Whether two scores put the same things in the same order: Kendall's tau-b or Spearman's rho, both with ties.

    The interval is Fisher's z with the variance 0.437 / (n - 4) for tau and (1 + rho² / 2) / (n - 3) for rho (Bonett
    and Wright, Psychometrika 65, 2000). At -1 and 1, where z has no end, it is that of one pair of neighbours swapped,
    closed at -1 or 1.

    Args:
        x: one score of each thing.
        y: the other.
        kind: "kendall" (share of pairs in the same order less those in the other) or "spearman".
        level: of the interval.

    Raises:
        ValueError: for unequal lengths, fewer than five things, a NaN, or a score that never varies.
    """
    from scipy.stats import kendalltau, spearmanr  # half a second, for which no report without it need wait

    a, b = np.asarray(x, float).ravel(), np.asarray(y, float).ravel()
    if kind not in ("kendall", "spearman"):
        raise ValueError(f"kind must be 'kendall' or 'spearman', not {kind!r}")
    if a.size != b.size or a.size < 5:
        raise ValueError(f"need two scores of each of at least five things, got {a.size} and {b.size}")
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        raise ValueError("a score is NaN or infinite")
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        raise ValueError("undefined: a score never varies, so it orders nothing")
    found = kendalltau(a, b) if kind == "kendall" else spearmanr(a, b)
    value, n = float(found.statistic), a.size
    swapped = 1 - (4 / (n * (n - 1)) if kind == "kendall" else 12 / (n * (n * n - 1)))
    near = max(-swapped, min(value, swapped))
    se = sqrt(0.437 / (n - 4)) if kind == "kendall" else sqrt((1 + near**2 / 2) / (n - 3))
    half = z_of(level) * se
    low = -1.0 if value < -swapped else tanh(atanh(near) - half)
    high = 1.0 if value > swapped else tanh(atanh(near) + half)
    name = "kendall's tau-b" if kind == "kendall" else "spearman's rho"
    return Comparison(value, low, high, n, level, name, p_value=float(found.pvalue))


@dataclass(frozen=True, slots=True)
class McNemar:
    """Two agents on the same tasks: how many both solved, one alone, none; the difference (second less first)."""

    both: int
    first_only: int
    second_only: int
    neither: int
    difference: Comparison
    mid_p: float


def mcnemar(a: ArrayLike, b: ArrayLike, level: float = 0.95) -> McNemar:
    """McNemar's table of two columns of 0 and 1, one episode each on the same tasks, with its exact p-value.

    Tasks solved by one alone fall to either with chance 1/2 (McNemar, Psychometrika 12, 1947): the p-value is that of
    the binomial, `mid_p` counts half of the observed table (Fagerland et al., BMC Medical Research Methodology 13,
    2013). The interval of the difference is Bonett and Price's adjusted Wald (Journal of Educational and Behavioral
    Statistics 37, 2012), which has width where the agents agree throughout. With several rollouts a task, or several
    apps, use `paired_cluster_t`.

    Raises:
        ValueError: for no tasks, unequal lengths, or other values than 0 and 1.
    """
    from scipy.stats import binom  # half a second, for which no report without it need wait

    first, second = np.asarray(a, float).ravel(), np.asarray(b, float).ravel()
    if first.size == 0 or first.size != second.size:
        raise ValueError(f"need two outcomes of each task, got {first.size} and {second.size}")
    if not (np.isin(first, (0, 1)).all() and np.isin(second, (0, 1)).all()):
        raise ValueError("outcomes must be 0 or 1")
    n, both = first.size, int((first * second).sum())
    one, other = int(first.sum()) - both, int(second.sum()) - both
    apart, least = one + other, min(one, other)
    p_value = min(1.0, 2 * float(binom.cdf(least, apart, 0.5)))
    mid_p = min(1.0, 2 * float(binom.cdf(least, apart, 0.5) - binom.pmf(least, apart, 0.5) / 2))
    gained, lost = (other + 1) / (n + 2), (one + 1) / (n + 2)
    se = sqrt((gained + lost - (gained - lost) ** 2) / (n + 2))
    half = z_of(check_level(level)) * se
    low, high = max(gained - lost - half, -1.0), min(gained - lost + half, 1.0)
    found = Comparison((other - one) / n, low, high, n, level, "mcnemar (exact), bonett-price", se, p_value=p_value)
    return McNemar(both, one, other, n - both - one - other, found, mid_p)
