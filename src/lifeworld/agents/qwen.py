"""Qwen-VL: `computer_use` or `mobile_use` in a `<tool_call>`, in the forms of Qwen2.5-VL, Qwen3-VL and Qwen3.5."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from lifeworld.agents.briefing import remark
from lifeworld.agents.codecs.grammar import Grammar
from lifeworld.agents.codecs.qwen import QWEN, qwen
from lifeworld.agents.openweights import CallingSettings, OpenAgent, Screen, is_mobile
from lifeworld.core.observation import Observation

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

    needs = CallingSettings.needs | {"screen": "pixels"}
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
        name, actions, fields = self._tool(observation)
        mobile = name == "mobile_use"
        what = "phone by touch" if mobile else "computer with mouse and keyboard"
        actions = actions | {"answer": f"{actions['answer']}{remark(observation.answer_schema, '; ')}"}
        about = f"Operates a {what}. The screen's resolution is {self.resolution()}."
        way = called_like(name, "click" if mobile else "left_click", xml=self.settings.form == "3.5")
        return f"{tool(name, about, actions, fields)}\n\n{way}"

    @property
    def grammar(self) -> Grammar:
        return QWEN[self.settings.form]

    def told(self, grammar: Grammar, observation: Observation) -> Grammar:
        name, actions, fields = self._tool(observation)
        return replace(qwen(self.settings.form, name), codec=grammar.codec.told(actions, fields))

    def _tool(self, observation: Observation) -> tuple[str, dict[str, str], dict[str, dict[str, Any]]]:
        """Return the function that the model is told of: its name, its actions and its other arguments."""
        if is_mobile(self.settings.screen, observation):
            return "mobile_use", _MOBILE, _MOBILE_FIELDS
        return "computer_use", _COMPUTER, _COMPUTER_FIELDS


def tool(name: str, about: str, actions: Mapping[str, str], fields: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the description of a function whose argument `action` says what to do.

    Args:
        name: the function's.
        about: what it is for.
        actions: what each of them does, in terms of the fields.
        fields: the other arguments, as JSON schemas.
    """
    told = "\n".join(f"* `{action}`: {does}" for action, does in actions.items())
    action = {"type": "string", "enum": list(actions), "description": told}
    schema = {"type": "object", "properties": {"action": action, **fields}, "required": ["action"]}
    function = {"type": "function", "function": {"name": name, "description": about, "parameters": schema}}
    return f"# Tools\n\n<tools>\n{json.dumps(function, allow_nan=False)}\n</tools>"


def called_like(name: str, action: str, xml: bool = False) -> str:
    """Return how a call is written, by an example."""
    call = json.dumps({"name": name, "arguments": {"action": action, "coordinate": [10, 20]}}, allow_nan=False)
    if xml:
        call = (
            f"<function={name}>\n<parameter=action>\n{action}\n</parameter>\n"
            "<parameter=coordinate>\n[10, 20]\n</parameter>\n</function>"
        )
    return (
        "Each answer is a sentence on what you do and why, then one call between its marks and nothing after it, like\n"
        f"<tool_call>\n{call}\n</tool_call>"
    )
