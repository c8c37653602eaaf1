"""What a side did, step by step with its time, as an episode's steps tell it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from lifeworld.core.actions import Done, Message
from lifeworld.core.observation import Box
from lifeworld.core.trajectory import Step
from lifeworld.env.telling import told

ACTING = 1.0  # seconds that a device is given for each action, besides the agent's own time
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
        ending: how the whole ended.
    """

    at: float
    done: str
    said: str
    spoken: bool
    reply: str
    words: str
    picture: Path | None
    aim: Box | None
    ending: str


@dataclass(frozen=True)
class Frames:
    """Both sides; `size` is that of the screen in CSS pixels."""

    size: tuple[int, int]
    left: Sequence[Frame]
    right: Sequence[Frame]


def framed(steps: Sequence[Step], image: Callable[[str], Path]) -> list[Frame]:
    """Return an episode's steps as they are shown."""
    times = accumulate((step.seconds + ACTING for step in steps), initial=0.0)
    ending = _ending(steps)
    return [_frame(step, at, image, ending) for step, at in zip(steps, times, strict=False)]


def _frame(step: Step, at: float, image: Callable[[str], Path], ending: str) -> Frame:
    spoken = isinstance(step.action, Message | Done)
    picture = image(step.image) if step.image else None
    done = "Here it ended" if step.action is None else _outcome(told(step), step)
    return Frame(at, done, step.said, spoken, step.reply, step.words, picture, step.box, ending)


def _outcome(done: str, step: Step) -> str:
    """Return what was done, and that nothing came of it where nothing did."""
    came = "was refused" if isinstance(step.action, Done) else "did nothing"
    return done if step.feedback.ok else f"{done}, which {came}"


def _ending(steps: Sequence[Step]) -> str:
    ends = [step for step in steps if isinstance(step.action, Done)]
    return _outcome(told(ends[-1]), ends[-1]) if ends else STOPPED
