"""What is done on a page is seen in the nodes that tell of it alone, and the tree is that of a walk through it all."""

import random

from lifeworld.core.actions import Click, Ref, SetValue, Text
from lifeworld.core.observation import Node
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.walker import walk
from lifeworld.proof.crawl import crawl, device_of

_FIELDS = {"textbox", "searchbox", "combobox", "checkbox", "radio", "spinbutton", "slider", "listbox"}
_TOUCHED = _FIELDS | {"option", "button", "switch"}


def _does(node: Node, rng: random.Random) -> list[SetValue | Text | Click]:
    """Return what a person might do with a control and stay on the page."""
    ref = Ref(id=node.ref)
    if node.role in ("combobox", "listbox") and (options := [one.name for one in node.all("option")]):
        return [SetValue(target=ref, value=rng.choice(options))]
    if node.role in ("checkbox", "radio", "switch"):
        return [SetValue(target=ref, value=True), Click(target=ref)]
    if node.role in ("option", "button"):
        return [Click(target=ref)]
    return [SetValue(target=ref, value=str(rng.randrange(9))), Text(target=ref, text="and more")]


def test_the_tree_of_a_page_that_was_touched_is_that_of_a_walk_through_it() -> None:
    rng, did = random.Random(0), 0
    kinds: set[str] = set()
    with device_of() as world:
        addresses = [one.address for one in crawl(world) if one.response.status == 200]
        for address in rng.sample(addresses, 90):
            dom = Dom()
            view = dom.open_now(world, address)
            controls = [node for node in view.tree.walk() if node.role in _TOUCHED]
            for node in rng.sample(controls, min(8, len(controls))):
                for action in _does(node, rng):
                    dom.act_now(action)
                    if dom._tab.loads > 1:  # a button that sends: the next page
                        break
                    assert dom.view_now().tree == walk(dom._tab.document).root, f"{address} {action}"
                    did, kinds = did + 1, kinds | {node.role}
                if dom._tab.loads > 1:
                    break
    assert did > 100
    assert len(kinds) >= 4


def test_only_the_nodes_of_what_changed_are_new() -> None:
    with device_of() as world:
        dom = Dom()
        form = next(one.address for one in crawl(world, "/todo/") if b"<textarea" in one.response.body)
        field = next(dom.open_now(world, form).tree.all("textbox"))
        trees = []
        for value in ("Milk", "Bread"):
            dom.act_now(SetValue(target=Ref(id=field.ref), value=value))
            trees.append(dom.view_now().tree)
    before, now = trees
    was = {id(node) for node in before.walk()}
    new = [node for node in now.walk() if id(node) not in was]
    assert [node.value for node in new if not node.children] == ["Bread"]
    assert all(any(inner.value == "Bread" for inner in node.walk()) for node in new)
