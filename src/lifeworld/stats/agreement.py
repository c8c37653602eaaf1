"""Agreement between raters or judges: Krippendorff's alpha, Cohen's kappa, and the scores of a binary judge."""

from collections.abc import Callable
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lifeworld.stats.tally import FloatArray, complete_labels, whole

Metric = Literal["nominal", "ordinal", "interval", "ratio"]


def krippendorff_alpha(ratings: ArrayLike, metric: Metric = "nominal") -> float:
    """Chance-corrected agreement of any number of raters with missing ratings.

    Args:
        ratings: numbers [rater, unit], NaN (or None) where a rater skipped a unit.
        metric: how far two ratings are apart: "nominal", "ordinal", "interval" or "ratio".

    Raises:
        ValueError: for no ratings, fewer than two raters, no unit rated twice, or ratings that never vary.
    """
    values = np.asarray(ratings, dtype=np.float64)
    if values.size == 0:
        raise ValueError("empty: no ratings given")
    if values.ndim != 2 or len(values) < 2:
        raise ValueError("alpha needs >=2 raters, as [rater, unit]")
    if np.isinf(values).any():
        raise ValueError("a rating is infinite")
    if metric not in DISTANCES:
        raise ValueError(f"metric must be one of {sorted(DISTANCES)}, not {metric!r}")
    kinds, coincidences = coincidence_matrix(values)
    totals = coincidences.sum(axis=1)
    apart = DISTANCES[metric](kinds, totals)
    expected = float(totals @ apart @ totals / (totals.sum() - 1))
    if expected == 0:
        raise ValueError("undefined: all ratings are equal, so chance agreement is complete")
    observed = float((coincidences * apart).sum())
    return 1.0 - observed / expected


def coincidence_matrix(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The values that occur in units rated at least twice, and how often each pair of them meets there."""
    pairable = (~np.isnan(values)).sum(axis=0) >= 2
    if not pairable.any():
        raise ValueError("no unit with two ratings: nothing to compare")
    units = values[:, pairable]
    kinds = np.unique(units[~np.isnan(units)])
    given = (units[:, :, None] == kinds).sum(axis=0).astype(np.float64)
    each = given / (given.sum(axis=1, keepdims=True) - 1)
    return kinds, np.asarray(each.T @ given - np.diag(each.sum(axis=0)))


def nominal(kinds: FloatArray, totals: FloatArray) -> FloatArray:
    return np.asarray(kinds[:, None] != kinds, dtype=np.float64)


def ordinal(kinds: FloatArray, totals: FloatArray) -> FloatArray:
    """Squared number of ratings between two values, half of each end included."""
    middle = np.cumsum(totals) - totals / 2
    return np.asarray((middle[:, None] - middle) ** 2)


def interval(kinds: FloatArray, totals: FloatArray) -> FloatArray:
    return np.asarray((kinds[:, None] - kinds) ** 2)


def ratio(kinds: FloatArray, totals: FloatArray) -> FloatArray:
    if (kinds < 0).any():
        raise ValueError("ratio ratings cannot be negative")
    sums = kinds[:, None] + kinds
    return np.asarray(((kinds[:, None] - kinds) / np.where(sums > 0, sums, 1)) ** 2)


DISTANCES: dict[str, Callable[[FloatArray, FloatArray], FloatArray]] = {
    "nominal": nominal,
    "ordinal": ordinal,
    "interval": interval,
    "ratio": ratio,
}


def cohen_kappa(a: ArrayLike, b: ArrayLike, weights: Literal["linear", "quadratic"] | None = None) -> float:
    """Chance-corrected agreement of two raters on the same units.

    Args:
        a: labels of the first rater, numbers or strings.
        b: labels of the second.
        weights: None counts all disagreements alike; "linear" and "quadratic" by the distance of the labels' ranks.

    Raises:
        ValueError: for no labels, unequal lengths, a label that is missing (None or NaN) or infinite, or when both
            raters use one and the same label throughout.
    """
    table = cross_table(a, b)
    cost = disagreement(len(table), weights)
    expected = float(table.sum(axis=1) @ cost @ table.sum(axis=0) / table.sum())
    if expected == 0:
        raise ValueError("undefined: both raters use one label throughout (chance agreement 1)")
    return 1 - float((table * cost).sum()) / expected


def cross_table(a: ArrayLike, b: ArrayLike) -> FloatArray:
    """How often each pair of labels met, [first rater's, second rater's], labels in their order."""
    first, second = labels(a), labels(b)
    if first.size != second.size:
        raise ValueError(f"length mismatch: {first.size} and {second.size} labels")
    if first.size == 0:
        raise ValueError("empty: no labels given")
    kinds, codes = np.unique(np.concatenate([first, second]), return_inverse=True)
    table = np.zeros((kinds.size, kinds.size))
    np.add.at(table, (codes[: first.size], codes[first.size :]), 1)
    return table


def labels(given: ArrayLike) -> NDArray[Any]:
    """One rater's labels; None and NaN are refused, as they would pass for a label that all who skip agree on."""
    advice = ": leave these units out, or use krippendorff_alpha, which takes missing ratings"
    found = np.asarray(complete_labels(given, "labels", advice))
    if found.dtype.kind == "f" and np.isinf(found).any():
        raise ValueError("a label is infinite")
    return found


def disagreement(size: int, weights: str | None) -> FloatArray:
    ranks: NDArray[np.int64] = np.arange(size)
    gap = np.abs(ranks[:, None] - ranks).astype(np.float64)
    if weights is None:
        return np.asarray(np.sign(gap))
    if weights not in ("linear", "quadratic"):
        raise ValueError(f"weights must be None, 'linear' or 'quadratic', not {weights!r}")
    return gap if weights == "linear" else np.asarray(gap**2)


@dataclass(frozen=True, slots=True)
class BinaryAgreement:
    """A judge against a reference; a score whose denominator is zero is NaN."""

    accuracy: float
    precision: float
    recall: float
    f1: float
    mcc: float
    kappa: float


def binary_agreement(tp: int, fp: int, fn: int, tn: int) -> BinaryAgreement:
    """All scores of a two-by-two table.

    Raises:
        ValueError: for a count that is negative or not whole, or an empty table.
    """
    for name, count in (("tp", tp), ("fp", fp), ("fn", fn), ("tn", tn)):
        whole(count, name)
    n = tp + fp + fn + tn
    if n == 0:
        raise ValueError("empty: the table holds nothing")
    accuracy = (tp + tn) / n
    chance = ((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)) / n**2
    root = sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    return BinaryAgreement(
        accuracy,
        quotient(tp, tp + fp),
        quotient(tp, tp + fn),
        quotient(2 * tp, 2 * tp + fp + fn),
        quotient(tp * tn - fp * fn, root),
        quotient(accuracy - chance, 1 - chance),
    )


def f1(truth: ArrayLike, predicted: ArrayLike) -> float:
    """F1 of the positive class from two columns of 0 and 1.

    Raises:
        ValueError: for unequal lengths, other values than 0 and 1, or no positive in either column.
    """
    t, p = labels(truth), labels(predicted)
    if t.size != p.size:
        raise ValueError(f"length mismatch: {t.size} and {p.size} labels")
    if not (np.isin(t, (0, 1)).all() and np.isin(p, (0, 1)).all()):
        raise ValueError("labels must be 0 or 1")
    positives = int(t.sum() + p.sum())
    if positives == 0:
        raise ValueError("undefined: no positive label in either column")
    return 2 * int((t * p).sum()) / positives


def quotient(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator else nan
