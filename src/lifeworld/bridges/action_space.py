"""Actions as a provider's model would have written them: calls of its tools, or an answer in its grammar.

An answer in text that its own parser would not read back as the same actions is not written: such a demonstration would
teach something else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from lifeworld.agents.arguments import Frame
from lifeworld.agents.briefing import settled, words_of
from lifeworld.agents.call_text import strict_json
from lifeworld.agents.codecs.action_spaces import ACTION_SPACES as SPACES
from lifeworld.agents.codecs.action_spaces import GRAMMARS, ActionSpace
from lifeworld.agents.codecs.grammar import Grammar, by_action
from lifeworld.agents.codecs.rows import Inexpressible
from lifeworld.agents.offered import offered, opening
from lifeworld.agents.picture import sent
from lifeworld.agents.roster import create, imported
from lifeworld.agents.settings import read
from lifeworld.core.actions import Action, Done, Message, dump_action
from lifeworld.core.observation import Observation
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

_PROVIDERS = {  # the settings of each adapter, and the form of its action space that is written
    "anthropic": ("AnthropicSettings", "anthropic toolset"),
    "openai": ("OpenAISettings", "openai"),
    "gemini": ("GeminiSettings", "gemini modern"),
}
_AS_IT_IS = {"factor": "1", "least": "1", "longest_edge": "8192"}  # pictures go with messages as they are
ACTION_SPACES = (*_PROVIDERS, *GRAMMARS)


@dataclass(frozen=True)
class Offer:
    """What a model's adapter offers it on a device, and what writes in that.

    Attributes:
        system: the system message; "" where there is none.
        task: the words beside the first screen.
        tools: as the provider's requests declare them; none where the words tell of them.
    """

    system: str
    task: str
    tools: Sequence[Mapping[str, Any]]
    write: Writer


def offer(name: str, first: Observation) -> Offer:
    """Return what the adapter of an action space offers, given the first screen with its picture.

    Raises:
        UserError: a package that the adapter needs is not installed.
    """
    assert first.screenshot
    picture = sent(first.screenshot, lambda width, height: (width, height))
    if name in GRAMMARS:
        return _told(name, first)
    kind, form = _PROVIDERS[name]
    space, adapter = SPACES[form], imported(name, f"lifeworld.agents.{name}")
    wide = name == "gemini" and picture.width >= picture.height
    settings = read(getattr(adapter, kind), name, f"MODEL?{'environment=desktop' if wide else space.settings}")
    tools = adapter.declared(settings, picture, offered(first))
    return Offer("", opening(first), tools, partial(_by_calls, space))


def _told(name: str, first: Observation) -> Offer:
    space = next(one for one in SPACES.values() if one.grammar == name)
    settings = dict(parse_qsl(space.settings)) | _AS_IT_IS | ({"tree": "false"} if name == "prompt" else {})
    agent: Any = create(f"{space.agent}:MODEL?{urlencode(settings)}")
    agent.tell(first, ())
    said = {message["role"]: message["content"] for message in agent.sent()}
    words = "\n".join(part["text"] for part in said["user"] if part["type"] == "text")
    return Offer(said.get("system", ""), words, (), partial(_by_text, agent.told(GRAMMARS[name], first)))


def _by_calls(space: ActionSpace, actions: Sequence[Action], size: Size, words: str) -> Said:
    _refuse_references(actions)
    frame = Frame.of(size, space.measure)
    ends = [one for one in actions if isinstance(one, Done | Message)]
    steps = [step for one in actions if one not in ends for step in space.codec.steps(one, frame)]
    found = [space.codec.write(one, frame) for one in steps]
    calls = tuple((one.name, one.arguments) for one in found)
    if space.agent == "openai" and calls:  # whose one call takes all actions of an answer
        calls = (("computer", {"actions": [by_action(one, "type") for one in found]}),)
    return Said("\n".join(filter(None, (words, *map(words_of, ends)))), calls)


def _by_text(grammar: Grammar, actions: Sequence[Action], size: Size, words: str) -> Said:
    _refuse_references(actions)
    steps = [step for action in actions for step in grammar.steps(action, size)]
    text = grammar.write(steps, size, words)
    calls = grammar.read(text, grammar.frame(size))
    unit = 1 / (min(size) if grammar.measure == "pixels" else 999)
    if _same([action for call in calls for action in call.actions], steps, unit):
        return Said(text)
    raise Inexpressible(f"no call for {', '.join(dict.fromkeys(action.type for action in actions))}")


def _refuse_references(actions: Sequence[Action]) -> None:
    if strange := next(filter(refers, actions), None):
        raise Inexpressible(f"{strange.type} by a reference, and where that is on the screen was not recorded")


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
    value = strict_json(answer)
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
