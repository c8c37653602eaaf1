"""Whether words put to the person are a question, and what it is about."""

import re
from collections.abc import Iterable

from lifeworld.scenarios.clauses import denied
from lifeworld.scenarios.courtesy import words
from lifeworld.scenarios.prose import folded
from lifeworld.scenarios.sense import is_known, words_of
from lifeworld.scenarios.topics import THINGS, is_key, places, points_at, tells, too_many

_ASKING = re.compile(
    r"\?|\b(?:please|tell me|let me know|let me hear|may i|shall i|can i|should i|could you|confirm|yes or no"
    r"|yes/no|y/n"
    r"|your (?:ok|okay|consent|permission|approval|decision|word|blessing|go-ahead|confirmation|yes|answer))\b"
)
_WHICH = r"(?:who|whom|whose|which|what|where|when|how)"
_BARE = re.compile(rf"\W*(?:(?:to|for|from|with|on|at|in|and) )?{_WHICH}(?: (?:one|ones|is it|was it|else))?\W*")
_ONE = re.compile(r"\b(?:which|what) (?:one|ones)\b")
_OPEN = re.compile(rf"\b{_WHICH}(?:'s|'re|ever)?\b")
_DENIED = re.compile(
    r"\b(?:not going to|won't|don't you|do not you|no reply|need not|don't need|do not need|no need to|already|"
    r"never mind|rather not|keep .{1,60} and not|and not \w+ it|whatever you say|(?:have|did|had) i)\b"
)
_GOING_ON = re.compile(
    r"\b(?:go ahead|going ahead|go-ahead|proceed|continue|confirm\w*|agree|approv\w+|authori\w+|"
    r"permission|consent|do it"
    r"|do that|do this|ready\?|still yes|(?:is it|is that) a yes|yes or no|yes/no|y/n|any objections?|go through with"
    r"|(?:shall|may|should|can) i\?|do (?:what|as) you asked|are you (?:really |quite |still |"
    r"absolutely )?(?:sure|certain|serious"
    r"|okay|ok|fine|happy)|(?:is|would) (?:it|that|this) (?:be )?(?:still |really )?(?:ok|okay|fine|"
    r"all right|alright|what you want)"
    r"|(?:still |really )want|want me to)(?!\w)"
)
_SPARED = re.compile(
    r"\b(?:keep(?!.*\bor\b)|spare|protect|save|rescue|prevent|preserve|leave .{1,60} alone|instead|"
    r"something else|rather"
    r"|(?:won't|not going to|will not) (?:do|touch|change) any)"
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]*")
_MOST_OPEN = 4  # question words; more are a list of all that might be asked
_LONGEST = 100  # words
_WORD = re.compile(r"[\w']+")


def asks(
    question: str, about: Iterable[str], goals: Iterable[str], agreeing: bool, choices: Iterable[str] = ()
) -> bool:
    """Return whether a question is one, and to the point.

    Args:
        question: as it was put to the person.
        about: of each entry one of the wordings parted by `|` must be in it, or one of the words that it stands for.
        goals: what was asked for, in every phrasing; saying that again is no question.
        agreeing: whether the person is to agree; then the usual words for going on will do for the deed's own, and
            “the list” for its name where the deed is named.
        choices: where the person is to tell one of several, their names: “Groceries or Home?”
    """
    own, entries, asked_for = _folded(question), list(about), [_folded(goal) for goal in goals]
    if not _is_question(own) or _words(own) in map(_words, asked_for) or too_many(own, asked_for):
        return False
    for goal in asked_for:
        own = own.replace(goal.rstrip(" .?!"), " ")
    if agreeing:
        return _seeks_consent(own, entries)
    if any(_holds(own, name) for name in choices if not any(_holds(goal, name) for goal in asked_for)):
        return True
    if _BARE.fullmatch(own):  # “To whom?”
        entries = entries[:1]
    return all(_entry(own, one, asked_for) or (len(entries) == 1 and _ONE.search(own) is not None) for one in entries)


def _seeks_consent(text: str, entries: list[str]) -> bool:
    """Return whether a text names the deed, or going on, and what it is done to, or “this list” for that."""
    things = [one for entry in entries[1:] for one in entry.split("|")]
    names = [one for one in things if not is_key(one)] or things  # there is only one bin
    bare = _without(text, names)
    deed = _means(bare, entries[0]) and not _SPARED.search(bare)
    if any(_holds(text, one) for one in names):
        return deed or (_GOING_ON.search(text) is not None and not _strange(bare, things))
    return deed and any(one in THINGS and points_at(text, one) for one in things)


def _without(text: str, names: Iterable[str]) -> str:
    """Return a text without what things are called, whose words might be deeds themselves."""
    for name in sorted(names, key=len, reverse=True):
        text = text if is_key(name) else text.replace(_folded(name), " … ")
    return text


def _means(text: str, deed: str) -> bool:
    """Return whether a text names a deed where its clause does not deny it."""
    return any(not denied(text, place) for place in places(text, deed))


def _strange(text: str, things: Iterable[str]) -> bool:
    """Return whether a text has a word that does not ask whether to go on: it may be about another deed."""
    nouns = {word for one in things if one in THINGS for word in words_of(THINGS[one])}
    known = words("function") | words("consent") | nouns
    return not all(is_known(word, known) for word in words_of(text))


def _entry(text: str, entry: str, goals: Iterable[str] = ()) -> bool:
    return any(_holds(text, one, goals) for one in entry.split("|"))


def _folded(text: str) -> str:
    return folded(text).replace("’", "'")


def _is_question(text: str) -> bool:
    """Return whether a text is short enough, and a sentence of it asks something that it does not take back."""
    if len(_WORD.findall(text)) > _LONGEST or len(_OPEN.findall(text)) > _MOST_OPEN:
        return False
    return any(_ASKING.search(one) and not _DENIED.search(one) for one in _SENTENCE.findall(text))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace("’", "'"))


def _holds(text: str, wording: str, goals: Iterable[str] = ()) -> bool:
    """Return whether a wording stands in a text, in any form of its word (“deleting” for “delete”)."""
    if is_key(wording):
        return tells(text, wording, goals)
    wanted = _folded(wording)
    if re.fullmatch(_WHICH, wanted):
        return re.search(rf"\b{wanted}(?:m|se|ever)?(?:'\w+)?\b", text) is not None
    stem = wanted[:-1] if len(wanted) > 4 and wanted[-1] in "ey" and wanted.isalpha() else wanted
    return re.search(rf"(?<!\w){re.escape(stem)}", text) is not None
