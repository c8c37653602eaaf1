"""What a task leaves open, and how it is bound: rows picked from the profile's data, and free values."""

import inspect
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import time, timedelta
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from apsw import SQLError

from lifeworld.core.money import Money
from lifeworld.store import Row, Store

if TYPE_CHECKING:
    from lifeworld.life.facts import Known

GIVEN = ("row", "store", "now", "facts")  # what a function may ask for, beside parameters

R = TypeVar("R", bound=Row)
T = TypeVar("T")
Bound = Mapping[str, Any]


class Unfair(Exception):
    """This draw makes no fair task; another draw is taken.

    Args:
        reason: is counted.
        shown: tells of this draw.
        of: the parameter that it is about, which comes after the reason.
    """

    def __init__(self, reason: str, shown: str = "", of: str = "") -> None:
        self.code, self.reason, self.shown = reason.removesuffix(" for"), f"{reason} {of}".rstrip(), shown
        super().__init__(self.reason)


class Parameter(ABC):
    """One open place of a task."""

    picked = False

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """The author's functions in it, which are called by argument names."""
        return ()

    @abstractmethod
    def draw(self, name: str, store: Store, bound: Bound, rng: random.Random) -> Any:
        """Return a value for it.

        Raises:
            Unfair: there is none.
        """


@dataclass(frozen=True)
class Pick(Parameter):
    """A row of the profile's own data."""

    model: type[Row]
    fits: Callable[..., bool] | None
    among: Callable[..., bool] | None
    where: str
    picked = True

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        return tuple(function for function in (self.fits, self.among) if function)

    def draw(self, name: str, store: Store, bound: Bound, rng: random.Random) -> Row:
        try:
            rows = store.all(self.model, self.where)
        except SQLError as problem:
            raise ValueError(f"where “{self.where}”: {problem}") from problem
        found = _those(self.fits, name, rows, store, bound)
        if not found:
            raise Unfair("nothing to pick for", of=name)
        return rng.choice(found)

    def others(self, name: str, store: Store, bound: Bound) -> list[Row]:
        """Return the rows, the picked one among them, that a person might take for it."""
        return _those(self.among, name, store.all(self.model, self.where), store, bound)

    def named_alike(self, name: str, column: str, bound: Bound) -> list[str]:
        """Return what else, in this column, one might take the picked row for."""
        own = bound[name]
        called = {_called(row, column) for row in self.others(name, own.store, bound)} - {_called(own, column)}
        return sorted(str(one) for one in called if one)

    def rivals(
        self,
        name: str,
        store: Store,
        bound: Bound,
        seen_alike: Callable[[Row], bool],
        places: Sequence[str],
        only: Container[int] | None = None,
    ) -> list[Row]:
        """Return the other rows that the goal's words might mean.

        Args:
            name: of this parameter.
            store: where the rows are.
            bound: by name, what every parameter is bound to.
            seen_alike: whether the goal would read the same with this row.
            places: what of the row the goal shows, like `source.name`.
            only: the ids of the rows that are looked at; of all, where it is not given.
        """
        own, rest = bound[name], {other: value for other, value in bound.items() if other != name}
        texts = [column for place in places if (column := self._text(place.removeprefix(f"{name}.")))]
        same = " AND ".join(f'"{column}" IS ?' for column in texts)  # what else shows otherwise in any case
        rows = store.all(self.model, same, *(getattr(own, column) for column in texts))
        rows = rows if only is None else [row for row in rows if row.id in only]
        meant = _those(self.among, name, rows, store, rest)  # the picked one among them, so that it is always called
        # after `among`: of other rows there may be nothing to show
        return [row for row in meant if row.id != own.id and seen_alike(row)]

    def _text(self, place: str) -> str:
        """Return the column that a place shows to the letter, or ""."""
        column = self.model.table().by_name.get(place)
        return place if column and column.type is str else ""


@dataclass(frozen=True)
class Free(Parameter):
    """A value from a generator."""

    make: Callable[[random.Random, Store], Any]

    def draw(self, name: str, store: Store, bound: Bound, rng: random.Random) -> Any:
        return self.make(rng, store)


@dataclass(frozen=True)
class Derived(Parameter):
    """A value that follows from the data; None or an empty result makes the draw unfair."""

    find: Callable[..., Any]

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        return (self.find,)

    def draw(self, name: str, store: Store, bound: Bound, rng: random.Random) -> Any:
        value = answered(self.find, store, bound)
        if value is None:
            raise Unfair("nothing follows for", of=name)
        return value


def pick(
    model: type[R],
    fits: Callable[..., bool] | None = None,
    *,
    among: Callable[..., bool] | None = None,
    where: str = "",
) -> Any:
    """Bind to a row of `model` for which `fits` holds.

    Args:
        model: the table.
        fits: called by argument names: the parameter's own name or `row` is the row; `store`, `now` and
            parameters bound before are there too. `lambda target, source: target.open and target != source`.
        among: which rows the goal's words could mean at all (default: every row of the table); what the goal
            shows of the row must single it out among these.
        where: an SQL condition that narrows the table first, for speed.
    """
    return Pick(model, fits, among, where)


def money(low: int, high: int, *, cents: bool = True) -> Any:
    """Bind to an amount between two whole dollar amounts; `cents=False` keeps it whole."""
    _refuse_turned("money", low, high)
    if not cents:
        return Free(lambda rng, store: Money(rng.randint(low, high) * 100))
    return Free(lambda rng, store: Money(rng.randint(low * 100, high * 100)))


def number(low: int, high: int) -> Any:
    """Bind to a whole number from `low` to `high`, both included."""
    _refuse_turned("number", low, high)
    return Free(lambda rng, store: rng.randint(low, high))


def phrase(*choices: str) -> Any:
    """Bind to one of these texts."""
    return Free(lambda rng, store: rng.choice(choices))


def day(first: int, last: int) -> Any:
    """Bind to a date, in days from the world's today."""
    _refuse_turned("day", first, last)
    return Free(lambda rng, store: store.now.date() + timedelta(days=rng.randint(first, last)))


def clock(first: int, last: int, *, step: int = 30) -> Any:
    """Bind to a time of day between two full hours, in steps of minutes."""
    _refuse_turned("clock", first, last)
    slots = range(first * 60, last * 60 + 1, step)
    return Free(lambda rng, store: _time(rng.choice(slots)))


def _refuse_turned(name: str, least: int, most: int) -> None:
    if least > most:
        told = f"leaves nothing to draw from: the least comes first, {name}({most}, {least})"
        raise ValueError(f"{name}({least}, {most}) {told}")


def derived(find: Callable[..., Any]) -> Any:
    """Bind to what follows from the data; `find` is called by argument names (`store`, `now`, other parameters)."""
    return Derived(find)


def nth(found: Sequence[T], turn: int) -> T | None:
    """Return one of what was found, by any number; None where nothing was."""
    return found[turn % len(found)] if found else None


def _called(row: Row, column: str) -> Any:
    """Return what a column of a row, or of what it belongs to, holds; None where it belongs to nothing."""
    try:
        return attrgetter(column)(row)
    except (AssertionError, AttributeError, LookupError):
        return None


def _time(minutes: int) -> time:
    return time(minutes // 60 % 24, minutes % 60)


def _those(test: Callable[..., bool] | None, name: str, rows: Sequence[R], store: Store, bound: Bound) -> list[R]:
    """Return the rows for which the test of a parameter of this name holds."""
    if test is None:
        return list(rows)
    ask = _asking(test, store, bound)
    return [row for row in rows if ask({name: row, "row": row})]


def answered(function: Callable[..., Any], store: Store, bound: Bound) -> Any:
    """Call a function with the arguments that it names: parameters, `row`, `store`, `now`, `facts`."""
    return _asking(function, store, bound)({})


def _asking(function: Callable[..., Any], store: Store, bound: Bound) -> Callable[[Bound], Any]:
    """Return what calls a function with the arguments that it names, some of them given each time."""
    wanted = arguments(function)
    known = {**bound, "store": store, **({"now": store.now} if "now" in wanted else {})}
    if "facts" in wanted:
        known["facts"] = _facts(store)
    return lambda more: function(*(more[name] if name in more else known[name] for name in wanted))


def _facts(store: Store) -> "tuple[Known, ...]":
    from lifeworld.world.profiles import facts  # few tasks ask for it

    return tuple(fact for fact in facts(store.person) if not store.since or fact.since >= store.since)


@lru_cache(maxsize=8192)
def arguments(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names that a parameter's function asks for."""
    return tuple(inspect.signature(function).parameters)
