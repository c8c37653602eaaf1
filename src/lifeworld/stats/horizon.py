"""Success in composed tasks, compared with the expected success of independent parts.

If parts succeed or fail independently, a task of k parts succeeds with the product of its parts' rates. The mean of
these products over the tasks is unbiased even where each part was run once alone, for different parts are different
episodes. What composed tasks reach of it is the ratio: 1 where length itself costs nothing, less where it does.

Source: the series system of reliability theory (Barlow and Proschan, Statistical Theory of Reliability, 1975,
chapter 2); the bootstrap is Efron and Tibshirani's (An Introduction to the Bootstrap, 1993, chapter 8).
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from lifeworld.stats.intervals import Estimate, check_level, wilson_bounds, z_of
from lifeworld.stats.tally import FloatArray, IntArray, whole, whole_numbers

_METHOD = "bootstrap over tasks"
ROUNDING = 1e-12  # below which a standard error is that of equal rates
FEW = 20  # tasks, or parts, below which an interval deserves less trust


@dataclass(frozen=True, slots=True)
class HorizonLoss:
    """Success of tasks of one number of parts, compared with their parts.

    `success` is the mean over the tasks, `independent` the mean of the products of their parts' rates, `ratio` the one
    over the other, or None where either is 0.
    """

    success: Estimate
    independent: Estimate
    ratio: Estimate | None


def horizon_loss(
    rates: ArrayLike,
    parts: ArrayLike,
    part_rates: ArrayLike,
    rng: Generator,
    level: float = 0.95,
    replicates: int = 2000,
) -> HorizonLoss:
    """Compare composed tasks with what their parts would give independently.

    Each replicate resamples the composed tasks, and the part at each place among all parts, so that
    what both have of a task's difficulty in common is not counted on: the intervals are wide rather than narrow.

    Args:
        rates: share of successes of each composed task.
        parts: numbers of its parts among `part_rates`, [task, part].
        part_rates: share of successes of each part where it was run alone.
        rng: draws the replicates.
        level: of the intervals.
        replicates: how many.

    Raises:
        ValueError: a rate is none, a part has no rate, or there is no task.
    """
    own, single, members = _shares(rates, "rates"), _shares(part_rates, "part_rates"), whole_numbers(parts, "parts")
    _check(own, members, single)
    rounds = whole(replicates, "replicates", 2)
    check_level(level)
    drawn_own = own[rng.integers(own.size, size=(rounds, own.size))].mean(axis=1)
    drawn_parts = np.array([_product(rng.choice(single, single.size), members) for _ in range(rounds)])
    warnings = _warnings(own.size, np.unique(members).size)
    success = _share(float(own.mean()), drawn_own, own.size, level, warnings)
    independent = _share(_product(single, members), drawn_parts, own.size, level, warnings)
    return HorizonLoss(success, independent, _ratio(success, independent))


def _product(single: FloatArray, members: IntArray) -> float:
    return float(single[members].prod(axis=1).mean())


def _shares(values: ArrayLike, name: str) -> FloatArray:
    found = np.asarray(values, dtype=np.float64)
    if found.ndim != 1 or found.size == 0 or not ((found >= 0) & (found <= 1)).all():
        raise ValueError(f"{name}: expected a list of shares between 0 and 1, at least one")
    return found


def _check(own: FloatArray, members: IntArray, single: FloatArray) -> None:
    if members.ndim != 2 or len(members) != own.size or members.shape[1] < 1:
        raise ValueError(f"parts: expected [task, part] for {own.size} tasks, not the shape {members.shape}")
    if members.max() >= single.size:
        raise ValueError(f"parts: there is no part {int(members.max())} among {single.size} part_rates")


def _share(value: float, drawn: FloatArray, tasks: int, level: float, warnings: tuple[str, ...]) -> Estimate:
    """Return a share with Wilson's interval for as many trials as its standard error is worth, at most the tasks."""
    se = float(drawn.std(ddof=1))
    effective = min(value * (1 - value) / se**2, tasks) if se > 0 else tasks
    low, high = wilson_bounds(value, max(effective, 1.0), z_of(level))
    return Estimate(value, float(low), float(high), tasks, level, _METHOD, se, warnings=warnings)


def _ratio(success: Estimate, independent: Estimate) -> Estimate | None:
    """Return the ratio with an interval on the scale of its logarithm."""
    if not (success.value > 0 and independent.value > 0):
        return None
    value = success.value / independent.value
    below, above = zip(_reach(success), reversed(_reach(independent)), strict=True)
    low, high = (float(value * np.exp(far)) for far in (-np.hypot(*below), np.hypot(*above)))
    spread = np.hypot(success.se / success.value, independent.se / independent.value)
    n, level, told = success.n, success.level, success.warnings
    return Estimate(value, low, high, n, level, _METHOD, float(value * spread), warnings=told)


def _reach(one: Estimate) -> tuple[float, float]:
    """Return how far on the scale of logarithms a share may lie below and above its value.

    Where nothing varies the standard error is 0, and the ends of its interval stand in (MOVER: Donner and Zou,
    Statistical Methods in Medical Research 21, 2012).
    """
    if one.se > ROUNDING:
        return (z_of(one.level) * one.se / one.value,) * 2
    return float(np.log(one.value / one.low)), float(np.log(one.high / one.value))


def _warnings(tasks: int, parts: int) -> tuple[str, ...]:
    few = [f"{count} {what}" for count, what in ((tasks, "composed tasks"), (parts, "parts")) if count < FEW]
    return (f"only {' and '.join(few)}: go by the intervals, and these are rough",) if few else ()
