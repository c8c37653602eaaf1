"""The parts of rows: arguments of a native call, each with the action's field that it fills, in either direction."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from lifeworld.agents.arguments import NOTCH, Arguments, Frame
from lifeworld.agents.codecs.rows import Fields, Inexpressible, Part
from lifeworld.core.actions import Point

_ALMOST = 1e-6  # of a unit, that dividing and multiplying may have lost


def spelled(**arguments: Any) -> Part:
    """Arguments that are always written so, and not read."""
    return Part((), lambda _: {}, lambda *_: arguments)


def unwritten(part: Part) -> Part:
    """Arguments that are read where a call has them, and never written: models were not taught them."""
    return Part((), part.read, lambda *_: {})


def text(field: str, *names: str, default: str | None = None) -> Part:
    return Part(
        (field,),
        lambda given: {field: given.text(*names, default=default)},
        lambda action, _: {names[0]: getattr(action, field)},
    )


def submitted(*names: str, end: str) -> Part:
    """A text; what this pattern finds at its end, at least a line break, submits it."""

    def read(given: Arguments) -> Fields:
        whole = given.text(*names)
        kept = re.sub(end, "", whole)
        return {"text": kept, "submit": kept != whole}

    return Part(("text", "submit"), read, lambda action, _: {names[0]: action.text + "\n" * action.submit})


def number(field: str, *names: str, default: float | None = None) -> Part:
    """A number; one that equals the default is not written."""

    def write(action: Any, _: Frame) -> Fields:
        value = _plain(getattr(action, field))
        return {} if value == default else {names[0]: value}

    return Part((field,), lambda given: {field: given.number(*names, default=default)}, write)


def count(field: str, *names: str, scale: int = 1, default: float | None = None) -> Part:
    """A whole number of the field, `scale` of which are one of the argument's, as with seconds and milliseconds."""

    def read(given: Arguments) -> Fields:
        return {field: round(given.number(*names, default=default) * scale)}

    def write(action: Any, _: Frame) -> Fields:
        value = _plain(getattr(action, field) / scale)
        return {} if value == default else {names[0]: value}

    return Part((field,), read, write)


def flag(field: str, name: str, default: bool) -> Part:
    """A yes or no; `default` is what it means where the call has none."""
    return Part(
        (field,),
        lambda given: {field: given.flag(name, default=default)},
        lambda action, _: {name: getattr(action, field)},
    )


def choice(field: str, name: str, values: Mapping[str, str], default: str | None = None) -> Part:
    """One of the native words, each of which stands for a value of the field."""

    def write(action: Any, _: Frame) -> Fields:
        word = next((word for word, value in values.items() if value == getattr(action, field)), None)
        if word is None:
            raise Inexpressible(f"{name} has no word for {getattr(action, field)}")
        return {name: word}

    lower = {word.lower(): value for word, value in values.items()}
    return Part((field,), lambda given: {field: given.choice(lower, name, default=default)}, write)


def chord(*names: str, spell: Callable[[Sequence[str]], Any] = list) -> Part:
    """Keys that are pressed together."""
    return Part(
        ("chord",), lambda given: {"chord": given.keys(*names)}, lambda action, _: {names[0]: spell(action.chord)}
    )


def held(name: str, spell: Callable[[Sequence[str]], Any], required: bool = False) -> Part:
    """Keys that are held while clicking, if any; null stands for none where the argument is required."""

    def write(action: Any, _: Frame) -> Fields:
        none = {name: None} if required else {}
        return {name: spell(action.modifiers)} if action.modifiers else none

    return Part(("modifiers",), lambda given: {"modifiers": given.given.get(name) or ()}, write)


class Spot(NamedTuple):
    """How a call gives a place.

    Attributes:
        given: whether a call has it.
        read: returns the place.
        write: returns its arguments; raises `Inexpressible`.
    """

    given: Callable[[Arguments], bool]
    read: Callable[[Arguments], Any]
    write: Callable[[Any, Frame], Fields]


def at(*names: str, spell: Callable[..., Any] = lambda *numbers: [*numbers]) -> Spot:
    """One argument with both numbers of a place."""
    return Spot(
        lambda given: given.has(*names),
        lambda given: given.point(*names),
        lambda place, frame: {names[0]: spell(*numbers(place, frame))},
    )


def x_y(x: str = "x", y: str = "y") -> Spot:
    """Two arguments, one for each number of a place."""
    return Spot(
        lambda given: given.has(x, y),
        lambda given: given.frame.point(given.number(x), given.number(y)),
        lambda place, frame: dict(zip((x, y), numbers(place, frame), strict=True)),
    )


def numbers(place: Any, frame: Frame) -> list[float]:
    """Return the numbers of a place in a model's measure.

    Raises:
        Inexpressible: it is a reference, or there is no picture.
    """
    if frame.picture is None or not isinstance(place, Point):
        raise Inexpressible("there is no place on a picture")
    return frame.numbers(place)


def target(spot: Spot, needed: bool = False) -> Part:
    """Where an action is aimed; where it is not needed, its absence means where the pointer is, or the focus."""

    def read(given: Arguments) -> Fields:
        return {"target": spot.read(given) if needed or spot.given(given) else None}

    def write(action: Any, frame: Frame) -> Fields:
        if action.target is None and needed:
            raise Inexpressible("a target is needed")
        return {} if action.target is None else spot.write(action.target, frame)

    return Part(("target",), read, write)


def path(start: Spot, end: Spot, from_pointer: bool = False) -> Part:
    """Where a drag begins and ends; `from_pointer` if a call without a beginning starts at the pointer."""

    def read(given: Arguments) -> Fields:
        begin = given.cursor() if from_pointer and not start.given(given) else start.read(given)
        return {"path": (begin, end.read(given))}

    def write(action: Any, frame: Frame) -> Fields:
        if len(action.path) != 2:
            raise Inexpressible("a drag has two ends")
        return {**start.write(action.path[0], frame), **end.write(action.path[1], frame)}

    return Part(("path",), read, write)


def wheel(
    direction: str,
    amount: str,
    unit: float = NOTCH,
    default: float | None = None,
    most: float | None = None,
    whole: bool = True,
) -> Part:
    """A scroll as a direction and how far, counted in units, whole ones or not; of more than `most`, so many."""

    def read(given: Arguments) -> Fields:
        found = given.number(amount, default=default)
        return _towards(given.direction(direction), (found if most is None else min(max(found, 0), most)) * unit)

    def write(action: Any, _: Frame) -> Fields:
        name, length = _direction(action)
        return {direction: name, amount: whole_number(length / unit) if whole else length / unit}

    return Part(("dx", "dy"), read, write)


def toward(down: float, across: float | None = None) -> Part:
    """A scroll of a length that the call does not give, in a direction."""
    lengths = {True: down, False: down if across is None else across}

    def read(given: Arguments) -> Fields:
        found = given.direction()
        return _towards(found, lengths[bool(found[1])])

    def write(action: Any, _: Frame) -> Fields:
        name, length = _direction(action)
        if length != lengths[bool(action.dy)]:
            raise Inexpressible("a scroll has a fixed length")
        return {"direction": name}

    return Part(("dx", "dy"), read, write)


def along(field: str, name: str, unit: float = 1) -> Part:
    """A scroll along one axis as a signed number of units."""

    def read(given: Arguments) -> Fields:
        return {field: given.number(name) * unit + 0.0}

    return Part((field,), read, lambda action, _: {name: _plain(getattr(action, field) / unit)})


def whole_number(value: float) -> float:
    """Return a number of units that a call can give.

    Raises:
        Inexpressible: it is not whole.
    """
    if abs(value - round(value)) > _ALMOST:
        raise Inexpressible("it takes whole numbers")
    return round(value)


def short_keys(chord: Sequence[str]) -> list[str]:
    """Return keys as Python's libraries for the keyboard name them."""
    names = {"Control": "ctrl", "Meta": "win", "Escape": "esc"}
    return [names.get(key, key.lower().removeprefix("arrow")) for key in chord]


def _towards(direction: tuple[int, int], length: float) -> Fields:
    return {"dx": direction[0] * length + 0.0, "dy": direction[1] * length + 0.0}  # no -0.0


def _direction(action: Any) -> tuple[str, float]:
    """Return the word for which way a scroll goes, and how far.

    Raises:
        Inexpressible: it goes along both axes.
    """
    if action.dx and action.dy:
        raise Inexpressible("a scroll has one direction")
    if action.dx:
        return ("right" if action.dx > 0 else "left"), abs(action.dx)
    return ("down" if action.dy > 0 else "up"), abs(action.dy)


def _plain(value: float) -> float:
    """Return a number without the fraction that it does not have, nor the one that dividing may have left."""
    near = round(value)
    return near if abs(value - near) < _ALMOST else value
