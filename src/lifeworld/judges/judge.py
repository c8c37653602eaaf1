"""How a judge is asked: about a whole trajectory, in parts where it is long; or about each step by itself."""

from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from lifeworld.judges.model import Conversation
from lifeworld.judges.opinion import A, ItemJudged, Mishap, Notes, Opinion, StepOpinion, Unreadable, read
from lifeworld.judges.transcript import Transcript, View

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
