"""What writes: commands (a person's verbs) and events (what life brings)."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Self, dataclass_transform

from lifeworld.core.errors import Refused
from lifeworld.store.rows import Row, free
from lifeworld.store.store import Store


@dataclass_transform(frozen_default=True)
class Command:
    """One verb of an app, as a frozen value. Subclasses are dataclasses by themselves.

    Subclass with `class Send(Command, seen_by="the chat")`, naming the people other than the owner who notice it, or
    "nobody". What is noticed, `tell` puts into the outbox, so that taking it back does not undo it.
    `refusals` maps each reason that the command may be refused for to what the person then reads.
    """

    refusals: ClassVar[Mapping[str, str]] = {}
    seen_by: ClassVar[str]

    def __init_subclass__(cls, *, seen_by: str) -> None:
        cls.seen_by = seen_by
        dataclass(frozen=True)(cls)

    def run(self, store: Store) -> Any:
        """Carry it out inside an open transaction; return the row made, if one is.

        Raises:
            Refused: it can't be done; nothing has changed.
        """
        raise NotImplementedError

    def refuse(self, code: str, field: str = "", /, **values: object) -> Refused:
        """Return the declared refusal, its message filled with `values`, to be shown beside `field`."""
        return Refused(code, self.refusals[code].format(**values), field)

    def one_line(self, field: str, longest: int = 0, empty: str = "empty") -> str:
        """Return one line of text that was written into a field, its white space squeezed.

        Raises:
            Refused: `empty`, or “long” past `longest` characters.
        """
        written = " ".join(getattr(self, field).split())
        if not written:
            raise self.refuse(empty, field)
        if longest and len(written) > longest:
            raise self.refuse("long", field)
        return written

    def name_among(self, store: Store, kind: type[Row], own: int = 0, longest: int = 0, empty: str = "empty") -> str:
        """Return the line in the field `name`, which no other row of this kind may have.

        Raises:
            Refused: `empty`, “long” past `longest` characters, or “taken”.
        """
        name = self.one_line("name", longest, empty)
        if store.count(kind, "lower(name) = lower(?) AND id <> ?", name, own):
            raise self.refuse("taken", "name", name=name)
        return name

    def fresh(self, store: Store) -> Self:
        """Return the same command with each row as `store` holds it now.

        Raises:
            Refused: a row is gone.
        """
        rows = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}  # type: ignore[arg-type]
        found = {name: _again(store, value) for name, value in rows.items()}
        return dataclasses.replace(self, **found)  # type: ignore[type-var]


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened in the world: a frozen value that every app may turn into rows of its own."""

    at: datetime

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class Sent(Row, table="outbox"):
    """What others have noticed: no command takes it back, so sent-then-deleted is seen.

    `what` is all the text that they read; `details` what a form offers to add for whoever deals with it.
    """

    app: str
    verb: str
    to: str
    what: str
    details: str = free("words to a clerk that the form offers to add", default="")


def tell(store: Store, app: str, verb: str, to: str, *what: object, details: str = "") -> None:
    """Put what others notice into the outbox: whom, and all the text that reaches them, in parts."""
    text = " · ".join(str(part) for part in what if part not in (None, ""))
    store.add(Sent, app=app, verb=verb, to=to, what=text, details=details)


class Due(Row, table="due", unwatched="the world's own schedule: what is yet to come"):
    """An event that life has scheduled."""

    at: datetime
    kind: str
    event: str


def _again(store: Store, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_again(store, member) for member in value)
    if not isinstance(value, Row):
        return value
    try:
        return store.get(type(value), value.id)
    except KeyError:
        raise Refused("gone", "This is no longer there.") from None
