"""What writes: commands (a person's verbs) and events (what life brings)."""

import dataclasses
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform, get_type_hints

from pydantic import TypeAdapter

from lifeworld.core.errors import Refused
from lifeworld.core.typed import remembered
from lifeworld.store.columns import free
from lifeworld.store.fields import ask, asked_of, line, text
from lifeworld.store.store import Row, Store
from lifeworld.store.tables import Value

_NUMBERS = itertools.count()
_E = TypeVar("_E", bound="Event")


class Set(Enum):
    """A value that only the moment knows."""

    NOW = "now"
    KEPT = "kept"


NOW, KEPT = Set.NOW, Set.KEPT
PART = "\x1f"  # stands between the parts of a text that others read; nobody can type it


@dataclass_transform(frozen_default=True, field_specifiers=(line, text, ask))
class Command(Value):
    """One verb of an app, as a frozen value. Subclasses are dataclasses by themselves.

    Subclass with `class Send(Command, seen_by="the chat")`, naming the people other than the owner who notice it, or
    "nobody". What is noticed, `tell` puts into the outbox, so that taking it back does not undo it.
    `refusals` maps each reason that the command may be refused for to what the person then reads, where `{card.name}`
    stands for what a field holds; what fields declare (`line`, `text`, `ask`) is among them by itself.
    """

    refusals: ClassVar[Mapping[str, str]] = {}
    seen_by: ClassVar[str]
    defined: ClassVar[int]  # its place among all, by definition
    keeps: ClassVar[bool] = False  # whether a field that is left out keeps what the row holds, instead of its default

    def __init_subclass__(cls, *, seen_by: str) -> None:
        cls.seen_by, cls.defined = seen_by, next(_NUMBERS)
        dataclass(frozen=True, eq=False, repr=False)(cls)
        declared = {code: said for asked in asked_of(cls).values() for code, said in asked.refusals.items()}
        cls.refusals = {**declared, **cls.refusals}

    def run(self, store: Store) -> Any:
        """Carry it out inside an open transaction; return the row made, if one is.

        Raises:
            Refused: it can't be done; nothing has changed.
        """
        raise NotImplementedError

    def refuse(self, code: str, field: str = "", /, **values: object) -> Refused:
        """Return the declared refusal, its message filled with `values`, to be shown beside `field`."""
        asked = asked_of(type(self)).get(field)
        said = (asked.refusals if asked else {}).get(code) or self.refusals[code]
        return Refused(code, said, field, {**vars(self), **values})

    def need(self, holds: object, code: str, field: str = "", /, **values: object) -> None:
        """Refuse unless something holds.

        Raises:
            Refused: it does not.
        """
        if not holds:
            raise self.refuse(code, field, **values)

    def ready(self, store: Store) -> Self:
        """Return the command with its rows as they are now and its texts as they are kept.

        Raises:
            Refused: a row is gone, or a field holds what its declaration refuses.
        """
        command = self.fresh(store).cleaned()
        for refused in command.faults(store):
            raise refused
        return command

    @classmethod
    def kept(cls) -> frozenset[str]:
        """Return the fields that keep the row's value where they are left out; an Edit has such."""
        return frozenset()

    def whole(self, store: Store) -> Self:
        """Return the command with all its values: of an Edit those, too, that it keeps of its row."""
        return self

    def cleaned(self) -> Self:
        """Return the command with its texts as they are kept."""
        texts = {name: asked.clean(getattr(self, name)) for name, asked in asked_of(type(self)).items()}
        return dataclasses.replace(self, **texts) if texts else self  # type: ignore[type-var]

    def faults(self, store: Store) -> Iterator[Refused]:
        """Yield what the declarations of the fields refuse."""
        for name, asked in asked_of(type(self)).items():
            value = getattr(self, name)
            if code := asked.fault(value) or ("taken" if asked.taken and self._taken(store, name, value) else ""):
                yield self.refuse(code, name)

    def its_row(self, store: Store) -> Row | None:
        """Return the row that the command is about: its first row."""
        return next((value for value in vars(self).values() if isinstance(value, Row)), None)

    @classmethod
    def row_kind(cls) -> type[Row] | None:
        """Return of which kind the row is that the command makes or is about."""
        rows = (hint for hint in hints(cls).values() if isinstance(hint, type) and issubclass(hint, Row))
        return next(rows, None)

    def _taken(self, store: Store, name: str, value: str) -> bool:
        kind, own = self.row_kind(), self.its_row(store)
        assert kind, f"{type(self).__name__}.{name}: “taken” needs a kind of row"
        own_id = own.id if isinstance(own, kind) else 0
        return bool(store.count(kind, f"lower({name}) = lower(?) AND id <> ?", value, own_id))

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

    def fresh(self, store: Store) -> Self:
        """Return the same command with each row as `store` holds it now.

        Raises:
            Refused: a row is gone.
        """
        rows = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}  # type: ignore[arg-type]
        found = {name: _again(store, value) for name, value in rows.items()}
        return dataclasses.replace(self, **found)  # type: ignore[type-var]


@remembered(1024)
def hints(command: type[Command]) -> dict[str, Any]:
    """Return the types of a command's fields, by name."""
    known = {f.name for f in dataclasses.fields(command)}  # type: ignore[arg-type]
    return {name: hint for name, hint in get_type_hints(command).items() if name in known}


def given(command: Command) -> dict[str, Any]:
    """Return the values of a command by field, those left out that it would have by itself."""
    defaults = {f.name: f.default for f in dataclasses.fields(command)}  # type: ignore[arg-type]
    values = {name: getattr(command, name) for name in defaults}
    if command.keeps:
        return {name: one for name, one in values.items() if one is not KEPT}
    return {name: one for name, one in values.items() if defaults[name] is dataclasses.MISSING or one != defaults[name]}


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Event(Value):
    """Something that happened in the world: a frozen value that every app may turn into rows of its own.

    `deed` where it is the owner's own, put off until now: what comes of it counts as theirs.
    """

    deed: ClassVar[bool] = False
    at: datetime

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True, eq=False, repr=False)(cls)


class Sent(Row, table="outbox"):
    """What others have noticed: no command takes it back, so sent-then-deleted is seen.

    `what` is all the text that they read, its parts (a subject, a letter, a signature) kept apart; `details` what a
    form offers to add for whoever deals with it.
    """

    app: str
    verb: str
    to: str
    what: str
    details: str = free("words to a clerk that the form offers to add", default="", worded=True)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.what.split(PART))


def tell(store: Store, app: str, verb: str, to: str, *what: object, details: str = "") -> None:
    """Put what others notice into the outbox: whom, and all the text that reaches them, in parts."""
    text = PART.join(str(part) for part in what if part not in (None, ""))
    store.add(Sent, app=app, verb=verb, to=to, what=text, details=details)


class Due(Row, table="due", unwatched="the world's own schedule: what is yet to come"):
    """An event that life has scheduled."""

    at: datetime
    kind: str
    event: str

    def holds(self, kind: type[_E]) -> _E:
        """Return the event, which is of this kind."""
        event: _E = _filed_as(kind).validate_json(self.event)  # type: ignore[arg-type]  # every class has a hash
        return event


def schedule_event(store: Store, event: Event) -> None:
    """Note what is yet to come; the world lets it happen when it is due."""
    kind: Any = type(event)
    store.add(Due, at=event.at, kind=kind.__name__, event=_filed_as(kind).dump_json(event).decode())


@lru_cache(maxsize=64)
def _filed_as(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _again(store: Store, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_again(store, member) for member in value)
    if not isinstance(value, Row):
        return value
    try:
        return store.get(type(value), value.id)
    except KeyError:
        raise Refused("gone", "This is no longer there.") from None
