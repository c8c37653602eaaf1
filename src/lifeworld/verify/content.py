"""Changes as content: a row that was there at the start is itself; a row made in the episode is what it holds.

Ids of made rows are only names, and rows of a table whose key holds references are named by what they join (a guest
of an event, a label on a letter), so that one taken away and put back is the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from lifeworld.scenarios.prose import loosely
from lifeworld.store import Change, Changes, Column, Kind, Table
from lifeworld.verify.texts import Texts

Key = tuple[str, int]
Content = tuple[Any, ...]
MADE = ("made", 0)


@dataclass(frozen=True)
class Entry:
    """One row gone (sign "-") or come ("+"), by its content."""

    sign: str
    table: str
    who: Any
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
        found, again = cancelled(list(self._entries()))
        self._again = {made.key: gone.key[1] for gone, made in again}
        self.entries = [entry for entry in found if not tables[entry.table].incidental]
        self.ignored = [entry for entry in found if tables[entry.table].incidental]

    def identity(self, table: str, row_id: int) -> Any:
        """Return what names a row across worlds: its id if it was there before, else its content."""
        made = self._made.get((table, row_id))
        return ("row", row_id) if made is None else ("new", self.content(made.table, made.added or {}))

    def placed(self, table: str, row_id: int) -> Any:
        """Return what names a row where the order counts: one made again just so stands for the one thrown away."""
        again = self._again.get((table, row_id))
        return ("row", again) if again is not None else self.identity(table, row_id)

    def content(self, table: str, stored: Mapping[str, Any]) -> Content:
        """Return the columns that count, references to made rows replaced by those rows' content."""
        return tuple(self._value(column, stored[column.name]) for column in compared(self._tables[table]))

    def _entries(self) -> Iterator[Entry]:
        for change in self.changes.rows:
            for sign, stored in (("-", change.removed), ("+", change.added)):
                if stored is not None:
                    content = self.content(change.table, stored)
                    yield Entry(sign, change.table, self._who(change), content, (change.table, change.id), stored)

    def _who(self, change: Change) -> Any:
        """Return what an entry must share with another beside its content: the row that was there, or nothing."""
        old = change.removed is not None and not named_by_content(self._tables[change.table])
        return ("gone" if change.added is None else "kept", change.id) if old else MADE

    def _value(self, column: Column, value: Any) -> Any:
        if column.references and value is not None:
            return self.identity(column.references.table().name, value)
        if column.kind is Kind.STAMP:
            return value is not None
        return loosely(value) if isinstance(value, str) else value


def cancelled(entries: list[Entry]) -> tuple[list[Entry], list[tuple[Entry, Entry]]]:
    """Take out pairs of a row gone and the same row come; return what is left, and the pairs of rows made again."""
    left: list[Entry] = []
    again: list[tuple[Entry, Entry]] = []
    for entry in entries:
        twin = next((other for other in left if _opposite(other, entry)), None)
        if twin:
            left.remove(twin)
            again += [(twin, entry) if entry.who == MADE else (entry, twin)] if twin.who != entry.who else []
        else:
            left.append(entry)
    return left, again


def matched(
    wanted: list[Entry], found: list[Entry], same: Texts, tables: Mapping[str, Table]
) -> tuple[list[Entry], list[Entry], list[Entry]]:
    """Pair entries off, and return those wanted and met, wanted and missing, found and not wanted."""
    met, missing, left = [], [], list(found)
    for entry in sorted(wanted, key=lambda one: "⟦prose" in repr(one.content)):
        columns = compared(tables[entry.table])
        twin = next((other for other in left if _same(entry, other, same, columns)), None)
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


@lru_cache(maxsize=1024)
def named_by_content(table: Table) -> bool:
    """Return whether a table's key holds references, so that its rows are links and have no other identity."""
    return any(table.by_name[name].references for key in table.unique for name in key)


@lru_cache(maxsize=1024)
def compared(table: Table) -> tuple[Column, ...]:
    """Return the columns whose values count."""
    return tuple(column for column in table.columns[1:] if column.kind in (Kind.PLAIN, Kind.STAMP))


def _opposite(one: Entry, other: Entry) -> bool:
    """Return whether one takes back the other: a row as it was, or one thrown away and made again just so."""
    if one.sign == other.sign or one.table != other.table or one.content != other.content:
        return False
    return one.who == other.who or {one.who[0], other.who[0]} == {"gone", "made"}


def _same(wanted: Entry, found: Entry, same: Texts, columns: tuple[Column, ...]) -> bool:
    if (wanted.sign, wanted.table, wanted.who) != (found.sign, found.table, found.who):
        return False
    cells = zip(columns, wanted.content, found.content, strict=True)
    return all(same(own, other) or _left_open(wanted, column, other, same) for column, own, other in cells)


def _left_open(wanted: Entry, column: Column, found: Any, texts: Texts) -> bool:
    """Return whether the agent may choose a value of a row that it makes, and chose a harmless one."""
    free = wanted.who == MADE and column.left_open(wanted.stored[column.name])
    return free and (not isinstance(found, str) or texts.free(found, column, wanted.stored))
