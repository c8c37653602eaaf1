"""Texts that a person words freely: what stands in the twin's rows for them, and what the agent's must hold."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, time
from functools import lru_cache
from typing import Any

from lifeworld.core.money import Money
from lifeworld.scenarios.sense import sensible, takes_back

MARK = re.compile(r"⟦prose (\d+)⟧")
_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": "..."})
_UNITS = {"minutes": "min", "minute": "min", "mins": "min", "hours": "h", "hour": "h", "hrs": "h", "hr": "h"}
_UNIT = re.compile(rf"(?<=\d)\s*({'|'.join(_UNITS)}|min|h)\b")
_ENDING = re.compile(r"[\s.,;:!]+$")


@dataclass(frozen=True)
class Prose:
    """A text of which only some facts are asked for; without facts, any sensible text.

    Attributes:
        facts: for each fact the wordings that tell it, one of which must be there.
        never: wordings that must not be there: the opposite of what was asked, a secret.
    """

    facts: tuple[tuple[str, ...], ...] = ()
    never: tuple[str, ...] = ()

    def fits(self, text: str) -> bool:
        """Return whether the text tells every fact, in any order and case, and nothing that it must not."""
        told = all(any(says(text, wording) for wording in fact) for fact in self.facts)
        denied = any(says(text, wording) for wording in self.never) or takes_back(text)
        return told and not denied and sensible(text, self._given)

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


def containing(*facts: Any, never: str = "") -> Any:
    """Return what stands in a command's text field where only these facts are asked for.

    Args:
        facts: words, of which `|` parts several wordings of one fact (“come|be there”); or an amount, a day or a
            time, which may be written in any usual way.
        never: words that must not be in it, parted by `|`: the opposite of what was asked, a secret.
    """
    return Prose(tuple(map(wordings, facts)), tuple(word for word in never.split("|") if word))


def wordings(fact: Any) -> tuple[str, ...]:
    """Return the usual ways to write a fact."""
    if isinstance(fact, Money):
        short = f"{fact.cents // 100:,}" + ("" if fact.cents % 100 == 0 else f".{fact.cents % 100:02}")
        return (str(fact), f"${short}", fact.plain, short)
    if isinstance(fact, date):
        month = f"{fact:%B}"
        names = [f"{m} {fact.day}" for m in (month, month[:3])] + [f"{fact.day} {m}" for m in (month, month[:3])]
        return (*names, f"{fact.day} of {month}", f"{fact.month}/{fact.day}", fact.isoformat())
    if isinstance(fact, time):
        half, hour = "PM" if fact.hour >= 12 else "AM", fact.hour % 12 or 12
        exact = (f"{hour}:{fact.minute:02} {half}", f"{hour}:{fact.minute:02}", f"{fact.hour}:{fact.minute:02}")
        return exact if fact.minute else (*exact, f"{hour} {half}", f"{hour}{half}", f"{hour} o'clock")
    return tuple(str(fact).split("|"))


def says(text: str, wording: str) -> bool:
    """Return whether words stand in a text, from the beginning of a word on, whatever their case."""
    wanted = _ENDING.sub("", folded(wording).translate(_PLAIN))
    start = r"(?<![\w])" if wanted[:1].isalnum() else ""
    end = r"(?![\d])(?![.,]\d)" if wanted[-1:].isdigit() else ""
    return re.search(start + re.escape(wanted) + end, folded(text).translate(_PLAIN)) is not None


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
