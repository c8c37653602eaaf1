"""Texts as a search takes them: “renee” finds Renée, and “strasse” Straße."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

_ACCENTS = re.compile("[\u0300-\u036f]")
Value = str | int | float | bytes | None  # of a column


def plain(text: str) -> str:
    """Return a text without case, accents and differences of width."""
    return text.lower() if text.isascii() else _plain(text)


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold())


@lru_cache(maxsize=512)
def like(pattern: Value, escape: str = "") -> Callable[[Value], bool | None]:
    """Return what tells whether a column is as a pattern of SQL's `LIKE` says, compared plainly; None for NULL."""
    signs = re.findall(f"{re.escape(escape)}.|." if escape else ".", str(pattern), re.DOTALL)
    parts = ({"%": ".*", "_": "."}.get(sign, re.escape(plain(sign[-1]))) for sign in signs)
    found = re.compile("".join(parts), re.DOTALL).fullmatch
    within = signs[1:-1] if len(signs) > 1 and signs[0] == signs[-1] == "%" else ["%"]
    wanted = None if {"%", "_"} & set(within) else plain("".join(sign[-1] for sign in within))

    def tell(value: Value) -> bool | None:
        if pattern is None or value is None:
            return None
        text = plain(str(value))
        return found(text) is not None if wanted is None else wanted in text  # which is the usual case, and fast

    return tell
