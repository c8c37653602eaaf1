"""Amounts, days and times of a free text, read as those of an answer are: “half past twelve” is 12:30 PM."""

from collections.abc import Iterable, Iterator
from datetime import date, time, timedelta
from typing import Any

from lifeworld.core.money import Money
from lifeworld.scenarios.prose import wordings
from lifeworld.verify.answers import dates, money, times
from lifeworld.verify.answers.known import Said
from lifeworld.verify.answers.scan import TooManyError

_MONTH = 31  # days, within which “the 14th” comes


def spelled(text: str, values: Iterable[Any], today: date) -> str:
    """Return a text in which each of these amounts, days and times stands as facts are worded first."""
    for value in values:
        for one in sorted(_places(text, value, today), key=lambda one: one.start, reverse=True):
            text = f"{text[: one.start]}{wordings(value)[0]}{text[one.end :]}"
    return text


def _places(text: str, value: Any, today: date) -> list[Said]:
    """Return where a text says a value; nowhere where it says too many."""
    try:
        return list(_said(text, value, today))
    except TooManyError:
        return []


def _said(text: str, value: Any, today: date) -> Iterator[Said]:
    if isinstance(value, Money):
        yield from (one for one in money.marked(text) if one.value == value.cents)
    elif isinstance(value, date):
        yield from (one for one in dates.days(text, today) if _is_day(one.value, value, today))
    elif isinstance(value, time):
        yield from (one for one in times.times(text, today) if _is_clock(one.value, value))


def _is_day(said: dates.Day, day: date, today: date) -> bool:
    """Return whether what is said of a day is true of it; “the 14th” is the next one."""
    year, month, number = said
    near = timedelta(0) <= day - today < timedelta(days=_MONTH)
    return number == day.day and year in (None, day.year) and (month == day.month or (month is None and near))


def _is_clock(said: tuple[int, int, bool], at: time) -> bool:
    """Return whether an hour and a minute are those of a time, in its half of the day if the text tells one."""
    hour, minute, sure = said
    return minute == at.minute and (hour == at.hour if sure else hour % 12 == at.hour % 12)
