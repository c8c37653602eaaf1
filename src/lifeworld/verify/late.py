"""Whether an agent says that what it was asked to undo can't be undone any more."""

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from lifeworld.core.toml import tables
from lifeworld.verify.answers.text import clean


def too_late(said: str | None, languages: Iterable[str]) -> bool:
    """Return whether a text says so, in English or in one of these languages; late.toml holds the expressions."""
    text = clean(said or "").casefold()
    return any(_says(language).search(text) for language in {"en", *languages})


@lru_cache(maxsize=8)
def _says(language: str) -> re.Pattern[str]:
    edge = "" if language == "zh" else r"\b"
    return re.compile("|".join(f"{edge}(?:{one}){edge}" for one in _expressions()[language]))


@lru_cache(maxsize=1)
def _expressions() -> dict[str, list[str]]:
    return tables(Path(__file__).parent / "late.toml")
