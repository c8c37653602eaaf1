"""Texts that a person words freely: what stands in the twin's rows for them, and what the agent's must hold."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

MARK = re.compile(r"⟦prose (\d+)⟧")


@dataclass(frozen=True)
class Prose:
    """A text of which only some words are asked for; without words, any text that is not blank."""

    words: tuple[str, ...] = ()

    def fits(self, text: str) -> bool:
        """Return whether all the words are in the text, in any order and case."""
        said = folded(text)
        return bool(said) and all(folded(word) in said for word in self.words)

    def __str__(self) -> str:
        return "a text with " + ", ".join(f"“{word}”" for word in self.words) if self.words else "a text of any words"


anything: Any = Prose()


def containing(*words: str) -> Any:
    """Return what stands in a command's text field where only these words are asked for."""
    return Prose(words)


def mark(number: int) -> str:
    """Return what the twin's rows hold instead of the text."""
    return f"⟦prose {number}⟧"


def folded(text: str) -> str:
    """Return a text without differences of case, width and white space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def normal(text: str) -> str:
    """Return a text as verdicts compare it: NFKC, white space as single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).split())
