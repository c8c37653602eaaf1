"""A plain prompt for any chat model: the screen as picture, tree or numbered marks, and one JSON action an answer."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal, Self

from PIL import Image, ImageDraw, ImageFont
from pydantic import Field, model_validator

from lifeworld.agents.arguments import Frame, Measure
from lifeworld.agents.briefing import remark
from lifeworld.agents.call_decoding import Result
from lifeworld.agents.codecs.grammar import Grammar
from lifeworld.agents.codecs.prompt import PROMPT
from lifeworld.agents.offered import listed
from lifeworld.agents.openweights import CallingSettings, OpenAgent
from lifeworld.agents.outline import in_words
from lifeworld.agents.picture import Picture
from lifeworld.core.errors import UserError
from lifeworld.core.observation import CONTROLS, Box, Node, Observation


class PromptSettings(CallingSettings):
    """What the plain prompt can be set to; all its defaults are ours.

    Attributes:
        picture, tree: whether the model gets the picture, and the page in words, where the channel shows them.
        marks: whether controls bear numbers on the picture.
        thought: whether the model is asked for a thought before its action.
        history: how many earlier answers it is reminded of; None for all.
        calling: how it acts by the apps' tools: `words`, told of them and answering in JSON, which any model can; or
            `native`, by the endpoint's function calling.
    """

    needs = CallingSettings.needs | {"picture": "pixels", "marks": "pixels+tree", "calling": "tools"}
    measure: Measure = "1000"
    longest_edge: int = Field(1536, ge=64)
    screenshots: int = Field(1, ge=1)
    picture: bool = True
    tree: bool = True
    marks: bool = False
    thought: bool = True
    history: int | None = Field(None, ge=0)
    calling: Literal["words", "native"] = "words"

    @model_validator(mode="after")
    def _shows(self) -> Self:
        if not (self.picture or self.tree):
            raise ValueError("with picture=false and tree=false there is nothing to see")
        if self.marks and not self.picture:
            raise ValueError("marks are drawn onto the picture: leave picture=false out")
        if "functions" in self.model_fields_set and self.calling == "words":
            raise ValueError("functions are declared only with calling=native; in words all tools are told")
        if "thought" in self.model_fields_set and self.calling == "native":
            raise ValueError("a thought is asked for only with calling=words; leave thought out")
        return self


_ACTIONS = """\
{"action": "click", TARGET}  with "button": "right" or "count": 2 if need be
{"action": "long_press", TARGET}
{"action": "type", TARGET, "text": "…", "clear": true, "submit": true}  without a target: where the focus is
{"action": "select", TARGET, "value": "…"}  a choice of a list
{"action": "scroll", "direction": "down"}  down, up, left or right, by half a screen
{"action": "key", "keys": ["Control", "a"]}
{"action": "back"}  and {"action": "home"}
{"action": "open", "app": "…"}
{"action": "wait", "seconds": 2}
{"action": "ask", "question": "…"}  of the person
DONE
{"action": "infeasible", "reason": "…"}"""
_CALLS = """\
{"type": "tool", "name": "…", "arguments": {…}}
{"action": "wait", "seconds": 2}
{"action": "ask", "question": "…"}  of the person
DONE
{"action": "infeasible", "reason": "…"}"""
_CALL = _CALLS.partition("\n")[0]
_DONE = '{"action": "done"}', '{"action": "done", "answer": …}'
_DRAG = '{"action": "drag", "from": [x, y], "to": [x, y]}'


def _beside(observation: Observation) -> str:
    """Return what is said of the apps' tools where there are screens, too."""
    if not observation.tools:
        return ""
    return (
        f"\n\nBeside the screen there are tools of the apps: {_CALL}\nWith JSON schemas of their arguments:\n"
        f"{listed(observation)}"
    )


def _done(observation: Observation) -> str:
    """Return how a model ends the task, with what the answer is if one is asked for."""
    asked = observation.answer_schema
    return f"{_DONE[bool(asked)]}{remark(asked, '  ')}"


class PromptAgent(OpenAgent):
    """Any model behind a chat endpoint, told in plain words what it may do."""

    name = "prompt"
    kind = PromptSettings
    grammar = PROMPT
    finish: ClassVar[str] = "When you have finished, use the action done."
    settings: PromptSettings
    _screen: Picture  # that places are on where there is no picture

    def system(self, observation: Observation) -> str:
        if not observation.screen:
            return self._with_tools(observation)
        before = "what you see and mean to do in a sentence or two, then " if self.settings.thought else ""
        actions = _ACTIONS.replace("TARGET", self._way(observation)).replace("DONE", _done(observation))
        return (
            f"You operate a device by its screen, one action an answer. Each answer is {before}one JSON object, and "
            f"nothing after it:\n{actions}{f'{chr(10)}{_DRAG}' if self.frame.picture else ''}{self._places()}"
            f"{_beside(observation)}"
        )

    def _with_tools(self, observation: Observation) -> str:
        """Return what is said of the apps' tools, which stand for screens: one JSON object a line."""
        before = "what you mean to do in a sentence or two, then " if self.settings.thought else ""
        calls = _CALLS.replace("DONE", _done(observation))
        return (
            f"You operate a device by the tools of its apps, one call an answer. Each answer is {before}one JSON "
            f"object, and nothing after it:\n{calls}\n\nThe tools, with JSON schemas of their arguments:\n"
            f"{listed(observation)}"
        )

    def _way(self, observation: Observation) -> str:
        """Return how the model aims: by mark, by reference or by place."""
        if self.frame.marks:
            return '"mark": 1'
        return '"ref": "e1"' if self.settings.tree and observation.tree.children else '"x": 1, "y": 2'

    def _places(self) -> str:
        if self.frame.picture is None:
            return ""
        units = {
            "pixels": f"pixels of the picture, which is {self.resolution()}",
            "fractions": "parts of the picture's width and height, from 0 to 1",
        }.get(self.settings.measure, f"steps of a grid of {self.resolution()} over the picture")
        return f"\nA target may be given as x and y, too: {units}."

    def told(self, grammar: Grammar, observation: Observation) -> Grammar:
        names = re.findall(r'"action": "(\w+)"', self.system(observation))
        return replace(grammar, codec=grammar.codec.told(names))

    def tell(self, observation: Observation, results: Sequence[Result]) -> None:
        """Add the screen.

        Raises:
            UserError: the channel doesn't show what the settings want.
        """
        if observation.tools and self.settings.calling == "native":
            return self.tell_tools(observation, results, self.settings.functions)
        self._screen = Picture(b"", "", *observation.size)
        super(OpenAgent, self).tell(self._seen_as(observation), results)

    def _seen_as(self, observation: Observation) -> Observation:
        """Return the screen as the model gets it: without its picture, or with marks on it."""
        if not self.settings.picture:
            return replace(observation, screenshot=None)
        if not self.settings.marks:
            return observation
        if observation.screenshot is None or not observation.tree.children:
            raise UserError("marks need the picture and the tree: use --driver chromium and --channel pixels+tree")
        png, marks = marked(observation.screenshot, observation.tree, observation.size)
        self.frame = replace(self.frame, marks=marks)
        return replace(observation, screenshot=png)

    def page(self, observation: Observation) -> str:
        if not self.settings.tree:
            return ""
        numbers = {ref: number for number, ref in enumerate(self.frame.marks, 1)}

        def numbered(node: Node) -> str:
            return f"[{numbers[node.ref]}]" if node.ref in numbers and node.role != "text" else ""

        return in_words(observation, self.settings.elements, self.settings.levels, numbered if numbers else None)

    def sent(self) -> list[dict[str, Any]]:
        """Return the messages as they are sent: the task always, and of earlier answers the last ones."""
        every, kept = super().sent(), self.settings.history
        if self.functions and kept is not None:
            turns = [place for place, message in enumerate(every) if message["role"] == "assistant"]
            return [every[0], *every[turns[max(0, len(turns) - kept - 1)] :]] if turns else every
        if kept is None or len(every) <= 2 * kept + 2:
            return every
        first = every[-(2 * kept + 1)]
        task = next(part for part in self._history.messages[1]["content"] if part["type"] == "text")
        return [every[0], {**first, "content": [task, *first["content"]]}, *every[len(every) - 2 * kept :]]

    def seen(self) -> Frame:
        return replace(self.frame, picture=self.frame.picture or self._screen)


_COLOURS = ("#b00020", "#1b5e20", "#0d47a1", "#6a1b9a", "#bf360c", "#004d40")  # each with white figures on it


def _controls(tree: Node, size: tuple[int, int]) -> Iterator[Node]:
    """Yield the controls whose centre is on the screen, in the order of the page."""
    for node in tree.walk():
        if node.role in CONTROLS and node.ref and node.box and node.box.width > 0 and node.box.height > 0:
            x, y = node.box.centre
            if 0 <= x < size[0] and 0 <= y < size[1]:
                yield node


def marked(png: bytes, tree: Node, size: tuple[int, int]) -> tuple[bytes, tuple[str, ...]]:
    """Return a screenshot with marks, and the references of the controls that bear the numbers from 1.

    Args:
        png: the screenshot.
        tree: its page.
        size: the screen's, the unit of boxes.
    """
    found = list(_controls(tree, size))
    drawn = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        picture = image.convert("RGB")
    pen, scale = ImageDraw.Draw(picture), picture.width / size[0]
    for number, node in enumerate(found, 1):
        assert node.box
        _mark(pen, node.box, scale, number)
    picture.save(drawn, "PNG")
    return drawn.getvalue(), tuple(node.ref for node in found)


def _mark(pen: ImageDraw.ImageDraw, box: Box, scale: float, number: int) -> None:
    colour = _COLOURS[number % len(_COLOURS)]
    left, top = box.x * scale, box.y * scale
    pen.rectangle((left, top, left + box.width * scale, top + box.height * scale), outline=colour, width=round(scale))
    corner = max(left, 0), max(top, 0)  # the number can be read where the control begins off the screen
    font = ImageFont.load_default(size=11 * scale)
    pen.rectangle(pen.textbbox(corner, str(number), font), fill=colour, outline=colour, width=round(2 * scale))
    pen.text(corner, str(number), fill="white", font=font)
