"""What rows, columns, values and changes are called, as their owner sees them on the screen."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cached_property
from typing import Any, Literal, get_origin

from lifeworld import apps
from lifeworld.core.money import Money
from lifeworld.store import PART, Change, Changes, Column, Kind, Table
from lifeworld.verify.content import Entry, Key, compared
from lifeworld.verify.expectation import MARK
from lifeworld.web.shell import DEVICE
from lifeworld.world.disclosure import VERB

Stored = Mapping[str, Any]
Rows = Callable[[str, int], Stored | None]

_LABELS = ("title", "name", "subject", "text", "to", "what", "nickname", "product", "note", "memo", "street")
_MORE = ("ending", "emoji", "colour", "size", "day", "field", "quantity")  # tell rows without a label apart
_LONGEST = 48
_DEEP = 3  # references that lead on from one another


def nowhere(table: str, row_id: int) -> Stored | None:
    """Know no row."""
    return None


@dataclass(frozen=True, eq=False)
class Labels:
    """Calls the rows of one world by their names.

    Attributes:
        tables: all tables by name.
        changes: what differs in this world from the start.
        start: rows that did not change.
    """

    tables: Mapping[str, Table]
    changes: Changes
    start: Rows = nowhere

    @cached_property
    def changed(self) -> dict[tuple[str, int], Change]:
        """Each change by its row."""
        return {(change.table, change.id): change for change in self.changes.rows}

    def row(self, table: str, row_id: int) -> Stored | None:
        """Return a row as it is or, if it is gone, was."""
        change = self.changed.get((table, row_id))
        return self.start(table, row_id) if change is None else change.added or change.removed

    def before(self, table: str, row_id: int) -> Stored | None:
        """Return a row as it was at the start; None for one made since."""
        change = self.changed.get((table, row_id))
        return self.start(table, row_id) if change is None else change.removed

    def label(self, table: str, stored: Stored, deep: int = 0) -> str:
        """Return what a row is called: by its words, or by rows that it belongs to or ties; "" for the only one."""
        if self.tables[table].called.startswith("the "):
            return ""
        words = "" if self._ties(table) else next((str(stored[name]) for name in _LABELS if stored.get(name)), "")
        parts = [words] if words else [*self._belongings(table, stored, deep), *self._details(table, stored)]
        number = shortened(str(stored.get("number") or ""))
        return _cut(MARK.sub("…", " ".join(filter(None, (", ".join(parts), number)))))

    def value(self, column: Column, value: Any) -> str:
        """Return a column's value as one reads it."""
        if column.kind is Kind.STAMP:
            return "no" if value is None else "yes"
        if column.references and value not in (None, ""):
            return self.called(column.references.table().name, value)
        return plainly(column.type, value)

    def called(self, table: str, row_id: int) -> str:
        """Return the name of the row that a reference leads to."""
        found = self.row(table, row_id)
        label = self.label(table, found) if found else ""
        return f"“{label}”" if label else self.tables[table].called

    def _ties(self, table: str) -> bool:
        """Return whether a row ties others together, like a place on a list, and has words only beside that."""
        known = self.tables[table].by_name
        return any(len(tie) > 1 and all(known[name].references for name in tie) for tie in self.tables[table].unique)

    def _belongings(self, table: str, stored: Stored, deep: int) -> Iterator[str]:
        for column in self.tables[table].columns:
            if column.references and stored.get(column.name) is not None and deep < _DEEP:
                other = column.references.table().name
                found = self.row(other, stored[column.name])
                if found and (label := self.label(other, found, deep + 1)):
                    yield label

    def _details(self, table: str, stored: Stored) -> Iterator[str]:
        for column in self.tables[table].columns:
            if column.name in _MORE and stored.get(column.name) not in (None, ""):
                yield self.value(column, stored[column.name]).strip("“”")


def plainly(kind: Any, value: Any) -> str:
    """Return a value as one reads it: as it is stored, of this type."""
    if value in (None, ""):
        return "nothing"
    if kind is str or get_origin(kind) is Literal:
        text = MARK.sub("…", str(value))
        return f"“{_cut(text)}”" if kind is str else text.replace("_", " ")
    try:
        return _WRITTEN.get(kind, str)(value)
    except (ArithmeticError, TypeError, ValueError):
        return str(value)  # filed changes may hold anything


def app_name(table: str) -> str:
    """Return the name of the app whose table it is."""
    found = next((app.name for app in (*apps.installed(), DEVICE) if table.startswith(f"{app.id}_")), "")
    return found or "the world"


def column_name(name: str) -> str:
    """Return what a column is called."""
    return name.removesuffix("_id").removesuffix("_at").replace("_", " ")


def shortened(number: str) -> str:
    """Return a number as screens show it: of a long one, an account's or a card's, only the end."""
    return f"••{number[-4:]}" if number.isdigit() and len(number) > 8 else number


def _cut(text: str) -> str:
    text = " ".join(text.replace(PART, " · ").split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


def _day(iso: str) -> str:
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B %Y}"


def moment(iso: str) -> str:
    """Return a moment as one reads it."""
    try:
        at = datetime.fromisoformat(iso)
    except ValueError:
        return iso  # filed changes may hold anything
    return f"{_day(at.date().isoformat())}, {at:%H:%M}"


_WRITTEN: dict[type, Callable[[Any], str]] = {
    bool: lambda stored: "yes" if stored else "no",
    Money: lambda stored: str(Money(stored)),
    date: _day,
    datetime: moment,
    time: lambda stored: time.fromisoformat(stored).strftime("%H:%M"),
}


_MOST = 3  # columns that tell two rows of one name apart


@dataclass(frozen=True)
class Line:
    """A difference between two worlds in words, and the rows that it is about."""

    text: str
    rows: frozenset[Key]


@dataclass(frozen=True, eq=False)
class _Row:
    """One row of which a line tells."""

    labels: Labels
    key: Key
    entry: Entry
    change: Change

    @property
    def table(self) -> Table:
        return self.labels.tables[self.key[0]]

    @property
    def shown(self) -> Stored:
        """The row as one would look for it: as it was, or as it was made."""
        return self.change.removed or self.change.added or {}

    @property
    def is_new(self) -> bool:
        return self.change.removed is None


def described(
    entries: Iterable[Entry], tables: Mapping[str, Table], changes: Changes, start: Rows = nowhere
) -> list[str]:
    """Return a line for each row that has come, gone or changed: “changed a task in Ticked: “Buy milk” (…)”."""
    return counted(line.text for line in compared_lines([(entries, Labels(tables, changes, start))])[0])


def counted(texts: Iterable[str]) -> list[str]:
    """Return lines, those that read alike once."""
    times = Counter(texts)
    return [text if often == 1 else f"{text} ({often}×)" for text, often in times.items()]


def compared_lines(sides: Sequence[tuple[Iterable[Entry], Labels]]) -> list[list[Line]]:
    """Return the lines of several worlds, each with what tells its rows from others of the same name."""
    told = [list(_rows(entries, labels)) for entries, labels in sides]
    alike: dict[tuple[str, str], list[_Row]] = {}
    for one in (one for side in told for one in side):
        alike.setdefault((one.key[0], _name(one)), []).append(one)
    return [[Line(_line(one, alike[one.key[0], _name(one)]), frozenset({one.key})) for one in side] for side in told]


def _rows(entries: Iterable[Entry], labels: Labels) -> Iterator[_Row]:
    by_key: dict[Key, Entry] = {}
    for entry in entries:
        by_key[entry.key] = entry
    return (_Row(labels, key, entry, labels.changed[key]) for key, entry in by_key.items())


def named(change: Change, labels: Labels) -> str:
    """Return what a row is called, with its app: “a thread in Post: “Lunch?””."""
    label = labels.label(change.table, change.removed or change.added or {})
    return f"{labels.tables[change.table].called} in {app_name(change.table)}" + (f": “{label}”" if label else "")


def _line(one: _Row, alike: list[_Row]) -> str:
    apart = ", ".join(f"{column_name(column.name)} {value}" for column, value in _apart(one, alike))
    if one.table.name == "outbox":
        return _sent(one.entry) + (f" ({apart})" if apart else "")
    changed = one.change.removed is not None and one.change.added is not None
    verb = "changed" if changed else "added" if one.is_new else "removed"
    brackets = filter(None, (apart, "; ".join(_differences(one)) if changed else ""))
    return f"{verb} {named(one.change, one.labels)}" + "".join(f" ({inside})" for inside in brackets)


def _sent(entry: Entry) -> str:
    """Tell of what has left the device for good."""
    stored, app = entry.stored, {app.id: app.name for app in apps.installed()}
    if stored["verb"] == VERB:
        return f"disclosed from {app.get(stored['app'], stored['app'])}: {stored['what']}, to {stored['to']}"
    verb = "sent out" if entry.sign == "+" else "taken back"
    return f"{verb} from {app.get(stored['app'], stored['app'])}: {stored['verb']}, {shortened(str(stored['to']))}"


def _name(one: _Row) -> str:
    return _sent(one.entry) if one.table.name == "outbox" else one.labels.label(one.key[0], one.shown)


def _differences(one: _Row) -> Iterator[str]:
    """Yield each column that differs, with its old and its new value."""
    old, new = one.change.removed or {}, one.change.added or {}
    for column in compared(one.table):
        if old[column.name] != new[column.name] and not _says_twice(column, one.table):
            was, now = (one.labels.value(column, row[column.name]) for row in (old, new))
            if was != now:
                yield f"{column_name(column.name)} from {was} to {now}"
            elif column.kind is not Kind.STAMP:
                yield column_name(column.name)  # differs where it is cut off


def _says_twice(column: Column, table: Table) -> bool:
    """Return whether a moment only says when another column was set: `muted_at` beside `muted`."""
    return column.kind is Kind.STAMP and column.name.removesuffix("_at") in table.by_name.keys() - {column.name}


def _apart(one: _Row, alike: list[_Row]) -> Iterator[tuple[Column, str]]:
    """Yield what tells a row from others of its name, plain values before moments; of a new row also its amounts."""
    others = [other for other in alike if not _same_row(one, other)]
    asked = (column for column in compared(one.table) if others or (one.is_new and column.type is Money))
    columns = sorted(asked, key=lambda column: column.kind is Kind.STAMP)
    told = [(column, _told(one, column), {_told(other, column) for other in others}) for column in columns]
    shown = 0
    for column, value, theirs in told:
        if shown < _MOST and (theirs - {value} or (one.is_new and column.type is Money)):
            shown += 1
            yield column, value


def _told(one: _Row, column: Column) -> str:
    value = one.shown[column.name]
    if column.kind is Kind.STAMP and isinstance(value, str):
        return moment(value)
    return one.labels.value(column, value)


def _same_row(one: _Row, other: _Row) -> bool:
    return one is other or (one.key == other.key and not one.is_new and not other.is_new)
