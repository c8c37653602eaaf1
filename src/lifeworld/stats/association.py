"""Association of two measurements of the same things: rank correlation, and McNemar's table of two agents."""

from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binom, kendalltau, spearmanr

from lifeworld.stats.estimate import Comparison, check_level
from lifeworld.stats.intervals import z_of

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
