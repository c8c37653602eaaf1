"""Where an app offers a command: the forms that do it, with what each asks for."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lifeworld.core.observation import Node
from lifeworld.env.drivers.tab import Tab
from lifeworld.env.sheet import Offer as Button
from lifeworld.env.sheet import sheet
from lifeworld.env.walker import Document, Element, fields, walk
from lifeworld.proof.crawl import kind_of
from lifeworld.store import Command
from lifeworld.taskkit.user import GROUPS
from lifeworld.web import App
from lifeworld.world import World

MOST_OF_A_KIND, MOST = 3, 500  # pages of an address pattern by the page before it; pages in all


@dataclass(frozen=True)
class Input:
    """A field of a form as it is drawn: its label, of several options their group's; of a choice, values and names."""

    label: str
    held: tuple[str, ...]  # what it sends untouched
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Offer:
    """A form that does the command: `given` is what the address fills in, `hidden` what it sends without asking."""

    given: Mapping[str, Any]
    hidden: Mapping[str, str]
    inputs: Mapping[str, Input]


def offers(world: World, app: App, command: type[Command]) -> Iterator[Offer]:
    """Yield the forms of the command that links lead to, from the app's first screen on."""
    routes = [route for route in app.pages.routes if route.command is command]
    for document in _pages(world, app):
        for button in sheet(document).offers if document else ():
            matches = (route.match(button.path) for route in routes if button.method == "post")
            given = next((found for found in matches if found is not None), None)
            if given is not None:
                hidden = {name: values[-1] for name, values in button.fixed.items()}
                yield Offer(given, hidden, _inputs(document, button))


def _pages(world: World, app: App) -> Iterator[Document]:
    """Yield some pages of each kind, all that is folded away unfolded."""
    tab = Tab(world)
    waiting, seen = deque([(app.href, "")]), {app.href}
    kinds = Counter[tuple[str, ...]]()
    while waiting and kinds.total() < MOST:
        address, before = waiting.popleft()
        kind = (before, *kind_of(world, address))
        kinds[kind] += 1
        if kinds[kind] > MOST_OF_A_KIND:
            continue
        tab.go(address)
        document = tab.document
        for element in document.elements:
            if element.tag == "details":
                element.unfold()
        yield document
        for _, to in sheet(document).links:
            if to not in seen and to.startswith(app.href):
                seen.add(to)
                waiting.append((to, kind[1]))


def _inputs(document: Document, button: Button) -> dict[str, Input]:
    nodes: dict[str, Node] = {}
    groups: dict[str, str] = {}
    for node in walk(document).root.walk():
        if node.role != "text":
            nodes[node.ref] = node
        if node.role in GROUPS:
            groups |= dict.fromkeys((one.ref for one in node.walk()), node.name)
    found = {name: [one for one in those if one.ref in nodes] for name, those in button.asked.items()}
    return {name: _input(shown, nodes, groups) for name, shown in found.items() if shown}


def _input(shown: list[Element], nodes: Mapping[str, Node], groups: Mapping[str, str]) -> Input:
    """Return a field, or several of one name as one."""
    first = shown[0]
    label = nodes[first.ref].name
    if fields.kind(first) in ("radio", "checkbox"):
        label = groups.get(first.ref, "") or label if shown[1:] else label
        values = [one.attributes.get("value", "on") for one in shown]
        held = tuple(value for one, value in zip(shown, values, strict=True) if fields.is_checked(one))
        return Input(label, held, tuple((value, nodes[one.ref].name) for one, value in zip(shown, values, strict=True)))
    if first.tag == "select":
        choices = tuple((fields.option_value(one), " ".join(one.words.split())) for one in fields.options(first))
        return Input(label, tuple(map(fields.option_value, fields.chosen(first))), choices)
    return Input(label, (fields.typed(first),))
