"""What a mock server answers: turns of unified actions, or failures; whatever the provider."""

import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from lifeworld.agents.briefing import words_of
from lifeworld.agents.offered import DONE
from lifeworld.agents.replay import recorded_in
from lifeworld.core.actions import Action, Click, Done, Message, SetValue
from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import Step

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

    def parted(self, parts: "Parts") -> "Asked":
        """Return it with a way to part actions into answers."""
        return replace(self, parts=parts)

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

    Raises:
        UserError: the folder holds no such run.
    """
    known = {json.loads((one.folder / "episode.json").read_text())["goal"]: one.steps() for one in recorded_in(folder)}
    if not known:
        raise UserError(
            f"{folder} holds no episodes to follow; make a run of the oracle: lifeworld eval --agent oracle"
        )

    def say(asked: Asked) -> Turn | Failure:
        steps = next((steps for goal, steps in known.items() if goal in asked.task), [])
        answers = [turn for step in steps for turn in asked.answers(_by_what_is_there(step, asked))]
        if asked.turn < len(answers):
            return Turn(answers[asked.turn])
        return Turn((Done(),) if steps else (Done(status="infeasible", note="I have not learned this."),))

    return say


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
