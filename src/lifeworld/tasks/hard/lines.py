"""What long tasks share: lists in letters, read line by line, and rows by what a screen shows of them."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import TypeVar

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.life.models import Business
from lifeworld.taskkit import Money, Store, User, amounts, days
from lifeworld.tasks.cross.beforehand import nth_variant

T = TypeVar("T")


def apart(*values: object) -> bool | None:
    """Return whether all these differ; None where they don't, so that each can be told from the others."""
    return len(set(values)) == len(values) or None


def things(store: Store, turn: int, count: int) -> tuple[Variant, ...] | None:
    """Return some things of the shop that were never ordered, of different names and prices, by any number."""
    found = [one for step in range(count) if (one := nth_variant(store, turn + step))]
    differ = len({one.product.name for one in found}) == len({one.product.price for one in found}) == count
    return tuple(found) if differ else None


def quiet(business: Business, days_back: int = 45) -> bool:
    """Return whether nothing was paid to a business lately, so that all one finds there is what was given."""
    since = business.store.now - timedelta(days=days_back)
    return not business.store.count(Entry, "business_id = ? AND at > ?", business.id, since)


def turned(values: Sequence[T], turn: int) -> tuple[T, ...]:
    """Return the same values, begun from another one."""
    at = turn % len(values)
    return (*values[at:], *values[:at])


# ---- read off the screen


def with_words(text: str, words: str) -> list[str]:
    """Return the lines of a text in which these words stand."""
    return [line for line in text.splitlines() if words in line]


def told_sums(user: User, text: str) -> dict[date, Money]:
    """Return the sums that a text tells, by the day in the same line."""
    lines = ((days(line, user.today), amounts(line)) for line in text.splitlines())
    return {on[0]: paid[0] for on, paid in lines if on and paid}


def quotes(text: str) -> list[str]:
    """Return all that stands in quotation marks in a text."""
    return [part.split("”")[0] for part in text.split("“")[1:]]


# ---- rows that a task has made


def event_of(store: Store, title: str) -> Event:
    """Return the event of this title."""
    return store.one(Event, "title = ?", title)


def task_of(store: Store, title: str) -> TodoTask:
    """Return the task of this title, open or done."""
    return store.one(TodoTask, "title = ?", title)


def summed(found: Iterable[Money]) -> Money:
    return Money(sum(one.cents for one in found))
