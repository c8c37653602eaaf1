"""What the screens show of a year: what is usual, whom one pays, and the next day of a kind."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import TypeVar

from lifeworld.core.money import Money
from lifeworld.taskkit import User, button, field
from lifeworld.tasks.bank import search
from lifeworld.tasks.cross.screens import Payment, listed, payment, payments

T = TypeVar("T")


def usual(found: Iterable[T]) -> T:
    """Return what was found most often."""
    return Counter(found).most_common(1)[0][0]


def next_day(start: date, fits: Callable[[date], bool], step: int = 1) -> date:
    """Return the first day after another that fits; with a step of -1 the last one before it."""
    return next(day for n in range(1, 40) if fits(day := start + timedelta(days=step * n)))


def sent_to(user: User, since: date) -> list[str]:
    """Return the names of those to whom money went since a day, one for each payment."""
    return [one.who for one in payments(user, "People") if one.amount < Money() and one.at.date() >= since]


def sent_for(user: User, what: str) -> list[str]:
    """Return to whom money went for something, one name for each payment; shops may be called so, too."""
    search(user, what)
    user.click(button("Filters"))
    user.choose(field("Type"), "People")
    user.click(button("Apply filters"))
    found = [payment(user, line) for line in listed(user)]
    return [one.who for one in found if one and one.amount < Money()]


def often(found: Iterable[int]) -> set[int]:
    """Return what was found more than three times."""
    return {number for number, times in Counter(found).items() if times > 3}


def paydays(user: User) -> set[int]:
    """Return on which days of the month salaries have come."""
    return often(one.at.day for one in payments(user, "Salary"))


def eaten_out(user: User, on: set[date]) -> list[Payment]:
    """Return the payments for meals and drinks on some days."""
    return [one for one in payments(user, "Eating out") if one.at.date() in on]
