"""What a mock server is asked and answers, whatever the provider: turns of unified actions, or failures.

A `Wire` is one provider's way to say so: it checks requests against the provider's types and rules, and writes answers.
"""

import base64
import io
import itertools
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

from PIL import Image
from pydantic import TypeAdapter, ValidationError

from lifeworld.agents.arguments import NOTCH, Frame, Measure, Named
from lifeworld.agents.briefing import words_of
from lifeworld.agents.codecs.rows import Codec, Inexpressible, tapped
from lifeworld.agents.offered import DONE, call_of
from lifeworld.agents.replay import recorded_in
from lifeworld.core.actions import Action, Click, Done, Message, Scroll, SetValue, System
from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import Step
from lifeworld.web.look import DEVICES

Body = dict[str, Any]
Headers = Mapping[str, str]
_PNG = "data:image/png;base64,"
FailureKind = Literal["rate-limit", "error", "silent", "cut", "overflow", "malformed", "empty", "refusal"]


@dataclass(frozen=True)
class Asked:
    """What a request comes to.

    Attributes:
        task: the words of the first message.
        turn: how many answers came before.
        size: of the last picture; None without one.
        tree: functions are declared: for controls of the tree, or the tools of the apps.
        functions: their names.
        parts: parts actions on a picture of this size into answers; None where one answer takes them all.
    """

    task: str
    turn: int
    size: tuple[int, int] | None
    tree: bool
    functions: frozenset[str] = frozenset()
    parts: "Parts | None" = None

    def answers(self, actions: tuple[Action, ...]) -> list[tuple[Action, ...]]:
        """Return actions as one answer or several."""
        return self.parts(actions, self.size) if self.parts else [actions]


Parts: TypeAlias = Callable[[Sequence[Action], tuple[int, int] | None], list[tuple[Action, ...]]]


@dataclass(frozen=True)
class Turn:
    """One answer: actions, and words that go before or instead of them."""

    actions: tuple[Action, ...] = ()
    words: str = ""


@dataclass(frozen=True)
class Failure:
    """An answer that is none.

    Attributes:
        kind: rate-limit (429), error (500), silent (nothing until the connection times out), cut (half an answer),
            overflow (the context is full), malformed (a call that can't be parsed), empty (no answer), refusal.
        after: seconds to wait, as a rate limit says; seconds of silence.
    """

    kind: FailureKind
    after: float = 0


Script: TypeAlias = Callable[[Asked], Turn | Failure]


def scripted(*turns: Turn | Failure) -> Script:
    """Return a script that says its turns one after the other, whatever is asked."""
    left = iter(turns)

    def say(asked: Asked) -> Turn | Failure:
        return next(left, Turn(words="I have no more to say."))

    return say


def faulty(script: Script, failures: Sequence[Failure], every: int) -> Script:
    """Return a script of which every so many-th answer is a failure instead, each kind in its turn."""
    numbers, kinds = itertools.count(1), itertools.cycle(failures)

    def say(asked: Asked) -> Turn | Failure:
        return next(kinds) if next(numbers) % every == 0 else script(asked)

    return say


def solutions(folder: Path) -> Script:
    """Return a script that does what a recorded run of the oracle did for the same goal.

    Of several devices it takes the one whose screen has the picture's shape; without a picture it gives up.

    Raises:
        UserError: the folder holds no such run.
    """
    known: dict[str, dict[float, list[Step]]] = {}  # by goal and by width over height
    for one in recorded_in(folder):
        goal = json.loads((one.folder / "episode.json").read_text())["goal"]
        device = DEVICES[one.configuration["device"]]
        known.setdefault(goal, {})[device.width / device.height] = one.steps()
    if not known:
        raise UserError(
            f"{folder} holds no episodes to follow; make a run of the oracle: lifeworld eval --agent oracle"
        )

    def say(asked: Asked) -> Turn | Failure:
        played = next((played for goal, played in known.items() if goal in asked.task), {})
        if len(played) > 1 and asked.size is None:
            return Turn((Done(status="infeasible", note="I learned this on several devices, and see no picture."),))
        steps = played[min(played, key=partial(_unlike, asked.size))] if played else []
        answers = [turn for step in steps for turn in asked.answers(_by_what_is_there(step, asked))]
        if asked.turn < len(answers):
            return Turn(answers[asked.turn])
        return Turn((Done(),) if steps else (Done(status="infeasible", note="I have not learned this."),))

    return say


def _unlike(size: tuple[int, int] | None, shape: float) -> float:
    """Return how far a picture is from a width over a height."""
    return abs(math.log(size[0] / size[1] / shape)) if size else 0.0


def spoken(turn: Turn, functions: frozenset[str] = frozenset()) -> tuple[list[Action], str]:
    """Return a turn's actions without those that a model says in words, and its words with these.

    Args:
        turn: what is said.
        functions: those that are declared, of which one may be for the end.
    """
    calls = [one for one in turn.actions if _is_called(one, functions)]
    said = [turn.words, *(words_of(one) for one in turn.actions if one not in calls)]
    return calls, "\n".join(filter(None, said))


def _is_called(action: Action, functions: frozenset[str]) -> bool:
    answers = isinstance(action, Done) and action.answer is not None and DONE in functions
    return answers or not isinstance(action, Done | Message)


def _by_what_is_there(step: Step, asked: Asked) -> tuple[Action, ...]:
    """Return a step's actions: a tap by its point where there is a picture, else by reference where there is a tree."""
    assert step.action
    plain = len(step.by_points) == 1 and isinstance(step.by_points[0], Click)
    if asked.tree and (asked.size is None or isinstance(step.action, SetValue) or not plain):
        return (step.action,)
    return step.by_points or (step.action,)


class Wrong(Exception):
    """A request that the provider would not take; says why."""


class Wire(ABC):
    """One provider's way to ask and answer."""

    @abstractmethod
    def asked(self, body: Body, headers: Headers) -> Asked:
        """Return what a request comes to.

        Raises:
            Wrong: the provider would refuse it.
        """

    @abstractmethod
    def answer(self, turn: Turn, asked: Asked) -> Body:
        """Return the body of an answer."""

    @abstractmethod
    def malformed(self) -> Body:
        """Return an answer with a call that can't be read."""

    @abstractmethod
    def refusal(self) -> Body:
        """Return a refusal."""

    @abstractmethod
    def empty(self) -> Body:
        """Return an answer that says that there is none."""

    def error(self, status: int, message: str) -> Body:
        """Return the body of an error."""
        return {"error": {"message": message, "type": "error", "code": status}}


def must(holds: object, why: str) -> None:
    """See that a rule of the provider's is kept.

    Raises:
        Wrong: it is not.
    """
    if not holds:
        raise Wrong(why)


def fits(kind: TypeAdapter[Any], value: Any, what: str) -> None:
    """See that a value is what the provider's package says, through and through.

    Raises:
        Wrong: it is not.
    """
    try:
        _exhaust(kind.validate_python(value))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise Wrong(f"{what}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def size_of(encoded: str) -> tuple[int, int]:
    """Return width and height of a picture in base64, or as a data URL.

    Raises:
        Wrong: it is no picture.
    """
    try:
        with Image.open(io.BytesIO(base64.b64decode(encoded.removeprefix(_PNG), validate=True))) as image:
            return image.size
    except (ValueError, OSError) as error:
        raise Wrong(f"a picture can't be read: {error}") from None


def calls_of(codec: Codec, action: Action, asked: Asked, measure: Measure = "pixels") -> tuple[list[Named], bool]:
    """Return the calls that a model would do an action by, and whether they are on the picture.

    Raises:
        Inexpressible: there are none.
    """
    if asked.size and not (asked.tree and isinstance(action, System)):
        frame = Frame.of(asked.size, measure)
        with suppress(Inexpressible):
            return [codec.write(step, frame) for step in steps(codec, action, frame)], True
    return [call_of(action, asked.functions)], False


def steps(codec: Codec, action: Action, frame: Frame) -> list[Action]:
    """Return an action as those that a vocabulary can write; a scroll in its steps, and where it can scroll.

    Raises:
        Inexpressible: it can't.
    """
    picture = frame.picture
    if picture and picture.width < picture.height and not codec.can_write(action, frame):
        parts = tapped(action)
        if len(parts) > 1:
            return [step for part in parts for step in codec.steps(part, frame)]
    try:
        return codec.steps(action, frame)
    except Inexpressible:
        if not (isinstance(action, Scroll) and action.unit == "px"):
            raise
    notches = {name: round(getattr(action, name) / NOTCH) * NOTCH for name in ("dx", "dy")}
    whole = action.model_copy(update=notches)
    return codec.steps(whole if codec.can_write(whole, frame) else whole.model_copy(update={"target": None}), frame)


def _exhaust(value: Any) -> None:
    """Validate what the packages' types leave to be validated when it is read."""
    if isinstance(value, dict):
        value = value.values()
    elif isinstance(value, str | bytes | int | float | None) or not hasattr(value, "__iter__"):
        return
    for each in value:
        _exhaust(each)
