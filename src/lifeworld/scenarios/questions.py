"""Whether words put to the person are a question, and what it is about."""

import re
from collections.abc import Iterable

from lifeworld.scenarios.prose import folded

_ASKING = re.compile(
    r"\?|\b(please|tell me|let me know|may i|shall i|can i|should i|could you|confirm|your (ok|consent|permission))\b"
)
_WHICH = r"(?:who|whom|whose|which|what|where|when|how)"
_BARE = re.compile(rf"\W*(?:(?:to|for|from|with|on|at|in|and) )?{_WHICH}(?: (?:one|ones|is it|was it|else))?\W*")
_OPEN = re.compile(rf"\b{_WHICH}(?:'s|'re|ever)?\b")
_DENIED = re.compile(
    r"\b(not going to|won't|don't you|do not you|no reply|need not|don't need|do not need|no need to|already|"
    r"never mind|rather not|keep .{1,60} and not|and not \w+ it)\b"
)
_GOING_ON = (
    "go ahead|proceed|confirm|agree|go|gone|sure|do it|do that|do this|ok|okay|lost|disappear|erase|remove|delete"
)
_MOST_OPEN = 4  # question words; more are a list of all that might be asked
_LONGEST = 60  # words
_WORD = re.compile(r"[\w']+")


def asks(question: str, about: Iterable[str], goals: Iterable[str], agreeing: bool) -> bool:
    """Return whether a question is one, and to the point.

    Args:
        question: as it was put to the person.
        about: of each entry one of the wordings parted by `|` must be in it.
        goals: what was asked for, in every phrasing; saying that again is no question.
        agreeing: whether the person is to agree; then the usual words for going on will do for the deed's own.
    """
    own = folded(question).replace("’", "'")
    entries = list(about)
    if not _is_question(own) or _words(own) in [_words(folded(goal)) for goal in goals]:
        return False
    for goal in goals:
        own = own.replace(folded(goal).replace("’", "'").rstrip(" .?!"), " ")
    if agreeing:
        entries = [f"{entries[0]}|{_GOING_ON}", *entries[1:]]
    elif _BARE.fullmatch(own):  # “To whom?”
        entries = entries[:1]
    return all(any(_holds(own, one) for one in entry.split("|")) for entry in entries)


def _is_question(text: str) -> bool:
    words = _WORD.findall(text)
    fits = len(words) <= _LONGEST and len(_OPEN.findall(text)) <= _MOST_OPEN
    return fits and _ASKING.search(text) is not None and _DENIED.search(text) is None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace("’", "'"))


def _holds(text: str, wording: str) -> bool:
    """Return whether a wording stands in a text, in any form of its word (“deleting” for “delete”)."""
    wanted = folded(wording).replace("’", "'")
    if re.fullmatch(_WHICH, wanted):
        return re.search(rf"\b{wanted}(?:m|se|ever)?(?:'\w+)?\b", text) is not None
    stem = wanted[:-1] if len(wanted) > 4 and wanted[-1] in "ey" and wanted.isalpha() else wanted
    return re.search(rf"(?<!\w){re.escape(stem)}", text) is not None
