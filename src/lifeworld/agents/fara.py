"""Fara: a browser's `computer_use` in a `<tool_call>`, in the forms of Fara-7B and Fara-1.5."""

import re
from dataclasses import replace
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from lifeworld.agents.briefing import parameter, remark
from lifeworld.agents.codecs.grammar import Grammar
from lifeworld.agents.codecs.qwen import FARA
from lifeworld.agents.openweights import OpenAgent, OpenSettings
from lifeworld.agents.qwen import called_like, tool
from lifeworld.core.observation import Observation

_FORMS: dict[str, dict[str, Any]] = {
    "7B": {"measure": "pixels", "factor": 28},
    "1.5": {"measure": "1000", "factor": 32},
}


class FaraSettings(OpenSettings):
    """Fara's, as its authors' agent has them.

    Attributes:
        form: 7B or 1.5; by default as the model's name says. It decides `measure` and `factor`.
    """

    form: Literal["7B", "1.5"]
    least: int = Field(3136, ge=1)
    most: int = Field(12845056, ge=64 * 64)
    screenshots: int = Field(3, ge=1)

    @model_validator(mode="before")
    @classmethod
    def _by_form(cls, given: dict[str, Any]) -> dict[str, Any]:
        newer = re.search(r"fara[-_ ]?1[._-]?5", str(given.get("model", "")), re.IGNORECASE)
        form = given.get("form") or ("1.5" if newer else "7B")
        return {**_FORMS.get(form, {}), **given, "form": form}


_ACTIONS = {
    "left_click": "click at coordinate",
    "mouse_move": "move the pointer to coordinate",
    "type": "type text, at coordinate if given; delete_existing_text before and press_enter after it if true",
    "key": "press keys together",
    "scroll": "scroll by pixels, up if positive, down if negative",
    "visit_url": "go to url",
    "history_back": "go back a page",
    "refresh": "load the page again",
    "pause_and_memorize_fact": "note a fact for later",
    "wait": "wait for time seconds",
}
_NEWER = {
    "double_click": "click there twice",
    "triple_click": "click there three times",
    "right_click": "click there with the right button",
    "left_click_drag": "drag from the pointer to coordinate",
    "hscroll": "scroll sideways by pixels, right if positive",
    "read_page_answer_question": "look at the page again for a question",
    "ask_user_question": "ask the person a question",
    "terminate": "end the task with an answer",
}
_FIELDS: dict[str, dict[str, Any]] = {
    "coordinate": {"type": "array", "items": {"type": "integer"}},
    "keys": {"type": "array", "items": {"type": "string"}},
    "pixels": {"type": "number"},
    "time": {"type": "number"},
    **{name: {"type": "string"} for name in ("text", "url", "fact")},
}
_FIELDS_OF: dict[str, dict[str, dict[str, Any]]] = {
    "7B": {
        **_FIELDS,
        "press_enter": {"type": "boolean"},
        "delete_existing_text": {"type": "boolean"},
        "status": {"type": "string", "enum": ["success", "failure"]},
    },
    "1.5": {**_FIELDS, "question": {"type": "string"}, "answer": {"type": "string"}},
}
_ACTIONS_OF = {
    "7B": {**_ACTIONS, "terminate": "end the task with a status"},
    "1.5": {**_ACTIONS, "type": "type text into what has the focus", **_NEWER},
}


class FaraAgent(OpenAgent):
    """Fara-7B or Fara-1.5, which work in a browser."""

    name = "fara"
    kind = FaraSettings
    finish: ClassVar[str] = (
        "When you have finished, use action=terminate, with the answer or after a line “Answer: …” if one is asked for."
    )
    settings: FaraSettings

    def system(self, observation: Observation) -> str:
        about = f"Operates a browser with mouse and keyboard. The screen's resolution is {self.resolution()}."
        fields, asked = _FIELDS_OF[self.settings.form], observation.answer_schema
        own = {"answer": parameter(asked)} if asked and "answer" in fields else {}
        actions = _ACTIONS_OF[self.settings.form]
        ends = f"{actions['terminate']}{'' if own else remark(asked, '; ')}"
        told = tool("computer_use", about, {**actions, "terminate": ends}, {**fields, **own})
        return f"{told}\n\n{called_like('computer_use', 'left_click')}"

    @property
    def grammar(self) -> Grammar:
        return FARA[self.settings.form]

    def told(self, grammar: Grammar, observation: Observation) -> Grammar:
        form = self.settings.form
        return replace(grammar, codec=grammar.codec.told(_ACTIONS_OF[form], _FIELDS_OF[form]))
