"""Qwen-VL: `computer_use` or `mobile_use` in a `<tool_call>`, in the forms of Qwen2.5-VL, Qwen3-VL and Qwen3.5."""

from dataclasses import replace
from typing import Any

from lifeworld.agents.model import Call
from lifeworld.agents.reading import Arguments, Named, Seen, Verb, scrolled, stopped, understood
from lifeworld.agents.toolcall import besides, spoken, tool_calls
from lifeworld.core.actions import Action, Click, Done, Drag, Invalid, Key, Move, OpenApp, System, Text, Wait

_BUTTONS = {"back": "back", "home": "home", "menu": "menu", "enter": "enter"}
_KEY_EVENTS = {**_BUTTONS, "power": "power", "volume_up": "volume_up", "volume_down": "volume_down"}
_WAYS = {"success": "success", "failure": "failure", "fail": "failure"}


def clicked(count: int = 1, button: Any = "left") -> Verb:
    """Return what a click comes to: at a coordinate or the cursor, with the keys that `text` names held."""

    def verb(given: Arguments) -> Action:
        held: Any = given.text("text", default="")  # a chord, which the action reads
        return Click(target=given.point_if_any("coordinate"), count=count, button=button, modifiers=held)

    return verb


def wheel(x: int, y: int) -> Verb:
    """Return what a turn of the wheel comes to; `pixels` towards that side."""

    def verb(given: Arguments) -> Action:
        turned = scrolled((x, y), given.number("pixels"), given.point_if_any("coordinate"))
        held: Any = given.text("text", default="")
        return turned.model_validate({**turned.model_dump(), "modifiers": held}) if held else turned

    return verb


def dragged(given: Arguments) -> Action:
    """Return the drag to a coordinate from where the pointer is."""
    begin = given.point_if_any("start_coordinate") or given.cursor()
    return Drag(path=(begin, given.point("coordinate", "end_coordinate")))


def terminated(given: Arguments) -> Action:
    answer = given.text("answer", "text") if given.has("answer", "text") else None
    return stopped(given.choice(_WAYS, "status", default="success"), answer, given.seen.words)


def _key(given: Arguments) -> Action:
    """Return what a key comes to: a chord, or the name of one of a phone's buttons."""
    keys = given.keys("keys", "text")
    button = _KEY_EVENTS.get(keys[0].strip().lower()) if not given.has("keys") else None
    return System(name=button) if button else Key(chord=keys)  # type: ignore[arg-type]


def _long_press(given: Arguments) -> Action:
    return Click(target=given.point("coordinate"), hold_ms=round(given.number("time", default=1) * 1000))


def _swipe(given: Arguments) -> Action:
    return Drag(path=(given.point("coordinate"), given.point("coordinate2")), pointer="touch")


COMPUTER: dict[str, Verb] = {
    "key": _key,
    "type": lambda given: Text(text=given.text("text")),
    "mouse_move": lambda given: Move(target=given.point("coordinate")),
    "left_click": clicked(),
    "left_click_drag": dragged,
    "right_click": clicked(button="right"),
    "middle_click": clicked(button="middle"),
    "double_click": clicked(2),
    "triple_click": clicked(3),
    "scroll": wheel(0, -1),  # positive numbers scroll up
    "hscroll": wheel(1, 0),
    "wait": lambda given: Wait(seconds=given.number("time", default=1)),
    "terminate": terminated,
    "answer": lambda given: Done(answer=given.text("text")),
}
MOBILE: dict[str, Verb] = {
    "click": lambda given: Click(target=given.point("coordinate")),
    "long_press": _long_press,
    "swipe": _swipe,
    "system_button": lambda given: System(name=given.choice(_BUTTONS, "button")),
    "open": lambda given: OpenApp(name=given.text("text")),
}
VERBS = COMPUTER | MOBILE


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the calls of an answer; both tools' actions are understood, whichever was offered."""
    calls = (one if isinstance(one, Invalid) else by_action(one) for one in tool_calls(spoken(text)))
    return understood(calls, VERBS, replace(seen, words=besides(text)))


def by_action(call: Named) -> Named:
    """Return a call of the one tool by the name of its action."""
    arguments = dict(call.arguments)
    action = arguments.pop("action", None) or arguments.pop("type", None)  # Qwen3.5 confuses the two names
    return Named(str(action) if action else call.name, arguments)
