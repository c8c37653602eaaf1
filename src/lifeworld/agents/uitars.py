"""UI-TARS: `Action: click(point='…')` after a thought (1.5), or `<seed:tool_call>` around functions (2)."""

import re
from dataclasses import replace
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from lifeworld.agents.arguments import Arguments, Seen
from lifeworld.agents.briefing import remark
from lifeworld.agents.functions import functions
from lifeworld.agents.meaning import NOTCH
from lifeworld.agents.model import Call
from lifeworld.agents.openweights import OpenAgent, OpenSettings, Screen, is_mobile
from lifeworld.agents.reading import Verb, asked, finished, scrolled, understood
from lifeworld.agents.toolcall import besides, spoken, tool_calls
from lifeworld.core.actions import Action, Button, Click, Drag, Key, Move, Observe, OpenApp, System, Text, Wait
from lifeworld.core.observation import Observation

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
    return finished(given.answer("content"), given.seen.words)


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


_FORMS: dict[str, dict[str, Any]] = {
    "1.5": {"measure": "pixels", "factor": 28, "least": 100 * 28 * 28, "max_tokens": 500, "frequency_penalty": 1},
    "2": {"measure": "1000", "max_tokens": 4096},
}


class UitarsSettings(OpenSettings):
    """UI-TARS', as its authors' agent for OSWorld has them.

    Attributes:
        form: 1.5 or 2; by default as the model's name says, else 1.5. It decides `measure`, `factor`, `least`,
            `max_tokens` and `frequency_penalty`. Older ones and those of Volcano Engine are 1.5 with measure=1000.
        screen: which actions the model is told of; by default as the screen stands. Not for form 2.
    """

    form: Literal["1.5", "2"]
    screen: Screen = "auto"
    top_p: float | None = Field(0.9, gt=0, le=1)
    screenshots: int = Field(5, ge=1)

    @model_validator(mode="before")
    @classmethod
    def _by_form(cls, given: dict[str, Any]) -> dict[str, Any]:
        newer = re.search(r"ui-?tars-?2", str(given.get("model", "")), re.IGNORECASE)
        form = given.get("form") or ("2" if newer else "1.5")
        if form == "2" and "screen" in given:
            raise ValueError("form 2 has no setting screen: it knows only the actions of a desktop")
        return {**_FORMS.get(form, {}), **given, "form": form}


_DESKTOP = """\
click(point='<point>x y</point>')
left_double(point='<point>x y</point>')
right_single(point='<point>x y</point>')
drag(start_point='<point>x y</point>', end_point='<point>x y</point>')
hotkey(key='ctrl c')  # keys apart by spaces, in lower case, at most three
type(content='…')  # a \\n at the end submits it; write \\' \\" and \\n for quotes and line breaks
scroll(point='<point>x y</point>', direction='down')  # down, up, right or left
wait()  # five seconds
call_user()  # ask the person; the question is your thought
finished(content='…')"""
_MOBILE = """\
click(point='<point>x y</point>')
long_press(point='<point>x y</point>')
type(content='…')  # a \\n at the end submits it; write \\' \\" and \\n for quotes and line breaks
scroll(point='<point>x y</point>', direction='down')  # down, up, right or left
open_app(app_name='…')
drag(start_point='<point>x y</point>', end_point='<point>x y</point>')
press_home()
press_back()
call_user()  # ask the person; the question is your thought
finished(content='…')"""
_FUNCTIONS = """\
click(point), left_double(point), right_single(point), move_to(point), drag(start_point, end_point)
scroll(direction, point if any): down, up, right or left
mouse_down(point if any, button), mouse_up(point if any, button)
hotkey(key): keys apart by spaces, in lower case
press(key), release(key): hold a key and let it go
type(content): a \\n at the end submits it
wait(time): in seconds
take_screenshot()
call_user(content): ask the person
finished(content): end the task with an answer"""


class UitarsAgent(OpenAgent):
    """UI-TARS 1.5 or 2; its instructions stand beside the first picture."""

    name = "uitars"
    kind = UitarsSettings
    finish: ClassVar[str] = "When you have finished, call finished; an answer stands in its content."
    settings: UitarsSettings

    def system(self, observation: Observation) -> str:
        return ""

    def first(self, observation: Observation) -> str:
        asked = observation.answer_schema
        if self.settings.form == "2":
            way = (
                f"Points are <point>x y</point> on a screen of {self.resolution()}. You have these functions:\n"
                f"{_FUNCTIONS}{remark(asked)}\n\nThink first, then call one function or several, like\n"
                "<gui_think> why </gui_think>\n<seed:tool_call><function=click><parameter=point><point>10 20</point>"
                "</parameter></function></seed:tool_call>"
            )
        else:
            calls = _MOBILE if is_mobile(self.settings.screen, observation) else _DESKTOP
            way = (
                "You operate a device by its screen. Each answer is\n```\nThought: …\nAction: …\n```\nwith a thought "
                f"that ends in your next step, and one of these actions:\n{calls}{remark(asked)}"
            )
        return f"{way}\n\n## Task\n{super().first(observation)}"

    def understand(self, text: str, seen: Seen) -> tuple[Call, ...]:
        return read(text, seen)
