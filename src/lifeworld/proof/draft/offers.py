"""Where an app offers a command: the form, and what is pressed to come to it."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import quote, urljoin

from lifeworld.core.observation import Node
from lifeworld.env.walker import Element, Tree, fields, from_html, walk
from lifeworld.proof.crawl import get, kind_of
from lifeworld.store import Command
from lifeworld.web import App
from lifeworld.world import World

MOST_OF_A_KIND, MOST = 3, 500  # pages of an address pattern by the page before it; pages in all
_TEXTS = frozenset(("textbox", "searchbox", "combobox", "spinbutton"))


@dataclass(frozen=True)
class Press:
    """One control that is pressed, what it is kept behind, and the page that it leads to."""

    role: str
    name: str
    behind: str = ""  # the menu that has to be unfolded first
    href: str = ""


@dataclass(frozen=True)
class Input:
    """A field of a form as it is drawn: its role and name, and of a choice each value and what it is called."""

    role: str
    label: str
    held: tuple[str, ...]  # what it sends untouched
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Offer:
    """A form that does the command, and the presses from the app's first screen to it.

    `given` is what the address fills in, `hidden` what the form sends without asking.
    """

    way: tuple[Press, ...]
    given: Mapping[str, Any]
    hidden: Mapping[str, str]
    inputs: Mapping[str, Input]
    submit: Press


@dataclass(frozen=True)
class Search:
    """A screen that searches: the way to it, its field and button, and what stands before the words in an address."""

    way: tuple[Press, ...]
    label: str
    button: str
    address: str


@dataclass(frozen=True)
class Screen:
    """A page with all that is folded away unfolded."""

    address: str
    tree: Tree

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        known = self.tree.elements
        return {node.ref: node for node in self.tree.root.walk() if node.ref in known and node.role != "text"}

    def links(self) -> Iterator[Press]:
        """Yield what leads to other pages."""
        for node in self.nodes.values():
            element = self.tree.elements[node.ref]
            if node.role == "link" and node.name and node.href.startswith("/") and "current" not in node.states:
                yield Press(
                    "link", node.name, self._behind(element), urljoin(self.address, node.href).partition("#")[0]
                )

    def forms(self, method: str) -> Iterator[tuple[Element, list[Element]]]:
        """Yield the forms that are sent so, each with its elements."""
        for form in {id(one): one for one in self._all() if one.tag == "form"}.values():
            if form.attributes.get("method", "get") == method:
                yield form, list(form.below())

    def press(self, element: Element) -> Press | None:
        """Return how a button is pressed."""
        node = self.nodes.get(element.ref)
        return Press("button", node.name, self._behind(element)) if node and node.name else None

    def _all(self) -> Iterator[Element]:
        for element in self.tree.elements.values():
            yield from element.ancestors()

    def _behind(self, element: Element) -> str:
        folded = next((one for one in element.ancestors() if one.tag == "details"), None)
        summary = next((one for one in folded.below() if one.tag == "summary"), None) if folded else None
        own = summary is None or summary is element or element in summary.below()
        return "" if own or summary is None else self.nodes[summary.ref].name


def screen(world: World, address: str) -> Screen | None:
    """Return the page at an address, or that it redirects to; None where it leads out of what can be read."""
    response = get(world, address)
    for _ in range(3):
        if response.status == 303:
            address = response.headers["location"]
            response = get(world, address)
    if response.status != 200:
        return None
    document = from_html(response.body.decode(), address)
    for element in document.elements:
        if element.tag == "details":
            element.attributes["open"] = ""
    return Screen(address, walk(document))


def offers(world: World, app: App, command: type[Command]) -> Iterator[Offer | Search]:
    """Yield where links lead to the command, from the app's first screen on; and what can be searched there."""
    routes = [route for route in app.pages.routes if route.command is command]
    for page, way in _screens(world, app):
        yield from _searches(page, way)
        for form, inside in page.forms("post"):
            for element in inside:
                action = element.attributes.get("formaction") or form.attributes.get("action", "")
                pressed = element.tag == "button" and fields.kind(element) == "submit"
                given = next(
                    (found for route in routes if (found := route.match(action.partition("?")[0])) is not None), None
                )
                submit = page.press(element) if pressed and given is not None else None
                if submit and given is not None:
                    yield Offer(way, given, *_inputs(page, inside, element), submit)


def _screens(world: World, app: App) -> Iterator[tuple[Screen, tuple[Press, ...]]]:
    """Yield some pages of each kind with the shortest way to them."""
    waiting: deque[tuple[str, str, tuple[Press, ...]]] = deque([(app.href, "", ())])
    seen, kinds = {app.href}, Counter[tuple[str, ...]]()
    while waiting and len(seen) < 10 * MOST and kinds.total() < MOST:
        address, before, way = waiting.popleft()
        kind = (before, *kind_of(world, address))
        kinds[kind] += 1
        page = screen(world, address) if kinds[kind] <= MOST_OF_A_KIND else None
        if page is None:
            continue
        yield page, way
        for link in page.links():
            if link.href not in seen and link.href.startswith(app.href):
                seen.add(link.href)
                waiting.append((link.href, kind[1], (*way, link)))


def _searches(page: Screen, way: tuple[Press, ...]) -> Iterator[Search]:
    for form, inside in page.forms("get"):
        texts = [one for one in inside if one.ref in page.nodes and page.nodes[one.ref].role in _TEXTS]
        buttons = [press for one in inside if one.tag == "button" and (press := page.press(one))]
        if len(texts) == 1 and len(buttons) == 1:
            action = urljoin(page.address, form.attributes.get("action", ""))
            name = page.nodes[texts[0].ref].name
            yield Search(way, name, buttons[0].name, f"{action}?{texts[0].attributes.get('name', 'q')}=")


@lru_cache(maxsize=32)
def results(world: World, search: Search, words: str) -> Sequence[Press]:
    """Return what a search for these words leads to."""
    page = screen(world, search.address + quote(words))
    return list(page.links()) if page else ()


def _inputs(page: Screen, inside: list[Element], pressed: Element) -> tuple[dict[str, str], dict[str, Input]]:
    """Return what a form sends without asking, and its fields."""
    hidden: dict[str, str] = {}
    found: dict[str, Input] = {}
    for one in inside:
        name, node = one.attributes.get("name", ""), page.nodes.get(one.ref)
        unasked = one is pressed or (one.tag == "input" and fields.kind(one) == "hidden")
        if unasked and name not in ("token", "back", ""):
            hidden[name] = one.attributes.get("value", "")
        elif not unasked and name and node and one.tag != "button":
            found[name] = _joined(found.get(name), one, node)
    return {name: value for name, value in hidden.items() if name not in found}, found


def _joined(before: Input | None, element: Element, node: Node) -> Input:
    """Return a field, or several of one name as one."""
    if node.role in ("radio", "checkbox", "switch"):
        value = element.attributes.get("value", "on")
        held = (value,) if fields.is_checked(element) else ()
        old = before or Input(node.role, node.name, ())
        return Input(node.role, old.label, old.held + held, (*old.choices, (value, node.name)))
    if element.tag == "select":
        choices = tuple((fields.option_value(one), " ".join(one.words.split())) for one in fields.options(element))
        return Input(node.role, node.name, tuple(map(fields.option_value, fields.chosen(element))), choices)
    return Input(node.role, node.name, (fields.typed(element),))
