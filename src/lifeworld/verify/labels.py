"""What rows, columns and values are called, as their owner sees them on the screen."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cached_property
from typing import Any, Literal, get_origin

from lifeworld import apps
from lifeworld.core.money import Money
from lifeworld.store import PART, Change, Changes, Column, Kind, Table
from lifeworld.verify.expectation import MARK
from lifeworld.web.shell import DEVICE

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
        """Return what a row is called: by its own words, else by the rows that it belongs to; "" for the only one."""
        if self.tables[table].called.startswith("the "):
            return ""
        words = next((str(stored[name]) for name in _LABELS if stored.get(name)), "")
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
