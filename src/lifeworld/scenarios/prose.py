"""Texts that a person words freely: what stands in the reference run's rows for them, and the facts they must hold."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, time
from functools import lru_cache
from typing import Any

from lifeworld.core.money import Money
from lifeworld.scenarios.wording import spoken

MARK = re.compile(r"⟦prose (\d+)⟧")
_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": "..."})
_UNITS = {"minutes": "min", "minute": "min", "mins": "min", "hours": "h", "hour": "h", "hrs": "h", "hr": "h"}
_UNIT = re.compile(rf"(?<=\d)\s*({'|'.join(_UNITS)}|min|h)\b")
_ENDING = re.compile(r"[\s.,;:!]+$")


@dataclass(frozen=True)
class Prose:
    """A text of which only some facts are asked for.

    Attributes:
        facts: amounts, days and times; names and words, of which each has its wordings.
    """

    facts: tuple[Any, ...] = ()

    @property
    def plainest(self) -> tuple[str, ...]:
        """Each fact in words, as goals show it; of several wordings the first."""
        return tuple(fact[0] if isinstance(fact, tuple) else spoken(fact) for fact in self.facts)

    def __str__(self) -> str:
        return (
            f"a text with {', '.join(f'“{fact}”' for fact in self.plainest)}" if self.facts else "a text of any words"
        )


anything: Any = Prose()


def containing(*facts: Any) -> Any:
    """Return what stands in a command's text field where only these facts are asked for.

    Args:
        facts: an amount, a day or a time, which may be written in any usual way; or a name or words, of which `|` parts
            several wordings (“come|be there”), each from the beginning of a word on.

    That is all that code reads of the text, beside values that nobody asked for and secrets. What it means is a judge's
    to say and decides nothing; a task with such a text is tagged “prose” and belongs to that stratum.
    """
    return Prose(
        tuple(fact if isinstance(fact, Money | date | time) else tuple(str(fact).split("|")) for fact in facts)
    )


def mark(number: int) -> str:
    """Return what the reference run's rows hold instead of the text."""
    return f"⟦prose {number}⟧"


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
