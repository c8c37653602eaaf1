"""What is said in the place of a text; where it has a gap, `{a}`, anything stands: “Lunch with {a}” is any of them."""

import re
from collections.abc import Mapping
from functools import lru_cache

_GAP = re.compile(r"\{([a-z])\}")


def reworded(text: str, words: Mapping[str, str]) -> str:
    """Return what stands for a text: as it is written, else by the longest pattern that it fits, else itself."""
    if text in words:
        return words[text]
    for pattern in sorted(filter(gaps, words), key=len, reverse=True):
        if found := _fitting(pattern).fullmatch(text):
            return filled(words[pattern], found.groupdict())
    return text


def filled(pattern: str, parts: Mapping[str, str]) -> str:
    return _GAP.sub(lambda gap: parts[gap[1]], pattern)


def gaps(text: str) -> list[str]:
    """Return the letters of a text's gaps, in the order of the alphabet."""
    return sorted(_GAP.findall(text))


@lru_cache(maxsize=1000)
def _fitting(pattern: str) -> re.Pattern[str]:
    parts = _GAP.split(pattern)  # what is written, a gap's letter, what is written …
    return re.compile("".join(f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)))
