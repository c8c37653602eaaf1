"""Several attempts at one task: any of k, all of k, and what a replay of k stored attempts would score."""

from math import comb

import numpy as np
from numpy.typing import ArrayLike

from lifeworld.stats.checks import whole


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
