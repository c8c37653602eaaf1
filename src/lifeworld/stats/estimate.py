"""The result of an estimator: a value with its interval and its method."""

from dataclasses import dataclass
from math import nan


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
