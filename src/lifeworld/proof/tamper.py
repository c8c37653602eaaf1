"""Worlds that are wrong on purpose: the verdict must refuse every one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from lifeworld.core.errors import Refused, ScenarioError
from lifeworld.core.money import Money
from lifeworld.env.hands import spoken
from lifeworld.scenarios.draw import Instance
from lifeworld.scenarios.parameters import Unfair
from lifeworld.scenarios.prose import MARK
from lifeworld.scenarios.twin import Expectation, expectation
from lifeworld.store import Change, Changes, Column, Kind, Store, Table
from lifeworld.verify import Happened


@dataclass(frozen=True)
class Wrong:
    """A happening that is no success, and what was done to it."""

    what: str
    happened: Happened


def wrongs(right: Happened, instance: Instance, tables: Mapping[str, Table], store: Store) -> Iterator[Wrong]:
    """Yield what a verdict must refuse, made from a happening that it accepts."""
    yield Wrong("nothing done", Happened(Changes(), right.today, status="success"))
    if instance.expectation.infeasible:
        yield Wrong("said to be done", replace(right, status="success"))
    yield from _answers(right, instance)
    yield from _left_out(right, instance)
    yield from _changed(right, instance.expectation, tables)
    yield from _bystanders(right, tables, store)


def _answers(right: Happened, instance: Instance) -> Iterator[Wrong]:
    true = instance.expectation.targets[0].answer
    if true is None:
        return
    yield Wrong("no answer", replace(right, answer=None))
    yield Wrong("another answer", replace(right, answer=f"Answer: {spoken(other(true))}"))
    yield Wrong("two answers", replace(right, answer=f"Answer: {spoken(true)} or {spoken(other(true))}"))


def other(true: Any) -> Any:
    """Return another value of the same type."""
    if isinstance(true, bool):
        return not true
    if isinstance(true, Money):
        return Money(true.cents + 100)
    if isinstance(true, datetime | date):
        return true + timedelta(days=1)
    if isinstance(true, time):
        return true.replace(hour=(true.hour + 1) % 24)
    if isinstance(true, timedelta):
        return true + timedelta(minutes=1)
    if isinstance(true, int):
        return true + 1
    return [*true, "Somebody Else"] if isinstance(true, list | tuple) else "Somebody Else"


def _left_out(right: Happened, instance: Instance) -> Iterator[Wrong]:
    count = len(instance.expectation.targets[0].wanted)
    for number in range(count if count > 1 else 0):
        try:
            without = expectation(instance.scenario, instance.profile, right.changes, without=number)
        except (Unfair, ScenarioError, Refused):
            continue  # the rest can't be done without it, which is as good as refused
        yield Wrong(f"effect {number + 1} left out", replace(right, changes=without.targets[0].changes))


def _changed(right: Happened, wanted: Expectation, tables: Mapping[str, Table]) -> Iterator[Wrong]:
    free = _free_columns(wanted, tables)
    for number, change in enumerate(right.changes.rows):
        table = tables[change.table]
        for column in _plain(table) if change.added and not table.incidental else ():
            if (change.table, column.name) not in free:
                spoilt = replace(change, added=_spoilt(change.added or {}, column))
                yield Wrong(f"{change.table}.{column.name} changed", _with(right, number, spoilt))


def _free_columns(wanted: Expectation, tables: Mapping[str, Table]) -> frozenset[tuple[str, str]]:
    rows = [change for target in wanted.targets for change in target.changes.rows]
    return frozenset(
        (c.table, name)
        for c in rows
        for name, value in (c.added or {}).items()
        if MARK.search(str(value)) or (c.removed is None and tables[c.table].by_name[name].left_open(value))
    )


def _bystanders(right: Happened, tables: Mapping[str, Table], store: Store) -> Iterator[Wrong]:
    touched = {(change.table, change.id) for change in right.changes.rows}
    for table in tables.values():
        column = next(iter(_plain(table)), None)
        row = _untouched(store, table, touched) if column and not (table.incidental or table.unwatched) else None
        if row and column:
            extra = Change(table.name, int(row["id"]), row, _spoilt(row, column))
            changes = replace(right.changes, rows=(*right.changes.rows, extra))
            yield Wrong(f"a bystander in {table.name} changed", replace(right, changes=changes))


def _untouched(store: Store, table: Table, touched: set[tuple[str, int]]) -> dict[str, Any] | None:
    names = [column.name for column in table.columns]
    for stored in store.sql(f'SELECT * FROM "{table.name}" ORDER BY id DESC LIMIT {len(touched) + 1}'):
        if (table.name, stored[0]) not in touched:
            return dict(zip(names, stored, strict=True))
    return None


def _plain(table: Table) -> Iterator[Column]:
    return (c for c in table.columns if c.kind is Kind.PLAIN and c.name != "id" and not c.references)


def _spoilt(row: Mapping[str, Any], column: Column) -> dict[str, Any]:
    value = row[column.name]
    if isinstance(value, str) or value is None:
        return {**row, column.name: f"{value or ''}x"}
    return {**row, column.name: 1 - value if column.type is bool else value + 1}


def _with(right: Happened, number: int, change: Change) -> Happened:
    rows = [*right.changes.rows]
    rows[number] = change
    return replace(right, changes=replace(right.changes, rows=tuple(rows)))
