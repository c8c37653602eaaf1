"""Changes as content: rows made in the episode go by what they hold, since their ids are only names."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lifeworld.scenarios.prose import normal
from lifeworld.store import Change, Changes, Column, Kind, Table

Key = tuple[str, int]
Content = tuple[Any, ...]


@dataclass(frozen=True)
class Entry:
    """One row gone (sign "-") or come ("+"), by its content."""

    sign: str
    table: str
    content: Content
    key: Key = field(compare=False)
    stored: Mapping[str, Any] = field(compare=False)


class Bag:
    """All entries of a world's changes, equal pairs cancelled.

    Attributes:
        entries: what counts.
        ignored: entries of incidental tables, which count only where they are expected.
    """

    def __init__(self, changes: Changes, tables: Mapping[str, Table]) -> None:
        self._tables = tables
        self._made = {(c.table, c.id): c for c in changes.rows if c.removed is None}
        self.changes = changes
        found = cancelled(list(self._entries()))
        self.entries = [entry for entry in found if not tables[entry.table].incidental]
        self.ignored = [entry for entry in found if tables[entry.table].incidental]

    def identity(self, table: str, row_id: int) -> Any:
        """Return what names a row across worlds: its id if it was there before, else its content."""
        made = self._made.get((table, row_id))
        return ("row", row_id) if made is None else ("new", self.content(made.table, made.added or {}))

    def content(self, table: str, stored: Mapping[str, Any]) -> Content:
        """Return the columns that count, references to made rows replaced by those rows' content."""
        columns = self._tables[table].columns[1:]
        return tuple(self._value(column, stored[column.name]) for column in columns if _counts(column))

    def _entries(self) -> Iterator[Entry]:
        for change in self.changes.rows:
            for sign, stored in (("-", change.removed), ("+", change.added)):
                if stored is not None:
                    content = self.content(change.table, stored)
                    yield Entry(sign, change.table, content, (change.table, change.id), stored)

    def _value(self, column: Column, value: Any) -> Any:
        if column.references and value is not None:
            return self.identity(column.references.table().name, value)
        if column.kind is Kind.STAMP:
            return value is not None
        return normal(value) if isinstance(value, str) else value


def cancelled(entries: list[Entry]) -> list[Entry]:
    """Take out pairs of a row gone and the same row come."""
    left: list[Entry] = []
    for entry in entries:
        twin = next((other for other in left if _opposite(other, entry)), None)
        if twin:
            left.remove(twin)
        else:
            left.append(entry)
    return left


def matched(
    wanted: list[Entry], found: list[Entry], same: Callable[[Any, Any], bool]
) -> tuple[list[Entry], list[Entry], list[Entry]]:
    """Pair entries off, and return those wanted and met, wanted and missing, found and not wanted."""
    met, missing, left = [], [], list(found)
    for entry in sorted(wanted, key=lambda one: "⟦prose" in repr(one.content)):
        twin = next((other for other in left if _same(entry, other, same)), None)
        if twin is None:
            missing.append(entry)
        else:
            met.append(entry)
            left = [other for other in left if other is not twin]
    return met, missing, left


def incidental(change: Change, table: Table) -> Iterator[tuple[str, Any]]:
    """Yield the incidental columns that a change of an old row sets."""
    if change.removed is None or change.added is None:
        return
    for column in table.columns:
        if column.kind is Kind.INCIDENTAL and change.removed[column.name] != change.added[column.name]:
            yield column.name, change.added[column.name]


def _counts(column: Column) -> bool:
    return column.kind in (Kind.PLAIN, Kind.STAMP)


def _opposite(one: Entry, other: Entry) -> bool:
    return one.sign != other.sign and one.table == other.table and one.content == other.content


def _same(wanted: Entry, found: Entry, same: Callable[[Any, Any], bool]) -> bool:
    alike = wanted.sign == found.sign and wanted.table == found.table
    return alike and same(wanted.content, found.content)
