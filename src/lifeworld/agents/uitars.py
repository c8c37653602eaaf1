"""UI-TARS: `Action: click(point='…')` after a thought (1.5), or `<seed:tool_call>` around functions (2)."""

import re
from dataclasses import replace
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from lifeworld.agents.briefing import remark
from lifeworld.agents.codecs.grammar import Grammar
from lifeworld.agents.codecs.uitars import UITARS
from lifeworld.agents.openweights import OpenAgent, OpenSettings, Screen, is_mobile
from lifeworld.core.observation import Observation

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
            way = (
                "You operate a device by its screen. Each answer is\n```\nThought: …\nAction: …\n```\nwith a thought "
                f"that ends in your next step, and one of these actions:\n{self._calls(observation)}{remark(asked)}"
            )
        return f"{way}\n\n## Task\n{super().first(observation)}"

    @property
    def grammar(self) -> Grammar:
        return UITARS[self.settings.form]

    def told(self, grammar: Grammar, observation: Observation) -> Grammar:
        calls = self._calls(observation)
        arguments = re.findall(r"(\w+)='", calls) if self.settings.form == "1.5" else None
        return replace(grammar, codec=grammar.codec.told(re.findall(r"(\w+)\(", calls), arguments))

    def _calls(self, observation: Observation) -> str:
        if self.settings.form == "2":
            return _FUNCTIONS
        return _MOBILE if is_mobile(self.settings.screen, observation) else _DESKTOP
