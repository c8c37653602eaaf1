"""What all readers of a model's text share: arguments by kind, places by the model's own measure, never an exception.

A model's vocabulary is a table from the names of its calls to functions of their arguments. Whatever a function can't
make sense of becomes `Invalid`, with what was wrong in words that the model is told.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from pydantic import ValidationError

from lifeworld.agents.model import Call, ending
from lifeworld.agents.picture import Picture
from lifeworld.core.actions import Action, Click, Code, Done, Drag, Invalid, Message, Move, Point, Scroll, Text
from lifeworld.core.nearest import hint

NOTCH = 120
"""CSS pixels that one click of a mouse wheel scrolls."""

DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

Measure = Literal["pixels", "999", "1000", "fractions"]
"""What a model's coordinates count: pixels of the picture sent, steps of a grid, or parts of the whole."""

Unit = Literal["px", "viewport"]

_HUGE = 10**15
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Misread(Exception):  # noqa: N818 (an answer's defect, not ours; never leaves this module's callers)
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
class Seen:
    """What an answer refers to.

    Attributes:
        picture: the last one that the model was sent.
        measure: what its coordinates count.
        cursor: where it pointed last; None before it has.
        words: what it said besides its calls.
        marks: the references of the controls that bear the numbers from 1.
    """

    picture: Picture
    measure: Measure = "pixels"
    cursor: Point | None = None
    words: str = ""
    marks: tuple[str, ...] = ()

    def point(self, x: float, y: float) -> Point:
        """Return the place that two numbers mean.

        Raises:
            Misread: it lies outside, or is none.
        """
        place = self.picture.point(x, y, self._grid(x, y))
        if isinstance(place, Invalid):
            raise Misread(place.code, place.detail)
        return place

    def _grid(self, x: float, y: float) -> float | None:
        if self.measure == "fractions":  # what exceeds 1 can only be pixels
            return 1 if x <= 1 and y <= 1 else None
        return None if self.measure == "pixels" else float(self.measure)


class Arguments:
    """A call's arguments by kind; each method takes the names that the argument may have.

    All methods raise `Misread` where it is missing (and no default is given) or of another kind.
    """

    def __init__(self, given: Mapping[str, Any], seen: Seen) -> None:
        self.given, self.seen = given, seen

    def has(self, *names: str) -> bool:
        return any(self.given.get(name) not in (None, "") for name in names)

    def text(self, *names: str, default: str | None = None) -> str:
        value = self._value(names, default)
        if isinstance(value, str | int | float) and not isinstance(value, bool) and whole(value) == value:
            return str(value)
        raise Misread("bad_argument", f"{names[0]} is not text")

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

    def point(self, *names: str) -> Point:
        """Return a place however it is written: two numbers, or four for the corners of a box whose centre is meant."""
        numbers = [float(number) for number in _NUMBER.findall(str(whole(self._value(names, None))))]
        if len(numbers) == 4:
            numbers = [(numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2]
        if len(numbers) != 2:
            raise Misread("bad_argument", f"{names[0]} is no place: two numbers are wanted")
        return self.seen.point(*numbers)

    def point_if_any(self, *names: str) -> Point | None:
        return self.point(*names) if self.has(*names) else None

    def x_y(self) -> Point:
        """Return the place that the arguments x and y give."""
        return self.seen.point(self.number("x"), self.number("y"))

    def x_y_if_any(self) -> Point | None:
        return self.x_y() if self.has("x", "y") else None

    def cursor(self) -> Point:
        if self.seen.cursor is None:
            raise Misread("bad_argument", "Where it begins is not known: point there first.")
        return self.seen.cursor

    def keys(self, *names: str) -> tuple[str, ...]:
        """Return the keys of a chord: a list, the same as JSON, or one text."""
        value = self._value(names, None)
        if isinstance(value, str) and value.lstrip().startswith("["):
            value = _json(value)
        keys = value if isinstance(value, list | tuple) else [value]
        if not keys or not all(isinstance(key, str | int) for key in keys):
            raise Misread("bad_argument", f"{names[0]} is not a list of keys")
        return tuple(str(key) for key in keys)

    def direction(self, name: str = "direction") -> tuple[int, int]:
        """Return which way is to be revealed, as signs of x and y."""
        return self.choice(DIRECTIONS, name)

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


Verb: TypeAlias = Callable[[Arguments], Action | tuple[Action, ...]]


def understood(calls: Iterable[Named | Invalid], verbs: Mapping[str, Verb], seen: Seen) -> tuple[Call, ...]:
    """Return an answer's calls as actions; an answer without a call as what its words say."""
    seen, found = replace(seen, words=whole(seen.words)), list[Call]()
    for call in calls:
        actions = (call,) if isinstance(call, Invalid) else _actions(call, verbs, seen)
        seen = replace(seen, cursor=pointed(actions, seen.cursor))
        found.append(Call(actions, name=whole(getattr(call, "name", "")), native=_native(call)))
    return tuple(found) or (Call((wordless(seen.words),), native=seen.words),)


def wordless(words: str) -> Action:
    """Return what an answer without any call means: a question, not feasible, or a mistake."""
    action = ending(words)
    if isinstance(action, Done) and action.status == "success":
        return Invalid(code="parse_error", detail="The answer has no action in the form that was asked for.")
    return action


def guarded(make: Callable[[], Action | tuple[Action, ...]], native: Any = None) -> tuple[Action, ...]:
    """Return the actions that `make` returns, or the `Invalid` that what it raises comes to."""
    try:
        made = make()
        return made if isinstance(made, tuple) else (made,)
    except Misread as error:
        return (Invalid(code=error.code, detail=error.detail, native=native),)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        detail = f"{'.'.join(map(str, first['loc']))}: {first['msg'].removeprefix('Value error, ')}"
        return (Invalid(code="bad_argument", detail=detail, native=native),)
    except RecursionError:
        return (Invalid(code="parse_error", detail="It is nested too deeply."),)


def pointed(actions: Iterable[Action], before: Point | None = None) -> Point | None:
    """Return where the pointer is after these actions."""
    for action in actions:
        if isinstance(action, Drag):
            place: Any = action.path[-1]
        else:
            place = getattr(action, "target", None) if isinstance(action, Click | Move | Scroll | Text) else None
        before = place if isinstance(place, Point) else before
    return before


def finished(answer: str | None, words: str) -> Done:
    """Return the end of an episode; an answer that stands only in the words, in a line “Answer: …”, is one."""
    lines = [line.strip() for line in words.splitlines()]
    said = [line for line in lines if line.lower().startswith("answer:")]
    return Done(answer=answer or (said[-1] if said else None))


def stopped(status: str, answer: str | None, words: str) -> Done:
    """Return the end that a model with two words for it means; its failure says that the task can't be done.

    That is how the benchmark which these vocabularies come from grades it; none of them has a word for giving up.
    """
    return finished(answer, words) if status == "success" else Done(status="infeasible", answer=answer)


def asked(text: str, words: str) -> Message:
    """Return a question to the person; without a text of its own, it is what the model said."""
    return Message(text=text.strip() or words.strip() or "I need your help.", expects_reply=True)


def scrolled(direction: tuple[int, int], amount: float, target: Point | None = None, unit: Unit = "px") -> Scroll:
    """Return a scroll by an amount towards what lies in that direction."""
    dx, dy = (sign * amount + 0.0 for sign in direction)  # no -0.0
    return Scroll(target=target, dx=dx, dy=dy, unit=unit)


def _actions(call: Named, verbs: Mapping[str, Verb], seen: Seen) -> tuple[Action, ...]:
    verb = verbs.get(call.name)
    if verb is None:
        detail = f"There is no action {call.name!r}; {hint(call.name, verbs)}"
        return (Invalid(code="unknown_action", detail=detail, native=_native(call)),)
    return guarded(lambda: verb(Arguments(call.arguments, seen)), _native(call))


def _native(call: Named | Invalid) -> Any:
    """Return a call as plain data."""
    if isinstance(call, Invalid):
        return whole(call.native)
    return {"name": whole(call.name), "arguments": {whole(name): whole(value) for name, value in call.arguments.items()}}


def whole(value: Any) -> Any:
    """Return a value as plain data that every file can hold: half signs become question marks."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, list | tuple):
        return [whole(part) if isinstance(part, str) or _is_number(part) else _shown(part) for part in value]
    return value if value is None or _is_number(value) else _shown(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and abs(value) < _HUGE


def _shown(value: Any) -> str:
    try:
        return str(whole(repr(value)))
    except (ValueError, RecursionError):  # a whole number of thousands of digits
        return type(value).__name__


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
