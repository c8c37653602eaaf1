"""A row with another value in one of its columns, such as a verdict has to see."""

from collections.abc import Iterator, Mapping
from typing import Any

from lifeworld.core.money import Money
from lifeworld.store import Column, Kind, Store, Table

_NUMBERS = (int, bool, float, Money)


def counting(table: Table) -> Iterator[Column]:
    """Yield the columns whose values a verdict compares."""
    return (column for column in table.columns[1:] if column.kind in (Kind.PLAIN, Kind.STAMP))


def plain(table: Table) -> Iterator[Column]:
    """Yield those that are compared by value and point at no row."""
    return (column for column in counting(table) if column.kind is Kind.PLAIN and not column.references)


def settable(table: Table) -> Iterator[Column]:
    """Yield those that can hold what counts as another value: a moment is only compared as set or unset."""
    return (column for column in counting(table) if column.nullable or column.kind is not Kind.STAMP)


def compared_value(column: Column, row: Mapping[str, Any]) -> Any:
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
