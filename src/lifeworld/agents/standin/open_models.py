"""Stands in for open models: what was done is said in the few words of each one's grammar, an action an answer."""

import math
from collections.abc import Iterator, Sequence

from lifeworld.agents.meaning import NOTCH
from lifeworld.agents.standin.chat import ChatWire
from lifeworld.agents.standin.grammars import GRAMMARS, WORDS
from lifeworld.agents.standin.script import Asked, Turn, spoken
from lifeworld.agents.standin.wire import Body, Headers
from lifeworld.core.actions import Action, Click, Done, Key, Message, Observe, Point, Scroll, System, Text, Wait

_TYPES_AT_A_PLACE = ("fara-7B", "fara-1.5", "prompt")
_TYPES_OVER = ("autoglm",)  # whatever the field holds
_SUBMITS = ("holo",)  # whatever it types
_TURNS = ("glm", "uitars-1.5", "uitars-2")  # of a wheel, which is how they scroll; others count pixels
_SCREENS = ("fara-1.5", "holo", "prompt")  # parts of these
_CLICKS = {"glm": 2, "uitars-1.5": 2, "uitars-2": 2, "autoglm": 2, "holo": 1}  # in a row that it has words for
_NEVER_HOLDS = ("opencua", "opencua-qwen25", "kimi", "glm", "holo", "fara-7B", "fara-1.5")
_FEW_SECONDS = {"glm": 5}  # that it waits, however long


class OpenWire(ChatWire):
    """Writes in an open model's grammar; what that has no word for ends the episode as not feasible."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name, self._write = name, GRAMMARS[name]

    def asked(self, body: Body, headers: Headers) -> Asked:
        found = super().asked(body, headers)
        return found if found.functions else found.parted(self._parts)

    def written(self, turn: Turn, asked: Asked) -> str:
        told = [one for one in turn.actions if _is_told(one)]
        if told or not turn.actions:
            return spoken(turn)[1]
        return self._write(turn.actions, asked.size, turn.words or WORDS)

    def _parts(self, actions: Sequence[Action], size: tuple[int, int] | None) -> list[tuple[Action, ...]]:
        upright = size is not None and size[0] < size[1]
        small = [part for action in actions for part in _small(action, self._name, upright)]
        return [(part if self._has_a_word(part, size) else _speechless(part),) for part in small]

    def _has_a_word(self, action: Action, size: tuple[int, int] | None) -> bool:
        if _is_told(action):
            return True
        if isinstance(action, Scroll) and (self._name in _SCREENS or (self._name in _TURNS and _turned(action) % 1)):
            return False
        if isinstance(action, Text) and self._name in _SUBMITS and not action.submit:
            return False
        if isinstance(action, Click) and (
            action.count > _CLICKS.get(self._name, action.count) or (action.hold_ms and self._name in _NEVER_HOLDS)
        ):
            return False
        try:
            return bool(self._write([action], size))
        except (NotImplementedError, KeyError, AssertionError, AttributeError):
            return False


def _is_told(action: Action) -> bool:
    return isinstance(action, Message) or (isinstance(action, Done) and action.status == "infeasible")


def _speechless(action: Action) -> Done:
    return Done(status="infeasible", note=f"this vocabulary has no word for {action.type} like that")


def _turned(action: Scroll) -> float:
    return abs(action.dx or action.dy) / NOTCH


def _small(action: Action, name: str, upright: bool) -> Iterator[Action]:
    """Yield an action as those of which a vocabulary has a word each, as far as it has."""
    match action:
        case Observe(what="screenshot"):
            return
        case Text(target=Point()) if name not in (*_TYPES_AT_A_PLACE, *_SUBMITS):
            yield from _typed(action, name, upright)
        case Key(repeat=times) if times > 1:
            yield from [action.model_copy(update={"repeat": 1})] * times
        case System(name="home") if upright and name.startswith(("opencua", "kimi", "glm", "fara")):
            yield Key(chord=("Home",))
        case Scroll(target=Point()) if name not in _TURNS:
            yield action.model_copy(update={"target": None})
        case Wait() if name in _FEW_SECONDS:
            yield from [Wait(seconds=_FEW_SECONDS[name])] * math.ceil(action.seconds / _FEW_SECONDS[name])
        case _:
            yield action


def _typed(action: Text, name: str, upright: bool) -> Iterator[Action]:
    """Yield a tap, then the text in the place of what was there, then Enter."""
    over = action.clear and name not in _TYPES_OVER
    yield Click(target=action.target, count=3 if over and upright else 1)  # a phone has no keys to mark all
    if over and not upright:
        yield Key(chord=("Control", "a"))
    yield Text(text=action.text, clear=name in _TYPES_OVER)
    if action.submit:
        yield Key(chord=("Enter",))
