"""Intervals for agreement: Cohen's kappa in closed form, Fleiss' kappa and Krippendorff's alpha by resampling units."""

from collections.abc import Callable
from math import sqrt
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.agreement import Metric, cross_table, disagreement, krippendorff_alpha, labels
from lifeworld.stats.intervals import Estimate, check_level, percentiles, wilson_bounds, z_of
from lifeworld.stats.tally import FloatArray, whole

MOST_UNDEFINED = 0.1
SAME = "the raters agree throughout: the lower end is that of the share of units on which they might not"
CONSTANT = "one rater uses one label throughout, so kappa is 0 whatever the other says: nothing is known of it"
FLAT = "the labels have no variance from which an interval could come: nothing is known of it"
NO_SPREAD = 1e-7


def cohen_kappa_interval(
    a: ArrayLike, b: ArrayLike, weights: Literal["linear", "quadratic"] | None = None, level: float = 0.95
) -> Estimate:
    """`cohen_kappa` with the large-sample interval of Fleiss, Cohen and Everitt (Psychological Bulletin 72, 1969).

    Where the raters agree throughout, that variance is 0; Wilson's bound on the share of disagreement stands in, with
    chance agreement as observed. Where it is 0 for another reason (one rater uses one label throughout, so that kappa
    is 0 whatever the other says), nothing is claimed: the interval is all of [-1, 1], and a warning says why.

    Raises:
        ValueError: as `cohen_kappa`.
    """
    table = cross_table(a, b)
    n, cost = float(table.sum()), disagreement(len(table), weights)
    shares, weight = table / n, 1 - cost / max(float(cost.max()), 1.0)
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    observed, chance = float((shares * weight).sum()), float(rows @ weight @ columns)
    if chance == 1:
        raise ValueError("undefined: both raters use one label throughout (chance agreement 1)")
    kappa = (observed - chance) / (1 - chance)
    if observed == 1:
        low = unanimous(int(n), 1 - chance, level)
        return Estimate(1.0, low, 1.0, int(n), level, "cohen's kappa", warnings=(SAME,))
    mixed = (weight @ columns)[:, None] + weight.T @ rows
    spread = float((shares * (weight * (1 - chance) - mixed * (1 - observed)) ** 2).sum())
    se = sqrt(max(spread - (observed * chance - 2 * chance + observed) ** 2, 0.0) / n) / (1 - chance) ** 2
    constant = max(float(rows.max()), float(columns.max())) == 1
    if constant or se < NO_SPREAD:
        return Estimate(kappa, -1.0, 1.0, int(n), level, "cohen's kappa", warnings=(CONSTANT if constant else FLAT,))
    half = z_of(level) * se
    return Estimate(kappa, max(kappa - half, -1.0), min(kappa + half, 1.0), int(n), level, "cohen's kappa", se)


def unanimous(units: int, chance_disagreement: float, level: float) -> float:
    """The lower end where no two ratings differed: 1 less what so many units can't exclude, over chance's."""
    share = 1 - float(wilson_bounds(1.0, units, z_of(level))[0])
    return max(1 - share / chance_disagreement, -1.0)


def fleiss_kappa(ratings: ArrayLike) -> float:
    """Chance-corrected agreement of several raters, all of whom labelled every unit (Fleiss, Psych. Bulletin 76, 1971).

    Args:
        ratings: labels [rater, unit], numbers or strings; the raters need not be the same ones for each unit.

    Raises:
        ValueError: for no labels, fewer than two raters, a missing label, or labels that never vary.
    """
    given = np.asarray(ratings, dtype=object)
    if given.ndim != 2 or len(given) < 2 or given.size == 0:
        raise ValueError("kappa needs labels of at least two raters, as [rater, unit]")
    kinds, codes = np.unique(labels(given), return_inverse=True)
    raters, units = given.shape
    counts = (codes.reshape(raters, units, 1) == np.arange(kinds.size)).sum(axis=0)
    observed = float(((counts**2).sum(axis=1) - raters).mean() / (raters * (raters - 1)))
    chance = float(((counts.sum(axis=0) / counts.sum()) ** 2).sum())
    if chance == 1:
        raise ValueError("undefined: one label throughout (chance agreement 1)")
    return (observed - chance) / (1 - chance)


def fleiss_kappa_interval(ratings: ArrayLike, rng: Generator, replicates: int = 2000, level: float = 0.95) -> Estimate:
    """`fleiss_kappa` with a percentile interval over resampled units (Zapf et al., BMC Med. Res. Methodology 16, 2016).

    Raises:
        ValueError: as `fleiss_kappa`, or if in more than a tenth of the rounds the labels never vary.
    """
    given = np.asarray(ratings, dtype=object)
    value = fleiss_kappa(given)
    _, codes = np.unique(labels(given), return_inverse=True)
    return over_units(
        codes.reshape(given.shape).astype(float), fleiss_kappa, value, "fleiss' kappa", rng, replicates, level
    )


def krippendorff_alpha_interval(
    ratings: ArrayLike, rng: Generator, metric: Metric = "nominal", replicates: int = 2000, level: float = 0.95
) -> Estimate:
    """`krippendorff_alpha` with a percentile interval over resampled units (Zapf et al., as for Fleiss' kappa).

    Raises:
        ValueError: as `krippendorff_alpha`, or if in more than a tenth of the rounds the ratings never vary.
    """
    values = np.asarray(ratings, dtype=np.float64)
    alpha = krippendorff_alpha(values, metric)
    paired = values[:, (~np.isnan(values)).sum(axis=0) >= 2]
    return over_units(
        paired, lambda drawn: krippendorff_alpha(drawn, metric), alpha, f"alpha ({metric})", rng, replicates, level
    )


def over_units(
    ratings: FloatArray,
    measure: Callable[[FloatArray], float],
    value: float,
    name: str,
    rng: Generator,
    replicates: int,
    level: float,
) -> Estimate:
    """A measure of agreement with the percentile interval over units [rater, unit] drawn with replacement."""
    units = ratings.shape[1]
    whole(replicates, "replicates", 1)
    check_level(level)
    if value == 1:
        low = unanimous(units, chance_disagreement(ratings), level)
        return Estimate(1.0, low, 1.0, units, level, name, warnings=(SAME,))
    found = []
    for drawn in rng.integers(units, size=(replicates, units)):
        if np.nanmin(ratings[:, drawn]) < np.nanmax(ratings[:, drawn]):
            found.append(measure(ratings[:, drawn]))
    undefined = replicates - len(found)
    if undefined > MOST_UNDEFINED * replicates:
        raise ValueError(f"in {undefined} of {replicates} rounds the ratings never vary: too few units for an interval")
    low, high = map(float, percentiles(np.array(found), level))
    if high - low < NO_SPREAD:
        return Estimate(value, -1.0, 1.0, units, level, name, warnings=(FLAT,))
    told = (
        (f"{undefined} of {replicates} bootstrap rounds are left out: their ratings never vary",) if undefined else ()
    )
    return Estimate(value, low, high, units, level, f"{name} (bootstrap of units)", warnings=told)


def chance_disagreement(ratings: FloatArray) -> float:
    """Chance that two ratings drawn at random differ."""
    _, counts = np.unique(ratings[~np.isnan(ratings)], return_counts=True)
    return 1 - float(((counts / counts.sum()) ** 2).sum())
