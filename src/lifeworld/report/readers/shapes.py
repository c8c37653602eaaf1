"""What a harness's JSON must look like where a reader looks into it; what nobody reads may be anything."""

from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from lifeworld.core.errors import UserError

Kind = Literal["text", "name", "number"]
LONGEST = 60


@dataclass(frozen=True)
class Each:
    """A list of things of one shape; none of them null."""

    of: "Shape"


@dataclass(frozen=True)
class Values:
    """An object with any keys."""

    of: "Shape"


@dataclass(frozen=True)
class Needed:
    """What must be there."""

    of: "Shape"


Shape = dict[str, Any] | Each | Values | Needed | Kind
WORDS = {"text": "a line of text", "name": "a line of text or a whole number", "number": "a number from 0 on"}


def checked(found: Any, shape: Shape, place: str) -> Any:
    """Return a value that has a shape; a field that is missing or null has every shape, unless it is needed.

    Raises:
        UserError: it has not; names the place, the field, and what it holds.
    """
    _check(found, shape, place, "")
    return found


def _check(found: Any, shape: Shape, place: str, at: str) -> None:
    if isinstance(shape, Needed):
        if found is None:
            raise UserError(f"{place}: there is no {at}")
        _check(found, shape.of, place, at)
    elif found is None:
        return
    elif isinstance(shape, Each):
        _expect(isinstance(found, list), found, "a list", place, at)
        for number, each in enumerate(found):
            _check(each, Needed(shape.of), place, f"{at}[{number}]")
    elif isinstance(shape, Values | dict):
        _expect(isinstance(found, dict), found, "an object", place, at)
        fields = dict.fromkeys(found, shape.of) if isinstance(shape, Values) else shape
        for key, inner in fields.items():
            _check(found.get(key), inner, place, f"{at}.{key}" if at else key)
    else:
        _expect(_is(found, shape), found, WORDS[shape], place, at)


def _is(found: Any, kind: Kind) -> bool:
    if isinstance(found, str):
        return kind != "number" and found.isprintable()
    if isinstance(found, bool) or not isinstance(found, int | float):
        return False
    return isinstance(found, int) if kind == "name" else kind == "number" and isfinite(found) and found >= 0


def _expect(right: bool, found: Any, wanted: str, place: str, at: str) -> None:
    if not right:
        told = repr(found)
        told = told if len(told) <= LONGEST else f"{told[:LONGEST]}…"
        raise UserError(f"{place}: {at or 'it'} must be {wanted}, not {told}")
