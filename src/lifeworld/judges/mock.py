"""A mock judge with known error rates, to check that the statistics of agreement estimate them."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lifeworld.agents.mock.script import Asked, Script, Turn
from lifeworld.core.jsontext import json_text
from lifeworld.judges.judge import NOTES, Transcript


@dataclass(frozen=True)
class Known:
    """A trajectory with what is true of it.

    Attributes:
        met: of each item; None where nobody knows.
        success: of its outcome.
    """

    shown: Transcript
    met: tuple[bool | None, ...]
    success: bool


def mistaken(known: Sequence[Known], false_positives: float, false_negatives: float, seed: int = 0) -> Script:
    """Return the script of a judge that tells the truth, but for so large a share of errors, drawn for each item.

    Args:
        known: what it can be asked about.
        false_positives: the share of what is not met of which it says that it is.
        false_negatives: the share of what is met of which it says that it is not.
        seed: decides where it errs.
    """

    def said(one: Known, number: int, true: bool) -> bool:
        chance = random.Random(f"{seed} {known.index(one)} {number}").random()
        return true if chance >= (false_negatives if true else false_positives) else not true

    def say(asked: Asked) -> Turn:
        if NOTES in asked.task:
            return Turn(words='{"notes": []}')
        found = next((one for one in known if _is_about(asked.task, one.shown)), None)
        return Turn(words=_opinion(found, said) if found else "I do not know this trajectory.")

    return say


def _opinion(one: Known, said: Callable[[Known, int, bool], bool]) -> str:
    items = [
        {"item": n, "met": "unclear" if met is None else "yes" if said(one, n, met) else "no", "why": "drawn"}
        for n, met in enumerate(one.met, 1)
    ]
    return json_text({"items": items, "success": said(one, 0, one.success), "why": "drawn", "failures": []})


def _is_about(text: str, shown: Transcript) -> bool:
    """Return whether a text has the goal, and then each step with what was done in it."""
    at = text.find(f"The goal: {shown.goal}\n")
    for view in shown.views:
        for part in (f"Step {view.number} of {len(shown.views)}, on", view.done):
            at = text.find(part, at) if at >= 0 else -1
    return at >= 0
