"""Qwen-VL: `computer_use` or `mobile_use` in a `<tool_call>`, in the forms of Qwen2.5-VL, Qwen3-VL and Qwen3.5."""

import re
from dataclasses import replace
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from lifeworld.agents.arguments import Arguments, Named, Seen
from lifeworld.agents.briefing import remark
from lifeworld.agents.model import Call
from lifeworld.agents.openweights import CallingSettings, OpenAgent, Screen, is_mobile
from lifeworld.agents.reading import Verb, finished, scrolled, stopped, understood
from lifeworld.agents.toolcall import besides, spoken, tool_calls
from lifeworld.agents.toolspec import called_like, tool
from lifeworld.core.actions import Action, Click, Drag, Invalid, Key, Move, OpenApp, System, Text, Wait
from lifeworld.core.observation import Observation

_BUTTONS = {"back": "back", "home": "home", "menu": "menu", "enter": "enter"}
_KEY_EVENTS = {
    "back": "back",
    "home": "home",
    "menu": "menu",
    "power": "power",
    "volume_up": "volume_up",
    "volume_down": "volume_down",
}
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
    answer = given.answer("answer", "text")
    return stopped(given.choice(_WAYS, "status", default="success"), answer, given.seen.words)


def _key(given: Arguments) -> Action:
    """Return what a key comes to: a chord, or the name of one of a phone's buttons."""
    keys = given.keys("keys", "text")
    button = _KEY_EVENTS.get(keys[0].strip().lower()) if not given.has("keys") else None
    return System(name=button) if button else Key(chord=keys)


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
    "answer": lambda given: finished(given.answer("text"), given.seen.words),
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


# What each form measures by, and the sizes of its pictures.
_FORMS: dict[str, dict[str, Any]] = {
    "2.5": {"measure": "pixels", "factor": 28, "least": 4 * 28 * 28, "most": 16384 * 28 * 28},
    "3": {"measure": "999", "factor": 32, "least": 4 * 32 * 32, "most": 12800 * 32 * 32},
    "3.5": {"measure": "1000", "factor": 32, "least": 4 * 32 * 32, "most": 12800 * 32 * 32},
}
_FORM = re.compile(r"qwen[-_ ]?(2[._-]?5(?!b)|3[._-]5(?!b)|3)(?![0-9])", re.IGNORECASE)


class QwenSettings(CallingSettings):
    """Qwen's, as its authors' agent for OSWorld has them.

    Attributes:
        form: 2.5, 3 or 3.5; by default as the model's name says. It decides `measure`, `factor`, `least` and `most`.
        screen: `mobile` for `mobile_use`, `desktop` for `computer_use`; by default as the screen stands.
    """

    form: Literal["2.5", "3", "3.5"]
    screen: Screen = "auto"
    top_p: float | None = Field(0.9, gt=0, le=1)
    max_tokens: int = Field(32768, ge=1)
    screenshots: int = Field(5, ge=1)

    @model_validator(mode="before")
    @classmethod
    def _by_form(cls, given: dict[str, Any]) -> dict[str, Any]:
        named = _FORM.search(str(given.get("model", "")))
        form = given.get("form") or (re.sub(r"[_-]", ".", named[1]) if named else "")
        form = "2.5" if form == "25" else form
        if not form and given.get("model"):
            raise ValueError("the model's name doesn't say which Qwen it is: add form=2.5, 3 or 3.5")
        return {**_FORMS.get(form, {}), **given, "form": form or "3"}


_COMPUTER = {
    "left_click": "click at coordinate",
    "right_click": "click there with the right button",
    "middle_click": "click there with the middle button",
    "double_click": "click there twice",
    "triple_click": "click there three times",
    "mouse_move": "move the pointer to coordinate",
    "left_click_drag": "drag from the pointer to coordinate",
    "scroll": "turn the wheel by pixels, up if positive, down if negative",
    "hscroll": "turn it sideways by pixels, right if positive",
    "type": "type text into what has the focus",
    "key": "press keys together",
    "wait": "wait for time seconds",
    "answer": "give the answer in text, which ends the task",
    "terminate": "end the task with a status",
}
_MOBILE = {
    "click": "tap at coordinate",
    "long_press": "press there for time seconds",
    "swipe": "swipe from coordinate to coordinate2",
    "type": "type text into what has the focus",
    "system_button": "press a button of the phone",
    "open": "open the app whose name is text",
    "wait": "wait for time seconds",
    "answer": "give the answer in text, which ends the task",
    "terminate": "end the task with a status",
}
_PLACE = {"type": "array", "items": {"type": "integer"}}
_FIELDS: dict[str, dict[str, Any]] = {
    "coordinate": _PLACE,
    "text": {"type": "string"},
    "time": {"type": "number"},
    "status": {"type": "string", "enum": ["success", "failure"]},
}
_COMPUTER_FIELDS = _FIELDS | {"keys": {"type": "array", "items": {"type": "string"}}, "pixels": {"type": "number"}}
_MOBILE_FIELDS = _FIELDS | {
    "coordinate2": _PLACE,
    "button": {"type": "string", "enum": ["Back", "Home", "Menu", "Enter"]},
}


class QwenAgent(OpenAgent):
    """Qwen2.5-VL, Qwen3-VL or Qwen3.5 with the tool for a phone or for a computer."""

    name = "qwen"
    kind = QwenSettings
    finish: ClassVar[str] = (
        "When you have finished, use action=answer, or action=terminate where no answer is asked for."
    )
    settings: QwenSettings

    def system(self, observation: Observation) -> str:
        mobile = is_mobile(self.settings.screen, observation)
        name, actions, fields = (
            ("mobile_use", _MOBILE, _MOBILE_FIELDS) if mobile else ("computer_use", _COMPUTER, _COMPUTER_FIELDS)
        )
        what = "phone by touch" if mobile else "computer with mouse and keyboard"
        actions = actions | {"answer": f"{actions['answer']}{remark(observation.answer_schema, '; ')}"}
        about = f"Operates a {what}. The screen's resolution is {self.resolution()}."
        way = called_like(name, "click" if mobile else "left_click", xml=self.settings.form == "3.5")
        return f"{tool(name, about, actions, fields)}\n\n{way}"

    def understand(self, text: str, seen: Seen) -> tuple[Call, ...]:
        return read(text, seen)
