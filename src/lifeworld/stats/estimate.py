"""The result of an estimator: a value with its interval and its method."""

from dataclasses import dataclass
from math import isfinite, nan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lifeworld.stats.tally import FloatArray


def finite(values: ArrayLike, name: str) -> FloatArray:
    """Values as an array.

    Raises:
        ValueError: naming the argument, if it is empty or holds NaN or infinity.
    """
    found = np.asarray(values, dtype=np.float64)
    if found.size == 0:
        raise ValueError(f"empty input: {name} has no value")
    if not np.isfinite(found).all():
        raise ValueError(f"{name} holds NaN or infinity")
    return found


def finite_list(values: ArrayLike, name: str) -> FloatArray:
    """Values as an array of one dimension.

    Raises:
        ValueError: as `finite`, or for more dimensions.
    """
    found = np.atleast_1d(finite(values, name))
    if found.ndim != 1:
        raise ValueError(f"{name} is no list of numbers: it has {found.ndim} dimensions")
    return found


def whole(value: float, name: str, least: int = 0) -> int:
    """A count as it is.

    Raises:
        ValueError: naming the argument, if it is not whole or less than `least`.
    """
    if not isfinite(value) or value != int(value) or value < least:
        raise ValueError(f"need {name}>={least}, got {name}={value}")
    return int(value)


def complete_labels(labels: ArrayLike, name: str, otherwise: str = "") -> list[Any]:
    """Labels as a list.

    Raises:
        ValueError: naming the argument, if one is missing (None or NaN); `otherwise` says what to do.
    """
    found: list[Any] = np.asarray(labels, dtype=object).ravel().tolist()
    gone = [row for row, label in enumerate(found) if label is None or label != label]
    if gone:
        raise ValueError(f"{len(gone)} of {len(found)} {name} are missing (the first at {gone[0]}){otherwise}")
    return found


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
