"""Why each row of a profile is there: the step of the life that it comes from; and where apps show what happened.

All of it is kept apart from what agents reach.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from functools import lru_cache, reduce
from pathlib import Path
from typing import Any

from lifeworld import apps, life
from lifeworld.core.errors import UserError
from lifeworld.core.money import Money
from lifeworld.core.own import own_worlds
from lifeworld.life import Life
from lifeworld.life.events import Line, Purchase
from lifeworld.life.models import Business, Person
from lifeworld.store import Event, Store
from lifeworld.world import files
from lifeworld.world.profiles import NAMES, filled
from lifeworld.world.tables import by_name, tables

Place = tuple[str, int]  # a table's name and a row's id
Rows = list[Mapping[str, Any]]
Sort = tuple[str, str, str]  # an app, a kind of event, a value of it
_ITS_OWN = frozenset({"purse", "account", "accounts", "label"})  # in words of the app's own, or on a whole thread
_SHOWN = 0.9  # the share of a kind of fact from which on an app is one that shows it
_SHORT = 4  # letters of a text that may stand in another by chance


@dataclass(frozen=True)
class Step:
    """One step of a life into an app: `cause` as the life has it, and the event, None where it is the whole life."""

    app: str
    cause: str
    event: Event | None


@dataclass(frozen=True)
class Causes:
    """A life in its tables.

    Attributes:
        store: the tables, as agents find them.
        steps: by row, each step that wrote it, in order.
        laid: the rows that a world's file changes or adds.
    """

    life: Life
    store: Store
    steps: dict[Place, tuple[Step, ...]]
    laid: frozenset[Place] = frozenset()

    def rows(self) -> list[Place]:
        """Return every row that there is, by table and id."""
        return [(one.name, row[0]) for one in tables() for row in self.store.sql(f'SELECT id FROM "{one.name}"')]


def causes(name: str) -> Causes:
    """Live a life into its tables once more, and note for each row the steps that wrote it.

    The rows of a world's file come last, over those of the life that it is laid over.

    Raises:
        UserError: there is no such person, or nobody whom a world is laid over.
    """
    path = own_worlds().get(name)
    return _of_file(path) if path else of_life(name)


@lru_cache(maxsize=4)
def of_life(name: str) -> Causes:
    """Do so for a person, once as long as nobody changes what it returns."""
    lived = life.live(name)
    cause = {id(event): why for event, why in zip(lived.events, lived.causes, strict=True)}
    store = Store.empty(tables())
    found: dict[Place, list[Step]] = defaultdict(list)
    with _touched(store) as touched, store.writing():
        for app, event in filled(store, lived, {app.id: lived for app in apps.installed()}):
            step = Step(app, "the whole life" if event is None else cause[id(event)], event)
            for place in touched:
                found[place].append(step)
            touched.clear()
    return Causes(lived, store, {place: tuple(steps) for place, steps in found.items()})


def _of_file(path: Path) -> Causes:
    world = files.read(path)
    if world["over"] == files.EMPTY:
        raise UserError(f"{path}: a world over nothing: nobody has lived it; write `over: nora`, or whoever it is")
    found = causes(life.known(world["over"]))
    store = Store.over(found.store.bytes())
    with _touched(store) as touched:
        files.lay(world, store, path)
    changed = [place for place in touched if _row(store, place) != _row(found.store, place)]
    laid = {
        place: (*found.steps.get(place, ()), Step(place[0].partition("_")[0], path.name, None)) for place in changed
    }
    return Causes(found.life, store, {**found.steps, **laid}, frozenset(laid))


def _row(store: Store, place: Place) -> tuple[Any, ...] | None:
    table, row = place
    return next(iter(store.sql(f'SELECT * FROM "{table}" WHERE id = ?', row)), None)


@contextmanager
def _touched(store: Store) -> Iterator[dict[Place, None]]:
    """Yield what takes in the places of rows that are written, in order."""
    touched: dict[Place, None] = {}
    store.connection.set_update_hook(lambda _, __, table, row: touched.setdefault((table, row)))
    yield touched
    store.connection.set_update_hook(None)


# ---- facts of a life, followed into every app that shows them, and how far two lives lie apart


@dataclass(frozen=True)
class Fact:
    """One value of an event, in one app that took the event in.

    Attributes:
        app: where it should be found; with `kind` and `name` the kind of fact that all apps show or none.
        event: what says so, or whom or what house it is about.
        shown: whether a row that the event wrote there has it, as a value or within a text.
    """

    app: str
    kind: str
    name: str
    value: Any
    event: Event | Person | Business
    shown: bool

    @property
    def sort(self) -> Sort:
        """What apps show of all events of a kind, or of none."""
        return self.app, self.kind, self.name

    def __str__(self) -> str:
        of = f"{self.event.at:%Y-%m-%d %H:%M}" if isinstance(self.event, Event) else self.event.name
        return f"{self.kind}.{self.name} {self.value} of {of} in {self.app}"


def facts(found: Causes) -> list[Fact]:
    """Return every fact in each app that shows its kind: nine in ten of them, in this life or in all others."""
    every = _every(found)
    others = (_tally(name) for name in NAMES if name != found.life.name)
    tallies = Tally.of(every), reduce(Tally.__add__, others)
    return [fact for fact in every if any(one.shows(fact.sort) for one in tallies)]


@dataclass(frozen=True)
class Tally:
    """How many facts of each kind there are in each app, and how many of them it shows."""

    total: Counter[Sort]
    shown: Counter[Sort]

    @classmethod
    def of(cls, every: list[Fact]) -> "Tally":
        return cls(Counter(one.sort for one in every), Counter(one.sort for one in every if one.shown))

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.total + other.total, self.shown + other.shown)

    def shows(self, sort: Sort) -> bool:
        return bool(self.shown[sort]) and self.shown[sort] >= _SHOWN * self.total[sort]


@lru_cache(maxsize=16)
def _tally(name: str) -> Tally:
    return Tally.of(_every(causes(name)))


def _every(found: Causes) -> list[Fact]:
    seen = [fact for (_, app), (event, rows) in _taken_in(found).items() for fact in _facts(app, event, rows)]
    known: list[Person | Business] = [*found.life.people, *found.life.businesses]
    return [*seen, *(fact for one in known for fact in _known(found, one))]


def _known(found: Causes, one: Person | Business) -> Iterator[Fact]:
    """Yield what all apps have of somebody, or of a house."""
    row = found.store.stored(one.table().name, one.id) or {}
    for name in ("name", "email", "phone", "address", "birthday"):
        if value := getattr(one, name, ""):
            yield Fact("life", type(one).__name__, name, value, one, bool(row) and _has(row, value))


def distance(ours: Counter[str], theirs: Counter[str]) -> float:
    """Return the root mean square of the logarithms by which the counts of two lives' rows differ, by table."""
    logs = [math.log((1 + ours[table]) / (1 + theirs[table])) for table in ours.keys() | theirs.keys()]
    return math.sqrt(sum(log * log for log in logs) / len(logs))


def counts(found: Causes) -> Counter[str]:
    """Return how many rows of each table something that happened wrote, the shared range of goods not counted."""
    lived = (place for place in found.rows() if any(step.event for step in found.steps[place]))
    return Counter(table for table, _ in lived)


def _taken_in(found: Causes) -> dict[tuple[int, str], tuple[Event, Rows]]:
    """Return by event and app the rows that the app wrote for it, with those that they point at.

    A row that another event of the same kind has changed since tells of that one: of the earlier meeting in a house.
    """
    taken: dict[tuple[int, str], tuple[Event, Rows]] = {}
    for place, steps in found.steps.items():
        row = found.store.stored(*place)
        last = {(step.app, type(step.event)): step for step in steps}
        for step in last.values():
            if step.event:
                _, rows = taken.setdefault((id(step.event), step.app), (step.event, []))
                rows.extend([row, *_parents(found, place, row)] if row else ())  # none where it has been deleted
    return taken


def _parents(found: Causes, place: Place, row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    app = place[0].partition("_")[0]
    for column in by_name()[place[0]].columns:
        table = column.references.table().name if column.references else ""
        if table.startswith(f"{app}_") and (parent := found.store.stored(table, row[column.name] or 0)):
            yield parent


def _facts(app: str, event: Event, rows: Rows) -> Iterator[Fact]:
    for name, value in _values(event):
        if _can_be_followed(name, value):
            shown = any(_has(row, value) for row in _meant(rows, name, value))
            shown = shown or (name == "place" and _stands_at(rows, value))
            yield Fact(app, type(event).__name__, name, value, event, shown)


def _meant(rows: Rows, name: str, value: Any) -> Rows:
    """Return the rows in which a value is looked for: of money such as have a column for it, if there are any."""
    if name == "lines":
        return [row for row in rows if "quantity" in row]
    own: Rows = [{name: row[name]} for row in rows if name in row] if isinstance(value, Money) else []
    return own or rows


def _values(event: Event) -> Iterator[tuple[str, Any]]:
    """Yield what an event says by name: of several guests each one, of an order each article's price and the total."""
    for one in fields(event):
        value = getattr(event, one.name)
        if one.name == "end" and getattr(event, "all_day", False):  # which ends within its day
            value -= timedelta(minutes=1)
        parts = value if isinstance(value, tuple) else (value,)
        yield from ((one.name, part) for part in parts if not isinstance(part, Line))
    if isinstance(event, Purchase):
        yield from (("lines", Money(line.price.cents * line.quantity)) for line in event.lines)
        yield "total", event.total


def _can_be_followed(name: str, value: Any) -> bool:
    if name in _ITS_OWN:
        return False
    if name.endswith("_id"):
        return value is not None
    return isinstance(value, Money | date | tuple) or (isinstance(value, str) and len(value) >= _SHORT)


def _has(row: Mapping[str, Any], value: Any) -> bool:
    """Return whether a row has a value: in a column of its own, or within a text; of several, all of them."""
    if isinstance(value, tuple):
        return all(_has(row, part) for part in value)
    if isinstance(value, int):
        return any(held == value for name, held in row.items() if name.endswith("_id"))
    texts = [held for held in row.values() if isinstance(held, str)]
    if isinstance(value, Money):
        return any(str(value) in text for text in texts) or _amounts_to(row, abs(value.cents))
    if isinstance(value, datetime):
        return any(text[:16] == value.isoformat()[:16] for text in texts)
    if isinstance(value, date):
        return any(text[:10] == value.isoformat() or f"{value:%B} {value.day}" in text for text in texts)
    whole = any(value.removeprefix("Re: ") in text for text in texts)  # as the thread's own subject has it
    return whole or {*value.split(", ")} <= {*texts}  # “Burgundy, XL”, where colour and size have columns of their own


def _stands_at(rows: Rows, place: str) -> bool:
    """Return whether rows that know no rooms have the building: “Fernhill Studio” of “Fernhill Studio, room Birch”."""
    return any(_has(row, place.partition(", ")[0]) for row in rows if "place" not in row)


def _amounts_to(row: Mapping[str, Any], cents: int) -> bool:
    """Return whether a row has an amount: in a column; where it has a quantity, so many times one."""
    return any(cents == abs(one) * row.get("quantity", 1) for one in row.values() if isinstance(one, int))
