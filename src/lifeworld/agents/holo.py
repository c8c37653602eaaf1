"""Holo: one JSON object with a note, a thought and an action, over a browser's page."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from pydantic import Field

from lifeworld.agents.arguments import Arguments, Named, Seen
from lifeworld.agents.briefing import remark
from lifeworld.agents.model import Call
from lifeworld.agents.openweights import OpenAgent, OpenSettings
from lifeworld.agents.reading import Verb, finished, scrolled, understood
from lifeworld.agents.toolcall import objects, spoken
from lifeworld.core.actions import Action, Click, Navigate, System, Text, Wait
from lifeworld.core.observation import Observation

_PART = 0.5  # of the screen, for a scroll


def _written(given: Arguments) -> Action:
    return Text(text=given.text("content"), target=given.x_y(), submit=True)


VERBS: dict[str, Verb] = {
    "click_element": lambda given: Click(target=given.x_y()),
    "click_absolute": lambda given: Click(target=given.x_y()),
    "write_element_abs": _written,
    "scroll": lambda given: scrolled(given.direction(), _PART, unit="viewport"),
    "go_back": lambda given: System(name="back"),
    "refresh": lambda given: System(name="reload"),
    "goto": lambda given: Navigate(url=given.text("url")),
    "wait": lambda given: Wait(seconds=given.number("seconds", default=1)),
    "restart": lambda given: Navigate(url="/"),
    "answer": lambda given: finished(given.answer("content"), given.seen.words),
}


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the call of an answer."""
    said = spoken(text)
    found = list(objects(said))
    words = "\n".join(str(one["thought"]) for one in found if one.get("thought")) or said.partition("{")[0]
    return understood(_called(found), VERBS, replace(seen, words=words.strip() if found else said.strip()))


def _called(found: list[dict[str, Any]]) -> Iterator[Named]:
    for one in found[:1]:
        action = one.get("action")
        call = action if isinstance(action, dict) else one
        yield Named(str(call.get("action", "")), {name: value for name, value in call.items() if name != "action"})


_ACTIONS = """\
{"action": "click_element", "element": "…", "x": 10, "y": 20}
{"action": "write_element_abs", "element": "…", "content": "…", "x": 10, "y": 20}  and Enter is pressed
{"action": "scroll", "direction": "down"}  down, up, left or right
{"action": "go_back"}
{"action": "refresh"}
{"action": "goto", "url": "…"}
{"action": "wait", "seconds": 2}
{"action": "restart"}  from the first page
{"action": "answer", "content": "…"}"""


class HoloSettings(OpenSettings):
    """Holo1.5's size of pictures is published; the rest is ours."""

    factor: int = Field(28, ge=1, le=512)
    least: int = Field(3136, ge=1)
    most: int = Field(12845056, ge=64 * 64)


class HoloAgent(OpenAgent):
    """Holo, which works in a browser."""

    name = "holo"
    kind = HoloSettings
    finish: ClassVar[str] = "When you have finished, give the answer, or what you have done, as action answer."

    def system(self, observation: Observation) -> str:
        return (
            f"You operate a browser by its screen, {self.resolution()} pixels large. Each answer is one JSON object\n"
            '{"note": "what to remember of this screen", "thought": "what to do next and why", "action": …}\n'
            f"with one of these actions:\n{_ACTIONS}{remark(observation.answer_schema)}"
        )

    def understand(self, text: str, seen: Seen) -> tuple[Call, ...]:
        return read(text, seen)
