"""Pages that were drawn before in this process. Same state, same page: worlds of the same content share them."""

import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from lifeworld.core.errors import UserError

BLANK = f"session-{secrets.token_hex(16)}"  # stands for a session's token; no world can know it
VARIABLE = "LIFEWORLD_PAGES"  # megabytes; 0 keeps nothing
MEGABYTES = 128
_OF_A_KEY = 600  # bytes


@dataclass(eq=False)
class Drawn:
    """A page that any session can be given once its token is filled in.

    Attributes:
        html: the page with `BLANK` for the token.
        read: what a driver made of it, kept along.
    """

    html: bytes
    read: Any = None
    keys: list[Hashable] = field(default_factory=list)
    size: int = 0

    def filled(self, token: str) -> bytes:
        """Return the page of the session with this token."""
        return self.html.replace(BLANK.encode(), token.encode())


class Found(NamedTuple):
    """What is kept under a key; `writes` where looking at the page leaves something behind."""

    drawn: Drawn
    writes: bool


class Kept:
    """Drawn pages by all that they depend on; those that were looked at longest ago go first.

    Args:
        most: bytes that all of them together may take.
    """

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self._found: dict[Hashable, Found] = {}
        self._drawn: OrderedDict[bytes, Drawn] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Found | None:
        """Return the page that was drawn for this key, if it is still there."""
        with self._lock:
            found = self._found.get(key)
            if found is not None:
                self._drawn.move_to_end(found.drawn.html)
            return found

    def keep(self, key: Hashable, html: bytes, writes: bool) -> Found:
        """Keep a page under a key and return it; pages of the same bytes are kept once."""
        with self._lock:
            if key in self._found:  # two have drawn it at once
                return self._found[key]
            drawn = self._drawn.setdefault(html, Drawn(html))
            self._drawn.move_to_end(html)
            self._grow(drawn, _OF_A_KEY if drawn.keys else _OF_A_KEY + len(html))
            drawn.keys.append(key)
            found = self._found[key] = Found(drawn, writes)
            self._trim()
            return found

    def add(self, drawn: Drawn, read: Any, size: int) -> None:
        """Keep what a driver made of a page along with it; `size` is in bytes."""
        with self._lock:
            if drawn.read is None and self._drawn.get(drawn.html) is drawn:
                drawn.read = read
                self._grow(drawn, size)
                self._trim()

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._found.clear()
            self._drawn.clear()
            self.size = 0

    def _grow(self, drawn: Drawn, size: int) -> None:
        drawn.size += size
        self.size += size

    def _trim(self) -> None:
        while self.size > self.most:
            _, oldest = self._drawn.popitem(last=False)
            self.size -= oldest.size
            for key in oldest.keys:
                del self._found[key]


@lru_cache(maxsize=1)
def kept() -> Kept:
    """Return what this process keeps.

    Raises:
        UserError: LIFEWORLD_PAGES is no number.
    """
    return Kept(budget())


def budget() -> int:
    """Return how many bytes of pages this process may keep; LIFEWORLD_PAGES names another number of megabytes.

    Raises:
        UserError: what is named is no number.
    """
    named = os.environ.get(VARIABLE, str(MEGABYTES))
    if not named.isdecimal():
        raise UserError(f"{VARIABLE} is “{named}”; name a whole number of megabytes, or 0 to keep no pages")
    return int(named) * 1_000_000
