"""Texts compared as people do: without differences of case, quotes and dashes, and in whole words."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_ALIKE = str.maketrans(dict.fromkeys('“”„«»"', '"') | dict.fromkeys("‘’`´", "'") | dict.fromkeys("‐‑‒–—−", "-"))


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """Return a text without differences of width, case, white space, quotes, dashes and one full stop at the end."""
    plain = " ".join(unicodedata.normalize("NFKC", text).translate(_ALIKE).casefold().split())
    return plain.strip("\"'").removesuffix(".").strip("\"' ")


@lru_cache(maxsize=8192)
def squeezed(text: str) -> str:
    """Return the letters and digits of a code; a telephone number without its country's."""
    bare = re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text).casefold())
    return bare[1:] if re.fullmatch(r"1\d{10}", bare) else bare


def stands(pattern: str, screens: Iterable[str]) -> bool:
    """Return whether a pattern is found on a screen in whole words; Chinese has no spaces between them."""
    found = (match for screen in dict.fromkeys(screens) for match in re.finditer(pattern, screen, re.IGNORECASE))
    return any(not (_is_spaced(one.string, one.start() - 1) or _is_spaced(one.string, one.end())) for one in found)


def _is_spaced(text: str, place: int) -> bool:
    """Return whether what stands at a place belongs to a word that has spaces around it."""
    return 0 <= place < len(text) and text[place].isalnum() and not "\u3040" <= text[place] <= "\u9fff"
