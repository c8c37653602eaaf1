"""Correction of p-values when many comparisons are made at once."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from lifeworld.stats.tally import FloatArray

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
