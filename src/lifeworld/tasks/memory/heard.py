"""Messages understood: of what kind of plan one is, and which step of it, by the line that it comes nearest to.

It is told the lines of all plans, and reads what stands on the screen, or in the rows; it knows nothing of how a life
came about, so it can tell whether what a life takes for a fact can be found out.
"""

import re
from collections.abc import Iterable
from functools import cache

from lifeworld.life.words.plans import plans

_WORD = re.compile(r"[^\W\d_]+")
_SLOT = re.compile(r"\{\w+\}")
_ENOUGH = 0.6  # of a message's words that stand in the line
Step = tuple[str, str]


@cache
def _lines() -> tuple[tuple[frozenset[str], Step], ...]:
    return tuple(
        (words, (key, name))
        for key, kind in plans().items()
        for name, step in kind.steps.items()
        for line in step.lines
        for part in line.split(" / ")
        if (words := _words(_SLOT.sub(" ", part)))
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


@cache
def _nearest(text: str) -> tuple[frozenset[str], Step] | None:
    said = _words(text)
    found = max(_lines(), key=lambda one: (len(said & one[0]), len(said & one[0]) / len(one[0])))
    return found if len(said & found[0]) >= _ENOUGH * len(said) else None


def heard(text: str) -> Step | None:
    """Return the kind of plan and the step that a message belongs to; None where it comes near none."""
    found = _nearest(text)
    return found[1] if found else None


def gap(text: str) -> str:
    """Return the longest word of a message that is not its line's own: what the line leaves open."""
    found = _nearest(text)
    open_ = _words(text) - found[0] if found else frozenset()
    return max(sorted(open_), key=len, default="")


def heard_in(texts: Iterable[str], kind: str, *steps: str) -> list[str]:
    """Return those of the messages that are of a kind of plan and of one of these steps, or of any."""
    found = ((text, heard(text)) for text in texts)
    return [text for text, step in found if step and step[0] == kind and (not steps or step[1] in steps)]
