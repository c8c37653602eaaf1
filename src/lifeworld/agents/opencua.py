"""OpenCUA and Kimi: sections of a thought and an action, then pyautogui code, parsed and never run."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from lifeworld.agents.arguments import Measure
from lifeworld.agents.briefing import remark
from lifeworld.agents.codecs.pyautogui import OPENCUA
from lifeworld.agents.openweights import CallingSettings, OpenAgent, OpenSettings
from lifeworld.core.observation import Observation

_CALLS = """\
pyautogui.click(x, y, clicks=1, button='left')
pyautogui.doubleClick(x, y), rightClick(x, y), middleClick(x, y)
computer.triple_click(x, y)
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

    needs = OpenSettings.needs | {"thoughts": "pixels"}
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
    grammar = OPENCUA
    finish: ClassVar[str] = "When you have finished, call computer.terminate(status='success', answer='…')."
    settings: OpencuaSettings

    def system(self, observation: Observation) -> str:
        places = f"places on a screen of {self.resolution()}"
        if self.settings.measure == "fractions":
            places = "parts of the picture's width and height, from 0 to 1"
        form = f"{_SECTIONS[self.settings.thoughts]}## Action:\n…\n\n## Code:\n```python\n…\n```"
        return (
            "You operate a computer by its screen with mouse and keyboard, a step an answer. Each answer is\n"
            f"{form}\nwith the step in one sentence, and code of these calls alone, with plain values; "
            f"x and y are {places}:\n{_CALLS}{remark(observation.answer_schema)}"
        )


class KimiSettings(OpencuaSettings, CallingSettings):
    """Kimi's, as its authors' agent for OSWorld has them; it thinks unless thinking=false."""

    needs = OpencuaSettings.needs | CallingSettings.needs
    measure: Measure = "fractions"
    factor: int = Field(1, ge=1, le=512)
    least: int = Field(1, ge=1)
    temperature: float | None = Field(1, ge=0, le=2)
    top_p: float | None = Field(0.95, gt=0, le=1)
    max_tokens: int = Field(4096, ge=1)


class KimiAgent(OpencuaAgent):
    """Kimi, whose thoughts come apart from its answer where the endpoint keeps them apart."""

    name = "kimi"
    kind = KimiSettings

    def thinks(self, wanted: bool) -> Mapping[str, Any]:
        return {"chat_template_kwargs": {"thinking": wanted}}
