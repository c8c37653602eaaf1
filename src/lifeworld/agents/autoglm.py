"""AutoGLM-Phone: `do(action="Tap", element=[x,y])` or `finish(message="…")`, between `<answer>` and `</answer>`."""

import re
from dataclasses import replace
from typing import ClassVar

from pydantic import Field

from lifeworld.agents.arguments import Arguments, Measure, Named, Seen
from lifeworld.agents.briefing import remark
from lifeworld.agents.functions import functions
from lifeworld.agents.model import Call
from lifeworld.agents.openweights import OpenAgent, OpenSettings
from lifeworld.agents.reading import Verb, asked, finished, understood
from lifeworld.agents.toolcall import spoken
from lifeworld.core.actions import Action, Click, Drag, Invalid, Message, OpenApp, System, Text, Wait
from lifeworld.core.observation import Observation

_PARAMETERS = ("action", "element", "start", "end", "text", "app", "message", "instruction", "duration")
_SECONDS = re.compile(r"\d+(?:\.\d+)?")
_BEGIN = re.compile(r"\b(?:do\s*\(\s*action\s*=|finish\s*\(\s*message\s*=|finish\s*\(\s*\))")


def _clicked(count: int = 1, hold_ms: int = 0) -> Verb:
    return lambda given: Click(target=given.point("element"), count=count, hold_ms=hold_ms)


def _typed(given: Arguments) -> Action:
    return Text(text=given.text("text"), clear=True)


def _waited(given: Arguments) -> Action:
    found = _SECONDS.search(given.text("duration", default="1"))
    return Wait(seconds=float(found[0]) if found else 1)


def _told(given: Arguments) -> Action:
    return Message(text=given.text("message", "instruction", default="") or given.seen.words)


def _asked(given: Arguments) -> Action:
    return asked(given.text("message", default=""), given.seen.words)


VERBS: dict[str, Verb] = {
    "Launch": lambda given: OpenApp(name=given.text("app")),
    "Tap": _clicked(),
    "Double Tap": _clicked(2),
    "Long Press": _clicked(hold_ms=1000),
    "Swipe": lambda given: Drag(path=(given.point("start"), given.point("end")), pointer="touch"),
    "Type": _typed,
    "Type_Name": _typed,
    "Back": lambda given: System(name="back"),
    "Home": lambda given: System(name="home"),
    "Wait": _waited,
    "Note": _told,
    "Call_API": _told,
    "Interact": _asked,
    "Take_over": _asked,
    "finish": lambda given: finished(given.answer("message"), given.seen.words),
}


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the call of an answer: what `<answer>` holds, or else what begins like a call."""
    said = spoken(text)
    thought, marked, rest = said.partition("<answer>")
    source = rest.partition("</answer>")[0] if marked else said
    begin = _BEGIN.search(source)
    calls = functions(source[begin.start() :], _PARAMETERS)[:1] if begin else []
    words = re.sub(r"</?\w+>", "", thought if marked else source[: begin.start()] if begin else said)
    return understood(map(_by_action, calls), VERBS, replace(seen, words=words.strip()))


def _by_action(call: Named | Invalid) -> Named | Invalid:
    if isinstance(call, Invalid) or call.name != "do":
        return call
    rest = {name: value for name, value in call.arguments.items() if name != "action"}
    return Named(str(call.arguments.get("action", "")), rest)


_CALLS = """\
do(action="Launch", app="…")
do(action="Tap", element=[x,y])
do(action="Double Tap", element=[x,y])
do(action="Long Press", element=[x,y])
do(action="Swipe", start=[x1,y1], end=[x2,y2])
do(action="Type", text="…")  # replaces what the field holds
do(action="Back")
do(action="Home")
do(action="Wait", duration="2 seconds")
do(action="Note", message="…")
do(action="Take_over", message="…")  # ask the person
finish(message="…")"""


class AutoglmSettings(OpenSettings):
    """AutoGLM-Phone's, as its authors' client has them."""

    measure: Measure = "1000"
    top_p: float | None = Field(0.85, gt=0, le=1)
    frequency_penalty: float = Field(0.2, ge=-2, le=2)
    max_tokens: int = Field(3000, ge=1)
    screenshots: int = Field(1, ge=1)


class AutoglmAgent(OpenAgent):
    """AutoGLM-Phone, which works on phones."""

    name = "autoglm"
    kind = AutoglmSettings
    finish: ClassVar[str] = "When you have finished, call finish; an answer stands in its message."
    settings: AutoglmSettings

    def system(self, observation: Observation) -> str:
        return (
            "You operate a phone by its screen. Coordinates run from [0,0] at the top left to [999,999] at the bottom "
            f"right. These are your actions:\n{_CALLS}{remark(observation.answer_schema)}\n\nEach answer is\n"
            "<think>why</think>\n<answer>one action</answer>"
        )

    def understand(self, text: str, seen: Seen) -> tuple[Call, ...]:
        return read(text, seen)
