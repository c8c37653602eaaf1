"""A plain prompt for any chat model: the screen as picture, tree or numbered marks, and one JSON action an answer."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from lifeworld.agents.arguments import Arguments, Measure, Misread, Named, Seen, whole
from lifeworld.agents.briefing import nulled, remark
from lifeworld.agents.marks import marked
from lifeworld.agents.model import Call, Result
from lifeworld.agents.offered import listed
from lifeworld.agents.openweights import CallingSettings, OpenAgent
from lifeworld.agents.outline import in_words
from lifeworld.agents.picture import Picture
from lifeworld.agents.reading import Verb, asked, finished, guarded, scrolled, understood
from lifeworld.agents.toolcall import objects, spoken
from lifeworld.core.actions import (
    Action,
    Click,
    Done,
    Drag,
    Invalid,
    Key,
    Move,
    Navigate,
    OpenApp,
    Point,
    Ref,
    SetValue,
    System,
    Text,
    Wait,
    parse_action,
)
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Node, Observation

_BUTTONS = {"left": "left", "right": "right", "middle": "middle"}


def _target(given: Arguments) -> Point | Ref:
    """Return what an action is aimed at: a mark's control, a reference, or a place."""
    if given.has("mark"):
        return Ref(id=_marked(given))
    if given.has("ref", "id"):
        return Ref(id=given.text("ref", "id"))
    return given.point("coordinate", "point") if given.has("coordinate", "point") else given.x_y()


def _marked(given: Arguments) -> str:
    number, marks = given.count("mark"), given.seen.marks
    if not 0 < number <= len(marks):
        raise Misread("stale_ref", f"There is no mark {number}; there are {f'1 to {len(marks)}' if marks else 'none'}.")
    return marks[number - 1]


def _target_if_any(given: Arguments) -> Point | Ref | None:
    return _target(given) if given.has("mark", "ref", "id", "coordinate", "point", "x", "y") else None


def _clicked(count: int = 1, hold: float = 0) -> Verb:
    def verb(given: Arguments) -> Action:
        return Click(
            target=_target_if_any(given),
            button=given.choice(_BUTTONS, "button", default="left"),
            count=given.count("count", default=count),
            hold_ms=round(given.number("hold", default=hold) * 1000),
        )

    return verb


def _typed(given: Arguments) -> Action:
    return Text(
        text=given.text("text"),
        target=_target_if_any(given),
        clear=given.flag("clear", default=False),
        submit=given.flag("submit", default=False),
    )


def _scrolled(given: Arguments) -> Action:
    turned = scrolled(given.direction(), given.number("amount", default=0.5), unit="viewport")
    return turned.model_copy(update={"target": _target_if_any(given)})


def _impossible(given: Arguments) -> Action:
    return Done(status="infeasible", note=given.text("reason", default=""))


VERBS: dict[str, Verb] = {
    "click": _clicked(),
    "double_click": _clicked(2),
    "long_press": _clicked(hold=1),
    "move": lambda given: Move(target=_target(given)),
    "drag": lambda given: Drag(path=(given.point("from", "start"), given.point("to", "end"))),
    "scroll": _scrolled,
    "type": _typed,
    "select": lambda given: SetValue(target=_target(given), value=given.text("value")),
    "key": lambda given: Key(chord=given.keys("keys", "key")),
    "back": lambda given: System(name="back"),
    "home": lambda given: System(name="home"),
    "reload": lambda given: System(name="reload"),
    "open": lambda given: OpenApp(name=given.text("app", "name")),
    "go": lambda given: Navigate(url=given.text("url")),
    "wait": lambda given: Wait(seconds=given.number("seconds", default=1)),
    "ask": lambda given: asked(given.text("question", "text", default=""), given.seen.words),
    "done": lambda given: finished(given.answer("answer"), given.seen.words),
    "infeasible": _impossible,
}


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the first action of an answer; Lifeworld's own form of actions is understood, too."""
    said = spoken(text)
    found = [one for one in objects(said) if "action" in one or "type" in one][:1]
    words = said.partition("{")[0].strip() if found else said.strip()
    if found and "action" not in found[0]:
        return (Call(guarded(lambda: _own(found[0])), native=whole(said)),)
    return understood(_called(found), VERBS, replace(seen, words=words))


def _own(written: dict[str, Any]) -> Action:
    """Return the action that an object of our own form is."""
    return parse_action(json.dumps(nulled(written), allow_nan=False))


def _called(found: list[dict[str, Any]]) -> Iterator[Named | Invalid]:
    for one in found:
        inner = one["action"]
        call = {**inner, "action": inner.get("action")} if isinstance(inner, dict) else one
        yield Named(str(call["action"]), {name: value for name, value in call.items() if name != "action"})


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
_DONE = '{"action": "done"}', '{"action": "done", "answer": …}'
_DRAG = '{"action": "drag", "from": [x, y], "to": [x, y]}'


def _done(observation: Observation) -> str:
    """Return how a model ends the task, with what the answer is if one is asked for."""
    asked = observation.answer_schema
    return f"{_DONE[bool(asked)]}{remark(asked, '  ')}"


class PromptAgent(OpenAgent):
    """Any model behind a chat endpoint, told in plain words what it may do."""

    name = "prompt"
    kind = PromptSettings
    finish: ClassVar[str] = "When you have finished, use the action done."
    settings: PromptSettings

    def __init__(self, written: str = "") -> None:
        super().__init__(written)
        self._marks: tuple[str, ...] = ()
        self._screen = Picture(b"", "", 1, 1)

    def system(self, observation: Observation) -> str:
        if observation.tools:
            return self._with_tools(observation)
        before = "what you see and mean to do in a sentence or two, then " if self.settings.thought else ""
        actions = _ACTIONS.replace("TARGET", self._way(observation)).replace("DONE", _done(observation))
        return (
            f"You operate a device by its screen, one action an answer. Each answer is {before}one JSON object, and "
            f"nothing after it:\n{actions}{f'{chr(10)}{_DRAG}' if self.picture else ''}{self._places()}"
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
        if self._marks:
            return '"mark": 1'
        return '"ref": "e1"' if self.settings.tree and observation.tree.children else '"x": 1, "y": 2'

    def _places(self) -> str:
        if self.picture is None:
            return ""
        units = {
            "pixels": f"pixels of the picture, which is {self.resolution()}",
            "fractions": "parts of the picture's width and height, from 0 to 1",
        }.get(self.settings.measure, f"steps of a grid of {self.resolution()} over the picture")
        return f"\nA target may be given as x and y, too: {units}."

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
        png, self._marks = marked(observation.screenshot, observation.tree, observation.size)
        return replace(observation, screenshot=png)

    def page(self, observation: Observation) -> str:
        if not self.settings.tree:
            return ""
        numbers = {ref: number for number, ref in enumerate(self._marks, 1)}

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
        task = next(part for part in self.messages[1]["content"] if part["type"] == "text")
        return [every[0], {**first, "content": [task, *first["content"]]}, *every[len(every) - 2 * kept :]]

    def read(self, text: str, picture: Picture | None) -> Sequence[Call]:
        return super().read(text, picture or self._screen)

    def seen(self, picture: Picture) -> Seen:
        return replace(super().seen(picture), marks=self._marks)

    def understand(self, text: str, seen: Seen) -> tuple[Call, ...]:
        return read(text, seen)
