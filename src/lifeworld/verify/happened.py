"""What happened in an episode: all that a verdict depends on, the commands that were done among it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, get_origin

from lifeworld.core.money import Money
from lifeworld.store import Changes, Command, Row, given, hints
from lifeworld.store.tables import to_sql
from lifeworld.verify.expectation import Key
from lifeworld.verify.words import Labels, column_name, plainly

_ASIDE = re.compile(r" \([^)]*\)|[.;:](?: .*|$)")  # what a description adds to what a command does


@dataclass(frozen=True)
class Deed:
    """A command that was done: what it is in words, its name, and the rows that it wrote."""

    text: str
    command: str
    rows: frozenset[Key]

    def to_json(self) -> dict[str, Any]:
        rows: dict[str, list[int]] = {}
        for table, row_id in sorted(self.rows):
            rows.setdefault(table, []).append(row_id)
        return {"text": self.text, "command": self.command, "rows": rows}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Deed":
        rows = frozenset((table, row_id) for table, ids in data["rows"].items() for row_id in ids)
        return cls(data["text"], data["command"], rows)


def deeds_of(done: Iterable[tuple[Command, frozenset[Key]]], labels: Labels) -> tuple[Deed, ...]:
    """Return commands that were done in a world, each with the rows that it wrote, as deeds."""
    return tuple(Deed(in_words(command, labels), type(command).__name__, rows) for command, rows in done)


def in_words(command: Command, labels: Labels) -> str:
    """Return a command as its own description and its values: “pay a bill now: “Beacon Gas BG-2609” $146.26”."""
    about = _ASIDE.sub("", " ".join((type(command).__doc__ or type(command).__name__).split()))
    values = ", ".join(values_of(command, labels).values())
    return about[:1].lower() + about[1:] + (f": {values}" if values else "")


def values_of(command: Command, labels: Labels) -> dict[str, str]:
    """Return a command's values in words by field, each with its field's name but for what it is about."""
    known, found = hints(type(command)), {}
    for number, (name, value) in enumerate(given(command.cleaned()).items()):
        text = _value(value, known[name], labels)
        about = number == 0 and isinstance(value, Row | str)
        found[name] = " ".join([text, *_amount(value)]) if about else f"{column_name(name)} {text}"
    return found


def _value(value: Any, hint: Any, labels: Labels) -> str:
    if isinstance(value, Row):
        label = labels.label(value.table().name, _stored(value))
        return f"“{label}”" if label else value.table().called
    if isinstance(value, tuple):
        return ", ".join(_value(member, None, labels) for member in value) or "nothing"
    return plainly(hint if get_origin(hint) is Literal else type(value), to_sql(value))


def _stored(row: Row) -> dict[str, Any]:
    return {name: to_sql(getattr(row, name)) for name in row.table().names}


def _amount(value: Row | str) -> list[str]:
    """Return the amount of money that a row is known by, if it has one."""
    columns = value.table().columns if isinstance(value, Row) else ()
    amounts = (getattr(value, column.name) for column in columns if column.type is Money)
    return [str(amount) for amount in amounts if amount][:1]


@dataclass(frozen=True)
class Seen:
    """What one step showed: the path and all words of the page."""

    path: str
    text: str = ""


@dataclass(frozen=True)
class Asked:
    """A question to the person: the reply, whether the question was to the point, and what had changed by then."""

    text: str
    reply: str
    fits: bool
    changes: Changes

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text, "reply": self.reply, "fits": self.fits, "changes": self.changes.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Asked":
        return cls(data["text"], data["reply"], data["fits"], Changes.from_json(data["changes"]))


@dataclass(frozen=True)
class Happened:
    """All of an episode that a verdict depends on.

    Attributes:
        changes: what differs from the start.
        answer: the value that the agent gave when it stopped, of JSON or as a text, or None.
        status: how it stopped: success, failure, infeasible; "" where it was stopped.
        note: what it said with that.
        address, title: the page that it stopped on, with its query.
        seen: the pages shown, in order.
        acts: by step, the names of the commands that were done, and "ask" where the person was asked.
        deeds: the commands that were done, in order; none are known of an episode that an older version filed.
        asked: the questions to the person, in order.
        goal: what the agent was asked for, as it read it.
        came: words of each thing that came while the agent worked.
        unsaid: what the person would still have said of their own accord.
        today: the world's date, for answers like “tomorrow”.
        languages: what the screens spoke, and what the person speaks; answers are read in them.
    """

    changes: Changes
    today: date
    answer: Any = None
    status: str = ""
    note: str = ""
    address: str = "/"
    title: str = ""
    seen: tuple[Seen, ...] = ()
    acts: tuple[tuple[str, ...], ...] = ()
    deeds: tuple[Deed, ...] = ()
    asked: tuple[Asked, ...] = ()
    goal: str = ""
    came: tuple[str, ...] = ()
    unsaid: str = ""
    languages: tuple[str, ...] = ("en",)
