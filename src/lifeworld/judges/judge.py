"""How a judge is asked, about a whole trajectory or each step, and what it is shown: no verdict, never who acted."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from lifeworld.core.actions import Done
from lifeworld.core.observation import Box
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import Verdict
from lifeworld.env.telling import told
from lifeworld.judges.model import Conversation
from lifeworld.judges.opinion import A, ItemJudged, Mishap, Notes, Opinion, StepOpinion, Unreadable, read

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


Ask: TypeAlias = Callable[[Conversation], Awaitable[str]]
"""Asks a model, as often as its provider's patience wants, and returns its text."""

_REPAIRS = 2  # times that a judge whose answer can't be read is asked again
_RULES = """\
You judge what a helper did on somebody's phone or computer. You see what it was asked, its steps with the screens, and
what it said at the end. Judge only by what the screens show: what the helper says of itself is no evidence.

The goal: {goal}

Items, each wanted for the goal:
{items}
"""
_OPINION = """\
Answer with one JSON object and nothing else:

{{"items": [{{"item": 1, "met": "yes" | "no" | "unclear", "why": "…"}}, …],
 "success": true | false, "why": "…",
 "failures": [{{"step": 3, "what": "…", "controllable": true | false}}, …]}}

- items: each of 1 to {count} once. “yes” wants clear evidence on a screen or in what was done; an item that was done
  and undone again is “no”; “unclear” is for what the screens can't tell. Judge each item by itself: that
  another one is not met is no reason.
- success is the outcome alone: at the end all that the goal asks for is so, with the right values, an answer that was
  asked for is right, and nothing else was changed. How it came about does not count here.
- failures is the process alone: each thing that went wrong on the way, once, at the step where it began; what only
  follows from it is not listed again. controllable is true where the helper could have known better from what it had
  seen, false where it could not (something broke, would not load, or was nowhere to be seen). Empty if nothing did."""
NOTES = """\
This is only a part of the steps. Look at every screen and note what bears on each item, for or against it, with the
values that are shown; and as item 0 whatever else was changed, or went wrong. You will not see these screens again.
Answer with one JSON object and nothing else:

{"notes": [{"item": 1, "step": 3, "what": "…"}, …]}"""
_STEP = """\
This is one step of several. Which items does it show to be met? Answer with one JSON object and nothing else:

{"met": [{"item": 1, "why": "…"}, …],
 "failures": [{"step": 3, "what": "…", "controllable": true | false}]}

- met: the items of which this screen, or what was done on it, is clear evidence. Empty if there is none.
- failures: what went wrong in this step, if anything did; controllable is true where the helper could have known better
  from what the screen shows."""
_AGAIN = "That can't be read: {wrong}. Answer once more, with nothing but the JSON object that was asked for."


async def whole(ask: Ask, shown: Transcript, pictures: int) -> Opinion:
    """Return a judge's opinion of a trajectory.

    Every screen is shown once. Where there are more than fit one request, the judge notes of each part what it shows,
    and judges by its notes, all steps in words and the last part.

    Args:
        ask: asks the model.
        shown: the trajectory.
        pictures: how many steps one request shows at most.

    Raises:
        Unreadable: its answer could not be read, however often it was asked.
    """
    *before, last = _parts(shown, pictures)
    noted = [line for part in before for line in _told(await _notes(ask, shown, part))]
    kept = ["Your notes on the steps before:\n" + "\n".join(noted), _outline(shown)] if before else []
    end = (*kept, *_screens(shown, last), f"The end: {shown.ending}", _OPINION.format(count=len(shown.items)))
    return await _answer(ask, Opinion, shown, (_rules(shown), *end))


async def by_steps(ask: Ask, shown: Transcript) -> Opinion:
    """Return the opinion that comes of judging each step by itself: an item is met where any step shows it to be.

    Raises:
        Unreadable: an answer could not be read, however often it was asked.
    """
    found = [await _answer(ask, StepOpinion, shown, tuple(_alone(shown, view))) for view in shown.views]
    reasons = {seen.item: seen.why for one in reversed(found) for seen in one.met}
    items = tuple(_item(number, reasons) for number in range(1, len(shown.items) + 1))
    unmet = [one.item for one in items if one.met == "no"]
    why = f"no step shows {', '.join(f'item {number}' for number in unmet)}" if unmet else "a step shows each item"
    failures: tuple[Mishap, ...] = tuple(one for opinion in found for one in opinion.failures)
    return Opinion(items=items, success=not unmet, why=why, failures=failures)


def _item(number: int, reasons: dict[int, str]) -> ItemJudged:
    why = reasons.get(number)
    return ItemJudged(item=number, met="yes" if why else "no", why=why or "no step shows it")


def _alone(shown: Transcript, view: View) -> Iterator[str | Path]:
    """Yield what is shown of one step by itself."""
    yield _rules(shown)
    yield from _screens(shown, (view,))
    if view is shown.views[-1]:
        yield f"The end: {shown.ending}"
    yield _STEP


async def _notes(ask: Ask, shown: Transcript, part: tuple[View, ...]) -> Notes:
    asked = (_rules(shown), *_screens(shown, part), NOTES)
    return await _answer(ask, Notes, shown, asked)


def _told(notes: Notes) -> Iterator[str]:
    for one in notes.notes:
        yield f"step {one.step}, {f'item {one.item}' if one.item else 'besides'}: {one.what}"


def _parts(shown: Transcript, most: int) -> list[tuple[View, ...]]:
    """Return the steps in parts of nearly one size."""
    count = -(-len(shown.views) // most)
    ends = [round(part * len(shown.views) / count) for part in range(count + 1)]
    return [shown.views[start:end] for start, end in pairwise(ends)]


async def _answer(ask: Ask, kind: type[A], shown: Transcript, parts: tuple[str | Path, ...]) -> A:
    """Return an answer of this kind; one that can't be read is told what is wrong with it."""
    said: Conversation = (("user", parts),)
    for _ in range(_REPAIRS):
        text = await ask(said)
        try:
            return read(kind, text, len(shown.items), len(shown.views))
        except Unreadable as wrong:
            answered, told = text.strip() or "(nothing)", _AGAIN.format(wrong=wrong)
            said = (*said, ("assistant", (answered,)), ("user", (told,)))
    return read(kind, await ask(said), len(shown.items), len(shown.views))


def _rules(shown: Transcript) -> str:
    items = "\n".join(f"{number}. {text}" for number, text in enumerate(shown.items, 1))
    return _RULES.format(goal=shown.goal, items=items)


def _screens(shown: Transcript, views: tuple[View, ...]) -> Iterator[str | Path]:
    """Yield steps with their screens: the picture, or else the page's words."""
    for view in views:
        page = "" if view.picture else f"\n{view.words}"
        yield f"Step {view.number} of {len(shown.views)}, on the page “{view.title}”:{page}"
        if view.picture:
            yield view.picture
        yield f"What was done at step {view.number}: {view.done}"


def _outline(shown: Transcript) -> str:
    """Return all steps in words, without their screens."""
    lines = (f"Step {view.number} of {len(shown.views)}, on “{view.title}”: {view.done}" for view in shown.views)
    return "All steps:\n" + "\n".join(lines)
