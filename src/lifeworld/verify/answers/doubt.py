"""Answers that doubt, guess or take back what they say, or tell somebody else by a name: no answers, of any type.

The expressions stand in doubts.toml. What the goal says itself counts for nothing here, and so do names.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from lifeworld.core.toml import tables
from lifeworld.scenarios.kit import Answer
from lifeworld.verify.answers.known import Known
from lifeworld.verify.answers.text import HIDDEN, UNSPACED, clean, foreign, says

_SENTENCE = re.compile(r"[.!?;\n]+")
_ASIDE = re.compile(
    r"\W*(?:if|in case|should|please (?:don't|do not) forget|let me know|my (?:first|initial) search|at first"
    r"|the (?:page|app|screen|search))\b"
)
_OTHER = "\1"  # stands for a name that is not the true one


def doubted(text: str, true: Answer, known: Known) -> bool:
    """Return whether a clean answer leaves its value in doubt, denies it, or means somebody else by a true name."""
    bare = _nameless(text, true, known.names)
    table = _but_untrue() if isinstance(true, bool) else _doubts()  # “that's not true” is a clear no
    return _says(table, bare, known.goal) or _says(_kin(), bare, known.goal)


def doubted_otherwise(text: str, true: Answer, known: Known) -> bool:
    """Return whether a clean answer does so in another language that is spoken here."""
    bare, truth = _nameless(text, true, known.names), isinstance(true, bool)
    return any(_says(_in_language(one, truth), bare, known.goal) for one in foreign(known.languages))


def denied(text: str, goal: str, languages: Iterable[str]) -> bool:
    """Return whether what is said after an answer takes it back; what is said of the way, or of a case, does not."""
    said = " . ".join(one for one in _SENTENCE.split(text.casefold()) if not _ASIDE.match(one))
    return any(_says(one, said, goal) for one in (_denials(), *(_in_language(one) for one in foreign(languages))))


@lru_cache(maxsize=16)
def _in_language(language: str, truth: bool = False) -> re.Pattern[str]:
    """Return what another language says in doubt, or of what is not so; where yes or no is asked, that is an answer."""
    own: Any = _table()[language]
    told = own["unsure"] + ([] if truth else own["untrue"])
    edges = ("", "") if language == UNSPACED else (r"(?<!\w)", r"(?!\w)")
    return re.compile("|".join(f"{edges[0]}(?:{one}){edges[1]}" for one in told))


def _says(table: re.Pattern[str], text: str, goal: str) -> bool:
    own = clean(goal).casefold()
    return any(not says(own, found[0]) for found in table.finditer(text))


def _nameless(text: str, true: Answer, names: Iterable[str]) -> str:
    """Return a text in lower case whose names are hidden, true ones and others each by a sign of their own."""
    own = [true] if isinstance(true, str) else true if isinstance(true, Sequence) else []
    return _without(_without(text.casefold(), own, HIDDEN), names, _OTHER)


def _without(text: str, names: Iterable[str], by: str) -> str:
    known = sorted({clean(name).casefold() for name in names if name}, key=len, reverse=True)
    known = [name for name in known if name in text]
    return re.sub("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in known), by, text) if known else text


@lru_cache(maxsize=1)
def _doubts() -> re.Pattern[str]:
    return _any("unsure", "taken_back", "untrue", "open")


@lru_cache(maxsize=1)
def _but_untrue() -> re.Pattern[str]:
    return _any("unsure", "taken_back", "open")


@lru_cache(maxsize=1)
def _denials() -> re.Pattern[str]:
    return _any("taken_back", "untrue", "disowned")


@lru_cache(maxsize=1)
def _kin() -> re.Pattern[str]:
    kin = "|".join(_table()["kin"])
    return re.compile(rf"\b(?:{kin})s? of\W*{HIDDEN}|{HIDDEN}'s? (?:\w+ )?(?:{kin})s?\b")


def _any(*kinds: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w)(?:{one})(?!\w)" for kind in kinds for one in _table()[kind]))


@lru_cache(maxsize=1)
def _table() -> dict[str, list[str]]:
    return tables(Path(__file__).parent / "doubts.toml")
