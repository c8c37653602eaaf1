"""Base of each provider's mock: it checks a request against the provider's types and rules, and writes an answer."""

import base64
import io
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from PIL import Image
from pydantic import TypeAdapter, ValidationError

from lifeworld.agents.arguments import NOTCH, Frame, Measure, Named
from lifeworld.agents.codecs.rows import Codec, Inexpressible, tapped
from lifeworld.agents.mock.script import Asked, Turn
from lifeworld.agents.offered import call_of
from lifeworld.core.actions import Action, Scroll, System

Body = dict[str, Any]
Headers = Mapping[str, str]
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


def calls_of(codec: Codec, action: Action, asked: Asked, measure: Measure = "pixels") -> tuple[list[Named], bool]:
    """Return the calls that a model would do an action by, and whether they are on the picture.

    Raises:
        Inexpressible: there are none.
    """
    if asked.size and not (asked.tree and isinstance(action, System)):
        frame = Frame.of(asked.size, measure)
        with suppress(Inexpressible):
            return [codec.write(step, frame) for step in steps(codec, action, frame)], True
    return [call_of(action, asked.functions)], False


def steps(codec: Codec, action: Action, frame: Frame) -> list[Action]:
    """Return an action as those that a vocabulary can write; a scroll in its steps, and where it can scroll.

    Raises:
        Inexpressible: it can't.
    """
    picture = frame.picture
    if picture and picture.width < picture.height and not codec.can_write(action, frame):
        parts = tapped(action)
        if len(parts) > 1:
            return [step for part in parts for step in codec.steps(part, frame)]
    try:
        return codec.steps(action, frame)
    except Inexpressible:
        if not (isinstance(action, Scroll) and action.unit == "px"):
            raise
    notches = {name: round(getattr(action, name) / NOTCH) * NOTCH for name in ("dx", "dy")}
    whole = action.model_copy(update=notches)
    return codec.steps(whole if codec.can_write(whole, frame) else whole.model_copy(update={"target": None}), frame)


def _exhaust(value: Any) -> None:
    """Validate what the packages' types leave to be validated when it is read."""
    if isinstance(value, dict):
        value = value.values()
    elif isinstance(value, str | bytes | int | float | None) or not hasattr(value, "__iter__"):
        return
    for each in value:
        _exhaust(each)
