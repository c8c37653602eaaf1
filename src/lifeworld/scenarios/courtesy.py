"""What people politely write and ask beside what they have to say: the words and phrases of `courtesy.toml`."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from lifeworld.core.toml import tables

_ANY = r"(?:\s+(?!(?:and|but|or)\b)[\w'-]+){0,4}"  # what “…” in a phrase stands for


@lru_cache(maxsize=8)
def words(kind: str) -> frozenset[str]:
    """Return the words of a kind: function, words, turning, label, consent."""
    return frozenset(_file()[kind].split())


@lru_cache(maxsize=1)
def phrases() -> re.Pattern[str]:
    """Return what finds a polite phrase in a folded text; of several the longest."""
    return re.compile("|".join(_longest_first(_file()["phrases"])))


def _longest_first(found: Iterable[str]) -> Iterator[str]:
    for phrase in sorted(found, key=len, reverse=True):
        yield rf"\b{re.escape(phrase.removesuffix(' …'))}(?![\w']){_ANY if phrase.endswith('…') else ''}"


@lru_cache(maxsize=1)
def _file() -> dict[str, Any]:
    return tables(Path(__file__).with_suffix(".toml"))
