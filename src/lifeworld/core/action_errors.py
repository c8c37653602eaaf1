"""What data an action may hold, and why data is no action."""

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, JsonValue
from pydantic_core import ErrorDetails

from lifeworld.core.errors import hint

Code = Literal[
    "parse_error",
    "unknown_action",
    "bad_argument",
    "out_of_bounds",
    "unsupported_on_target",
    "stale_ref",
    "blocked",
    "call_limit",
    "bad_answer",
]

_OF_THE_SHAPE = {"union_tag_not_found", "model_attributes_type", "json_invalid", "json_type", "dict_type"}
_FORMS = {"kind": '; write {"kind": "ref", "id": "e42"} or {"kind": "point", "x": 0.5, "y": 0.25}'}
_HUGE = 10**300  # no number that is filed is
QUOTED = 200  # characters of what could not be read that are kept


def storable(value: Any) -> Any:
    """Return plain data; refuse what no file of JSON holds.

    Raises:
        ValueError: there is such a number, or half of a character, or something else than plain data.
    """
    if isinstance(value, str):
        if is_broken(value):
            raise ValueError("it holds half of a character")
    elif isinstance(value, int | float):
        if not abs(value) < _HUGE:
            raise ValueError("a number is too large, or none")
    elif isinstance(value, dict | list | tuple):
        for part in (*map(_key, value), *value.values()) if isinstance(value, dict) else value:
            storable(part)
    elif value is not None:
        raise ValueError(f"this is no plain data: {type(value).__name__}")
    return value


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise ValueError(f"a key is no text: {type(key).__name__}")
    return key


Storable = Annotated[JsonValue, AfterValidator(storable)]


def is_broken(data: Any) -> bool:
    """Return whether a text in plain data is none that can be written: JSON as text would have been refused for it."""
    try:
        json.dumps(data, default=str, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        return True
    except (ValueError, RecursionError):
        return False  # for other reasons, which are told by what is wrong
    return False


def code_of(kind: str, place: tuple[int | str, ...]) -> Code:
    """Return the code of pydantic's error of a kind at a place."""
    if kind in _OF_THE_SHAPE and len(place) <= 1:
        return "parse_error"
    if kind == "union_tag_invalid" and len(place) == 0:
        return "unknown_action"
    if place and place[-1] in ("x", "y") and kind in ("greater_than_equal", "less_than_equal"):
        return "out_of_bounds"
    return "bad_argument"


def said_of(error: ErrorDetails) -> str:
    """Return what is wrong in words that tell what would be right."""
    told = error.get("ctx", {})
    key = str(told.get("discriminator", "")).strip("'")
    if error["type"] == "union_tag_not_found":
        return f"It has no “{key}”{_FORMS.get(key, '')}."
    if error["type"] == "union_tag_invalid":
        known = [tag.strip("'") for tag in told["expected_tags"].split(", ")]
        return f"No {key} “{told['tag']}”; {hint(told['tag'], known)}"
    if error["type"] in _OF_THE_SHAPE:
        return f"It is no JSON object: {told['error']}." if "error" in told else "It is no JSON object."
    return "There is no such key." if error["type"] == "extra_forbidden" else error["msg"]


def plain(data: Any) -> Any:
    """Return data as JSON can keep it, or a text that quotes it."""
    if isinstance(data, bytes | bytearray):
        return bytes(data).decode("utf-8", "replace")
    try:
        return storable(data)
    except (ValueError, RecursionError):
        return quoted(data)


def quoted(data: Any) -> str:
    """Return the beginning of data as a text, whatever it is."""
    try:
        return repr(data)[:QUOTED]
    except (ValueError, RecursionError):  # of a number with thousands of digits, or of what is nested as often
        return f"a {type(data).__name__} that is too large to be told"
