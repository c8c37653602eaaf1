"""Goes through all pages of a world by its links, as a patient person would, and presses every control of each kind."""

import re
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qsl, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from lifeworld.core.actions import Click, Ref
from lifeworld.core.observation import Node, View
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.drivers.driver import Driver
from lifeworld.web import App
from lifeworld.web.look import FORMS, Look
from lifeworld.web.request import Request, Response
from lifeworld.web.routes import table_of
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

MOST_OF_A_KIND = 3  # pages of one address pattern and one set of query names
MOST = 400


@contextmanager
def device_of(name: str = NAMES[0], device: str = "phone") -> Iterator[World]:
    """Give a profile's device, with recording begun."""
    world = World(load(name).data, Look("light", FORMS[device])).start()
    try:
        yield world
    finally:
        world.close()


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
    written = (node.attributes[attribute] or "" for node in tree.css(selector))
    found = [one if one[:1] == "/" and one[1:2] != "/" else urljoin(address, one) for one in written]
    return [one.partition("#")[0] for one in found if one.startswith("/") and not one.startswith("/static/")]


def kind_of(world: World, address: str) -> tuple[str, ...]:
    parts = urlsplit(address)
    routes = table_of(world.apps).get(parts.path.split("/")[1], ())
    pattern = next(
        (route.path for _, route in routes if route.view and route.match(parts.path) is not None), parts.path
    )
    return (pattern, *sorted(name for name, _ in parse_qsl(parts.query)))


# ---- what does nothing when it is pressed

ROLES = frozenset(("link", "button", "checkbox", "switch", "radio"))
_FIELDS = frozenset(("textbox", "searchbox", "combobox", "checkbox", "switch", "radio"))
_NUMBERS = re.compile(r"[\d,.:$]+")


@dataclass(frozen=True)
class Control:
    """One control of a page, and where it stands."""

    device: str
    address: str
    role: str
    name: str
    ref: str
    saves: bool = False  # a button of a form with fields, which may save what is there already: a toast is enough

    def __str__(self) -> str:
        return f"{self.role} “{self.name}” on {self.address} ({self.device})"


def controls(device: str, apps: Sequence[str] = ()) -> list[Control]:
    """Return a control of each role and name on each kind of page that links lead to; those of fields are none."""
    found: dict[tuple[str, ...], Control] = {}
    with device_of(device=device) as world:
        for page in crawl(world):
            if page.response.status == 200 and (not apps or page.address.split("/")[1] in apps):
                nodes, fields = _untouched(device, page.address)
                for node in nodes:
                    key = (page.route, node.role, _NUMBERS.sub("", node.name))
                    one = Control(device, page.address, node.role, node.name, node.ref, node.ref in fields)
                    found.setdefault(key, one)
    return list(found.values())


def _untouched(device: str, address: str) -> tuple[list[Node], set[str]]:
    """Return what can be pressed on a page where nothing has been read before, and which of it sends fields."""
    with device_of(device=device) as world:
        tree = Dom().open_now(world, address).tree
    return list(_pressed(tree)), set(_after_fields(tree))


def _after_fields(tree: Node) -> Iterator[str]:
    """Yield the references of buttons that come next after a field."""
    field = False
    for node in tree.walk():
        if field and node.role == "button":
            yield node.ref
        field = node.role in _FIELDS or (field and node.role not in ("button", "link"))


async def dead(driver: Driver, chosen: Sequence[Control]) -> AsyncIterator[Control]:
    """Press each control on a world of its own; yield those after which everything is as it was, but for a toast."""
    for control in chosen:
        with device_of(device=control.device) as world:
            before = await driver.open(world, control.address)
            await driver.act(Click(target=Ref(id=control.ref)))
            after = await driver.view()
            told = control.saves and any(node.role == "status" for node in after.tree.walk())
            if not told and _shown(before) == _shown(after) and not world.changes().rows:
                yield control


def _pressed(tree: Node) -> Iterator[Node]:
    """Yield what can be pressed, but for what is marked as where one is or as chosen among others."""
    chosen = {one.ref for group in tree.all("group") for one in group.walk() if "pressed" in one.states}
    for node in tree.walk():
        idle = {"current", "disabled"} & node.states or (node.role == "radio" and "checked" in node.states)
        if node.ref and node.role in ROLES and not idle and node.ref not in chosen:
            yield node


def _shown(view: View) -> tuple[str, list[tuple[str, ...]]]:
    """Return the address and all that the screen shows, without toasts and without where the focus is."""
    return view.url, list(_lines(view.tree))


def _lines(node: Node) -> Iterator[tuple[str, ...]]:
    if node.role != "status":
        yield (node.role, node.name, node.value, *sorted(node.states - {"focused"}))
        for child in node.children:
            yield from _lines(child)
