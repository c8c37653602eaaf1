"""Changes as content: a row that was there at the start is itself; a row made in the episode is what it holds.

Ids of made rows are only names, and rows of a table whose key holds references are named by what they join (a guest
of an event, a label on a letter), so that one taken away and put back is the same.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from lifeworld.store import Change, Changes, Column, Kind, Table
from lifeworld.verify.facts import loosely
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

    @property
    def place(self) -> Any:
        """What another entry must share to be the same, beside its content."""
        return self.sign, self.table, self.who


class Bag:
    """All entries of a world's changes, equal pairs cancelled.

    Attributes:
        entries: what counts.
        ignored: entries of incidental tables, which count only where they are expected.
    """

    def __init__(self, changes: Changes, tables: Mapping[str, Table]) -> None:
        self._tables = tables
        self._made = {(c.table, c.id): c for c in changes.rows if c.removed is None}
        self._named: dict[Key, Any] = {}
        self.changes = changes
        found, again = cancelled(list(self._entries()))
        self._again = {made.key: gone.key[1] for gone, made in again}
        self.entries = [entry for entry in found if not tables[entry.table].incidental]
        self.ignored = [entry for entry in found if tables[entry.table].incidental]

    def identity(self, table: str, row_id: int) -> Any:
        """Return what names a row across worlds: its id if it was there before, else its content."""
        made = self._made.get((table, row_id))
        if made is None:
            return ("row", row_id)
        if (table, row_id) not in self._named:
            self._named[table, row_id] = ("new", self.content(made.table, made.added or {}))
        return self._named[table, row_id]

    def placed(self, table: str, row_id: int) -> Any:
        """Return what names a row where the order counts: one made again just so stands for the one thrown away."""
        again = self._again.get((table, row_id))
        return ("row", again) if again is not None else self.identity(table, row_id)

    def content(self, table: str, stored: Mapping[str, Any]) -> Content:
        """Return the columns that count, references to made rows replaced by those rows' content."""
        cells: list[Any] = []
        for name, clock, target in _cells(self._tables[table]):
            value = stored[name]
            if target:
                value = None if value is None else self.identity(target, value)
            elif clock:
                value = value is not None
            elif type(value) is str:
                value = loosely(value)
            cells.append(value)
        return tuple(cells)

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


def cancelled(entries: list[Entry]) -> tuple[list[Entry], list[tuple[Entry, Entry]]]:
    """Take out pairs of a row gone and the same row come; return what is left, and the pairs of rows made again."""
    if len({(entry.table, entry.content) for entry in entries}) == len(entries):
        return entries, []
    left: list[Entry] = []
    again: list[tuple[Entry, Entry]] = []
    for entry in entries:
        opposite = next((other for other in left if _opposite(other, entry)), None)
        if opposite:
            left.remove(opposite)
            again += (
                [(opposite, entry) if entry.who == MADE else (entry, opposite)] if opposite.who != entry.who else []
            )
        else:
            left.append(entry)
    return left, again


class Sought:
    """Entries made ready to be looked for in many worlds."""

    def __init__(self, entries: Iterable[Entry], same: Texts, tables: Mapping[str, Table]) -> None:
        worded = {entry: "⟦prose" in repr(entry.content) for entry in entries}
        self._same = same
        self._wanted = [
            (entry, compared(tables[entry.table]), not (worded[entry] or _leaves_open(entry, tables[entry.table])))
            for entry in sorted(entries, key=worded.__getitem__)
        ]

    def matched(self, found: Iterable[Entry]) -> tuple[list[Entry], list[Entry], list[Entry]]:
        """Pair entries off, and return those wanted and met, wanted and missing, found and not wanted."""
        met, missing, left = [], [], _by_place(found)
        for entry, columns, exact in self._wanted:
            near = left.get(entry.place, [])
            fit = (n for n, other in enumerate(near) if self._fits(entry, other.content, columns, exact))
            number = next(fit, None)
            if number is None:
                missing.append(entry)
            else:
                met.append(entry)
                del near[number]
        rest = {id(entry) for near in left.values() for entry in near}
        return met, missing, [entry for entry in found if id(entry) in rest]

    def _fits(self, wanted: Entry, found: Content, columns: tuple[Column, ...], exact: bool) -> bool:
        if exact:
            return wanted.content == found
        cells = zip(columns, wanted.content, found, strict=True)
        return all(
            self._same(own, other) or _left_open(wanted, column, other, self._same) for column, own, other in cells
        )


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


def _left_open(wanted: Entry, column: Column, found: Any, texts: Texts) -> bool:
    """Return whether the agent may choose a value of a row that it makes, and chose a harmless one."""
    return wanted.who == MADE and column.left_open(wanted.stored[column.name]) and texts.free(found, column)


def _leaves_open(wanted: Entry, table: Table) -> bool:
    return wanted.who == MADE and any(column.left_open(wanted.stored[column.name]) for column in compared(table))


def _by_place(entries: Iterable[Entry]) -> dict[Any, list[Entry]]:
    """Return entries by what another must share to be looked at at all."""
    found: dict[Any, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.place, []).append(entry)
    return found


@lru_cache(maxsize=1024)
def _cells(table: Table) -> tuple[tuple[str, bool, str], ...]:
    """Return of each column that counts its name, whether the clock sets it, and the table that it points at."""
    return tuple(
        (one.name, one.kind is Kind.STAMP, one.references.table().name if one.references else "")
        for one in compared(table)
    )
