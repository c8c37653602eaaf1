"""What is known where an answer is given, and what was found in it."""

from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True)
class Known:
    """What is known where an answer is given.

    Attributes:
        today: the world's date, for answers like “tomorrow”.
        goal: the goal as the agent read it; what it says itself is no candidate.
        names: every name of the kind asked for that the world knows, the true ones included.
        languages: that the answer may be in: what the screens speak, that it was read from, and the person.
    """

    today: date
    goal: str = ""
    names: frozenset[str] = frozenset()
    languages: tuple[str, ...] = ("en",)


@dataclass(frozen=True)
class Said:
    """A value that a text says, and where it stands."""

    value: Any
    start: int
    end: int
