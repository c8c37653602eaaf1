"""Texts that a person words freely: what stands in the twin's rows for them, and what the agent's must hold."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time
from functools import lru_cache
from typing import Any

from lifeworld.core.money import Money
from lifeworld.scenarios.clauses import clause, denied, unconditioned
from lifeworld.scenarios.sense import sensible, takes_back

MARK = re.compile(r"⟦prose (\d+)⟧")
_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": "..."})
_UNITS = {"minutes": "min", "minute": "min", "mins": "min", "hours": "h", "hour": "h", "hrs": "h", "hr": "h"}
_UNIT = re.compile(rf"(?<=\d)\s*({'|'.join(_UNITS)}|min|h)\b")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_SHORT, _SHORT_END = 3, r"(?:s|es|d|ed|er|est|ing)?(?!\w)"
_NUMBER_END = r"(?!\d)(?![.,:]\d)(?!\s*[ap]\.?m\b)"
_ENDING = re.compile(r"[\s.,;:!]+$")


@dataclass(frozen=True)
class Prose:
    """A text of which only some facts are asked for; without facts, any sensible text.

    Attributes:
        facts: for each fact the wordings that tell it, one of which must be there.
        never: wordings that must not be there: the opposite of what was asked, a secret.
        unless: wordings that untell a fact in whose clause they stand: “cancelled” beside a day.
        values: the amounts, days and times among the facts.
        label: whether it is a title or a note of a few words, all of which must be known or polite.
    """

    facts: tuple[tuple[str, ...], ...] = ()
    never: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()
    label: bool = False

    def fits(self, text: str, names: Iterable[str] = ()) -> bool:
        """Return whether the text tells every fact, in any order and case, and nothing that it must not.

        Args:
            text: what somebody wrote.
            names: what things are called in the task: a fact is not told by a word of a name.
        """
        own = plain(text)
        bare = self._without(own, names)
        told = all(any(self._tells(bare, wording) for wording in fact) for fact in self.facts)
        spoilt = any(_claimed(unconditioned(own), wording) for wording in self.never) or takes_back(text)
        return told and not spoilt and sensible(text, self._given)

    def _tells(self, text: str, wording: str) -> bool:
        """Return whether a text says something where it is neither denied nor untold."""
        for found in _said(text, wording):
            around = clause(text, *found.span())
            if not denied(text, found.start()) and not any(_claimed(around, one) for one in self.unless):
                return True
        return False

    def _without(self, text: str, names: Iterable[str]) -> str:
        """Return a text without names, but for those that are facts themselves."""
        own = [plain(wording) for fact in self.facts for wording in fact]
        for name in sorted(map(plain, names), key=len, reverse=True):
            if not any(name.removeprefix("the ") in wording for wording in own):
                text = text.replace(name, "…")
        return text

    def parted(self, text: str) -> str:
        """Return a text in which facts that follow on one another are set apart: “Set of 4, March 17” is no day."""
        wordings = sorted({wording for fact in self.facts for wording in fact}, key=len, reverse=True)
        if not wordings:
            return text
        one = "|".join(map(re.escape, wordings))
        return re.sub(rf"(?<!\w)({one})[\s,;-]+(?=(?:{one})(?!\w))", r"\1 · ", text, flags=re.IGNORECASE)

    @property
    def _given(self) -> str:
        return " ".join(wording for fact in self.facts for wording in fact)

    def __str__(self) -> str:
        facts = ", ".join(" or ".join(f"“{wording}”" for wording in fact) for fact in self.facts)
        return f"a text with {facts}" if facts else "a text of any words"


anything: Any = Prose()


def containing(*facts: Any, never: str = "", unless: str = "", label: bool = False) -> Any:
    """Return what stands in a command's text field where only these facts are asked for.

    Args:
        facts: words, of which `|` parts several wordings of one fact (“come|be there”); or an amount, a day or a
            time, which may be written in any usual way.
        never: words that must not be in it, parted by `|`: the opposite of what was asked, a secret.
        unless: words that must not stand in one clause with a fact: “cancelled” beside the new day. That a fact itself
            is denied (“not on March 14”) is seen without them.
        label: whether it is a title or a note of a few words: then no word of it may be beside the point.
    """
    values = tuple(fact for fact in facts if isinstance(fact, Money | date | time))
    return Prose(tuple(map(wordings, facts)), _parted(never), _parted(unless), values, label)


def _parted(words: str) -> tuple[str, ...]:
    return tuple(filter(None, words.split("|")))


def wordings(fact: Any) -> tuple[str, ...]:
    """Return the usual ways to write a fact."""
    if isinstance(fact, Money):
        short = f"{fact.cents // 100:,}" + ("" if fact.cents % 100 == 0 else f".{fact.cents % 100:02}")
        return (str(fact), f"${short}", fact.plain, short)
    if isinstance(fact, date):
        month = f"{fact:%B}"
        names = [f"{m} {fact.day}" for m in (month, month[:3])] + [f"{fact.day} {m}" for m in (month, month[:3])]
        names += [f"{_nth(fact.day)} of {month}", f"{_nth(fact.day)} {month}", f"{month} the {_nth(fact.day)}"]
        return (*names, f"{fact.day} of {month}", f"{fact.month}/{fact.day}", f"{fact:%m/%d}", fact.isoformat())
    if isinstance(fact, time):
        return tuple(_clocks(fact))
    return tuple(str(fact).split("|"))


def _nth(day: int) -> str:
    return f"{day}{'th' if day in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def _clocks(moment: time) -> Iterator[str]:
    """Yield the usual ways to write a time; one without its half of the day stands for itself only."""
    half, hour = "PM" if moment.hour >= 12 else "AM", moment.hour % 12 or 12
    halves = (half, f"{half[0]}.M.")
    digits = f"{hour}:{moment.minute:02}"
    yield from (f"{digits}{gap}{one}" for gap in (" ", "") for one in halves)
    yield from (digits, f"{moment.hour}:{moment.minute:02}", f"{moment:%H:%M}", f"{moment:%H.%M}")
    if not moment.minute:
        yield from (f"{hour}{gap}{one}" for gap in (" ", "") for one in halves)
        yield f"{hour} o'clock"
        yield from ("noon", "midday") if moment.hour == 12 else ()


def says(text: str, wording: str) -> bool:
    """Return whether words stand in a text, from the beginning of a word on, whatever their case."""
    return any(True for _ in _said(plain(text), wording))


def _said(text: str, wording: str) -> Iterator[re.Match[str]]:
    """Yield where words stand; short ones but for an ending are whole (“buses”, not “busy”)."""
    wanted = _ENDING.sub("", plain(wording))
    start = r"(?<![\w])" if wanted[:1].isalnum() else ""
    end = _NUMBER_END if wanted[-1:].isdigit() else _SHORT_END if len(wanted) <= _SHORT else ""
    return re.finditer(start + re.escape(wanted) + end, text)


def _claimed(text: str, wording: str) -> bool:
    """Return whether a text says something and does not deny it: “March 14, not March 16” doesn't say the 16th."""
    return any(not denied(text, found.start()) for found in _said(text, wording))


def plain(text: str) -> str:
    """Return a text without differences of case, width, quotation marks, dashes and hyphens; “&” is “and”."""
    return _HYPHEN.sub(" ", folded(text).translate(_PLAIN).replace(" & ", " and "))


def mark(number: int) -> str:
    """Return what the twin's rows hold instead of the text."""
    return f"⟦prose {number}⟧"


def folded(text: str) -> str:
    """Return a text without differences of case, width and white space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=65536)
def loosely(text: str) -> str:
    """Return a text as verdicts compare it: what a person who dictated it would call the same.

    Free are width, white space, the kind of quotation marks and dashes, punctuation at the end, “.00” in an amount, and
    “15 minutes” or “15 min”.
    """
    flat = " ".join(unicodedata.normalize("NFKC", text).translate(_PLAIN).split())
    flat = re.sub(r"(\$[\d,]+)\.00(?!\d)", r"\1", flat)
    flat = _UNIT.sub(lambda match: f" {_UNITS.get(match[1], match[1])}", flat)
    return _ENDING.sub("", flat) or flat
