"""Decodes a model's calls into actions, and never raises: what can't be understood becomes `Invalid`.

The detail of an `Invalid` is sent back to the model, so it names what was wrong in words.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from pydantic import ValidationError

from lifeworld.agents.arguments import Arguments, Frame, Misread, Named, whole
from lifeworld.agents.briefing import ending, settled
from lifeworld.agents.settings import without_keys
from lifeworld.core.actions import (
    Action,
    Click,
    Done,
    Drag,
    Invalid,
    Move,
    Point,
    Scroll,
    Text,
    dump_action,
    parse_action,
)
from lifeworld.core.observation import Feedback

Decoder: TypeAlias = Callable[[Arguments], Action | tuple[Action, ...]]


@dataclass(frozen=True)
class Call:
    """One call of a model's answer.

    Attributes:
        actions: the actions that it stands for, executed in order; at least one.
        id, name: the provider's own; "" where it has none.
        native: the call as the provider wrote it, as plain data.
        checks: how many safety checks the provider wants confirmed for it.
    """

    actions: tuple[Action, ...]
    id: str = ""
    name: str = ""
    native: Any = None
    checks: int = 0

    def without_keys(self) -> "Call":
        """Return it with no key in what is executed and recorded."""
        return replace(self, actions=tuple(map(_without_keys, self.actions)), native=without_keys(self.native))

    def settled(self, asked: bool, beside: str) -> "Call":
        """Return it with an end as it is executed; see `briefing.settled`."""
        ends = (settled(one, asked, beside) if isinstance(one, Done) else one for one in self.actions)
        return replace(self, actions=tuple(ends))


def decoded(
    calls: Iterable[Named | Action], read: Callable[[Named, Frame], tuple[Action, ...]], frame: Frame, text: str
) -> tuple[Call, ...]:
    """Return the calls of an answer in text; an answer without a call means what its words say.

    Args:
        calls: as the answer has them; one that could not be parsed is an `Invalid` already.
        read: of the model's codec.
        frame: with the answer's words.
        text: the whole answer.
    """
    frame, found = replace(frame, words=whole(frame.words)), list[Call]()
    for call in calls:
        if isinstance(call, Named):
            actions, name, native = read(call, frame), whole(call.name), native_of(call)
        else:
            actions, name, native = (_kept(call),), "", whole(getattr(call, "native", text))
        frame = replace(frame, cursor=pointed(actions, frame.cursor))
        found.append(Call(actions, name=name, native=native))
    return tuple(found) or (Call((wordless(frame.words),), native=frame.words),)


def wordless(words: str) -> Action:
    """Return what an answer without any call means: a question, not feasible, or a mistake."""
    action = ending(words)
    if isinstance(action, Done) and action.status == "success":
        return Invalid(code="parse_error", detail="The answer has no action in the form that was asked for.")
    return action


def guarded(make: Callable[[], Action | tuple[Action, ...]], native: Any = None) -> tuple[Action, ...]:
    """Return the actions that `make` returns, or an `Invalid` with the reason where it raises."""
    try:
        made = make()
        return made if isinstance(made, tuple) else (made,)
    except Misread as error:
        return (Invalid(code=error.code, detail=error.detail, native=native),)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        detail = f"{'.'.join(map(str, first['loc']))}: {first['msg'].removeprefix('Value error, ')}"
        return (Invalid(code="bad_argument", detail=detail, native=native),)
    except ValueError as error:  # numbers that JSON has not
        return (Invalid(code="bad_argument", detail=str(error), native=native),)
    except RecursionError:
        return (Invalid(code="parse_error", detail="It is nested too deeply."),)


def pointed(actions: Iterable[Action], before: Point | None = None) -> Point | None:
    """Return where the pointer is after these actions."""
    for action in actions:
        if isinstance(action, Drag):
            place: Any = action.path[-1]
        else:
            place = getattr(action, "target", None) if isinstance(action, Click | Move | Scroll | Text) else None
        before = place if isinstance(place, Point) else before
    return before


def native_of(call: Named) -> Any:
    return {
        "name": whole(call.name),
        "arguments": {whole(name): whole(value) for name, value in call.arguments.items()},
    }


def _kept(action: Action) -> Action:
    return action.model_copy(update={"native": whole(action.native)}) if isinstance(action, Invalid) else action


def _without_keys(action: Action) -> Action:
    plain = dump_action(action)
    kept = without_keys(plain)
    return action if kept == plain else parse_action(kept)


@dataclass
class Result:
    """What came of a call.

    Attributes:
        feedback: of each of its actions that was played; fewer than these where one was invalid.
        reply: what the person said.
        result: what a tool of the apps gave, as JSON.
    """

    call: Call
    feedback: list[Feedback] = field(default_factory=list)
    reply: str = ""
    result: str = ""

    @property
    def error(self) -> str:
        """What was wrong with it, as the model is told; "" if nothing was."""
        if not self.feedback:
            return "Not done: an earlier call of the same answer was invalid."
        last = self.feedback[-1]
        if last.ok:
            return f"Refused ({last.text})" if last.code else ""
        return f"Invalid action ({last.code}): {last.text}"

    @property
    def told(self) -> str:
        """What the model is told of it: what was wrong, what the person said, what a tool or the device said."""
        person = f"The person says: {self.reply}" if self.reply else ""
        device = self.error or self.result or self.feedback[-1].text
        return "\n".join(filter(None, (device, person))) or "Done."


@dataclass(frozen=True)
class Answer:
    """A model's answer: its calls and its words.

    Attributes:
        lacks: why it is not whole: cut off at the request's limit, paused by the provider, which is to be asked on, or
            ended where the model's context is full; "" of a whole one.
    """

    calls: tuple[Call, ...]
    words: str = ""
    lacks: Literal["", "cut", "paused", "full"] = ""

    def without_keys(self) -> "Answer":
        """Return it as it may be played and recorded."""
        calls = tuple(call.without_keys() for call in self.calls)
        return replace(self, calls=calls, words=without_keys(self.words))
