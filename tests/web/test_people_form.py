"""Whom something goes to: a search keeps who is chosen and what is written."""

import re

import pytest

from lifeworld.core.actions import Action, Click, OpenApp, Ref, SetValue
from lifeworld.core.observation import Node, Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.taskkit.configuration import Configuration

WAYS = {  # the links that lead to such a form, by how their addresses read
    "Megacart": (r"/shop/product/\d+", r"/shop/product/\d+/share"),
    "Wayfarer": (r"/maps/place/\d+", r"/maps/place/\d+/share"),
    "Almanac": (r"/calendar/event/\d+.*", r"/calendar/event/\d+/invite"),
}


class Hands:
    """Somebody at a world's screens."""

    def __init__(self, environment: SyncEnvironment) -> None:
        self.environment = environment
        self.now: Observation = environment.reset(Configuration("todo.CompleteTask", "nora", device="desktop"))

    def act(self, action: Action) -> None:
        self.now = self.environment.step(action)

    def node(self, role: str, name: str) -> Node:
        return next(node for node in self.now.tree.all(role) if node.name == name)

    def click(self, role: str, name: str) -> None:
        self.act(Click(target=Ref(id=self.node(role, name).ref)))

    def follow(self, address: str) -> None:
        link = next(node for node in self.now.tree.all("link") if re.fullmatch(address, node.href))
        self.act(Click(target=Ref(id=link.ref)))

    def search(self, words: str) -> None:
        field = self.node("searchbox", "Search people")
        self.act(SetValue(target=Ref(id=field.ref), value=words))
        around = next(node for node in self.now.tree.all("search") if field.ref in {one.ref for one in node.walk()})
        self.act(Click(target=Ref(id=around.find("button").ref)))  # type: ignore[union-attr]

    def people(self) -> dict[str, bool]:
        """Return who can be chosen, and whether they are."""
        return {node.name: "checked" in node.states for node in self.now.tree.all("checkbox")}


@pytest.mark.parametrize("app", WAYS)
def test_a_search_keeps_who_is_chosen_and_what_is_written(either: SyncEnvironment, app: str) -> None:
    hands = Hands(either)
    hands.act(OpenApp(name=app))
    for address in WAYS[app]:
        hands.follow(address)
    first, *_others, last = hands.people()
    hands.click("checkbox", first)
    if note := hands.now.tree.find("textbox", "Message"):
        hands.act(SetValue(target=Ref(id=note.ref), value="For you both"))
    hands.search(last)
    assert hands.people() == {first: True, last: False}
    hands.click("checkbox", last)
    hands.search("nobody of this name")
    assert hands.people() == {first: True, last: True}
    assert "Nobody found" in hands.now.tree.text
    assert not note or hands.node("textbox", "Message").value == "For you both"
    hands.search(first)
    assert hands.people() == {first: True, last: True} and "Nobody found" not in hands.now.tree.text
    assert "token" not in hands.now.url
