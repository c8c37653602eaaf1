"""The days on which something comes again: every day, weekday, week, month or year."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

_DAYS = {"daily": 1, "weekdays": 1, "weekly": 7}  # from one time to the next
_MONTHS = {"monthly": 1, "yearly": 12}


def rhythm(start: date, repeats: str, first: date, last: date) -> Iterator[date]:
    """Yield the days from the first to the last one, not before the start, of what began on a day and repeats."""
    first = max(first, start)
    if repeats in _MONTHS:
        yield from _by_months(start, _MONTHS[repeats], first, last)
        return
    step = _DAYS[repeats]
    day = first + timedelta(days=-(first - start).days % step)
    while day <= last:
        if repeats != "weekdays" or day.weekday() < 5:
            yield day
        day += timedelta(days=step)


def _by_months(start: date, step: int, first: date, last: date) -> Iterator[date]:
    """Yield the same day of every so many months; a month without such a day is passed over."""
    begun = start.year * 12 + start.month - 1
    month = first.year * 12 + first.month - 1
    for number in range(month + (begun - month) % step, last.year * 12 + last.month, step):
        year, month = number // 12, number % 12 + 1
        if start.day <= monthrange(year, month)[1] and first <= date(year, month, start.day) <= last:
            yield date(year, month, start.day)
