"""What is known where somebody writes in free words: all that the task says, and all that stands in the thread."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from lifeworld.core.money import Money
from lifeworld.core.typed import remembered
from lifeworld.life.models import Person
from lifeworld.store import Command, Row, Store, Table
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.wording import Shown
from lifeworld.verify.expectation import Observed, Prose, Setting
from lifeworld.verify.facts import plain
from lifeworld.world.tables import tables

_CALLED = ("name", "full_name", "title", "subject")
_LATEST = 60  # rows of a thread that are read


def text_context(
    task: Task,
    commands: Iterable[Command],
    store: Store,
    learnt: Iterable[Any] = (),
    withdrawn: Iterable[Command] = (),
) -> Setting:
    """Return what is known where the commands of a task are done.

    Args:
        task: with its parameters bound.
        commands: what was done.
        store: the world as it is then.
        learnt: what one also comes to know on the way: the answers, what came meanwhile.
        withdrawn: what would have been done, had the person not changed their mind.
    """
    told = [*map(task.goal, range(len(task.phrasings()))), task.told, *_found(task)]
    bound = [value for member in task.members for value in member.bound.values()]
    done = [value for command in commands for value in vars(command).values()]
    before = [value for command in withdrawn for value in vars(command).values()]
    found = [text for value in (*bound, *done, *learnt) for text in _texts(value)]
    threads = [text for value in done if isinstance(value, Row) for text in _thread(value, store)]
    owner = [text for one in store.all(Person, "relation = 'me'") for text in _texts(one)]
    people = frozenset(person.name for person in store.all(Person, "relation <> 'me'"))
    names = frozenset(name for value in (*bound, *done) for name in _names(value))
    named = _things(done, bound, store)
    known = "\n".join([*told, *found, *owner, *names])
    first, last = ("\n".join(text for value in values for text in _texts(value)) for values in (before, done))
    return Setting("\n".join([known, *threads]), store.now.date(), people, names, named, first, last)


def _found(task: Task) -> Iterator[str]:
    """Yield the words that one should have seen on the way."""
    items = (one for member in task.members for one in member.items())
    yield from (one.showing for one in items if isinstance(one, Observed))


def _names(value: Any) -> Iterator[str]:
    """Yield what a row is called, if it has a name or a title."""
    found = (getattr(value, column, "") for column in _CALLED) if isinstance(value, Row) else ()
    yield from (name for name in found if isinstance(name, str) and name)


def _texts(value: Any) -> Iterator[str]:
    """Yield what a value says, as people write it."""
    for kinds, written in _WRITTEN:
        if isinstance(value, kinds):
            yield from written(value)
            return
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        hidden = (
            {one.name for one in value.table().columns if one.references} | {"id"} if isinstance(value, Row) else ()
        )
        for field in dataclasses.fields(value):
            yield from _texts(getattr(value, field.name)) if field.name not in hidden else ()


_WRITTEN: tuple[tuple[Any, Callable[[Any], Iterable[str]]], ...] = (
    (Prose, lambda prose: (text for fact in prose.facts for text in _texts(fact))),
    (Money, lambda amount: [str(abs(amount))]),
    ((list, tuple), lambda several: (text for one in several for text in _texts(one))),
    (datetime, lambda at: [f"{at:%B} {at.day}, {at.year}, {Shown().format_field(at.time(), '')}"]),
    ((date, time, str), lambda one: [Shown().format_field(one, "")]),
    (timedelta, lambda length: [f"{round(length.total_seconds() / 60)} minutes"]),
    (int, lambda number: [str(number)]),
)


def _thread(row: Row, store: Store) -> Iterator[str]:
    """Yield what stands beside a row: what it belongs to, and what belongs to that."""
    for column in row.table().columns:
        value = getattr(row, column.name)
        parent = store.first(column.references, "id = ?", value) if column.references and value else None
        if parent:  # the task may have removed it
            yield from _texts(parent)
            yield from _children(parent, row.table(), store)
    for table in _pointing_at(type(row)):
        yield from _children(row, table, store)


@remembered(1024)
def _pointing_at(model: type[Row]) -> tuple[Table, ...]:
    return tuple(table for table in tables() if any(column.references is model for column in table.columns))


def _children(row: Row, table: Table, store: Store) -> Iterator[str]:
    """Yield what the latest rows of a table say in words that belong to a row; when they came is no talk."""
    said = [column.name for column in table.columns if column.type is str and not column.references]
    for column in table.columns:
        if column.references is type(row):
            for one in store.all(table.model, f'"{column.name}" = ?', row.id, order="id DESC", limit=_LATEST):
                yield from (text for name in said for text in _texts(getattr(one, name)))


# ---- what there is beside a thing that a text is to name: other places, streets, commits, files, products


def _things(done: Iterable[Any], bound: Iterable[Any], store: Store) -> frozenset[str]:
    """Return what all rows are called of each table in which a fact is what a row is called.

    Args:
        done: the values of the commands, of which free texts hold the facts.
        bound: the task's parameters.
        store: the world as it is then.
    """
    done = list(done)
    facts = {
        plain(_whole(fact[0])[0])
        for prose in done
        if isinstance(prose, Prose)
        for fact in prose.facts
        if isinstance(fact, tuple) and len(fact) == 1
    }
    tables = dict.fromkeys(table for row in _rows([*done, *bound]) for table in _beside(row)) if facts else ()
    return frozenset(name for table in tables for name in _named_so(facts, table, store))


def _rows(value: Any) -> Iterator[Row]:
    """Yield the rows that a value holds, itself included."""
    if isinstance(value, Row):
        yield value
    elif isinstance(value, list | tuple):
        yield from (row for one in value for row in _rows(one))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield from (row for field in dataclasses.fields(value) for row in _rows(getattr(value, field.name)))


def _beside(row: Row) -> Iterator[Table]:
    """Yield a row's table, and those of the rows that it belongs to."""
    yield row.table()
    yield from (column.references.table() for column in row.table().columns if column.references)


def _named_so(facts: set[str], table: Table, store: Store) -> Iterator[str]:
    """Yield what rows are called by the columns that call one of them as a fact does: in whole, or up to a comma."""
    for column in table.columns:
        if column.type is not str or column.references:
            continue
        one_line = f'SELECT DISTINCT "{column.name}" FROM "{table.name}" WHERE instr("{column.name}", char(10)) = 0'
        values = [str(one) for (one,) in store.connection.execute(one_line)]
        for part in (_whole, _street):
            if not facts.isdisjoint(plain(name) for value in values for name in part(value)):
                yield from (name for value in values for name in part(value) if name)


def _whole(value: str) -> tuple[str, ...]:
    """Return a name without its article; of a path also the last of it, by which a file is called."""
    name = value.removeprefix("The ").rstrip(" .,;:!")
    return (name, name.rpartition("/")[2]) if "/" in name and " " not in name else (name,)


def _street(address: str) -> tuple[str, ...]:
    """Return the first line of an address, and its street without the number."""
    line = address.partition(",")[0] if "," in address else ""
    return line, line.lstrip("0123456789 ")
