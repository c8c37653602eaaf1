"""OpenCUA: sections of an observation, a thought and an action, then pyautogui code, read and never run."""

import re
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field

from lifeworld.agents.arguments import Seen
from lifeworld.agents.briefing import remark
from lifeworld.agents.model import Call
from lifeworld.agents.openweights import OpenAgent, OpenSettings
from lifeworld.agents.pyautogui import VERBS, statements
from lifeworld.agents.reading import understood
from lifeworld.agents.toolcall import spoken
from lifeworld.core.observation import Observation

_FENCE = re.compile(r"```(?:code|python|py)?[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)
_HEADING = re.compile(r"^## \w+:\s*", re.MULTILINE)


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the calls of an answer: its last block of code, or a bare WAIT, DONE or FAIL."""
    said = spoken(text)
    blocks = [block for block in _FENCE.findall(said) if block.strip()]
    bare = said.strip()
    code = blocks[-1] if blocks else bare if bare in VERBS else ""
    words = _HEADING.sub("", said.partition("```")[0]) if blocks else "" if code else bare
    return understood(statements(code) if code else [], VERBS, replace(seen, words=words.strip()))


CALLS = """\
pyautogui.click(x, y, clicks=1, button='left')
pyautogui.doubleClick(x, y), tripleClick(x, y), rightClick(x, y), middleClick(x, y)
pyautogui.moveTo(x, y), dragTo(x, y, button='left')
pyautogui.scroll(clicks), hscroll(clicks): up and right if positive
pyautogui.write(message='…'), press('enter', presses=1), hotkey('ctrl', 'c'), keyDown('shift'), keyUp('shift')
time.sleep(seconds)
computer.wait(): twenty seconds
computer.terminate(status='success' or 'failure', answer='…')"""


class OpencuaSettings(OpenSettings):
    """OpenCUA's, as its authors' agent for OSWorld has them.

    They are for the models on Qwen2.5-VL; for those on Qwen2-VL and Kimi-VL set `measure=fractions` (numbers up to 1
    are parts of the picture then, larger ones its pixels) and `factor=1`.

    Attributes:
        thoughts: l1 for the step alone, l2 with a thought before it, l3 with what is seen before that.
    """

    factor: int = Field(28, ge=1, le=512)
    least: int = Field(3136, ge=1)
    most: int = Field(12845056, ge=64 * 64)
    top_p: float | None = Field(0.9, gt=0, le=1)
    max_tokens: int = Field(1500, ge=1)
    screenshots: int = Field(3, ge=1)
    thoughts: Literal["l1", "l2", "l3"] = "l2"


_SECTIONS = {"l1": "", "l2": "## Thought:\n…\n\n", "l3": "## Observation:\n…\n\n## Thought:\n…\n\n"}


class OpencuaAgent(OpenAgent):
    """OpenCUA, which thinks aloud and then writes pyautogui code."""

    name = "opencua"
    kind = OpencuaSettings
    finish: ClassVar[str] = "When you have finished, call computer.terminate(status='success', answer='…')."
    settings: OpencuaSettings

    def system(self, observation: Observation) -> str:
        form = f"{_SECTIONS[self.settings.thoughts]}## Action:\n…\n\n## Code:\n```python\n…\n```"
        return (
            "You operate a computer by its screen with mouse and keyboard, a step an answer. Each answer is\n"
            f"{form}\nwith the step in one sentence, and code of these calls alone, with plain values; "
            f"{self.places()}:\n{CALLS}{remark(observation.answer_schema)}"
        )

    def places(self) -> str:
        """Return what x and y count."""
        if self.settings.measure == "fractions":
            return "x and y are parts of the picture's width and height, from 0 to 1"
        return f"x and y are places on a screen of {self.resolution()}"

    def understand(self, text: str, seen: Seen) -> tuple[Call, ...]:
        return read(text, seen)
