"""A tree brought up to date where nothing but what controls hold has changed: their nodes anew, all else as it was."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from lifeworld.core.observation import Node
from lifeworld.env.walker import fields
from lifeworld.env.walker.document import Document, Element
from lifeworld.env.walker.tree import Tree, note, told, walk


class Marks(NamedTuple):
    """What has been done to a document: two of the same marks are walked to the same tree.

    Attributes:
        held: what is typed, whether it is on, and whether it has the focus, by the element's order.
        unfolded: what is open.
        modal: the dialog on top.
    """

    held: Mapping[int, tuple[str | None, bool | None, bool]]
    unfolded: tuple[int, ...]
    modal: int


UNTOUCHED = Marks({}, (), -1)


def marks(document: Document) -> Marks:
    """Return what has been done to a document."""
    touched = [one for one in document.elements if vars(one)]
    held = {one.order: (one.value, one.checked, one.focused) for one in touched}
    unfolded = tuple(one.order for one in document.elements if "open" in one.attributes)
    return Marks(held, unfolded, max((one.order for one in touched if one.modal), default=-1))


def walk_again(tree: Tree, before: Marks, now: Marks) -> Tree:
    """Return the tree of a document as it is now: `tree`, with the nodes of the controls that hold something else.

    Args:
        tree: as the document had it.
        before: the document's marks then.
        now: its marks by now.
    """
    document = tree.document
    if (before.unfolded, before.modal) != (now.unfolded, now.modal):
        return walk(document)
    orders = [one for one in before.held.keys() | now.held.keys() if before.held.get(one) != now.held.get(one)]
    patch = _Patch(document.elements[order] for order in orders)
    again = Tree(patch.node(tree.root), tree.elements, tree.addresses, tree.odd, document)
    note(again)
    return again


class _Patch:
    """What of a tree is made anew: what these elements are told by, and what that stands in."""

    def __init__(self, held: Iterable[Element]) -> None:
        self._changed: dict[str, Element] = {}
        self._chosen: set[Element] = set()
        for element in held:
            select = next((one for one in (element, *element.ancestors()) if one.tag == "select"), None)
            if select is not None:
                self._changed |= {one.ref: one for one in (select, *fields.options(select))}
                self._chosen.update(fields.chosen(select))
            else:
                self._changed[element.ref] = element
        self._within = {above.ref for one in self._changed.values() for above in one.ancestors()}

    def node(self, node: Node) -> Node:
        """Return a node as it is now: the same one where nothing in it has changed."""
        element = self._changed.get(node.ref) if node.role != "text" else None
        if element is None and node.ref not in self._within:
            return node
        children = tuple(map(self.node, node.children))
        value, states = told(element, node.role, element in self._chosen) if element else (node.value, node.states)
        return Node(node.role, node.name, value, states, node.ref, node.box, children, node.href)
