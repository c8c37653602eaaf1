"""Presses every control of every kind of page, and tells those that do nothing."""

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass

from lifeworld.core.actions import Click, Ref
from lifeworld.core.observation import Node, View
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.drivers.driver import Driver
from lifeworld.proof.crawl import crawl
from lifeworld.web.look import FORMS, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

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
    world, found = _world(device), dict[tuple[str, ...], Control]()
    for page in crawl(world):
        if page.response.status == 200 and (not apps or page.address.split("/")[1] in apps):
            nodes, fields = _untouched(device, page.address)
            for node in nodes:
                key = (page.route, node.role, _NUMBERS.sub("", node.name))
                found.setdefault(key, Control(device, page.address, node.role, node.name, node.ref, node.ref in fields))
    world.close()
    return list(found.values())


def _untouched(device: str, address: str) -> tuple[list[Node], set[str]]:
    """Return what can be pressed on a page where nothing has been read before, and which of it sends fields."""
    world = _world(device)
    tree = Dom().open_now(world, address).tree
    world.close()
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
        world = _world(control.device)
        before = await driver.open(world, control.address)
        await driver.act(Click(target=Ref(id=control.ref)))
        after = await driver.view()
        told = control.saves and any(node.role == "status" for node in after.tree.walk())
        if not told and _shown(before) == _shown(after) and not world.changes().rows:
            yield control
        world.close()


def _world(device: str) -> World:
    return World(load(NAMES[0]).data, Look("light", FORMS[device])).start()


def _pressed(tree: Node) -> Iterator[Node]:
    """Yield what can be pressed, but for what is marked as where one is or as chosen."""
    for node in tree.walk():
        idle = {"current", "disabled"} & node.states or (node.role == "radio" and "checked" in node.states)
        if node.ref and node.role in ROLES and not idle:
            yield node


def _shown(view: View) -> tuple[str, list[tuple[str, ...]]]:
    """Return the address and all that the screen shows, without toasts and without where the focus is."""
    return view.url, list(_lines(view.tree))


def _lines(node: Node) -> Iterator[tuple[str, ...]]:
    if node.role != "status":
        yield (node.role, node.name, node.value, *sorted(node.states - {"focused"}))
        for child in node.children:
            yield from _lines(child)
