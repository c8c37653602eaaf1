"""A browser tab without a browser: cookies, redirects, history; what pages say is read once for all sessions."""

import threading
from dataclasses import dataclass
from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, unquote, urlencode, urljoin, urlsplit

from lifeworld.core.errors import WorldFault
from lifeworld.core.observation import Node
from lifeworld.env.drivers.driver import Stage, raise_fault
from lifeworld.env.drivers.forms import Pairs
from lifeworld.env.walker import UNTOUCHED, Document, Tree, from_html, marks, note, walk, walk_again
from lifeworld.env.walker.document import Element
from lifeworld.env.walker.tags import Tag
from lifeworld.web.address import is_local
from lifeworld.web.kept import BLANK, Drawn, kept
from lifeworld.web.request import TYPED, Request, Response

MOST_REDIRECTS = 10
_TYPED = f"&{urlencode((TYPED,))}"
_HELD = 64  # documents that may be asked for
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
        return _DOCUMENTS.of(self)

    def own(self, token: str) -> Document:
        """Return the document of the session with this token, for it alone."""
        own = _DOCUMENTS.copy(self)
        for element in own.elements:
            if element.attributes.get("value") == BLANK:
                element.kind = Tag(element.tag, {**element.attributes, "value": token})
                element.attributes = element.kind.attributes
        return own


class _Documents:
    """Documents of the pages that were looked at last; the oldest goes for a newer one."""

    def __init__(self) -> None:
        self._found: dict[ReadPage, Document] = {}
        self._lock = threading.RLock()

    def add(self, page: ReadPage, document: Document) -> None:
        """Hold a document, and let go of the one that nobody has asked for the longest."""
        with self._lock:
            self._found[page] = document
            if len(self._found) > _HELD:
                self._found.pop(next(iter(self._found))).drop()

    def of(self, page: ReadPage) -> Document:
        """Return a page's document, parsed again where it is no longer held."""
        with self._lock:
            document = self._found.pop(page, None) or _parsed(page.drawn.html, page.url)
            self.add(page, document)
            return document

    def copy(self, page: ReadPage) -> Document:
        """Return a page's document once more, for one session alone."""
        with self._lock:
            return self.of(page).copy()


_DOCUMENTS = _Documents()


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
    _DOCUMENTS.add(page, tree.document)
    return page, blanks


def _parsed(html: bytes, address: str) -> Document:
    document = from_html(html.decode("utf-8"), address)
    asks = (one for one in document.elements if "autofocus" in one.attributes)
    focused = next((one for one in asks if not inert(one)), None)
    if focused is not None:
        focused.focused = True
    return document


# ---- a tab


class Tab:
    """The page that is open, and how one came here."""

    page: ReadPage  # as it came
    loads = 0  # pages shown so far; sessions and loads may share one page

    def __init__(self, world: Stage) -> None:
        self._world = world
        self._own: Document | None = None  # this session's, once something is done on the page
        self._left: Document | None = None  # that of the page before, which an action may still look at
        self._walked: Tree | None = None  # of `_own` when it had these marks, once it was looked at
        self._marks = UNTOUCHED
        self._token = world.token  # as it was when the page came
        self._cookies: dict[str, str] = {}
        self._history: list[str] = []
        self._at = -1

    @property
    def url(self) -> str:
        return self._history[self._at]

    @property
    def document(self) -> Document:
        """The page as this session has it; what is done to it is seen nowhere else."""
        if self._own is None:
            self._own = self.page.own(self._token)
            self._marks = marks(self._own)
        return self._own

    def look(self) -> Tree | ReadPage:
        """Return the page as it is now, walked."""
        if self._own is None:
            return self.page
        before, self._marks = self._marks, marks(self._own)
        if before != self._marks:
            self._walked = walk_again(self._walked or self._tree(), before, self._marks)
        return self._walked or self.page

    def _tree(self) -> Tree:
        """Return the page as it came, as a tree of this session's document."""
        page = self.page
        return Tree(page.root, self.shown(page), page.addresses, page.odd, self.document)

    def element(self, seen: Tree | ReadPage, ref: str) -> Element | None:
        """Return the element that one saw on this page under a reference."""
        if isinstance(seen, Tree):
            return seen.elements.get(ref)
        nodes = (node for child in seen.root.children for node in child.walk())
        return self.document.elements[int(ref[1:])] if any(node.ref == ref for node in nodes) else None

    def shown(self, seen: Tree | ReadPage) -> dict[str, Element]:
        """Return the elements that one saw on this page, by their references."""
        if isinstance(seen, Tree):
            return seen.elements
        elements = self.document.elements
        nodes = (node for child in seen.root.children for node in child.walk())
        return {node.ref: elements[int(node.ref[1:])] for node in nodes}

    def go(self, address: str) -> None:
        """Follow a link, or send a form that only asks."""
        self._visit(self._load("GET", address, ()))

    def enter(self, address: str) -> None:
        """Open an address that was typed; that of the open page only loads it again."""
        if self._at >= 0 and address == self.url:
            self.travel(0)
        else:
            self.go(address)

    def post(self, address: str, pairs: Pairs, replaces: bool = False) -> None:
        """Send a form and show what comes of it, in the open page's place in history where it `replaces` that."""
        url = self._load("POST", address, pairs)
        if replaces:
            self._history[self._at] = url
        else:
            self._visit(url)

    def search(self, address: str) -> None:
        """Show what a search finds as one types, in its own page's place; one has not left the field."""
        loads, stays = self.loads, urlsplit(self.url).path == urlsplit(address).path
        url = self._load("GET", address + _TYPED, ())
        if urlsplit(url).path == urlsplit(address).path:
            self.loads = loads
        if stays:
            self._history[self._at] = url
        else:
            self._visit(url)

    def travel(self, steps: int) -> bool:
        """Go back or forward in history; False where there is nothing to go to."""
        to = self._at + steps
        if not 0 <= to < len(self._history):
            return False
        self._at = to
        self._history[to] = self._load("GET", self.url, ())
        return True

    def _visit(self, url: str) -> None:
        del self._history[self._at + 1 :]
        self._history.append(url)
        self._at += 1

    def _load(self, method: str, address: str, pairs: Pairs) -> str:
        for _ in range(MOST_REDIRECTS):
            address = address.partition("#")[0]
            response = self._ask(method, address, pairs)
            if not 300 <= response.status < 400:
                return self._show(address.removesuffix(_TYPED), response)
            address, method, pairs = urljoin(address, response.headers["location"]), "GET", ()
            if not is_local(address):
                raise WorldFault(f"a page redirected to {address}, which is not the world's own")
        raise WorldFault(f"{address} redirects without end")

    def _ask(self, method: str, address: str, pairs: Pairs) -> Response:
        parts = urlsplit(address)
        query = tuple(parse_qsl(parts.query, keep_blank_values=True))
        response = self._world.site.handle(Request(method, unquote(parts.path), query, pairs, dict(self._cookies)))
        raise_fault(self._world)
        self._keep_cookies(response)
        return response

    def _keep_cookies(self, response: Response) -> None:
        for name, morsel in SimpleCookie(response.headers.get("set-cookie", "")).items():
            if morsel.value and morsel["max-age"] != "0":
                self._cookies[name] = morsel.value
            else:
                self._cookies.pop(name, None)

    def _show(self, address: str, response: Response) -> str:
        if response.status == 204:
            return self.url
        self.page, self._token = read(response, address), self._world.token
        if self._left is not None:
            self._left.drop()
        self._left, self._own, self._walked = self._own, None, None
        self.loads += 1
        return address


def inert(element: Element) -> bool:
    """Tell whether something stands over an element, so that nothing reaches it."""
    return any("inert" in one.attributes for one in (element, *element.ancestors()))


def focus(element: Element | None, document: Document) -> None:
    """Give the focus to one element, or to none."""
    for other in document.elements:
        if other.focused:
            other.focused = False
    if element is not None:
        element.focused = True
