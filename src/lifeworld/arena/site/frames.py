"""What a side did, step by step with its time, as an episode's steps tell it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from lifeworld.core.actions import Done, Message
from lifeworld.core.observation import Box
from lifeworld.core.telling import told
from lifeworld.core.trajectory import Step

STOPPED = "It was stopped before it said that it was done"


@dataclass(frozen=True)
class Frame:
    """One step of a side.

    Attributes:
        at: seconds from its start.
        done: what it did, in plain words.
        said: the agent's own words beside it.
        spoken: whether `done` has words of the agent's own, too.
        reply: what the person answered.
        words: those on the screen.
        aim: where it acted, in fractions of the screen.
    """

    at: float
    done: str
    said: str
    spoken: bool
    reply: str
    words: str
    picture: Path | None
    aim: Box | None


@dataclass(frozen=True)
class Frames:
    """Both sides; `size` is that of the screen in CSS pixels."""

    size: tuple[int, int]
    left: Sequence[Frame]
    right: Sequence[Frame]


def framed(steps: Sequence[Step], image: Callable[[str], Path]) -> list[Frame]:
    """Return an episode's steps as they are shown."""
    times = accumulate((step.seconds for step in steps), initial=0.0)
    return [_frame(step, at, image) for step, at in zip(steps, times, strict=False)]


def _frame(step: Step, at: float, image: Callable[[str], Path]) -> Frame:
    spoken = isinstance(step.action, Message | Done)
    done = told(step) if step.action is not None else STOPPED
    picture = image(step.image) if step.image else None
    return Frame(at, _outcome(done, step), step.said, spoken, step.reply, step.words, picture, step.box)


def _outcome(done: str, step: Step) -> str:
    """Return what was done, and that nothing came of it where nothing did."""
    return done if step.feedback.ok else f"{done}, which did nothing"
