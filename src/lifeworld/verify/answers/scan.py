"""Reading values out of a text in one pass, and no more of them than anybody would write."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

MOST = 200  # values in an answer; what holds more is no answer, and would take long to compare
T = TypeVar("T")


class TooManyError(Exception):
    """An answer holds more values than anybody would write."""


@lru_cache(maxsize=256)
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern, in small letters or large, made on first use: commands that judge nothing need not wait."""
    return re.compile(pattern, re.IGNORECASE)


def scanned(
    patterns: Iterable[str], text: str, read: Callable[[re.Match[str]], T | None]
) -> list[tuple[T, re.Match[str]]]:
    """Return what each match reads as; of matches that overlap, the first pattern's.

    Raises:
        TooManyError: there are more than anybody would write.
    """
    found: list[tuple[T, re.Match[str]]] = []
    taken = bytearray(len(text))
    for pattern in patterns:
        for match in compiled(pattern).finditer(text):
            value = None if any(taken[match.start() : match.end()]) else read(match)
            if value is not None:
                taken[match.start() : match.end()] = b"\1" * len(match[0])
                found.append((value, match))
                few(found)
    return found


def few(found: Sequence[object]) -> None:
    """Raise where there are more values than anybody would write.

    Raises:
        TooManyError: there are.
    """
    if len(found) > MOST:
        raise TooManyError
