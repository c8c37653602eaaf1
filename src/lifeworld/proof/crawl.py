"""Goes through all pages of a world by its links, as a patient person would."""

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qsl, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from lifeworld.web import App
from lifeworld.web.request import Request, Response
from lifeworld.web.routes import table_of
from lifeworld.world import World

MOST_OF_A_KIND = 3  # pages of one address pattern and one set of query names
MOST = 400


@dataclass(frozen=True)
class Visited:
    """A page that was reached."""

    address: str
    route: str
    response: Response


def crawl(world: World, start: str = "/", within: str = "") -> Iterator[Visited]:
    """Yield every kind of page that links lead to from `start` by addresses that begin with `within`, a few of each.

    Those below `start` come first: of all others there may be more than one can visit.
    """
    own, others, seen = deque([(start, "")]), deque[tuple[str, str]](), {start}
    kinds: Counter[tuple[str, ...]] = Counter()
    ways: set[tuple[str, ...]] = set()
    while (own or others) and len(seen) < MOST * 10:
        address, before = (own or others).popleft()
        kind = kind_of(world, address)
        way = (before, *kind)
        if kinds[kind] >= MOST_OF_A_KIND and (way in ways or kinds[kind] >= 3 * MOST_OF_A_KIND):
            continue  # enough of these, but for the first that another kind of page leads to
        kinds[kind] += 1
        ways.add(way)
        response = get(world, address)
        yield Visited(address, kind[0], response)
        for found in links(response, address):
            if found not in seen and found.startswith(within):
                seen.add(found)
                (own if found.startswith(start) else others).append((found, kind[0]))


@contextmanager
def signed_out(world: World, app: App) -> Iterator[None]:
    """Have the owner signed out of an app meanwhile, where it has a gate."""
    entry = app.gate.entry(world.store) if app.gate else ()
    if app.gate:
        world.beforehand(app.gate.signs_out())
    try:
        yield
    finally:
        for command in entry:
            world.beforehand(command)


def outside(world: World, app: App) -> Iterator[Visited]:
    """Yield the pages before an app's gate, where it has one; the owner is signed out as long as one looks at them."""
    if app.gate:
        with signed_out(world, app):
            yield from crawl(world, app.href, app.href)


def get(world: World, address: str) -> Response:
    parts = urlsplit(address)
    return world.site.handle(Request("GET", parts.path, tuple(parse_qsl(parts.query, keep_blank_values=True))))


def links(response: Response, address: str) -> list[str]:
    """Return the addresses that a page leads to by links and that a redirect leads to."""
    if response.status == 303:
        return [response.headers["location"]]
    return _own(response, address, "a[href]", "href")


def targets(response: Response, address: str) -> list[str]:
    """Return the addresses that a page's forms and their buttons lead to."""
    forms, buttons = (
        _own(response, address, "form[action]", "action"),
        _own(response, address, "[formaction]", "formaction"),
    )
    return forms + buttons


def _own(response: Response, address: str, selector: str, attribute: str) -> list[str]:
    tree = LexborHTMLParser(response.body.decode())
    found = [urljoin(address, node.attributes[attribute] or "") for node in tree.css(selector)]
    return [one.partition("#")[0] for one in found if one.startswith("/") and not one.startswith("/static/")]


def kind_of(world: World, address: str) -> tuple[str, ...]:
    parts = urlsplit(address)
    routes = table_of(world.apps).get(parts.path.split("/")[1], ())
    pattern = next(
        (route.path for _, route in routes if route.view and route.match(parts.path) is not None), parts.path
    )
    return (pattern, *sorted(name for name, _ in parse_qsl(parts.query)))
