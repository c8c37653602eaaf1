"""Pages that were drawn before in this process. Same state, same page: worlds of the same content share them."""

import os
import random
import secrets
import threading
import zlib
from collections.abc import Hashable
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from lifeworld.core.errors import UserError

BLANK = f"session-{secrets.token_hex(16)}"  # stands for a session's token; no world can know it
VARIABLE = "LIFEWORLD_PAGES"  # megabytes; 0 keeps nothing
MEGABYTES = 128
_OF_A_KEY = 600  # bytes
_TAKEN_IN = 1 / 8  # of the pages that come when there is no more room


class Drawn:
    """A page that any session can be given once its token is filled in.

    Attributes:
        read: what a driver made of it, kept along; from then on the page itself is rarely asked for.
        keys: what it is kept under; none where it is not kept.
        size: bytes that it takes, with all that is kept along.
        place: where it stands among all that are kept.
    """

    def __init__(self, html: bytes) -> None:
        self._held = html, False  # and whether it is packed: one value, which other threads see whole
        self.read: Any = None
        self.keys: list[Hashable] = []
        self.size, self.place = len(html), -1

    @property
    def html(self) -> bytes:
        """The page with `BLANK` for the token."""
        html, packed = self._held
        return zlib.decompress(html) if packed else html

    def pack(self) -> None:
        """Take less room, at the cost of unpacking whenever the page is asked for."""
        html = self._held[0]
        packed = zlib.compress(html, 1)
        self._held = packed, True
        self.size += len(packed) - len(html)

    def filled(self, token: str) -> bytes:
        """Return the page of the session with this token."""
        return self.html.replace(BLANK.encode(), token.encode())


class Found(NamedTuple):
    """What is kept under a key; `writes` where looking at the page leaves something behind."""

    drawn: Drawn
    writes: bool
    title: str


class Kept:
    """Drawn pages by all that they depend on; once it is full, chance says which are taken in, and which go for them.

    Runs go through the same tasks again and again. Whatever goes by when a page was last looked at has let go of each
    just before it comes again; by chance, nearly as large a share of them is found as there is room for.

    Args:
        most: bytes that all of them together may take.
    """

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self._found: dict[Hashable, Found] = {}
        self._drawn: dict[bytes, Drawn] = {}  # by a digest of the page
        self._places: list[bytes] = []
        self._loose: list[Drawn] = []  # read, and yet to be packed when room gets scarce
        self._chance = random.Random(0)
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Found | None:
        """Return the page that was drawn for this key, if it is still there."""
        return self._found.get(key)

    def keep(self, key: Hashable, html: bytes, writes: bool, title: str = "") -> Found:
        """Return a page, kept under a key where it is taken in; pages of the same bytes are kept once."""
        digest = blake2b(html, digest_size=16).digest()
        with self._lock:
            if key in self._found:  # two have drawn it at once
                return self._found[key]
            drawn = self._drawn.get(digest) or Drawn(html)
            if drawn.place < 0:
                self._trim()
                if not self._loose and self.size + len(html) > self.most and self._chance.random() > _TAKEN_IN:
                    return Found(drawn, writes, title)
                self._add(digest, drawn)
            drawn.keys.append(key)
            drawn.size += _OF_A_KEY
            self.size += _OF_A_KEY
            found = self._found[key] = Found(drawn, writes, title)
            self._trim()
            return found

    def add(self, drawn: Drawn, read: Any, size: int) -> None:
        """Keep what a driver made of a page along with it; `size` is in bytes."""
        with self._lock:
            if drawn.read is None and drawn.place >= 0:
                drawn.read = read
                drawn.size += size
                self.size += size
                self._loose.append(drawn)
                self._trim()

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._loose.clear()
            while self._places:
                self._drop(0)

    def _add(self, digest: bytes, drawn: Drawn) -> None:
        drawn.place = len(self._places)
        self._places.append(digest)
        self._drawn[digest] = drawn
        self.size += drawn.size

    def _trim(self) -> None:
        while self.size > self.most and self._loose:
            drawn = self._loose.pop()
            self.size -= drawn.size
            drawn.pack()
            self.size += drawn.size
        while self.size > self.most:
            self._drop(self._chance.randrange(len(self._places)))

    def _drop(self, place: int) -> None:
        """Let go of the page at a place; the last one takes that place."""
        digest, last = self._places[place], self._places.pop()
        self._drawn[last].place = place
        if last != digest:
            self._places[place] = last
        dropped = self._drawn.pop(digest)
        dropped.place = -1
        self.size -= dropped.size
        for key in dropped.keys:
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
