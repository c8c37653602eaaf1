"""Zhipu's models: GLM-4.5V and its successors, and AutoGLM-Phone."""

from typing import ClassVar

from pydantic import Field

from lifeworld.agents.arguments import Measure
from lifeworld.agents.briefing import remark
from lifeworld.agents.codecs.glm import AUTOGLM, GLM
from lifeworld.agents.openweights import CallingSettings, OpenAgent, OpenSettings
from lifeworld.core.observation import Observation

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
    grammar = GLM
    finish: ClassVar[str] = "When you have finished, call DONE(), after a line “Answer: …” if an answer is asked for."

    def system(self, observation: Observation) -> str:
        return (
            "You operate a device by its screen. Coordinates are in thousandths of its width and height, 0 to 999. "
            f"These are your actions:\n{_CALLS.format(remark(observation.answer_schema))}\n\n"
            "Each answer is a sentence on what you do and why, with one action, "
            'then what you have to remember as a list of objects:\nMemory:\n[{"…": "…"}]'
        )


_PHONE_CALLS = """\
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
    grammar = AUTOGLM
    finish: ClassVar[str] = "When you have finished, call finish; an answer stands in its message."
    settings: AutoglmSettings

    def system(self, observation: Observation) -> str:
        return (
            "You operate a phone by its screen. Coordinates run from [0,0] at the top left to [999,999] at the bottom "
            f"right. These are your actions:\n{_PHONE_CALLS}{remark(observation.answer_schema)}\n\nEach answer is\n"
            "<think>why</think>\n<answer>one action</answer>"
        )
