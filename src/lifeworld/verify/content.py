"""Changes as content: a row that was there at the start is itself; a row made in the episode is what it holds.

Ids of made rows are only names, and rows of a table whose key holds references are named by what they join (a guest
of an event, a label on a letter), so that one taken away and put back is the same. Rows that others point at are paired
off first, so that what is left open in a row is left open wherever it is pointed at, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from lifeworld.store import Change, Changes, Column, Kind, Table
from lifeworld.verify.expectation import MARK
from lifeworld.verify.facts import Texts, exactly, loosely

Key = tuple[str, int]
Content = tuple[Any, ...]
MADE = ("made", 0)


@dataclass(frozen=True)
class Made:
    """What a reference to a row made in the episode holds: the row's content; `key` leads to the row itself."""

    content: Content
    key: Key = field(compare=False)


@dataclass(frozen=True)
class Open:
    """What an expected row holds where the agent may choose the value."""

    column: Column


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
    def gone(self) -> bool:
        """Whether a row was there before, and is not after."""
        return self.sign == "-" and self.who[0] != "kept"

    @property
    def place(self) -> Any:
        """What another entry must share to be the same, beside its content."""
        return self.sign, self.table, self.who


class Bag:
    """All entries of a world's changes, equal pairs cancelled.

    Attributes:
        entries: what counts.
        ignored: what looking leaves in incidental tables, which counts only where it is expected; looking takes nothing
            out of them, so that what was there and is gone counts.
    """

    opens = False  # whether what a new row leaves to the agent is left out

    def __init__(self, changes: Changes, tables: Mapping[str, Table]) -> None:
        self._tables = tables
        self._made = {(c.table, c.id): c for c in changes.rows if c.removed is None}
        self._named: dict[Key, Any] = {}
        self.changes = changes
        found, again = self._cancelled()
        self._again = {made.key: gone.key[1] for gone, made in again}
        self.entries = [entry for entry in found if not tables[entry.table].incidental or entry.gone]
        self.ignored = [entry for entry in found if tables[entry.table].incidental and not entry.gone]

    def identity(self, table: str, row_id: int) -> Any:
        """Return what names a row across worlds: its id if it was there before, else its content."""
        made = self._made.get((table, row_id))
        if made is None:
            return ("row", row_id)
        if (table, row_id) not in self._named:
            content = self.content(made.table, made.added or {}, self.opens)
            self._named[table, row_id] = Made(content, (table, row_id))
        return self._named[table, row_id]

    def placed(self, table: str, row_id: int) -> Any:
        """Return what names a row where the order counts: one made again just so stands for the one thrown away."""
        again = self._again.get((table, row_id))
        return ("row", again) if again is not None else self.identity(table, row_id)

    def content(self, table: str, stored: Mapping[str, Any], opens: bool = False) -> Content:
        """Return the columns that count, references to made rows replaced by those rows' content.

        With `opens`, what may hold any value is left out: the row is one that the agent is to make.
        """
        cells: list[Any] = []
        for name, clock, target, compare in _cells(self._tables[table]):
            value = stored[name]
            if opens and (column := self._tables[table].by_name[name]).left_open(value):
                value = Open(column)
            elif target:
                value = None if value is None else self.identity(target, value)
            elif clock:
                value = value is not None
            elif type(value) is str:
                value = compare(value)
            cells.append(value)
        return tuple(cells)

    def _cancelled(self) -> tuple[list[Entry], list[tuple[Entry, Entry]]]:
        """Cancel pairs, but for looks: a thing looked at again makes up for no look that was taken out."""
        looks: list[Entry] = []
        others: list[Entry] = []
        for one in self._entries():
            (looks if one.sign == "+" and self._tables[one.table].incidental else others).append(one)
        left, again = cancelled(others)
        return left + looks, again

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


class WantedBag(Bag):
    """The entries of an expected end: what is left to the agent in the rows that it is to make is left out."""

    def _cancelled(self) -> tuple[list[Entry], list[tuple[Entry, Entry]]]:
        found, again = super()._cancelled()  # by what the rows hold
        self.opens = True
        self._named.clear()
        opened = [replace(one, content=self.content(one.table, one.stored, _is_made(one))) for one in found]
        return opened, again


class Pairs:
    """The made rows of a found world by the expected ones that they were paired with, and how values compare by them.

    Two expected rows of the same content are one and the same here: which of them a found row is, decides nothing.
    """

    def __init__(self, bag: Bag, wanted: Bag, same: Texts) -> None:
        self._bag, self._wanted, self._same = bag, wanted, same
        self._expected: dict[Key, Any] = {}

    def add(self, wanted: Entry, found: Entry) -> None:
        """Let a found row stand for an expected one from here on."""
        name = self._wanted.identity(*wanted.key)
        if isinstance(name, Made):
            self._expected[found.key] = name

    def stand(self, wanted: Entry, found: Entry) -> None:
        """Let a made row stand for one that was there before."""
        self._expected[found.key] = self._wanted.identity(*wanted.key)

    def identity(self, table: str, row_id: int) -> Any:
        """Return what names a row of the found world: the expected row's name, where one was paired with it."""
        return self._expected.get((table, row_id)) or self._bag.identity(table, row_id)

    def placed(self, table: str, row_id: int) -> Any:
        """Return what names a row of the found world where the order counts."""
        return self._expected.get((table, row_id)) or self._bag.placed(table, row_id)

    def fits(self, wanted: Any, found: Any) -> bool:
        """Return whether a found value, or all of a row's, is what is wanted."""
        if isinstance(wanted, tuple) and isinstance(found, tuple):
            return len(wanted) == len(found) and all(map(self.fits, wanted, found))
        if isinstance(wanted, Open):
            return self._same.free(found, wanted.column)
        if isinstance(wanted, Made) and isinstance(found, Made):
            expected = self._expected.get(found.key)
            return self.fits(wanted.content, found.content) if expected is None else bool(wanted == expected)
        return self._same(wanted, found)


class Sought:
    """Entries made ready to be looked for in many worlds: rows before those that point at them, exact ones first."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        read = [(entry, *_depth(entry.content)) for entry in entries]
        self._wanted = [(entry, loose) for entry, _, loose in sorted(read, key=lambda one: one[1:])]

    def matched(self, found: Iterable[Entry], pairs: Pairs) -> tuple[list[Entry], list[Entry], list[Entry]]:
        """Pair entries off, and return those wanted and met, wanted and missing, found and not wanted."""
        met, missing, left = [], [], _by_place(found)
        for entry, loose in self._wanted:
            near = left.get(entry.place, [])
            fit = (n for n, other in enumerate(near) if _fits(entry, other, pairs, loose))
            number = next(fit, None)
            if number is None:
                missing.append(entry)
            else:
                met.append(entry)
                pairs.add(entry, near.pop(number))
        rest = {id(entry) for near in left.values() for entry in near}
        return met, missing, [entry for entry in found if id(entry) in rest]


def incidental(change: Change, table: Table) -> Iterator[tuple[str, Any]]:
    """Yield the incidental columns that a change of an old row sets, and their values."""
    if change.removed is None or change.added is None:
        return
    for column in table.columns:
        if column.kind is Kind.INCIDENTAL and change.removed[column.name] != change.added[column.name]:
            yield column.name, change.added[column.name]


def marks(changes: Changes, tables: Mapping[str, Table]) -> bool:
    """Return whether incidental columns or tables are changed."""
    return any(tables[one.table].incidental or any(incidental(one, tables[one.table])) for one in changes.rows)


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


def _is_made(entry: Entry) -> bool:
    return entry.sign == "+" and entry.who == MADE


def _fits(wanted: Entry, found: Entry, pairs: Pairs, loose: int) -> bool:
    return pairs.fits(wanted.content, found.content) if loose else wanted.content == found.content


def _depth(value: Any) -> tuple[int, int]:
    """Return how many made rows lead on from one another in a value, and how much in it is left to the agent."""
    if isinstance(value, tuple):
        depths = [_depth(one) for one in value]
        return max((deep for deep, _ in depths), default=0), sum(loose for _, loose in depths)
    if isinstance(value, Made):
        deep, loose = _depth(value.content)
        return deep + 1, loose
    return 0, int(isinstance(value, Open) or (isinstance(value, str) and MARK.search(value) is not None))


def _by_place(entries: Iterable[Entry]) -> dict[Any, list[Entry]]:
    """Return entries by what another must share to be looked at at all."""
    found: dict[Any, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.place, []).append(entry)
    return found


@lru_cache(maxsize=1024)
def _cells(table: Table) -> tuple[tuple[str, bool, str, Callable[[str], str]], ...]:
    """Return of each column that counts its name, whether the clock sets it, what it points at, how texts compare."""
    return tuple(
        (
            one.name,
            one.kind is Kind.STAMP,
            one.references.table().name if one.references else "",
            exactly if one.verbatim else loosely,
        )
        for one in compared(table)
    )
