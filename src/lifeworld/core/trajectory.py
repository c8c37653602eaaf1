"""What an episode leaves: its steps, as plain data."""

from dataclasses import asdict, dataclass, field
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from lifeworld.core.actions import Action, dump_action
from lifeworld.core.observation import Box, Feedback

BUDGET = 50  # actions that an episode of one task may take, unless a run says otherwise
_STRICTLY = ConfigDict(extra="forbid", allow_inf_nan=False)


@dataclass(frozen=True)
class Usage:
    """What a model's reply took."""

    __pydantic_config__ = _STRICTLY

    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        tokens = self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out
        return Usage(*tokens, self.cost + other.cost)

    def __sub__(self, other: "Usage") -> "Usage":
        tokens = self.tokens_in - other.tokens_in, self.tokens_out - other.tokens_out
        return Usage(*tokens, self.cost - other.cost)


@dataclass(frozen=True)
class Pressed:
    """What lies where an action was aimed, whichever way it was aimed: the control, or the mere place.

    Attributes:
        box: of the control, in fractions of the picture's width and height; a place without a control has no size;
            None where nothing is drawn.
        name, role: of the control; "" without one.
        group: what a choice is one of, by its name; "" where it is of none.
    """

    __pydantic_config__ = _STRICTLY

    box: Box | None
    name: str = ""
    role: str = ""
    group: str = ""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One action and what the agent saw before it.

    Attributes:
        number: from 0.
        action: what was done; None in the last step, which only shows where the episode ended.
        url, title, words: the page before the action.
        image: name of the picture of that page, by its content; "" without one.
        box: what the action was aimed at, in fractions of the picture's width and height; a point is a box of no size.
        on, role: the name and the role of the control that it was aimed at by reference.
        nth: which of those with that name and role, from 0.
        reached: name of the picture once that was scrolled into it; "" where it was there, or without pictures.
        pressed: what lies there, also where it was aimed by a point; None where the action has no place.
        by_points: what the action comes to by points on the picture, where it was aimed by reference.
        feedback: what came of the action.
        reply: what the person answered.
        acts: commands that the world carried out in this step; "ask" where the person was asked.
        seconds: the agent's time.
        safety_checks: of its model's provider, that were confirmed for this action and the next ones of its answer.
        cut_off: answers of its model that were cut off before, and asked for again.
        native: what its model said, as plain data; None where it has none, or where a step before has the whole answer.
    """

    __pydantic_config__ = _STRICTLY

    number: int
    action: Action | None = None
    url: str
    title: str = ""
    words: str = ""
    image: str = ""
    box: Box | None = None
    on: str = ""
    role: str = ""
    nth: int = 0
    reached: str = ""
    pressed: Pressed | None = None
    by_points: tuple[Action, ...] = ()
    feedback: Feedback = field(default=Feedback())
    reply: str = ""
    acts: tuple[str, ...] = ()
    seconds: float = 0.0
    usage: Usage = field(default=Usage())
    safety_checks: int = 0
    cut_off: int = 0
    native: Any = None

    @property
    def said(self) -> str:
        """A model's words with this action: its reasoning, where it gives any."""
        words = self.native.get("words") if isinstance(self.native, dict) else None
        return words if isinstance(words, str) else ""

    @property
    def came(self) -> str:
        """What the agent was told of the action: what the device said, then what the person said."""
        person = f"The person says: {self.reply}" if self.reply else ""
        return "\n".join(filter(None, (self.feedback.text, person)))

    def to_json(self) -> dict[str, Any]:
        plain = {
            **asdict(self),
            "action": dump_action(self.action) if self.action is not None else None,
            "by_points": tuple(map(dump_action, self.by_points)),
        }
        return {name: value for name, value in plain.items() if value not in ("", (), None)}


_READ = TypeAdapter(list[Step])


def read_steps(lines: str) -> list[Step]:
    """Return the steps that a file says, a line each.

    Raises:
        ValueError: a line is none, or they are not numbered from 0; says which and why.
    """
    given = filter(None, lines.split("\n"))  # no splitlines: a text may hold other ends of lines
    try:
        steps = _READ.validate_json(f"[{','.join(given)}]", strict=True)
    except ValidationError as error:
        problem = error.errors()[0]
        place = [f"line {int(one) + 1}" if n == 0 else str(one) for n, one in enumerate(problem["loc"])]
        raise ValueError(": ".join([*place, problem["msg"]])) from None
    if [step.number for step in steps] != list(range(len(steps))):
        raise ValueError("its steps are not numbered from 0")
    return steps
