"""Rows that look much like another: what somebody who does not look closely would take for it."""

from collections.abc import Collection, Mapping
from typing import Any

from lifeworld.store import Kind, Store, Table

MOST = 4


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
    names = [column.name for column in table.columns if column.kind in (Kind.PLAIN, Kind.STAMP) and column.name != "id"]
    shared = " + ".join(f'("{name}" IS ?)' for name in names) or "0"
    query = f'SELECT * FROM "{table.name}" WHERE id <> ? ORDER BY {shared} DESC, id LIMIT {MOST + len(touched)}'
    rows = [dict(zip(table.names, found, strict=True)) for found in store.sql(query, row["id"], *map(row.get, names))]
    return [found for found in rows if (table.name, found["id"]) not in touched][:MOST]
