"""What was done, as a provider's model would have said it: calls of its tools, or an answer in its grammar.

A text that a reader of ours would not read back as the same action is not written: a demonstration that says something
else than was done would teach it.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from lifeworld.agents.arguments import Measure, Seen
from lifeworld.agents.briefing import settled
from lifeworld.agents.picture import Picture
from lifeworld.agents.standin.script import Asked, Turn
from lifeworld.agents.standin.wire import Body, Wire, read_json
from lifeworld.core.actions import Action, Click, Done, Key, Text, dump_action
from lifeworld.core.errors import UserError
from lifeworld.env.drivers.by_points import refers
from lifeworld.web.answer_forms import line_of, lines_of

Size = tuple[int, int]
Told = str | tuple[str, dict[str, Any]]
"""Text, or a call."""


class Unsayable(Exception):
    """An action that a vocabulary has no word for; says which."""


@dataclass(frozen=True)
class Said:
    """What a model would have said: text, and calls by name and arguments beside it."""

    text: str
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()


Vocabulary = Callable[[Sequence[Action], Size, str], Said]
"""Says actions on a picture of a size after a model's own words; raises `Unsayable`."""


def _anthropic(body: Body) -> Iterator[Told]:
    for part in body["content"]:
        yield part["text"] if part["type"] == "text" else (part["name"], part["input"])


def _openai(body: Body) -> Iterator[Told]:
    for item in body["output"]:
        if item["type"] == "message":
            yield "".join(part["text"] for part in item["content"])
        elif item["type"] == "computer_call":
            yield "computer", {"actions": item["actions"]}
        else:
            yield item["name"], json.loads(item["arguments"])


def _gemini(body: Body) -> Iterator[Told]:
    for part in body["candidates"][0]["content"]["parts"]:
        if call := part.get("functionCall"):
            yield call["name"], {name: value for name, value in call["args"].items() if name != "safety_decision"}
        else:
            yield part["text"]


# Each provider's stand-in, by place since it needs the provider's package, and what its answers say.
_WIRES: dict[str, tuple[str, dict[str, Any], Callable[[Body], Iterator[Told]]]] = {
    "anthropic": ("AnthropicWire", {}, _anthropic),
    "openai": ("OpenAIWire", {}, _openai),
    "gemini": ("GeminiWire", {"legacy": False}, _gemini),
}
# Each grammar's reader, and what its coordinates count.
_READERS: dict[str, tuple[str, Measure, dict[str, Any]]] = {
    "qwen-2.5": ("qwen", "pixels", {}),
    "qwen-3": ("qwen", "999", {}),
    "qwen-3.5": ("qwen", "1000", {}),
    "uitars-1.5": ("uitars", "pixels", {}),
    "uitars-2": ("uitars", "1000", {}),
    "opencua": ("opencua", "fractions", {}),
    "opencua-qwen25": ("opencua", "pixels", {}),
    "kimi": ("kimi", "fractions", {}),
    "glm": ("glm", "1000", {}),
    "autoglm": ("autoglm", "1000", {}),
    "holo": ("holo", "pixels", {}),
    "fara-7B": ("fara", "pixels", {"form": "7B"}),
    "fara-1.5": ("fara", "1000", {"form": "1.5"}),
    "prompt": ("prompt", "1000", {}),
}
VOCABULARIES = (*_WIRES, *_READERS)


def vocabulary(name: str) -> Vocabulary:
    """Return the vocabulary of this name.

    Raises:
        UserError: the package that it needs is not installed.
    """
    try:
        if name in _WIRES:
            kind, how, read = _WIRES[name]
            wire = getattr(import_module(f"lifeworld.agents.standin.{name}"), kind)(**how)
            return partial(_by_calls, wire, read)
        module, measure, form = _READERS[name]
        grammar = import_module("lifeworld.agents.standin.grammars").GRAMMARS[name]
        reader = partial(import_module(f"lifeworld.agents.{module}").read, **form)
    except ModuleNotFoundError as missing:
        extra = name if name in _WIRES else "chat"
        raise UserError(f"{name} needs the package {missing.name}: pip install 'lifeworld[{extra}]'") from None
    return partial(_by_text, grammar, reader, measure)


def _by_calls(wire: Wire, read: Callable[..., Any], actions: Sequence[Action], size: Size, words: str) -> Said:
    _refuse_references(actions)
    try:
        found = list(read(wire.answer(Turn(tuple(actions), words), Asked("", 0, size, tree=False))))
    except NotImplementedError as error:
        raise Unsayable(str(error)) from None
    texts, calls = ([one for one in found if isinstance(one, str) is wanted] for wanted in (True, False))
    return Said("\n".join(texts), tuple(calls))


def _by_text(
    grammar: Any, reader: Callable[..., Any], measure: Measure, actions: Sequence[Action], size: Size, words: str
) -> Said:
    _refuse_references(actions)
    for said in (list(actions), [part for action in actions for part in _parts(action)]):
        try:
            text = grammar(said, size, words)
        except (NotImplementedError, KeyError, TypeError, AttributeError):
            continue  # it has no word for one of these
        calls = reader(text, Seen(Picture(b"", "image/png", *size), measure))
        if _same([action for call in calls for action in call.actions], said, _unit(measure, size)):
            return Said(text)
    raise Unsayable(f"no word for {', '.join(dict.fromkeys(action.type for action in actions))}")


def _refuse_references(actions: Sequence[Action]) -> None:
    if strange := next(filter(refers, actions), None):
        raise Unsayable(f"{strange.type} by a reference, and where that is on the screen was not recorded")


def _parts(action: Action) -> list[Action]:
    """Return what typing into a place comes to where a model types into what has the focus."""
    if not isinstance(action, Text):
        return [action]
    parts: list[Action | None] = [
        Click(target=action.target) if action.target else None,
        Key(chord=("Control", "a")) if action.clear else None,
        Text(text=action.text),
        Key(chord=("Enter",)) if action.submit else None,
    ]
    return [part for part in parts if part]


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
