"""What data an action may hold, and why data is no action."""

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, JsonValue

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
_HUGE = 10**300  # no number that is filed is


def storable(value: Any) -> Any:
    """Return plain data; refuse numbers that no file of JSON holds.

    Raises:
        ValueError: there is one.
    """
    if isinstance(value, int | float) and not abs(value) < _HUGE:
        raise ValueError("a number is too large, or none")
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        storable(part)
    return value


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


def plain(data: Any) -> Any:
    """Return data as JSON can keep it."""
    if isinstance(data, bytes | bytearray):
        return bytes(data).decode("utf-8", "replace")
    return data if isinstance(data, str | dict | list | int | float | bool | None) else repr(data)
