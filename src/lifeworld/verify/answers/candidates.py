"""Whether what was found in an answer commits to the true value and to nothing else.

Tolerant of format, never of value, never of a second candidate. What the goal itself says is no candidate, unless it
is offered as a choice.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from lifeworld.verify.answers.hedges import Sort, hedged, only_hedges
from lifeworld.verify.answers.known import Known, Said
from lifeworld.verify.answers.scan import few
from lifeworld.verify.answers.text import clean, masked, without_goal

Read = Callable[[str], list[Said]]
Fits = Callable[[Any], bool]

_NEAR = 200  # letters on either side of a value that are looked at
_NOT = re.compile(
    r"(?<!none )(?<!no )(?:\b(?:not|never|neither|nor|without|except(?:ing)?|excluding|besides|cannot|unlike"
    r"|(?:rather|other|different) (?:than|from)|instead of|far from|no longer)|n't)\b",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[.;:!?,()\n]|\bbut\b|\bhowever\b", re.IGNORECASE)
_ALL_BUT = re.compile(r"\b(?:all|any\w*|every\w*)(?: \w+)? but\W*(?:(?:on|at|the|for)\W+)*$", re.IGNORECASE)
_SAYS = re.compile(r"\b(?:is|are|was|were|has|have|had|made|comes?|came|says?|gives?|shows?)\b|'s\b|=", re.IGNORECASE)
_DOUBTS = re.compile(r"\b(?:think|believe|know|say|sure|certain|true|case|guess|tell)\b", re.IGNORECASE)
_WHO = re.compile(r"\b(?:who|which|that)\s+(?:\w+\s*)?$", re.IGNORECASE)  # “the one who hasn't paid owes $5”
_GOES_ON = re.compile(r"\b(?:owes|costs|gets|asks|pays|makes|comes|gives|has|is)\b", re.IGNORECASE)
_WRONG = re.compile(
    r"\W{0,3}(?:(?:is|was|are|were)(?: not|n't) (?:it|them|right|true|correct|the)\b"
    r"|(?:is|was|are|were) (?:what|who|where|when|which) (?:\w+ ){1,3}?(?:is|was|are|were|did|does|do)(?: not|n't)\b"
    r"|(?:(?:is|was|are|were|would be) )?(?:\w+ly )?(?:wrong|incorrect|false|not)\b)",
    re.IGNORECASE,
)
_OR = re.compile(
    r"(?:\W*?(?:\b(?:and/)?or\b|/)|[\s,;(]*\b(?:if not|unless|otherwise|alternatively|else|versus|vs|resp|aka)\b)"
    r"\W*(?:(?:else|maybe|perhaps|even|on|at|the|in|simply|just)\b\W*)*",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\s*(?:(?:yet|been)\s+)*(?:done|ticked|checked|finished|completed|answered|replied|paid|read|heard from)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\b(?:not|yet|still|left|open|owes?|remain\w*|missing)\b|n't", re.IGNORECASE)
_EITHER = re.compile(
    r"\b(?:either|neither|nor|or|if not|otherwise|alternatively|versus|vs)\W*"
    r"(?:(?:on|at|the|in|maybe|perhaps|even)\b\W*)*$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s*(?:-|to|till|until|through)\s*", re.IGNORECASE)
_BARE = re.compile(r"(?:x|\W|\b(?:and|or|maybe|perhaps)\b)*", re.IGNORECASE)  # of a text with its values masked
_LINK = re.compile(r"\W*(?:(?:and|or|maybe|perhaps|to|possibly|the)\b\W*)*", re.IGNORECASE)


def denied(text: str, one: Said, goal: str = "") -> bool:
    """Return whether a value is said not to be it; “not done yet” denies nothing where the goal asks what is open."""
    before, after = text[max(0, one.start - _NEAR) : one.start], text[one.end : one.end + _NEAR]
    if _ALL_BUT.search(before):
        return True
    clause = _BREAK.split(before)[-1]
    for said in list(_NOT.finditer(clause))[-1:]:
        tail = clause[said.end() :]
        relative = _WHO.search(clause[: said.start()]) and _GOES_ON.search(tail)
        if relative or (_UNDONE.match(tail) and _OPEN.search(goal)):
            continue
        if len(tail.split()) <= 6 and (not _SAYS.search(tail) or _DOUBTS.search(tail)):
            return True
    wrong = _WRONG.match(after)
    return wrong is not None and not (_UNDONE.match(after[wrong.end() :]) and _OPEN.search(goal))


def optional(text: str, one: Said, true: Sequence[Said]) -> bool:
    """Return whether a value is offered as one of several, like “either …” or “… or so”."""
    after = _OR.match(text, one.end)
    if after and after.end() not in {other.start for other in true}:
        return True
    before = _EITHER.search(text[: one.start])
    return bool(before) and not any(
        _OR.fullmatch(text[other.end : one.start]) for other in true if other.end < one.start
    )


def sole(text: str, read: Read, fits: Fits, known: Known, *, counted: bool = False, sort: Sort = "measure") -> bool:
    """Return whether the true value is said and every other value in the text is the goal's own.

    Args:
        text: the answer, clean.
        read: finds the values of the type asked for.
        fits: whether a value is the true one.
        known: what is known where the answer is given.
        counted: whether a goal that says the true value may say others in passing, as it does with numbers.
        sort: what kind of value it is, which tells what hedges it.
    """
    goal = clean(known.goal)
    quoted = [one.value for one in read(goal)]
    named = any(map(fits, quoted))
    if named:
        shorter = without_goal(text, goal)
        text = shorter if any(fits(one.value) for one in read(shorter)) else text
    said = read(text)
    few(said)
    true = [one for one in said if fits(one.value)]
    others = [one for one in said if not fits(one.value)]
    around = masked(text, said, by="x")  # a title may hold “not” or “or”
    if not true or only_hedges(around, goal) or (others and _BARE.fullmatch(around)):
        return False
    open_ = goal if sort == "word" else ""
    if any(
        denied(around, o, open_) or optional(around, o, true) or hedged(around, o.start, o.end, goal, sort)
        for o in true
    ):
        return False
    if named and not counted:
        return not others
    link = _LINK if named else _RANGE
    return all(one.value in quoted and not any(link.fullmatch(_gap(text, one, two)) for two in true) for one in others)


def _gap(text: str, one: Said, two: Said) -> str:
    return text[min(one.end, two.end) : max(one.start, two.start)]
