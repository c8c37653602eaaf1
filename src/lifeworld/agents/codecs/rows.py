"""Rows of a vocabulary: each reads a native call as an action, and writes such an action as that call."""

import math
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from lifeworld.agents.arguments import Arguments, Frame, Misread, Named
from lifeworld.agents.call_decoding import Decoder, guarded, native_of
from lifeworld.core.actions import Action, Click, Drag, Invalid, Key, Move, Point, Scroll, System, Text, Wait
from lifeworld.core.errors import hint

Fields: TypeAlias = dict[str, Any]
_BESIDE = frozenset(("note",))  # fields that words beside the calls give
_SWIPE = 0.8  # of the screen, that one swipe goes at most
_WAITS = (5, 1)  # seconds, where a vocabulary can't wait as long as is wanted


class Inexpressible(Exception):
    """A vocabulary has no call for an action."""


class Part(NamedTuple):
    """Arguments of a call, and the fields of the action that they fill.

    Attributes:
        fields: of the action.
        read: returns the fields from the call's arguments; raises `Misread`.
        write: returns the arguments from the action; raises `Inexpressible`.
    """

    fields: tuple[str, ...]
    read: Callable[[Arguments], Fields]
    write: Callable[[Any, Frame], Fields]


class Row(NamedTuple):
    """One native call and the kind of action that it stands for.

    Attributes:
        names: of the call; it is written by the first.
        fixed: fields of the action that the name implies; the others have their defaults.
        decode: for a call that is only read, returns its actions; such a row writes nothing.
    """

    names: tuple[str, ...]
    action: type[Any] = Invalid
    parts: tuple[Part, ...] = ()
    fixed: Mapping[str, Any] = {}
    decode: Decoder | None = None

    def read(self, given: Arguments) -> Action | tuple[Action, ...]:
        if self.decode:
            return self.decode(given)
        found = dict(self.fixed)
        for part in self.parts:
            found |= part.read(given)
        return self.action(**found)  # type: ignore[no-any-return]

    def write(self, action: Action, frame: Frame) -> Named:
        """Return the call for an action.

        Raises:
            Inexpressible: the row stands for another kind of action, or a field has a value that the call can't give.
        """
        if self.decode or type(action) is not self.action:
            raise Inexpressible(f"{self.names[0]} does something else")
        filled = _BESIDE.union(*(part.fields for part in self.parts))
        for name, field in self.action.model_fields.items():
            if name not in filled and getattr(action, name) != self.fixed.get(name, field.default):
                raise Inexpressible(f"{self.names[0]} has no argument for {name}")
        arguments: Fields = {}
        for part in self.parts:
            arguments |= part.write(action, frame)
        return Named(self.names[0], arguments)


def row(names: str, action: type[Any], *parts: Part, **fixed: Any) -> Row:
    """Return a row.

    Args:
        names: of the call, separated by commas; the first is written, all are read.
        action: the kind of action.
        parts: its arguments.
        fixed: fields of the action that the name implies.
    """
    return Row(tuple(names.split(",")), action, parts, fixed)


def read_only(names: str, decode: Decoder) -> Row:
    """Return the row of a call that is read but never written."""
    return Row(tuple(names.split(",")), decode=decode)


def never_written(one: Row) -> Row:
    """Return a row whose call is read as before, and never written."""
    return Row(one.names, decode=one.read)


class Codec:
    """A provider's vocabulary, read and written by the same rows.

    Args:
        rows: of several with one name, the first that can read a call does; the first that can write an action does.
        writes: says whether a call may be written; all may by default.
    """

    def __init__(self, rows: Iterable[Row], writes: Callable[[Named], bool] = lambda _: True) -> None:
        self.rows = tuple(rows)
        self._writes = writes
        self.names: dict[str, list[Row]] = {}
        for one in self.rows:
            for name in one.names:
                self.names.setdefault(name, []).append(one)

    def narrowed(self, without: Container[str] = (), modifiers: bool = True) -> "Codec":
        """Return an older form of the vocabulary: without some calls, or without keys held while clicking."""
        kept = (one for one in self.rows if one.names[0] not in without)
        if modifiers:
            return Codec(kept)
        return Codec(
            one._replace(parts=tuple(part for part in one.parts if part.fields != ("modifiers",))) for one in kept
        )

    def told(self, names: Container[str], arguments: Collection[str] | None = None) -> "Codec":
        """Return what a model is told of it: the same is read, and only these calls are written.

        Args:
            names: of the calls.
            arguments: that they may have; None for any.
        """
        return Codec(
            self.rows,
            lambda call: call.name in names and (arguments is None or call.arguments.keys() <= set(arguments)),
        )

    def read(self, call: Named, frame: Frame) -> tuple[Action, ...]:
        """Return the actions that a call stands for; unknown arguments are ignored. Never raises."""
        rows = self.names.get(call.name)
        if not rows:
            detail = f"There is no action {call.name!r}; {hint(call.name, self.names)}"
            return (Invalid(code="unknown_action", detail=detail, native=native_of(call)),)
        return guarded(lambda: _first(rows, Arguments(call.arguments, frame)), native_of(call))

    def write(self, action: Action, frame: Frame) -> Named:
        """Return the call that stands for an action.

        Raises:
            Inexpressible: there is none.
        """
        for one in self.rows:
            with suppress(Inexpressible):
                if self._writes(call := one.write(action, frame)):
                    return call
        raise Inexpressible(f"no call for {action.type}")

    def can_write(self, action: Action, frame: Frame) -> bool:
        try:
            return bool(self.write(action, frame))
        except Inexpressible:
            return False

    def steps(self, action: Action, frame: Frame) -> list[Action]:
        """Return an action, or else the smaller ones that come to the same, each of which can be written.

        Raises:
            Inexpressible: there are none.
        """
        if self.can_write(action, frame):
            return [action]
        for parts in [self._waits(action, frame)] if isinstance(action, Wait) else _parts(action, frame):
            if parts and all(self.can_write(one, frame) for one in parts):
                return parts
        raise Inexpressible(f"no call for {action.type}")

    def _waits(self, action: Wait, frame: Frame) -> list[Action]:
        unit = next((one for one in _WAITS if self.can_write(Wait(seconds=one), frame)), 0)
        return [Wait(seconds=unit)] * math.ceil(action.seconds / unit) if unit else []


def _parts(action: Action, frame: Frame) -> Iterator[list[Action]]:
    """Yield the smaller actions that come to the same as one, in each way that there is."""
    match action:
        case Text():
            click = [Click(target=action.target)] if action.target else []
            clear = [Key(chord=("Control", "a"))] if action.clear else []
            enter = [Key(chord=("Enter",))] if action.submit else []
            yield [*click, *clear, Text(text=action.text), *enter]
        case Key(repeat=times) if times > 1:
            yield [action.model_copy(update={"repeat": 1})] * times
        case Scroll():
            if action.target:
                yield [Move(target=action.target), action.model_copy(update={"target": None})]
            if action.unit == "px" and frame.picture:
                yield _swipes(action, frame.picture.width * frame.ratio, frame.picture.height * frame.ratio)
        case System(name="home"):  # a phone takes the key as its button
            yield [Key(chord=("Home",))]


def _swipes(scroll: Scroll, width: float, height: float) -> list[Action]:
    """Return the swipes that move a page as far as a scroll, on a screen of this size in its pixels."""
    times = math.ceil(max(abs(scroll.dx) / width, abs(scroll.dy) / height) / _SWIPE) or 1
    way = scroll.dx / width / times, scroll.dy / height / times
    about = scroll.target if isinstance(scroll.target, Point) else Point(x=0.5, y=0.5)
    middle = [min(max(at, abs(far) / 2), 1 - abs(far) / 2) for at, far in zip((about.x, about.y), way, strict=True)]
    first, last = ([at + side * far / 2 for at, far in zip(middle, way, strict=True)] for side in (1, -1))
    return [Drag(path=(Point(x=first[0], y=first[1]), Point(x=last[0], y=last[1])), pointer="touch")] * times


def tapped(action: Action) -> tuple[Action, ...]:
    """Return typing over a field as on a phone, which has no Control+A: a triple tap marks what the field holds."""
    if not (isinstance(action, Text) and action.clear and action.target):
        return (action,)
    return Click(target=action.target, count=3), action.model_copy(update={"target": None, "clear": False})


def _first(rows: Sequence[Row], given: Arguments) -> Action | tuple[Action, ...]:
    """Return what the first row that can read a call makes of it; the last one names what is wrong."""
    for one in rows[:-1]:
        with suppress(Misread, ValueError):
            return one.read(given)
    return rows[-1].read(given)
