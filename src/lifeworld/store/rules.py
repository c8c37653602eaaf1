"""What a column may hold beyond its type: `Annotated[str, one_of(places)]`; told where a world's file breaks it."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from lifeworld.core.nearest import hint

Rule = Callable[[Any], str]  # what is wrong with a value; "" where it may stand there


def one_of(names: Callable[[], Iterable[str]]) -> Rule:
    """Return the rule that a value is one of those names, which stand outside of the database."""
    return lambda value: "" if value in (known := [*names()]) else hint(str(value), known)


def between(least: float, most: float) -> Rule:
    """Return the rule that a number lies within bounds, both included."""
    return lambda value: "" if least <= value <= most else f"it should be from {least:,} to {most:,}"


def like(pattern: str, told: str) -> Rule:
    """Return the rule that a whole text matches a regular expression; `told` says what would."""
    return lambda value: "" if re.fullmatch(pattern, value) else f"it should be {told}"


def not_empty(text: str) -> str:
    """The rule that a text holds more than white space."""
    return "" if text.strip() else "it should be a text that is not empty"
