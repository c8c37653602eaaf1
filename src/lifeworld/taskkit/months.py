"""Months as tasks name them: counted back from the world's own."""

from datetime import date, datetime, timedelta


def month_name(now: datetime, back: int) -> str:
    """Return the name of the month that was so many months ago, like “February 2026”."""
    return f"{month_of(now, back):%B %Y}"


def month_of(now: datetime, back: int) -> date:
    """Return the first day of the month that was so many months ago."""
    months = now.year * 12 + now.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


def month_after(first: date) -> date:
    """Return the first day of the next month."""
    return (first + timedelta(days=32)).replace(day=1)


def month_before(first: date) -> date:
    """Return the first day of the month before."""
    return (first - timedelta(days=1)).replace(day=1)


def last_day(first: date) -> date:
    """Return the last day of a month."""
    return month_after(first) - timedelta(days=1)
