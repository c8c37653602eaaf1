"""A browser tab without a browser: cookies, redirects and history over `Site.handle`."""

from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from lifeworld.core.errors import WorldFault
from lifeworld.env.drivers.driver import Stage, raise_fault
from lifeworld.env.drivers.forms import Pairs
from lifeworld.env.drivers.reading import ReadPage, read
from lifeworld.env.walker import UNTOUCHED, Document, Tree, marks, walk_again
from lifeworld.env.walker.document import Element
from lifeworld.web.address import is_local
from lifeworld.web.request import Request, Response

MOST_REDIRECTS = 10


class Tab:
    """The page that is open, and how one came here."""

    page: ReadPage  # as it came
    loads = 0  # pages shown so far; sessions and loads may share one page

    def __init__(self, world: Stage) -> None:
        self._world = world
        self._own: Document | None = None  # this session's, once something is done on the page
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

    def post(self, address: str, pairs: Pairs) -> None:
        """Send a form and show what comes of it."""
        self._visit(self._load("POST", address, pairs))

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
                return self._show(address, response)
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
        self._own = self._walked = None
        self.loads += 1
        return address


def focus(element: Element | None, document: Document) -> None:
    """Give the focus to one element, or to none."""
    for other in document.elements:
        if other.focused:
            other.focused = False
    if element is not None:
        element.focused = True
