"""How a judge is asked: about a whole trajectory, in parts where it is long; or about each step by itself."""

from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from lifeworld.judges import prompts
from lifeworld.judges.model import Conversation, Turn
from lifeworld.judges.opinion import A, ItemJudged, Mishap, Notes, Opinion, StepOpinion, Unreadable, read
from lifeworld.judges.transcript import Transcript, View

Ask: TypeAlias = Callable[[Conversation], Awaitable[str]]
"""Asks a model, as often as its provider's patience wants, and returns its text."""

_REPAIRS = 2  # times that a judge whose answer can't be read is asked again


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
    kept = ["Your notes on the steps before:\n" + "\n".join(noted), prompts.outline(shown)] if before else []
    end = (*kept, *prompts.screens(shown, last), prompts.ending(shown), prompts.opinion_wanted(shown))
    return await _answer(ask, Opinion, shown, (prompts.rules(shown), *end))


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
    yield prompts.rules(shown)
    yield from prompts.screens(shown, (view,))
    if view is shown.views[-1]:
        yield prompts.ending(shown)
    yield prompts.step_wanted()


async def _notes(ask: Ask, shown: Transcript, part: tuple[View, ...]) -> Notes:
    asked = (prompts.rules(shown), *prompts.screens(shown, part), prompts.notes_wanted())
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
    said: Conversation = (Turn("user", parts),)
    for _ in range(_REPAIRS):
        text = await ask(said)
        try:
            return read(kind, text, len(shown.items), len(shown.views))
        except Unreadable as wrong:
            answered, told = text.strip() or "(nothing)", prompts.again(str(wrong))
            said = (*said, Turn("assistant", (answered,)), Turn("user", (told,)))
    return read(kind, await ask(said), len(shown.items), len(shown.views))
