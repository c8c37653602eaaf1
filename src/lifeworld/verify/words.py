"""Changes in plain words: which app, what kind of thing, which one, and from what to what."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lifeworld import apps
from lifeworld.core.money import Money
from lifeworld.store import Change, Changes, Column, Kind, Table
from lifeworld.verify.content import Entry, Key, compared
from lifeworld.verify.labels import Labels, Rows, Stored, app_name, column_name, moment, nowhere, shortened
from lifeworld.world.disclosure import VERB

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
