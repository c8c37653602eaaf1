"""What goes between a run and an agent's process: a line of JSON, with an observation's bytes after it."""

import json
from dataclasses import asdict, replace
from typing import Any, BinaryIO, get_args

from pydantic import TypeAdapter, ValidationError

from lifeworld.core.actions import Action
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage

MOST = 8_000_000  # bytes of one message of an agent's
LARGEST = 2**53  # tokens, or cost, that anyone believes

KINDS: tuple[type, ...] = get_args(get_args(Action)[0])
_OBSERVATION = TypeAdapter(Observation)
_USAGE = TypeAdapter(Usage)


def packed(message: dict[str, Any], observation: Observation | None = None) -> bytes:
    """Return a message as bytes, with an observation where there is one."""
    seen = _OBSERVATION.dump_json(observation, exclude={"screenshot"}, exclude_defaults=True) if observation else b""
    picture = (observation.screenshot if observation else None) or b""
    head = json.dumps({**message, "observation": len(seen), "picture": len(picture)}, allow_nan=False)
    return head.encode() + b"\n" + seen + picture


def unpacked(stream: BinaryIO) -> tuple[dict[str, Any], Observation | None] | None:
    """Return the next message of ours and its observation, or None where the stream has ended."""
    line = stream.readline()
    if not line:
        return None
    message: dict[str, Any] = json.loads(line)
    seen, picture = (stream.read(message.pop(part)) for part in ("observation", "picture"))
    if not seen:
        return message, None
    observation = _OBSERVATION.validate_json(seen)
    return message, replace(observation, screenshot=picture) if picture else observation


def believed(usage: Any) -> Usage:
    """Return a usage that results can hold.

    Raises:
        ValueError: it is none.
    """
    try:
        said = _USAGE.validate_python(asdict(usage) if isinstance(usage, Usage) else usage)
    except ValidationError:
        said = Usage(-1)
    if not all(0 <= number <= LARGEST for number in (said.tokens_in, said.tokens_out, said.cost)):
        raise ValueError("usage is below zero or beyond belief, or none: tokens are whole numbers, cost is a number")
    return said


def no_action(value: Any) -> str:
    """Return what is to be said of an agent that returned this instead of an action."""
    name = type(value).__name__
    return f"returned {'an' if name[:1].lower() in 'aeiou' else 'a'} {name}, not an action"
