"""Remarks beside an answer that tell of the work, like “I checked twice.”: they count for nothing."""

import re
from functools import lru_cache
from pathlib import Path

from lifeworld.core.toml import tables


def without_remarks(text: str) -> str:
    """Return a clean answer without them; one that is nothing else stays as it is."""
    return _remark().sub("", text).strip() or text


@lru_cache(maxsize=1)
def _remark() -> re.Pattern[str]:
    every = "|".join(tables(Path(__file__).parent / "remarks.toml")["remarks"])
    begins, ends = r"(?:^|(?<=[.!;\n])|(?<=[.!;] ))[^\S\n]*", r"[.!]*[^\S\n]*(?=\n|$|(?<=[.!] ))"
    return re.compile(f"{begins}(?:{every}){ends}", re.IGNORECASE)
