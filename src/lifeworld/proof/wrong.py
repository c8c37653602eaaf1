"""What wrong worlds are made of: happenings that a verdict must refuse, spoilt rows, rows that look like others."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from lifeworld.core.money import Money
from lifeworld.core.verdict import Verdict
from lifeworld.store import Change, Column, Kind, Store, Table
from lifeworld.verify.content import compared
from lifeworld.verify.happened import Happened

_NUMBERS = (int, bool, float, Money)
_MOST = 4  # rows that look much like another


@dataclass(frozen=True)
class Wrong:
    """A happening that is no success, and what was done to it."""

    what: str
    happened: Happened
    credit: Literal["", "none", "part"] = ""  # at most so much of the items may be met
    law: str = ""

    def credited(self, verdict: Verdict) -> str:
        """Return what credit the verdict gives that is not due, or ""."""
        met = [item.text for item in verdict.items if item.met]
        everything = len(met) == sum(item.met is not None for item in verdict.items)
        if self.credit == "none" and met:
            return f"doing nothing meets “{met[0]}”"
        return f"all items are met: {self.what}" if self.credit == "part" and everything else ""


def touched(right: Happened) -> set[tuple[str, int]]:
    """Return the rows that changed, each by its table and id."""
    return {(change.table, change.id) for change in right.changes.rows}


def with_change(right: Happened, number: int, change: Change) -> Happened:
    """Return the happening with another change in the place of one of its own."""
    rows = [*right.changes.rows]
    rows[number] = change
    return replace(right, changes=replace(right.changes, rows=tuple(rows)))


def with_value(right: Happened, number: int, column: str, value: str) -> Happened:
    """Return the happening in which one of its changes leaves another text in a column."""
    change = right.changes.rows[number]
    return with_change(right, number, replace(change, added={**(change.added or {}), column: value}))


# ---- rows that are spoilt, and others that could be


def plain(table: Table) -> Iterator[Column]:
    """Yield the columns that a verdict compares by value and that point at no row."""
    return (column for column in compared(table) if column.kind is Kind.PLAIN and not column.references)


def settable(table: Table) -> Iterator[Column]:
    """Yield the compared columns that can hold another value: a moment is only compared as set or unset."""
    return (column for column in compared(table) if column.nullable or column.kind is not Kind.STAMP)


def differ(one: Mapping[str, Any], other: Mapping[str, Any], table: Table) -> bool:
    """Return whether a verdict sees two rows of a table as different."""
    return any(_compared(column, one) != _compared(column, other) for column in compared(table))


def _compared(column: Column, row: Mapping[str, Any]) -> Any:
    """Return what of a value a verdict compares: of a moment, whether there is one."""
    return row[column.name] is not None if column.kind is Kind.STAMP else row[column.name]


def spoilt(row: Mapping[str, Any], column: Column) -> dict[str, Any]:
    """Return the row with another value in a plain column, one that the column can hold."""
    value = row[column.name]
    if isinstance(value, str) or (value is None and column.type not in _NUMBERS):
        return {**row, column.name: f"{value or ''}x"}
    return {**row, column.name: 1 - (value or 0) if column.type is bool else (value or 0) + 1}


def otherwise(row: Mapping[str, Any], column: Column, store: Store) -> dict[str, Any]:
    """Return the row pointing at another row, set or unset, or with another value, as the column is."""
    own = row[column.name]
    if column.references:
        other = store.value(f'SELECT id FROM "{column.references.table().name}" WHERE id IS NOT ?', own)
        return {**row, column.name: other or (own or 0) + 1}
    if column.kind is Kind.STAMP or (column.kind is Kind.INCIDENTAL and column.nullable):
        return {**row, column.name: None if own else store.now.isoformat()}
    return spoilt(row, column)


def untouched(
    store: Store, table: Table, touched: set[tuple[str, int]], where: str = "1", *args: Any
) -> dict[str, Any] | None:
    """Return the last of a table's rows that nothing has touched and for which an SQL condition holds, as stored."""
    query = f'SELECT * FROM "{table.name}" WHERE {where} ORDER BY id DESC LIMIT {len(touched) + 1}'
    for stored in store.sql(query, *args):
        if (table.name, stored[0]) not in touched:
            return dict(zip(table.names, stored, strict=True))
    return None


def alike(
    store: Store, table: Table, row: Mapping[str, Any], touched: Collection[tuple[str, int]]
) -> list[dict[str, Any]]:
    """Return the untouched rows of a table that share most with a row, the likest first.

    Args:
        store: of the world as the episode left it.
        table: where to look.
        row: as it was at the start, by column.
        touched: rows that the episode changed, which are left out.
    """
    names = [column.name for column in compared(table)]
    shared = " + ".join(f'("{name}" IS ?)' for name in names) or "0"
    query = f'SELECT * FROM "{table.name}" WHERE id <> ? ORDER BY {shared} DESC, id LIMIT {_MOST + len(touched)}'
    rows = [dict(zip(table.names, found, strict=True)) for found in store.sql(query, row["id"], *map(row.get, names))]
    return [found for found in rows if (table.name, found["id"]) not in touched][:_MOST]


# ---- texts that count to the letter, such as code, laid out otherwise


def relaid(right: Happened, tables: Mapping[str, Table]) -> Iterator[Wrong]:
    """Yield happenings in which such a text has lost its lines, its indentation or its quotes, or gained a stop."""
    for number, change in enumerate(right.changes.rows):
        for column in tables[change.table].columns if change.added else ():
            text = (change.added or {})[column.name]
            for what, other in _layouts(text) if column.verbatim and isinstance(text, str) else ():
                yield Wrong(f"{change.table}.{column.name}: {what}", with_value(right, number, column.name, other))


def _layouts(text: str) -> Iterator[tuple[str, str]]:
    lines = text.strip().splitlines()
    for what, other in (
        ("lines joined", " ".join(lines)),
        ("indentation lost", "\n".join(line.strip() for line in lines)),
        ("quotes curled", text.replace('"', "“")),
        ("a stop at the end", f"{text.rstrip()}."),
    ):
        if other.strip() != text.strip():
            yield what, other
