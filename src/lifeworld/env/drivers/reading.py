"""What a page says, read once for all sessions that are shown it."""

from dataclasses import dataclass

from lifeworld.env.walker import Document, Tree, from_html, walk
from lifeworld.env.walker.document import Element
from lifeworld.web.kept import BLANK, kept
from lifeworld.web.request import Response

_OF_AN_ELEMENT = 800  # bytes, with its node in the tree, as measured


@dataclass(frozen=True)
class ReadPage:
    """A parsed and walked page; shared, so nobody changes it.

    Attributes:
        focused: the element that has the focus as the page comes.
        blanks: the elements whose value is the session's token.
    """

    document: Document
    tree: Tree
    focused: Element | None = None
    blanks: tuple[Element, ...] = ()

    def copied(self, token: str) -> Document:
        """Return the document of the session with this token, for it alone."""
        own = self.document.copy()
        if self.focused is not None:
            own.elements[self.focused.order].focused = True
        for blank in self.blanks:
            own.elements[blank.order].attributes["value"] = token
        return own


def read(response: Response, address: str) -> ReadPage:
    """Return what a page says at an address: what was read of it before, where the page is kept."""
    drawn = response.drawn
    if drawn is None:
        return _read(response.body, address)
    if isinstance(drawn.read, ReadPage) and drawn.read.document.url == address:
        return drawn.read
    page = _read(drawn.html, address)
    if len(page.blanks) != drawn.html.count(BLANK.encode()):  # it stands elsewhere than in a form
        return _read(response.body, address)
    kept().add(drawn, page, _OF_AN_ELEMENT * len(page.document.elements))
    return page


def _read(html: bytes, address: str) -> ReadPage:
    document = from_html(html.decode("utf-8"), address)
    focused = next((one for one in document.elements if "autofocus" in one.attributes), None)
    if focused is not None:
        focused.focused = True
    blanks = tuple(one for one in document.elements if one.attributes.get("value") == BLANK)
    return ReadPage(document, walk(document), focused, blanks)
