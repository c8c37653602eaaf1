"""Arguments of a model's call, by kind: numbers, texts, keys, and places by the model's own measure."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from lifeworld.agents.picture import Picture
from lifeworld.core.action_errors import Code
from lifeworld.core.actions import Point
from lifeworld.core.answers import NONE
from lifeworld.core.errors import hint

Measure = Literal["pixels", "999", "1000", "fractions"]
"""What a model's coordinates count: pixels of the picture sent, steps of a grid, or parts of the whole."""

NOTCH = 120  # pixels that one click of a wheel scrolls, as Chromium counts them
DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_HUGE = 10**15
_BIT = 1e-6  # of a unit, that dividing and multiplying may have lost
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Misread(Exception):
    """An argument is missing or of the wrong kind; `understood` makes it `Invalid`."""

    def __init__(self, code: Code, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


@dataclass(frozen=True)
class Named:
    """A call as a model wrote it; its arguments are not looked at yet."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Frame:
    """What the places in a model's answer refer to.

    Attributes:
        picture: the last one that the model was sent; None in the channel without pictures.
        measure: what its coordinates count.
        cursor: where it pointed last; None before it has.
        words: what it said besides its calls.
        marks: the references of the controls that bear the numbers from 1.
        ratio: pixels of the screen for one of the picture.
    """

    picture: Picture | None = None
    measure: Measure = "pixels"
    cursor: Point | None = None
    words: str = ""
    marks: tuple[str, ...] = ()
    ratio: float = 1

    @classmethod
    def of(cls, size: tuple[int, int], measure: Measure = "pixels") -> "Frame":
        """Return the frame of a picture of this size."""
        return cls(Picture(b"", "image/png", *size), measure)

    def point(self, x: float, y: float) -> Point:
        """Return the place that two numbers mean.

        Raises:
            Misread: it lies outside, is none, or there is no picture.
        """
        if self.picture is None:
            raise Misread("unsupported_on_target", "there is no picture to point at")
        if not (math.isfinite(x) and math.isfinite(y)):
            raise Misread("bad_argument", f"({x}, {y}) is no place: two numbers are wanted")
        across, down = self._sides(x, y)
        beyond = max(-x, -y, x - across, y - down)
        if beyond > (1 if across > 1 else 0):  # one unit beyond the edge is the edge
            raise Misread("out_of_bounds", f"({x:g}, {y:g}) lies outside of {across:g}x{down:g}")
        return Point(x=min(max(x / across, 0), 1), y=min(max(y / down, 0), 1))

    def numbers(self, point: Point) -> list[float]:
        """Return the two numbers by which a model gives a place: the inverse of `point`, up to one unit."""
        assert self.picture
        if self.measure == "fractions":
            return [round(point.x, 4), round(point.y, 4)]
        if self.measure == "999":
            return [round(point.x * 999), round(point.y * 999)]
        across, down = (1000, 1000) if self.measure == "1000" else (self.picture.width, self.picture.height)
        return [int(point.x * across + _BIT), int(point.y * down + _BIT)]

    def _sides(self, x: float, y: float) -> tuple[float, float]:
        """Return into how many units the width and the height are divided, where a place is given by these numbers."""
        assert self.picture
        if self.measure == "pixels" or (self.measure == "fractions" and max(x, y) > 1):  # these can only be pixels
            return self.picture.width, self.picture.height
        unit = 1.0 if self.measure == "fractions" else float(self.measure)
        return unit, unit


class Arguments:
    """A call's arguments by kind; each method takes the names that the argument may have.

    All methods raise `Misread` where it is missing (and no default is given) or of another kind.
    """

    def __init__(self, given: Mapping[str, Any], frame: Frame) -> None:
        self.given, self.frame = given, frame

    def has(self, *names: str) -> bool:
        return any(self.given.get(name) not in (None, "") for name in names)

    def text(self, *names: str, default: str | None = None) -> str:
        value = self._value(names, default)
        if isinstance(value, str | int | float) and not isinstance(value, bool) and whole(value) == value:
            return str(value)
        raise Misread("bad_argument", f"{names[0]} is not text")

    def answer(self, *names: str) -> Any:
        """Return an answer, of whatever type; null is that there is nothing, and "" or no argument that none is given.

        Raises:
            RecursionError: it is nested too deeply.
        """
        found = next((self.given[name] for name in names if name in self.given), "")
        return NONE if found is None else None if isinstance(found, str) and not found.strip() else sound(found)

    def number(self, *names: str, default: float | None = None) -> float:
        value = self._value(names, default)
        try:
            found = math.nan if isinstance(value, bool) else float(value)
        except (TypeError, ValueError, OverflowError):
            found = math.nan
        if not math.isfinite(found):
            raise Misread("bad_argument", f"{names[0]} is not a number")
        return found

    def count(self, *names: str, default: int | None = None) -> int:
        return round(self.number(*names, default=default))

    def flag(self, *names: str, default: bool) -> bool:
        value = str(self._value(names, default)).strip().lower()
        if value not in ("true", "false"):
            raise Misread("bad_argument", f"{names[0]} is neither true nor false")
        return value == "true"

    def numbers(self, name: str) -> list[float]:
        """Return all numbers that stand in an argument, however it is written."""
        return [float(number) for number in _NUMBER.findall(str(whole(self._value((name,), None))))]

    def point(self, *names: str) -> Point:
        """Return a place however it is written: two numbers, or four for the corners of a box whose centre is meant."""
        numbers = next((self.numbers(name) for name in names if self.given.get(name) is not None), [])
        if not numbers:
            self._value(names, None)
        if len(numbers) == 4:
            numbers = [(numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2]
        if len(numbers) != 2:
            raise Misread("bad_argument", f"{names[0]} is no place: two numbers are wanted")
        return self.frame.point(*numbers)

    def cursor(self) -> Point:
        if self.frame.cursor is None:
            raise Misread("bad_argument", "Where it begins is not known: point there first.")
        return self.frame.cursor

    def keys(self, *names: str) -> tuple[str, ...]:
        """Return the keys of a chord: a list, the same as JSON, or one text."""
        value = self._value(names, None)
        if isinstance(value, str) and value.lstrip().startswith("["):
            value = read_json(value, value)
        keys = value if isinstance(value, list | tuple) else [value]
        if not keys or not all(isinstance(key, str | int) and whole(key) == key for key in keys):
            raise Misread("bad_argument", f"{names[0]} is not a list of keys")
        return tuple(str(key) for key in keys)

    def direction(self, name: str = "direction") -> tuple[int, int]:
        """Return which way is to be revealed, as signs of x and y."""
        signs: tuple[int, int] = self.choice(DIRECTIONS, name)
        return signs

    def choice(self, choices: Mapping[str, Any], *names: str, default: str | None = None) -> Any:
        """Return what a word stands for, however it is capitalised."""
        word = self.text(*names, default=default).strip().lower()
        if word not in choices:
            raise Misread("bad_argument", f"{names[0]} = {word!r}; {hint(word, choices)}")
        return choices[word]

    def _value(self, names: tuple[str, ...], default: Any) -> Any:
        found = (self.given[name] for name in names if self.given.get(name) is not None)
        value = next(found, default)
        if value is None:
            raise Misread("bad_argument", f"{names[0]} is missing")
        return value


def whole(value: Any) -> Any:
    """Return a value as plain data that every file can hold: half signs become question marks."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, list | tuple):
        return [whole(part) if isinstance(part, str) or _is_number(part) else _shown(part) for part in value]
    return value if value is None or _is_number(value) else _shown(value)


def sound(value: Any) -> Any:
    """Return a value as JSON has it.

    Raises:
        RecursionError: it is nested too deeply.
    """
    if isinstance(value, dict):
        return {str(whole(str(key))): sound(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [sound(one) for one in value]
    return whole(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and abs(value) < _HUGE


def _shown(value: Any) -> str:
    try:
        return str(whole(repr(value)))
    except (ValueError, RecursionError):  # a whole number of thousands of digits
        return type(value).__name__


def read_json(text: str, otherwise: Any = None) -> Any:
    """Return what a model's text says in JSON; something else where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return otherwise
