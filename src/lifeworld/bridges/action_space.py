"""Actions as a provider's model would have written them: calls of its tools, or an answer in its grammar.

An answer in text that its own parser would not read back as the same actions is not written: such a demonstration would
teach something else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from lifeworld.agents.arguments import Frame, Measure
from lifeworld.agents.briefing import settled, words_of
from lifeworld.agents.call_text import read_json
from lifeworld.agents.codecs import anthropic, gemini, openai
from lifeworld.agents.codecs.grammar import Grammar, by_action
from lifeworld.agents.codecs.grammars import GRAMMARS
from lifeworld.agents.codecs.rows import Codec, Inexpressible
from lifeworld.core.actions import Action, Done, Message, dump_action
from lifeworld.env.drivers.by_points import refers
from lifeworld.web.answer_forms import line_of, lines_of

Size = tuple[int, int]


@dataclass(frozen=True)
class Said:
    """What a model would have written: text, and calls by name and arguments beside it."""

    text: str
    calls: tuple[tuple[str, Mapping[str, Any]], ...] = ()


Writer = Callable[[Sequence[Action], Size, str], Said]
"""Writes actions on a picture of a size after a model's own words; raises `Inexpressible`."""


class Native(NamedTuple):
    """A provider's own calls.

    Attributes:
        batch: the name of the one call that takes all actions of an answer; "" where each is a call.
    """

    codec: Codec
    measure: Measure = "pixels"
    batch: str = ""


_NATIVE: Mapping[str, Native] = MappingProxyType(
    {
        "anthropic": Native(anthropic.CODEC),
        "openai": Native(openai.CODEC, batch="computer"),
        "gemini": Native(gemini.MODERN, "1000"),
    }
)
ACTION_SPACES = (*_NATIVE, *GRAMMARS)


def writer(name: str) -> Writer:
    """Return what writes actions in the action space of this name."""
    return partial(_by_calls, _NATIVE[name]) if name in _NATIVE else partial(_by_text, GRAMMARS[name])


def _by_calls(native: Native, actions: Sequence[Action], size: Size, words: str) -> Said:
    _refuse_references(actions)
    frame = Frame.of(size, native.measure)
    ends = [one for one in actions if isinstance(one, Done | Message)]
    steps = [step for one in actions if one not in ends for step in native.codec.steps(one, frame)]
    found = [native.codec.write(one, frame) for one in steps]
    calls = tuple((one.name, one.arguments) for one in found)
    if native.batch and calls:
        calls = ((native.batch, {"actions": [by_action(one, "type") for one in found]}),)
    return Said("\n".join(filter(None, (words, *map(words_of, ends)))), calls)


def _by_text(grammar: Grammar, actions: Sequence[Action], size: Size, words: str) -> Said:
    _refuse_references(actions)
    steps = [step for action in actions for step in grammar.steps(action, size)]
    text = grammar.write(steps, size, words)
    calls = grammar.read(text, grammar.frame(size))
    if _same([action for call in calls for action in call.actions], steps, _unit(grammar.measure, size)):
        return Said(text)
    raise Inexpressible(f"no call for {', '.join(dict.fromkeys(action.type for action in actions))}")


def _refuse_references(actions: Sequence[Action]) -> None:
    if strange := next(filter(refers, actions), None):
        raise Inexpressible(f"{strange.type} by a reference, and where that is on the screen was not recorded")


def _unit(measure: Measure, size: Size) -> float:
    return 1 / (min(size) if measure == "pixels" else 999)


def _same(found: Sequence[Action], meant: Sequence[Action], unit: float) -> bool:
    asked = any(isinstance(one, Done) and one.answer is not None for one in meant)
    return _near([_plain(one, asked) for one in found], [_plain(one, asked) for one in meant], unit)


def _plain(action: Action, asked: bool) -> dict[str, Any]:
    """Return an action as plain data; of an end without its note, which is words, and with its answer as a value."""
    if not isinstance(action, Done):
        return dump_action(action)
    return {"type": action.type, "status": action.status, "answer": _value(settled(action, asked).answer)}


def _value(answer: Any) -> Any:
    """Return what an answer in words stands for, where that is JSON, or lines with that of several parts."""
    if isinstance(answer, dict):
        return {part: _value(one) for part, one in answer.items()}
    if not isinstance(answer, str):
        return answer
    if parts := lines_of(answer):
        return _value({part: line_of(one)[0].strip() for part, one in parts.items()})
    value = read_json(answer)
    return answer if value is None else _value(value) if isinstance(value, dict) else value


def _near(one: Any, other: Any, most: float) -> bool:
    """Say whether two plain values are alike, numbers up to one unit of a model's measure."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_near(one[key], other[key], most) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_near, one, other, [most] * len(one)))
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= most
    return bool(one == other)
