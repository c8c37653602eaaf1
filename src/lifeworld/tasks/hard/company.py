"""The people of long tasks, the things and days in them, and the rows that they begin with."""

from collections.abc import Sequence
from datetime import date, time, timedelta
from typing import TypeVar

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import Store, derived, number
from lifeworld.tasks.cross.beforehand import friends, nth_variant

T = TypeVar("T")


def turned(values: Sequence[T], turn: int) -> tuple[T, ...]:
    """Return the same values, begun from another one."""
    at = turn % len(values)
    return (*values[at:], *values[:at])


class Company:
    """Four friends, in the order of what each of them does in the task: another one is first each time."""

    turn: int = number(0, 5000)
    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 4))
    roles: tuple[Person, ...] = derived(lambda company, turn: turned(company, turn // 7))

    def named(self, name: str) -> Person:
        """Return the one of them who has this name on screens."""
        return next(person for person in self.company if person.name == name)


class LargeCompany(Company):
    """Five friends."""

    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 5))


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


def later(at: time, hours: int) -> time:
    """Return the time of day some hours later."""
    return at.replace(hour=at.hour + hours)


def before(on: date) -> date:
    return on - timedelta(days=1)


def event_of(store: Store, title: str) -> Event:
    """Return the event of this title."""
    return store.one(Event, "title = ?", title)


def task_of(store: Store, title: str) -> TodoTask:
    """Return the task of this title, open or done."""
    return store.one(TodoTask, "title = ?", title)
