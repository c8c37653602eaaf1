"""What estimators give: a value with its interval; intervals of k of n, and what several attempts come to."""

from dataclasses import dataclass
from math import comb, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv, ndtri

from lifeworld.stats.tally import FloatArray, whole


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with an interval of the given level.

    `n` counts the units the method treats as independent (trials, tasks, votes); `se` and `df` are NaN where
    the method has none. `warnings` are reasons to trust the interval less than its level.
    """

    value: float
    low: float
    high: float
    n: int
    level: float
    method: str
    se: float = nan
    df: float = nan
    warnings: tuple[str, ...] = ()

    @property
    def width(self) -> float:
        return self.high - self.low

    def covers(self, truth: float) -> bool:
        return self.low <= truth <= self.high


@dataclass(frozen=True, slots=True)
class Comparison(Estimate):
    """An estimate of a difference (second minus first) with its two-sided p-value against zero."""

    p_value: float = nan

    @property
    def significant(self) -> bool:
        return self.p_value < 1 - self.level


def check_level(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"level must lie strictly between 0 and 1, not {level}")
    return level


def percentiles(drawn: FloatArray, level: float) -> FloatArray:
    """The lower and the upper end of what was drawn, [replicate, ..]."""
    tail = (1 - check_level(level)) / 2
    return np.asarray(np.quantile(drawn, (tail, 1 - tail), axis=0))


def z_of(level: float) -> float:
    return float(ndtri(0.5 + check_level(level) / 2))


def wilson_bounds(rate: ArrayLike, n: ArrayLike, z: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Wilson's interval for arrays; `n` may be an effective number and `z` any quantile.

    The ends are exactly 0 and 1 at rates 0 and 1, which rounding would otherwise miss by an ulp.
    """
    rate, n, z2 = np.asarray(rate, float), np.asarray(n, float), np.square(z)
    centre = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = np.sqrt(z2) / (1 + z2 / n) * np.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n))
    low = np.where(rate <= 0, 0.0, np.maximum(centre - half, 0.0))
    high = np.where(rate >= 1, 1.0, np.minimum(centre + half, 1.0))
    return low, high


def wilson(k: int, n: int, level: float = 0.95) -> Estimate:
    """Wilson's score interval: near nominal on average for n as small as 1, never of zero width.

    Raises:
        ValueError: unless n >= 1 and 0 <= k <= n.
    """
    check_counts(k, n)
    low, high = wilson_bounds(k / n, n, z_of(level))
    return Estimate(k / n, float(low), float(high), n, level, "wilson")


def wald(k: int, n: int, level: float = 0.95) -> Estimate:
    """The textbook p +- z sqrt(p(1-p)/n): zero width at k = 0 and k = n, not clipped; for comparison only.

    Raises:
        ValueError: unless n >= 1 and 0 <= k <= n.
    """
    check_counts(k, n)
    rate = k / n
    se = sqrt(rate * (1 - rate) / n)
    half = z_of(level) * se
    return Estimate(rate, rate - half, rate + half, n, level, "wald", se)


def clopper_pearson(k: int, n: int, level: float = 0.95) -> Estimate:
    """The exact interval: covers at least at its level for every rate, at the price of width.

    Raises:
        ValueError: unless n >= 1 and 0 <= k <= n.
    """
    check_counts(k, n)
    tail = (1 - check_level(level)) / 2
    low = 0.0 if k == 0 else float(betaincinv(k, n - k + 1, tail))
    high = 1.0 if k == n else float(betaincinv(k + 1, n - k, 1 - tail))
    return Estimate(k / n, low, high, n, level, "clopper-pearson")


def check_counts(k: int, n: int) -> None:
    whole(n, "n", 1)
    if not 0 <= whole(k, "k") <= n:
        raise ValueError(f"need 0<=k<=n successes, got k={k} of n={n}")


def pass_at_k(n: int, c: int, k: int) -> float:
    """Unbiased chance that at least one of k attempts succeeds, from c successes in n.

    Raises:
        ValueError: unless 1 <= k <= n and 0 <= c <= n.
    """
    check_attempts(n, c, k)
    return 1 - comb(n - c, k) / comb(n, k)


def pass_hat_k(n: int, c: int, k: int) -> float:
    """Unbiased chance that all of k attempts succeed (pass^k), from c successes in n.

    Raises:
        ValueError: unless 1 <= k <= n and 0 <= c <= n.
    """
    check_attempts(n, c, k)
    return comb(c, k) / comb(n, k)


def replay_success(rates: ArrayLike, k: int) -> float:
    """Expected success of an agent that blindly replays one of k recorded attempts: mean of 1 - (1 - p)^k.

    In an environment that never varies this is pass@k, so there pass@k measures memory, not skill.

    Raises:
        ValueError: for no rates, a rate outside [0, 1], or k < 1.
    """
    p = np.asarray(rates, float)
    if p.size == 0:
        raise ValueError("empty: need at least one success rate")
    check_number(k)
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError("a success rate lies outside [0, 1]")
    return float((1 - (1 - p) ** k).mean())


def check_number(k: int) -> None:
    if whole(k, "k") < 1:
        raise ValueError(f"need k>=1 attempts, got k={k} (k<1)")


def check_attempts(n: int, c: int, k: int) -> None:
    check_number(k)
    if k > whole(n, "n"):
        raise ValueError(f"k={k} attempts asked of n={n} made (k>n)")
    if not 0 <= whole(c, "c") <= n:
        raise ValueError(f"need 0<=c<=n successes, got c={c} of n={n}")
