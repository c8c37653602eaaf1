"""What there is beside a thing that a free text is to name: other places, streets, commits, files, products."""

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

from lifeworld.store import Row, Store, Table
from lifeworld.verify.expectation import Prose
from lifeworld.verify.facts import plain


def things(done: Iterable[Any], bound: Iterable[Any], store: Store) -> frozenset[str]:
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
    return frozenset(name for table in tables for name in _called(facts, table, store))


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


def _called(facts: set[str], table: Table, store: Store) -> Iterator[str]:
    """Yield what rows are called by the columns that call one of them as a fact does: in whole, or up to a comma."""
    for column in table.columns:
        if column.type is not str or column.references or column.verbatim:
            continue
        values = [
            str(one) for (one,) in store.connection.execute(f'SELECT DISTINCT "{column.name}" FROM "{table.name}"')
        ]
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
