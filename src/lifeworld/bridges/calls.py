"""Episodes played by calls of functions: what trainers of tool-calling models send, and what a call comes to."""

import base64
import json
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar, TypeVarTuple, Unpack

import anyio
from anyio.to_thread import run_sync

from lifeworld.agents.briefing import as_text, ended, settled, wish
from lifeworld.agents.call_text import as_tool_call, spoken, tool_calls
from lifeworld.agents.offered import CONTROL_FUNCTIONS, DONE, Function, action_of, call_of, listed, offered
from lifeworld.agents.outline import said
from lifeworld.core.actions import Action, Done, Invalid, Message, parse_action
from lifeworld.core.errors import Fault
from lifeworld.core.observation import Observation
from lifeworld.env.session import Session
from lifeworld.taskkit.configuration import Configuration

T = TypeVar("T")
Given = TypeVarTuple("Given")
_ONE = anyio.CapacityLimiter(1)


async def in_turn(work: Callable[[Unpack[Given]], T], *given: *Given) -> T:
    """Return what work on a world gives, once it is its turn."""
    return await run_sync(work, *given, limiter=_ONE)


GRID = 1000  # what the places of a picture are counted to
_TEXT = {"type": "string"}
_PLACE = {"type": "integer", "minimum": 0, "maximum": GRID}
_TAP = Function(
    "tap_point",
    f"Tap a place of the picture; x and y are counted from 0 to {GRID} from its left and its top.",
    {"type": "object", "properties": {"x": _PLACE, "y": _PLACE}, "required": ["x", "y"]},
)
_ASK = Function(
    "ask",
    "Ask the person whose device it is.",
    {"type": "object", "properties": {"question": _TEXT}, "required": ["question"]},
)
_DONE = Function(
    DONE,
    "End the task: once all is done, with the answer where one is asked for; or where it can't be done.",
    {
        "type": "object",
        "properties": {
            "answer": {
                **_TEXT,
                "description": "The answer, a list or several parts as JSON; only if one is asked for.",
            },
            "status": {"type": "string", "enum": ["success", "failure", "infeasible"]},
            "note": {**_TEXT, "description": "Anything else that is to be said."},
        },
        "required": [],
    },
)
_BROKE = "The device broke; the task has ended."
_ENDED = "The task has ended; nothing more can be done."


@dataclass(frozen=True)
class Came:
    """What a call came to.

    Attributes:
        text: what there is to read: a result, a reply, the page.
        picture: the screen as PNG, in channels with pixels.
        wrong: the call could not be done, or an app refused it.
    """

    text: str
    picture: bytes | None = None
    wrong: bool = False

    @property
    def png(self) -> str:
        """The picture in base64, "" without one."""
        return base64.b64encode(self.picture or b"").decode()

    @property
    def url(self) -> str:
        """The picture as an address that holds it."""
        return f"data:image/png;base64,{self.png}"


class Calls:
    """Plays episodes of a session by calls.

    Args:
        session: what is played.
        most: functions that may be declared; where there are more, each app is one function.
    """

    def __init__(self, session: Session, most: int | None = None) -> None:
        self.session, self._most = session, most
        self.functions: tuple[Function, ...] = ()  # of the episode that has begun; the same in all of a suite
        self.fault = ""  # of ours, that ended the episode
        self._now: Observation | None = None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """Return what plays a row of data: its `configuration`, an id, its `session`, and `most`, if it has any."""
        configuration = Configuration.parse(row["configuration"])
        return cls(Session(lambda _: configuration, **row["session"]), row.get("most"))

    @property
    def over(self) -> bool:
        """Whether nothing more can be done."""
        return bool(self.fault) or self.session.verdict is not None

    def begin(self, configuration: Configuration | str | None = None) -> Came:
        """Begin an episode, of the session's own configuration if none is given; tell the task and the first screen.

        A fault is told, and its reward is None.

        Raises:
            UserError: there is no such configuration.
        """
        try:
            self._now, _ = self.session.reset(configuration)
        except Fault as fault:
            self.fault = str(fault)
            return Came(_BROKE, wrong=True)
        self.fault = ""
        self.functions = functions(self._now, self._most)
        return self.look()

    def begun(self, configuration: Configuration | str | None = None) -> Came:
        """Begin an episode as `begin` does, and raise the fault, if there is one.

        Raises:
            Fault: the world or the browser broke.
        """
        told = self.begin(configuration)
        if self.fault:
            raise Fault(self.fault)
        return told

    def look(self) -> Came:
        """Tell the task, and the screen as it is now."""
        if self.over or self._now is None:
            return Came(_ENDED, wrong=True)
        return Came(opening(self._now, self._most), self._now.screenshot)

    def call(self, name: str, arguments: Any) -> Came:
        """Do what a call says; whatever is wrong with it is told, never raised."""
        if self.over or self._now is None:
            return Came(_ENDED, wrong=True)
        return self._done(meant(name, arguments, self.functions, bool(self._now.answer_schema)))

    def heard(self, words: str) -> list[Came]:
        """Do the calls that stand in a model's words, in turn, until the episode is over; none where none stands."""
        came: list[Came] = []
        for one in tool_calls(spoken(words)):
            if self.over:
                break
            came.append(self._done(one) if isinstance(one, Invalid) else self.call(one.name, one.arguments))
        return came

    def _done(self, action: Action) -> Came:
        moved = self.session.step(action)
        self._now = now = moved.observation
        if moved.reward is None:
            self.fault = moved.info["fault"]
            return Came(_BROKE, wrong=True)
        return Came(_ENDED if self.over else said(now), now.screenshot, bool(now.feedback.code))

    def reward(self) -> float | None:
        """Return what the episode is worth, judged as it stands where nobody has ended it; None for a fault of ours."""
        return None if self.fault else self.session.stop("the client has stopped")

    def worth(self) -> float:
        """Return what the episode is worth, for clients that take nothing but numbers.

        Raises:
            Fault: one of ours ended it, so that it is worth nothing that could be learnt from.
        """
        worth = self.reward()
        if worth is None:
            raise Fault(self.fault or "; ".join(self.session.verdict.reasons if self.session.verdict else ()))
        return worth


def functions(observation: Observation, most: int | None = None) -> tuple[Function, ...]:
    """Return what may be called where this is seen.

    These are the apps' tools in channels that have them; the controls of the screen, by reference where there is a
    tree and by place where there is a picture; `ask` and `done`.
    """
    pointing = [_TAP] if observation.screenshot else []
    blind = observation.screen and not observation.tree.children
    free = [one for one in CONTROL_FUNCTIONS if "ref" not in one.schema["required"]]
    screen = [*pointing, *map(_without_reference, free)] if blind else pointing
    told = {one.name: one for one in (*offered(observation, most), *screen, _ASK, _DONE)}
    return tuple(told.values())


def opening(observation: Observation, most: int | None = None) -> str:
    """Return the task in words, how it is ended, the tools that are not declared one by one, and the first screen."""
    end = "Call done at the end; if it can't be done, change nothing, and call done with the status infeasible."
    told = [*wish(observation), end]
    if any(one.several for one in offered(observation, most)):
        told.append(f"The tools of the apps, with JSON schemas of their arguments:\n{listed(observation)}")
    return "\n\n".join([*told, *([said(observation)] if observation.tree.children else [])])


def taught(functions: tuple[Function, ...], how: str = f"Write each call as\n{as_tool_call('NAME', {})}") -> str:
    """Return in words what functions there are, and how a model that is told them as text calls them."""
    lines = "\n".join(json.dumps(one.to_json(), ensure_ascii=False, allow_nan=False) for one in functions)
    return f"You work on a device by calling functions:\n<tools>\n{lines}\n</tools>\n\n{how}"


def meant(name: str, given: Any, declared: tuple[Function, ...], asked: bool) -> Action:
    """Return the action that a call means; `Invalid` where an argument is missing or wrong."""
    if not isinstance(given, Mapping):
        return Invalid(code="bad_argument", detail=f"{name} takes an object of arguments.", native=repr(given))
    for one in (_ASK, _TAP):
        if one.name == name and (odd := [key for key in given if key not in one.schema["properties"]]):
            there = ", ".join(one.schema["properties"])
            return Invalid(code="bad_argument", detail=f"There is no argument “{odd[0]}”; there are {there}.")
    if name == _ASK.name:
        if not given.get("question"):
            return Invalid(code="bad_argument", detail="question is missing.")
        return parse_action({"type": "message", "text": given.get("question"), "expects_reply": True})
    if name == _TAP.name:
        return parse_action(
            {"type": "click", "target": {"kind": "point", **{key: _part(given.get(key)) for key in "xy"}}}
        )
    if name == DONE:
        action = ended(given)
        return settled(action, asked) if isinstance(action, Done) else action
    return action_of(name, given, declared)


def _part(number: Any) -> Any:
    """Return a place on the grid as a fraction; what is no number as it is, to be refused."""
    return number / GRID if isinstance(number, int | float) and not isinstance(number, bool) else number


def _without_reference(function: Function) -> Function:
    """Return a control's function for a screen whose tree is not seen."""
    properties = {name: one for name, one in function.schema["properties"].items() if name != "ref"}
    return function._replace(schema={**function.schema, "properties": properties})


def called(action: Action, tools: Container[str]) -> tuple[str, dict[str, Any]]:
    """Return the call of a function, and its arguments, that does an action.

    Args:
        action: what a solution does.
        tools: names of the apps' tools that there are.

    Raises:
        Inexpressible: no function does it.
    """
    match action:
        case Message():
            return "ask", {"question": action.text}
        case Done():
            told = {"status": action.status, "answer": as_text(action.answer), "note": action.note}
            return DONE, {name: one for name, one in told.items() if one}
    call = call_of(action, tools)
    return call.name, dict(call.arguments)
