"""Lists of names: exactly the true ones, in any order and wrapped in any sentence."""

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from lifeworld.verify.answers.candidates import optional, sole
from lifeworld.verify.answers.hedges import hedged, only_hedges
from lifeworld.verify.answers.known import Known, Said
from lifeworld.verify.answers.names import key, mentions, none_besides, plain
from lifeworld.verify.answers.openness import left_open
from lifeworld.verify.answers.strays import numbered_otherwise, strays
from lifeworld.verify.answers.strings import is_string
from lifeworld.verify.answers.text import clean, without_goal

_NONE = re.compile(
    r"\b(?:none|nobody|no one|no-one|nothing|not any|not a single|no \w+|empty|zero)\b|n't any|^\W*(?:0|-|n/a|nil"
    r"|null)\W*$|^(?:\[ ?\]|\{ ?\}|\( ?\))$",
    re.IGNORECASE,
)
_NOBODY = re.compile(r"\b(?:none|nobody|no one|no-one|nothing)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\bnot|isn't|aren't|anything but|other than)\W+(?:none|nobody|no one|nothing)\b"
    r"|\b(?:none|nobody|no one|nothing) (?:is|are|was|were)"
    r" (?:\w+ly )?(?:wrong|false|incorrect|not)\b",
    re.IGNORECASE,
)
_OR = re.compile(r"^\W*or\b|\bor\W*$", re.IGNORECASE)


def is_list(text: str, true: Sequence[str], known: Known) -> bool:
    """Return whether a text names all of the list, and no other than the goal's."""
    if not true:
        return _is_none(text, known)
    if numbered_otherwise(text, true, known.goal):
        return False
    wanted = {plain(name) for name in true}
    if len(wanted) == 1:
        own = mentions(text, frozenset(true))
        return is_string(text, true[0], known) and not strays(text, own, clean(known.goal), known=True)
    if {plain(line) for line in re.split(r"[\n;]", text)} == wanted:
        return True
    return _is_whole(text, frozenset(true), known)


def _is_none(text: str, known: Known) -> bool:
    goal = clean(known.goal)
    quoted = [one.value for one in mentions(goal, known.names)]
    if any(one.value not in quoted for one in mentions(text, known.names)):
        return False
    if _none_by_halves(text, goal):
        return False
    rest = _NOBODY.sub(" ", text)  # at a sentence's head it has a capital, like a name
    return bool(_NONE.search(text)) and not strays(rest, [], goal, known=bool(known.names))


def _none_by_halves(text: str, goal: str) -> bool:
    """Return whether that there is none is denied, hedged, or one of several things, other than in the goal's words."""
    shorter = without_goal(text, goal)
    text = shorter if _NONE.search(shorter) else text
    none = [Said(None, *match.span()) for match in _NONE.finditer(text)]
    if _DENIED.search(text) or only_hedges(text, goal):
        return True
    return any(optional(text, one, none) or hedged(text, one.start, one.end, goal, "word") for one in none)


def _is_whole(text: str, true: frozenset[str], known: Known) -> bool:
    read = partial(mentions, names=known.names | true)
    wanted = {frozenset({key(name)}) for name in true}
    if not sole(text, read, lambda value: value in wanted, known, sort="word"):
        return False
    said = sorted(read(text), key=lambda one: one.start)
    if (
        left_open(text, said, known.goal)
        or none_besides(text)
        or any(_OR.search(text[one.end : two.start]) for one, two in pairwise(said))
    ):
        return False
    return wanted <= {one.value for one in said} and not strays(text, said, clean(known.goal), known=bool(known.names))
