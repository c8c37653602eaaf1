"""Holo: one JSON object with a note, a thought and an action, over a browser's page."""

from typing import ClassVar

from pydantic import Field

from lifeworld.agents.briefing import remark
from lifeworld.agents.codecs.holo import HOLO
from lifeworld.agents.openweights import OpenAgent, OpenSettings
from lifeworld.core.observation import Observation

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
    grammar = HOLO
    finish: ClassVar[str] = "When you have finished, give the answer, or what you have done, as action answer."

    def system(self, observation: Observation) -> str:
        return (
            f"You operate a browser by its screen, {self.resolution()} pixels large. Each answer is one JSON object\n"
            '{"note": "what to remember of this screen", "thought": "what to do next and why", "action": …}\n'
            f"with one of these actions:\n{_ACTIONS}{remark(observation.answer_schema)}"
        )
