"""What an episode changed, read off an SQLite session."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import apsw

from lifeworld.store.store import Store
from lifeworld.store.tables import SqlValue, Table

Stored = Mapping[str, SqlValue]


@dataclass(frozen=True)
class Change:
    """One row that was there before, is there after, or differs: whole rows, by column.

    `seen` names the columns that hold what looking at a page has set, and no command.
    """

    table: str
    id: int
    removed: Stored | None
    added: Stored | None
    seen: tuple[str, ...] = ()

    def to_json(self) -> list[Any]:
        return [self.table, self.id, self.removed, self.added, *([list(self.seen)] if self.seen else [])]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> "Change":
        table, row_id, removed, added, *seen = data
        return cls(table, row_id, removed, added, *map(tuple, seen))


@dataclass(frozen=True)
class Order:
    """The ids of one ordered group of rows, before and after."""

    table: str
    group: SqlValue
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True)
class Changes:
    """Everything that differs from the world as it was opened; plain data, so it can be filed and read again."""

    rows: tuple[Change, ...] = ()
    orders: tuple[Order, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": [change.to_json() for change in self.rows],
            "orders": [[o.table, o.group, list(o.before), list(o.after)] for o in self.orders],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Changes":
        rows = tuple(map(Change.from_json, data["rows"]))
        orders = tuple(Order(t, g, tuple(before), tuple(after)) for t, g, before, after in data["orders"])
        return cls(rows, orders)


class Recorder:
    """Watches a store's tables from the moment it is made."""

    def __init__(self, store: Store, tables: Iterable[Table]) -> None:
        self._store = store
        self._tables = {table.name: table for table in tables}
        self._session = apsw.Session(store.connection, "main")
        self._session.table_filter(self._tables.__contains__)
        self._session.attach()

    def close(self) -> None:
        self._session.close()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let the world itself act (a reply, a delivery) without its rows counting as the agent's."""
        self._session.enabled = False
        try:
            yield
        finally:
            self._session.enabled = True

    def touched(self) -> frozenset[tuple[str, int]]:
        """Return the (table, id) of every row that differs from when this recorder was made."""
        return frozenset((c.name, _key(c)) for c in apsw.Changeset.iter(self._session.changeset()))

    def changes(self) -> Changes:
        """Return the net changes so far, in a stable order."""
        found = [self._whole(change) for change in apsw.Changeset.iter(self._session.changeset())]
        rows = tuple(sorted(found, key=lambda change: (change.table, change.id)))
        return Changes(rows, tuple(self._orders(rows)))

    def _whole(self, change: Any) -> Change:
        table = self._tables[change.name]
        names = [column.name for column in table.columns]
        if change.op == "INSERT":
            return Change(table.name, change.new[0], None, dict(zip(names, change.new, strict=True)))
        if change.op == "DELETE":
            return Change(table.name, change.old[0], dict(zip(names, change.old, strict=True)), None)
        added = self._stored(table, change.old[0])
        old = zip(names, change.old, strict=True)
        removed = added | {name: value for name, value in old if value is not apsw.no_change}
        return Change(table.name, change.old[0], removed, added)

    def _stored(self, table: Table, row_id: int) -> dict[str, SqlValue]:
        row = next(iter(self._store.connection.execute(f'SELECT * FROM "{table.name}" WHERE id = ?', (row_id,))))
        return dict(zip((column.name for column in table.columns), row, strict=True))

    def _orders(self, rows: tuple[Change, ...]) -> Iterator[Order]:
        for table in self._tables.values():
            if table.rank:
                yield from self._orders_of(table, [change for change in rows if change.table == table.name])

    def _orders_of(self, table: Table, rows: list[Change]) -> Iterator[Order]:
        assert table.rank
        rank, within = table.rank.name, table.rank.within
        sides = [(c, side) for c in rows for side in (c.removed, c.added) if side is not None]
        changed = {c.id for c in rows}
        for group in sorted({side[within] if within else None for _, side in sides}, key=str):
            now = self._ranked(table, group)
            old = [(c.removed[rank], c.id) for c in rows if c.removed and (not within or c.removed[within] == group)]
            before = sorted([(r, i) for r, i in now if i not in changed] + old, key=_by_rank)
            yield Order(table.name, group, tuple(i for _, i in before), tuple(i for _, i in now))

    def _ranked(self, table: Table, group: SqlValue) -> list[tuple[Any, int]]:
        assert table.rank
        rank, within = table.rank.name, table.rank.within
        condition = f'WHERE "{within}" IS ?' if within else ""
        query = f'SELECT "{rank}", id FROM "{table.name}" {condition} ORDER BY "{rank}", id'
        return list(self._store.connection.execute(query, (group,) if within else ()))


def without(changes: Changes, others: Sequence[Change]) -> Changes:
    """Return changes less what others (the world itself) did meanwhile to the same rows.

    Args:
        changes: what differs from the start.
        others: in the order in which they happened.
    """
    rows = {(change.table, change.id): change for change in changes.rows}
    for other in reversed(others):
        key = (other.table, other.id)
        if key in rows:
            rows[key] = _taken_back(rows[key], other)
    return Changes(tuple(change for change in rows.values() if change.removed != change.added), changes.orders)


def told_apart(changes: Changes, looks: Collection[tuple[str, int, str, SqlValue]]) -> Changes:
    """Return changes with what looking at pages set told apart from what was done.

    Args:
        changes: what differs from the start.
        looks: what looking set, each as a table, a row's id, a column and its value.
    """
    rows = (replace(one, seen=tuple(_set_by_looking(one, looks))) for one in changes.rows) if looks else changes.rows
    return replace(changes, rows=tuple(rows))


def _set_by_looking(change: Change, looks: Collection[tuple[str, int, str, SqlValue]]) -> Iterator[str]:
    for name, value in (change.added or {}).items():
        if (change.table, change.id, name, value) in looks and not _as_before(change, name):
            yield name


def _taken_back(change: Change, other: Change) -> Change:
    """Give each column that another change set last the value that it had before."""
    if change.added is None or other.removed is None or other.added is None:
        return change
    set_by_other = {
        name: was
        for name, was in other.removed.items()
        if was != other.added[name] == change.added[name] and not _as_before(change, name)
    }
    return replace(change, added={**change.added, **set_by_other})


def _as_before(change: Change, name: str) -> bool:
    return change.removed is not None and change.added is not None and change.removed[name] == change.added[name]


def _by_rank(pair: tuple[Any, int]) -> tuple[float, int]:
    return float(pair[0] or 0), pair[1]


def _key(change: Any) -> int:
    return int((change.old or change.new)[0])
