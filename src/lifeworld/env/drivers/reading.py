"""What a page says, read once for all sessions that are shown it."""

import threading
from dataclasses import dataclass
from functools import lru_cache

from lifeworld.core.observation import Node
from lifeworld.env.walker import Document, from_html, note, walk
from lifeworld.env.walker.tags import Tag
from lifeworld.web.kept import BLANK, Drawn, kept
from lifeworld.web.request import Response

_WAIT = 16  # documents that were walked and may be asked for
_OF_A_NODE = 200  # bytes, as measured


@dataclass(frozen=True, eq=False)
class ReadPage:
    """The tree of a page; shared, so nobody changes it. What it was walked from is parsed again where it is touched.

    Attributes:
        addresses, odd: as a `Tree` has them.
    """

    url: str
    drawn: Drawn
    root: Node
    addresses: frozenset[str]
    odd: frozenset[str]

    @property
    def document(self) -> Document:
        """The page as it comes, shared by all who only look at it."""
        return _document_of(self)

    def own(self, token: str) -> Document:
        """Return the document of the session with this token, for it alone."""
        own = self.document.copy()
        for element in own.elements:
            if element.attributes.get("value") == BLANK:
                element.kind = Tag(element.tag, {**element.attributes, "value": token})
                element.attributes = element.kind.attributes
        return own


@lru_cache(maxsize=64)
def _document_of(page: ReadPage) -> Document:
    return _FRESH.take(page) or _parsed(page.drawn.html, page.url)


class _Fresh:
    """Documents of pages that were read just now, until somebody asks for them; the oldest goes for a newer one."""

    def __init__(self) -> None:
        self._found: dict[ReadPage, Document] = {}
        self._lock = threading.Lock()

    def add(self, page: ReadPage, document: Document) -> None:
        """Hold a document, and let go of one that nobody has asked for."""
        with self._lock:
            self._found[page] = document
            oldest = self._found.pop(next(iter(self._found))) if len(self._found) > _WAIT else None
        if oldest:
            oldest.drop()

    def take(self, page: ReadPage) -> Document | None:
        """Give a page's document away, where it is still held."""
        with self._lock:
            return self._found.pop(page, None)


_FRESH = _Fresh()


def read(response: Response, address: str) -> ReadPage:
    """Return what a page says at an address: what was read of it before, where the page is kept."""
    drawn = response.drawn
    if drawn is None:
        return _read(Drawn(response.body), address)[0]
    if isinstance(drawn.read, ReadPage) and drawn.read.url == address:
        return drawn.read
    page, blanks = _read(drawn, address)
    if blanks != drawn.html.count(BLANK.encode()):  # it stands elsewhere than in a form
        return _read(Drawn(response.body), address)[0]
    kept().add(drawn, page, _OF_A_NODE * sum(1 for _ in page.root.walk()))
    return page


def _read(drawn: Drawn, address: str) -> tuple[ReadPage, int]:
    """Return the tree of a page, and how many elements hold the place of a session's token."""
    tree = walk(_parsed(drawn.html, address))
    page = ReadPage(address, drawn, tree.root, tree.addresses, tree.odd)
    note(page)
    blanks = sum(one.attributes.get("value") == BLANK for one in tree.document.elements)
    _FRESH.add(page, tree.document)
    return page, blanks


def _parsed(html: bytes, address: str) -> Document:
    document = from_html(html.decode("utf-8"), address)
    focused = next((one for one in document.elements if "autofocus" in one.attributes), None)
    if focused is not None:
        focused.focused = True
    return document
