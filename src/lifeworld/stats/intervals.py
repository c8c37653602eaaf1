"""Intervals for one success rate from k successes in n independent trials."""

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv, ndtri

from lifeworld.stats.checks import whole
from lifeworld.stats.estimate import Estimate, check_level
from lifeworld.stats.tally import FloatArray


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


def jeffreys(k: int, n: int, level: float = 0.95) -> Estimate:
    """Equal-tailed interval of the Beta(k+1/2, n-k+1/2) posterior, closed at 0 for k = 0 and at 1 for k = n.

    Raises:
        ValueError: unless n >= 1 and 0 <= k <= n.
    """
    check_counts(k, n)
    tail = (1 - check_level(level)) / 2
    low = 0.0 if k == 0 else float(betaincinv(k + 0.5, n - k + 0.5, tail))
    high = 1.0 if k == n else float(betaincinv(k + 0.5, n - k + 0.5, 1 - tail))
    return Estimate(k / n, low, high, n, level, "jeffreys")


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
