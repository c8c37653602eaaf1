"""What is wrong with a world's rows: values that a column can't hold, references to nothing, what screens miss."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from typing import Any, Literal, get_args, get_origin

from lifeworld.core.errors import hint
from lifeworld.core.money import Money
from lifeworld.store import Store, Table
from lifeworld.store.command import PART
from lifeworld.store.tables import Column, to_sql
from lifeworld.web.request import legible

Rows = list[tuple[Table, str, list[dict[str, Any]]]]  # a table, where a file has rows of it, and these

_WRITTEN = {bool: "true or false", Money: "a whole number of cents", datetime: "like 2026-03-12T09:41:00"}
_WRITTEN |= {date: "like 2026-03-12", time: "like 09:41:00", int: "a whole number", str: "a text", float: "a number"}
_YEARS = 1900, 2100
_MOST = 10**12  # of a number or of cents: sums of many are exact still
_TOLD = 5  # rows that break one rule


def misfit(column: Column, value: Any) -> str:
    """Return what is wrong with a value of a column, as a file has it; "" where it fits."""
    if value is None:
        return "" if column.nullable else f"it should be {_wanted(column)}"
    if get_origin(column.type) is Literal:
        choices = get_args(column.type)
        return "" if value in choices else hint(str(value), [str(choice) for choice in choices])
    try:
        fits = _fits(column.type, value)
    except (TypeError, ValueError):
        fits = False
    if not fits:
        return f"it should be {_wanted(column)}"
    if column.type in (datetime, date) and not _YEARS[0] <= int(str(to_sql(value))[:4]) <= _YEARS[1]:
        return f"it should be of a year from {_YEARS[0]} to {_YEARS[1]}"
    return _beyond(value) or next((told for rule in column.rules if (told := rule(to_sql(value)))), "")


def _fits(kind: Any, value: Any) -> bool:
    if kind in (datetime, date, time):
        read = kind.fromisoformat(to_sql(value))
        return read.isoformat() == to_sql(value) and getattr(read, "tzinfo", None) is None  # the city's own time
    if kind is bool or isinstance(value, bool):
        return kind is bool and isinstance(value, bool)
    return isinstance(value, {Money: int, float: (int, float)}.get(kind, kind))


def _beyond(value: Any) -> str:
    """Return what is wrong with a value of the right type that no screen can tell, or no sum can hold."""
    if isinstance(value, int | float) and not -_MOST <= value <= _MOST:  # nor is it, or not a number
        return f"it should be from {-_MOST:,} to {_MOST:,}"
    if isinstance(value, str) and (text := value.replace(PART, "")) != legible(text):
        return "it holds signs that no screen shows, such as control characters; leave them out"
    return ""


def _wanted(column: Column) -> str:
    return _WRITTEN.get(column.type, "one of its choices")


def dangling(found: Rows, store: Store) -> Iterator[str]:
    """Yield the references to rows that are neither in the file nor below it."""
    added: dict[str, set[int]] = {}
    for table, _, rows in found:
        added.setdefault(table.name, set()).update(row["id"] for row in rows)
    for table, place, rows in found:
        for column in (one for one in table.columns if one.references):
            name = column.references.table().name  # type: ignore[union-attr]  # it has one
            there = {row[0] for row in store.sql(f'SELECT id FROM "{name}"')} | added.get(name, set())
            for number, row in enumerate(rows, 1):
                if row.get(column.name) is not None and row[column.name] not in there:
                    yield f"{place}, row {number}, {column.name} = {row[column.name]}: {name} has no row of this id"


def broken(store: Store, homes: Mapping[str, Mapping[str, Table]]) -> Iterator[str]:
    """Yield what screens rely on that all rows together don't give."""
    for home, table in ((home, table) for home, tables in homes.items() for table in tables.values()):
        place = f"{home}: {table.name}"
        counts = {
            called: store.value(f'SELECT count(*) FROM "{table.name}" WHERE {condition}')
            for condition, called in table.needs.items()
        }
        if lacking := next((called for called, count in counts.items() if count != 1), None):
            yield f"{place}: one row is {lacking}; there {f'are {n}' if (n := counts[lacking]) else 'is none'}"
        for condition, wrong in table.model.faults.items():
            found = store.sql(f'SELECT id FROM "{table.name}" WHERE {condition} ORDER BY id LIMIT {_TOLD}')
            yield from (f"{place}, the row of id {row_id}: {wrong}" for (row_id,) in found)
