"""What every stand-in's wire has: reading a request against the provider's types and rules, and writing an answer."""

import base64
import io
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image
from pydantic import TypeAdapter, ValidationError

from lifeworld.agents.offered import DONE
from lifeworld.agents.standin.script import Asked, Turn
from lifeworld.core.actions import (
    Action,
    Click,
    Done,
    Key,
    OpenApp,
    Point,
    Ref,
    Scroll,
    SetValue,
    System,
    Text,
    Tool,
    Wait,
)

Body = dict[str, Any]
Headers = Mapping[str, str]
_BIT = 1e-6  # of a pixel, that dividing and multiplying may have lost
_PNG = "data:image/png;base64,"


class Wrong(Exception):
    """A request that the provider would not take; says why."""


class Wire(ABC):
    """One provider's way to ask and answer."""

    @abstractmethod
    def asked(self, body: Body, headers: Headers) -> Asked:
        """Return what a request comes to.

        Raises:
            Wrong: the provider would refuse it.
        """

    @abstractmethod
    def answer(self, turn: Turn, asked: Asked) -> Body:
        """Return the body of an answer."""

    @abstractmethod
    def malformed(self) -> Body:
        """Return an answer with a call that can't be read."""

    @abstractmethod
    def refusal(self) -> Body:
        """Return a refusal."""

    @abstractmethod
    def empty(self) -> Body:
        """Return an answer that says that there is none."""

    def error(self, status: int, message: str) -> Body:
        """Return the body of an error."""
        return {"error": {"message": message, "type": "error", "code": status}}


def must(holds: object, why: str) -> None:
    """See that a rule of the provider's is kept.

    Raises:
        Wrong: it is not.
    """
    if not holds:
        raise Wrong(why)


def fits(kind: TypeAdapter[Any], value: Any, what: str) -> None:
    """See that a value is what the provider's package says, through and through.

    Raises:
        Wrong: it is not.
    """
    try:
        _exhaust(kind.validate_python(value))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise Wrong(f"{what}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def size_of(encoded: str) -> tuple[int, int]:
    """Return width and height of a picture in base64, or as a data URL.

    Raises:
        Wrong: it is no picture.
    """
    try:
        with Image.open(io.BytesIO(base64.b64decode(encoded.removeprefix(_PNG), validate=True))) as image:
            return image.size
    except (ValueError, OSError) as error:
        raise Wrong(f"a picture can't be read: {error}") from None


def read_json(text: str) -> Any:
    """Return what a text says in JSON; None where it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def pixel(point: Point, size: tuple[int, int]) -> tuple[int, int]:
    """Return the pixel that a place is on."""
    x, y = (int(share * length + _BIT) for share, length in zip((point.x, point.y), size, strict=True))
    return min(x, size[0] - 1), min(y, size[1] - 1)


def seen(action: Action, asked: Asked) -> tuple[int, int] | None:
    """Return the size of the picture that an action is said on; None where a function of the tree does it better."""
    return None if asked.tree and isinstance(action, System) else asked.size


def element_call(action: Action, asked: Asked) -> tuple[str, Body] | None:
    """Return the declared function that does an action, with its arguments; None where none does."""
    if isinstance(action, Tool) and action.name not in asked.functions:
        return action.name.partition("_")[0], {"tool": action.name, "arguments": action.arguments}
    call = _ELEMENTS.get(type(action))
    return call(action) if call else None


def _tap(action: Any) -> tuple[str, Body] | None:
    return ("tap_element", {"ref": action.target.id, "count": action.count}) if _by_ref(action) else None


def _set(action: Any) -> tuple[str, Body] | None:
    return ("set_value", {"ref": action.target.id, "value": action.value}) if _by_ref(action) else None


def _type(action: Any) -> tuple[str, Body] | None:
    given = {"text": action.text, "submit": action.submit}
    if action.clear or isinstance(action.target, Point):
        return None
    return "type_text", {**given, **({"ref": action.target.id} if action.target else {})}


def _go(action: Any) -> tuple[str, Body] | None:
    return ("go", {"to": action.name}) if action.name in ("home", "back") else None


def _scroll(action: Any) -> tuple[str, Body] | None:
    if isinstance(action.target, Point):
        return None
    upright = abs(action.dy) >= abs(action.dx)
    way = ("down" if action.dy > 0 else "up") if upright else ("right" if action.dx > 0 else "left")
    return "scroll_page", {"direction": way, **({"ref": action.target.id} if action.target else {})}


def _by_ref(action: Any) -> bool:
    return isinstance(action.target, Ref)


_ELEMENTS: dict[type, Callable[[Any], tuple[str, Body] | None]] = {
    Click: _tap,
    SetValue: _set,
    Text: _type,
    Key: lambda action: ("press_keys", {"keys": "+".join(action.chord)}),
    Scroll: _scroll,
    System: _go,
    OpenApp: lambda action: ("launch_app", {"name": action.name}) if action.op == "open" else None,
    Tool: lambda action: (action.name, action.arguments),
    Done: lambda action: (DONE, {"answer": action.answer, **({"note": action.note} if action.note else {})}),
    Wait: lambda action: ("let_time_pass", {"seconds": action.seconds}),
}


def _exhaust(value: Any) -> None:
    """Validate what the packages' types leave to be validated when it is read."""
    if isinstance(value, dict):
        value = value.values()
    elif isinstance(value, str | bytes | int | float | None) or not hasattr(value, "__iter__"):
        return
    for each in value:
        _exhaust(each)
