"""What a judge, a model or a person, is shown of an episode: never its verdict, never who acted."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifeworld.core.actions import Done
from lifeworld.core.observation import Box
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import Verdict
from lifeworld.env.telling import told

STOPPED = "It was stopped before it said that it was done."


@dataclass(frozen=True)
class View:
    """One step: the screen, and what was done on it.

    Attributes:
        number: from 1.
        done: what was done, and what came of it.
        title, words: of the page, before it was done.
        picture: of the page; None where the episode was played without pictures.
        aim: where on it that was done, in fractions of its sides.
    """

    number: int
    done: str
    title: str
    words: str
    picture: Path | None
    aim: Box | None = None


@dataclass(frozen=True)
class Transcript:
    """An episode as it is shown.

    Attributes:
        goal: as the agent read it.
        items: what was wanted, in words; no two are the same.
        views: its steps; the last one shows where it ended.
        ending: how it ended, with the answer.
    """

    goal: str
    items: tuple[str, ...]
    views: tuple[View, ...]
    ending: str

    @classmethod
    def of(cls, episode: dict[str, Any], steps: Sequence[Step], image: Callable[[str], Path]) -> "Transcript":
        """Return what is shown of an episode that `episode.json` and its steps describe."""
        items = tuple(told_apart([item.text for item in Verdict.from_json(episode["verdict"]).items]))
        views = tuple(_view(step, image) for step in steps)
        return cls(episode["goal"], items, views, _ending(steps))


def told_apart(texts: Sequence[str]) -> Iterator[str]:
    """Yield texts; of those that are the same, each says which it is."""
    many, met = Counter(texts), Counter[str]()
    for text in texts:
        met[text] += 1
        yield f"{text} ({met[text]} of {many[text]} like this)" if many[text] > 1 else text


def _view(step: Step, image: Callable[[str], Path]) -> View:
    picture = image(step.image) if step.image else None
    return View(step.number + 1, " ".join(_happened(step)), step.title, step.words, picture, step.box)


def _happened(step: Step) -> Iterator[str]:
    """Yield what a step did, where, and what came of it."""
    yield f"{told(step)}{_place(step)}."
    if not step.feedback.ok:
        yield f"It was told: {step.feedback.text or step.feedback.code}"
    if step.reply:
        yield f"The person replied: “{step.reply}”"


def _place(step: Step) -> str:
    if step.on or step.box is None:
        return ""
    x, y = step.box.centre
    return f", at {x:.0%} of the width and {y:.0%} of the height"


def _ending(steps: Sequence[Step]) -> str:
    ends = [step for step in steps if isinstance(step.action, Done)]
    if not ends:
        return STOPPED
    return f"{told(ends[-1])}{'' if ends[-1].feedback.ok else ', which was refused; then it was stopped'}."
