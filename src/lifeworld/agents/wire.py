"""What goes between a run and an agent's process: a line of JSON, with an observation's bytes after it."""

import json
from dataclasses import asdict, replace
from typing import Any, BinaryIO, get_args

from pydantic import TypeAdapter, ValidationError

from lifeworld.agents.calling import called, plain
from lifeworld.core.actions import Action
from lifeworld.core.errors import ProviderFault
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage

MOST = 8_000_000  # bytes of one message of an agent's
_RECORDED = 200_000  # signs of what a model said with an action, at most
_DENSEST = 3
LARGEST = 2**53  # tokens, or cost, that anyone believes

KINDS: tuple[type, ...] = get_args(get_args(Action)[0])
_OBSERVATION = TypeAdapter(Observation)
_USAGE = TypeAdapter(Usage)


def packed(message: dict[str, Any], observation: Observation | None = None) -> bytes:
    """Return a message as bytes, with an observation where there is one."""
    seen = (
        _OBSERVATION.dump_json(observation, exclude={"screenshot", "document"}, exclude_defaults=True)
        if observation
        else b""
    )
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


def recorded(native: Any) -> dict[str, Any] | None:
    """Return what a model said as results can hold it: its words and its calls; None of anything else."""
    given = native if isinstance(native, dict) else {}
    words, calls = given.get("words"), given.get("calls")
    if not (isinstance(words, str) and isinstance(calls, list)):
        return None
    said, _ = called(lambda: json.dumps({"words": words, "calls": calls}, allow_nan=False))
    return json.loads(said) if said and len(said) <= _RECORDED else None


def counted(checks: Any) -> int:
    """Return a number of safety checks; 0 of what is none."""
    return checks if isinstance(checks, int) and 0 <= checks <= LARGEST else 0


def scaled(scale: Any) -> int:
    """Return how many device pixels a pixel of the page is to have; 1 of what is no such number."""
    return scale if isinstance(scale, int) and 1 <= scale <= _DENSEST else 1


def fault_told(fault: ProviderFault) -> dict[str, Any]:
    """Return what an agent's process says of a provider that did not answer."""
    told = {"again": fault.again, "after": fault.after, "charged": fault.charged, "unfinished": fault.unfinished}
    return {"said": plain(str(fault)), **told}


def fault_read(said: Any) -> ProviderFault:
    """Return the fault that an agent's process tells; one that may be asked again where it tells no such thing."""
    given = said if isinstance(said, dict) else {}
    after = given.get("after")
    waits = isinstance(after, int | float) and 0 <= after <= LARGEST
    again, charged = given.get("again") is not False, bool(given.get("charged"))
    if given.get("unfinished"):
        return ProviderFault.midway(plain(str(given.get("said"))))
    return ProviderFault(plain(str(given.get("said"))), again, after if waits else None, charged)


def no_action(value: Any) -> str:
    """Return what is to be said of an agent that returned this instead of an action."""
    name = type(value).__name__
    return f"returned {'an' if name[:1].lower() in 'aeiou' else 'a'} {name}, not an action"
