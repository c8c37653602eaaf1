"""UI-TARS: `Action: click(point='…')` after a thought (1.5), or `<seed:tool_call>` around functions (2)."""

import re
from dataclasses import replace
from typing import Any

from lifeworld.agents.functions import functions
from lifeworld.agents.model import Call
from lifeworld.agents.reading import NOTCH, Arguments, Seen, Verb, asked, finished, scrolled, understood
from lifeworld.agents.toolcall import besides, spoken, tool_calls
from lifeworld.core.actions import Action, Button, Click, Drag, Key, Move, Observe, OpenApp, System, Text, Wait

_CLICKS = 5  # of the wheel, for a scroll
_PLACE = ("point", "start_box", "start_point")
_PARAMETERS = (*_PLACE, "end_box", "end_point", "key", "content", "direction", "app_name", "button", "time", "hotkey")
_BUTTONS = {"left": "left", "right": "right"}


def _clicked(count: int = 1, button: Any = "left", hold_ms: int = 0) -> Verb:
    return lambda given: Click(target=given.point_if_any(*_PLACE), count=count, button=button, hold_ms=hold_ms)


def _dragged(given: Arguments) -> Action:
    return Drag(path=(given.point(*_PLACE), given.point("end_point", "end_box")))


def _key(state: Any) -> Verb:
    return lambda given: Key(chord=given.text("key", "press", "release").split(), state=state)


def _hotkey(given: Arguments) -> Action:
    return Key(chord=given.text("key", "hotkey").split())


def _typed(given: Arguments) -> Action:
    """Return the text; a line break at its end, as such or as “\\n”, submits it."""
    text = given.text("content", "text")
    kept = re.sub(r"(?:\n|\\n)+\Z", "", text)
    return Text(text=kept, submit=kept != text)


def _mouse(state: Any) -> Verb:
    def verb(given: Arguments) -> Action:
        button = given.choice(_BUTTONS, "button", default="left")
        return Button(state=state, button=button, target=given.point_if_any(*_PLACE))

    return verb


def _finished(given: Arguments) -> Action:
    return finished(given.text("content", default="").strip() or None, given.seen.words)


VERBS: dict[str, Verb] = {
    "click": _clicked(),
    "left_single": _clicked(),
    "left_double": _clicked(2),
    "right_single": _clicked(button="right"),
    "long_press": _clicked(hold_ms=1000),
    "hover": lambda given: Move(target=given.point(*_PLACE)),
    "move_to": lambda given: Move(target=given.point(*_PLACE)),
    "mouse_down": _mouse("down"),
    "mouse_up": _mouse("up"),
    "drag": _dragged,
    "select": _dragged,
    "scroll": lambda given: scrolled(given.direction(), _CLICKS * NOTCH, given.point_if_any(*_PLACE)),
    "hotkey": _hotkey,
    "press": _key("down"),
    "keydown": _key("down"),
    "release": _key("up"),
    "keyup": _key("up"),
    "type": _typed,
    "open_app": lambda given: OpenApp(name=given.text("app_name")),
    "press_home": lambda given: System(name="home"),
    "press_back": lambda given: System(name="back"),
    "wait": lambda given: Wait(seconds=given.number("time", default=5)),
    "take_screenshot": lambda given: Observe(),
    "open_computer": lambda given: Observe(),
    "call_user": lambda given: asked(given.text("content", default=""), given.seen.words),
    "finished": _finished,
}


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the calls of an answer, in whichever of the two forms it is written."""
    said = spoken(text)
    if "<function=" in said:
        return understood(tool_calls(said), VERBS, replace(seen, words=besides(text)))
    thought, marked, calls = said.rpartition("Action:")
    words = (thought if marked else said).strip().removeprefix("Thought:").strip()
    return understood(functions(calls, _PARAMETERS) if marked else [], VERBS, replace(seen, words=words))
