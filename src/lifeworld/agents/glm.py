"""GLM-4.5V and its successors: one call between box marks, then a memory that the model keeps."""

import re
from dataclasses import replace
from typing import Any, ClassVar

from pydantic import Field

from lifeworld.agents.arguments import Arguments, Measure, Named, Seen
from lifeworld.agents.briefing import remark
from lifeworld.agents.functions import functions
from lifeworld.agents.meaning import NOTCH
from lifeworld.agents.model import Call
from lifeworld.agents.openweights import CallingSettings, OpenAgent
from lifeworld.agents.reading import Verb, finished, scrolled, stopped, understood
from lifeworld.agents.toolcall import spoken
from lifeworld.core.actions import Action, Click, Drag, Invalid, Key, Move, Text, Wait
from lifeworld.core.observation import Observation

_PARAMETERS = ("start_box", "end_box", "element_info", "direction", "step", "keys", "content")
_BOX = re.compile(r"<\|begin_of_box\|>(.*?)(?:<\|end_of_box\|>|\Z)", re.DOTALL)


def _clicked(count: int = 1, button: Any = "left") -> Verb:
    return lambda given: Click(target=given.point("start_box"), count=count, button=button)


def _scrolled(given: Arguments) -> Action:
    return scrolled(given.direction(), given.number("step", default=5) * NOTCH, given.point_if_any("start_box"))


VERBS: dict[str, Verb] = {
    "left_click": _clicked(),
    "right_click": _clicked(button="right"),
    "middle_click": _clicked(button="middle"),
    "left_double_click": _clicked(2),
    "hover": lambda given: Move(target=given.point("start_box")),
    "left_drag": lambda given: Drag(path=(given.point("start_box"), given.point("end_box"))),
    "key": lambda given: Key(chord=given.keys("keys")),
    "type": lambda given: Text(text=given.text("content")),
    "scroll": _scrolled,
    "WAIT": lambda given: Wait(seconds=5),
    "DONE": lambda given: finished(None, given.seen.words),
    "FAIL": lambda given: stopped("failure", None, given.seen.words),
}
_BARE = re.compile(rf"\b(?:{'|'.join(VERBS)})\(.*\)")  # where the endpoint cut the marks out


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the call of an answer: between its marks, or else what looks like one."""
    said = re.split(r"^\W*Memory:", spoken(text), maxsplit=1, flags=re.MULTILINE)[0]
    boxes = _BOX.findall(said)
    calls = boxes or _BARE.findall(said)
    words = _BOX.sub("", said) if boxes else _BARE.sub("", said)
    return understood(_called(calls[0]) if calls else [], VERBS, replace(seen, words=words.strip()))


def _called(source: str) -> list[Named | Invalid]:
    bare = source.strip()
    return [Named(bare, {})] if bare in VERBS else functions(bare, _PARAMETERS)[:1]


_CALLS = """\
left_click(start_box='[x,y]', element_info='…'), right_click, middle_click, left_double_click and hover likewise
left_drag(start_box='[x1,y1]', end_box='[x2,y2]', element_info='…')
scroll(start_box='[x,y]', direction='down', step=5, element_info='…')  # down, up, left or right, by turns of the wheel
type(content='…')
key(keys='ctrl+c')
WAIT()  # five seconds
DONE(){}
FAIL()"""


class GlmSettings(CallingSettings):
    """GLM-4.5V's, as a public agent of its prompt for computers has them."""

    measure: Measure = "1000"
    temperature: float | None = Field(0.001, ge=0, le=2)
    max_tokens: int = Field(2048, ge=1)
    screenshots: int = Field(5, ge=1)


class GlmAgent(OpenAgent):
    """GLM-4.5V and its successors, with a memory that they write anew in each answer."""

    name = "glm"
    kind = GlmSettings
    finish: ClassVar[str] = "When you have finished, call DONE(), after a line “Answer: …” if an answer is asked for."

    def system(self, observation: Observation) -> str:
        return (
            "You operate a device by its screen. Coordinates are in thousandths of its width and height, 0 to 999. "
            f"These are your actions:\n{_CALLS.format(remark(observation.answer_schema))}\n\n"
            "Each answer is a sentence on what you do and why, with one action, "
            'then what you have to remember as a list of objects:\nMemory:\n[{"…": "…"}]'
        )

    def understand(self, text: str, seen: Seen) -> tuple[Call, ...]:
        return read(text, seen)
