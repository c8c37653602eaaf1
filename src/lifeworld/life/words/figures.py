"""Clocks, days, sums and counts as files may give them: each says what would be right."""

import re
from datetime import date, datetime
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_YEARS = range(1970, 2101)  # in which a life may be lived
_T = TypeVar("_T")


def spelt(pattern: str | re.Pattern[str], right: str) -> AfterValidator:
    """Refuse texts that are not spelt so; `right` says what they should be."""

    def checked(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"it should be {right}")
        return text

    return AfterValidator(checked)


def _day(text: str) -> str:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text) or not 1800 < date.fromisoformat(text).year <= _YEARS[-1]:
        raise ValueError("it should be a day like 1991-04-18")
    return text


def _moment(at: datetime) -> datetime:
    if at.tzinfo or at.year not in _YEARS:
        raise ValueError(f"it should be a moment from {_YEARS[0]} to {_YEARS[-1]} with no time zone")
    return at


def _rising(pair: tuple[_T, _T]) -> tuple[_T, _T]:
    low, high = pair
    if low > high:  # type: ignore[operator]  # they are numbers
        raise ValueError("it should be from the lower to the higher one")
    return pair


Calendar = Literal["Personal", "Family", "Work"]
Clock = Annotated[str, spelt(r"([01]\d|2[0-3]):[0-5]\d", "a clock between 00:00 and 23:59, like 19:30")]  # "19:30"
Day = Annotated[str, AfterValidator(_day)]  # "1991-04-18"
Moment = Annotated[datetime, AfterValidator(_moment)]
Weekdays = Annotated[str, spelt(rf"(\b({'|'.join(WEEKDAYS)})\b ?)+", f"some of {' '.join(WEEKDAYS)}")]  # "Mon Fri"

Chance = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0, le=5000)]
Counts = Annotated[tuple[Count, Count], AfterValidator(_rising)]
Pace = Annotated[float, Field(gt=0, le=1000)]  # a month
Dollars = Annotated[float, Field(gt=0, le=1e6)]
Prices = Annotated[tuple[Dollars, Dollars], AfterValidator(_rising)]  # from and to
Minutes = Annotated[int, Field(ge=1, le=1440)]
Hour = Annotated[float, Field(ge=0, lt=24)]
FullHour = Annotated[int, Field(ge=0, le=23)]
FullHours = Annotated[tuple[FullHour, FullHour], AfterValidator(_rising)]
Hours = Annotated[tuple[Hour, Hour], AfterValidator(_rising)]
Month = Annotated[int, Field(ge=1, le=12)]
MonthDay = Annotated[int, Field(ge=1, le=30)]
Past = Annotated[int, Field(ge=-365, le=0)]  # days from now
Days = Annotated[int, Field(ge=-3650, le=365)]  # days from now, or after
Ago = Annotated[int, Field(ge=0, le=3650)]  # days before now
