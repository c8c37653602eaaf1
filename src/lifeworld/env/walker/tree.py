"""From a document to the tree of nodes that agents see."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from lifeworld.core.observation import Box, Node
from lifeworld.env.walker import fields
from lifeworld.env.walker.document import Document, Element
from lifeworld.env.walker.names import Names, captions, hidden, shown, squeezed
from lifeworld.env.walker.tags import CHILDLESS, FIELDS, INTERACTIVE, NAMED_BY_CONTENT, Attributes

T = TypeVar("T")

_NONE: frozenset[str] = frozenset()
_WORDED = INTERACTIVE | {"heading", "progressbar", "meter"}


class Walked(Protocol):
    """What a tree was made of."""

    @property
    def root(self) -> Node: ...

    @property
    def document(self) -> Document: ...


@dataclass(frozen=True, eq=False)
class Tree:
    """A page's nodes, and what a driver needs to act on them.

    Attributes:
        elements: by reference, the elements whose nodes are in the tree.
        addresses: where its links lead, as `Node.href` has it.
        odd: the references of links that do anything else, when clicked, than lead to their address.
        document: what was walked.
    """

    root: Node
    elements: dict[str, Element]
    addresses: frozenset[str]
    odd: frozenset[str]
    document: Document


_WALKED: WeakValueDictionary[int, Walked] = WeakValueDictionary()  # by the tree
_MADE: WeakKeyDictionary[Walked, dict[Hashable, Any]] = WeakKeyDictionary()  # of a tree, see `made_of`


def walk(document: Document) -> Tree:
    """Return the tree of a document; under an open modal dialog that dialog is all there is."""
    walker = _Walker(document)
    modal = document.modal
    children = (walker.node(modal, "dialog"),) if modal else walker.inside(document.body, words=True)
    root = Node("document", document.title, ref=document.body.ref, box=_box(document.body), children=children)
    tree = Tree(root, walker.elements, frozenset(walker.addresses), frozenset(walker.odd) or _NONE, document)
    note(tree)
    return tree


def note(walked: Walked) -> None:
    """Note what a tree was made of, as long as somebody holds it."""
    _WALKED[id(walked.root)] = walked


def document_of(tree: Node) -> Document | None:
    """Return the document that a tree was walked from, as long as it is on the screen.

    What is folded away and what forms send unasked is in it: it is for solutions, and no part of what agents are given.
    """
    found = _WALKED.get(id(tree))
    return found.document if found is not None and found.root is tree else None


def made_of(tree: Node, what: Hashable, make: Callable[[Node], T]) -> T:
    """Return what `make` makes of a tree: made once for all who are shown a page, as long as the page is there.

    Args:
        tree: a page.
        what: names it among all that is made of trees.
        make: called where it was not made before.
    """
    walked = _WALKED.get(id(tree))
    if walked is None or walked.root is not tree:
        return make(tree)
    made = _MADE.setdefault(walked, {})
    if what not in made:
        made[what] = make(tree)
    found: T = made[what]
    return found


class _Run:
    """Text that stands together in one block, gathered until a block or a node ends it."""

    __slots__ = ("_elements", "out", "owner", "parts")

    def __init__(self, elements: dict[str, Element]) -> None:
        self._elements = elements
        self.out: list[Node] = []
        self.parts: list[str] = []
        self.owner: Element | None = None

    def end(self) -> None:
        if self.parts:
            if self.owner is not None:
                words = squeezed("".join(self.parts))
                self.out.append(Node("text", words, ref=self.owner.ref, box=_box(self.owner)))
                self._elements.setdefault(self.owner.ref, self.owner)
                self.owner = None
            self.parts.clear()


class _Walker:
    def __init__(self, document: Document) -> None:
        self._names = Names(document)
        self._address = document.address
        self.elements: dict[str, Element] = {}
        self.addresses: set[str] = set()
        self.odd: set[str] = set()
        self._chosen: dict[int, set[int]] = {}  # options by their select

    def inside(self, element: Element, words: bool) -> tuple[Node, ...]:
        """Return the nodes within an element; without `words` those one can act on alone."""
        if not element.children or not (words or self._can_act_within(element)):
            return ()
        run = _Run(self.elements)
        self._gather(element, run, words)
        run.end()
        return tuple(run.out)

    def _can_act_within(self, element: Element) -> bool:
        for child in element.children:
            if not isinstance(child, str):
                if child.kind.active:
                    return True
                if child.children and self._can_act_within(child):
                    return True
        return False

    def _gather(self, element: Element, run: _Run, words: bool) -> None:
        after_element, parts = False, run.parts
        for child in shown(element):
            if isinstance(child, str):
                if words:
                    parts.append(child)
                    run.owner = run.owner or element
                after_element = False
                continue
            if after_element:
                parts.append(" ")
            after_element = True
            if not hidden(child):
                self._take(child, run, words)

    def _take(self, child: Element, run: _Run, words: bool) -> None:
        kind = child.kind
        role = (
            kind.role
            if isinstance(kind.role, str)
            else kind.role(child.attributes, (one.tag for one in child.ancestors()))
        )
        if role and (words or role in INTERACTIVE):
            run.end()
            run.out.append(self.node(child, role))
        elif not child.children:
            if kind.name == "span" or kind.name == "br":
                run.parts.append("  ")
        elif kind.phrasing:
            self._gather(child, run, words)
        elif kind.name == "span":
            run.parts.append(" ")
            self._gather(child, run, words)
            run.parts.append(" ")
        else:
            run.end()
            self._gather(child, run, words and not self._is_name(child))
            run.end()

    def _is_name(self, element: Element) -> bool:
        if element.tag == "label":
            return self._names.labelled(element) is not None
        return captions(element)

    def node(self, element: Element, role: str) -> Node:
        """Return the node of an element that has a role."""
        href = self._href(element) if role == "link" else ""
        ref = element.ref
        self.elements[ref] = element
        children = () if role in CHILDLESS else self.inside(element, words=role not in NAMED_BY_CONTENT)
        value, states = told(element, role, element.tag == "option" and self._is_chosen(element))
        return Node(role, self._names.name(element, role), value, states, ref, _box(element), children, href)

    def _is_chosen(self, option: Element) -> bool:
        select = option.around("select")
        if select is None:
            return False
        if select.order not in self._chosen:
            self._chosen[select.order] = {one.order for one in fields.chosen(select)}
        return option.order in self._chosen[select.order]

    def _href(self, element: Element) -> str:
        written = element.attributes.get("href", "")
        href = self._address(written)
        if href:
            self.addresses.add(href)
        leads = element.tag == "a" and written and written[0] != "#" and "target" not in element.attributes
        if not leads or fields.disabled(element):
            self.odd.add(element.ref)
        return href


def told(element: Element, role: str, chosen: bool) -> tuple[str, frozenset[str]]:
    """Return what the node of an element with this role tells of what it holds: its value and its states."""
    return (_value(element, role) if role in _WORDED else ""), _states(element, chosen)


def _states(element: Element, chosen: bool) -> frozenset[str]:
    if chosen:
        return frozenset(("selected", *_each_state(element, element.attributes)))
    if element.kind.stated or element.focused:
        return frozenset(_each_state(element, element.attributes))
    return _NONE


def _box(element: Element) -> Box | None:
    return Box(*element.box) if element.box else None


def _value(element: Element, role: str) -> str:
    tag = element.tag
    if tag == "select":
        return ", ".join(squeezed(option.words) for option in fields.chosen(element)) if role == "combobox" else ""
    if fields.takes_text(element) or role == "slider":
        text = fields.typed(element)
        return "•" * len(text) if element.attributes.get("type") == "password" else text
    if role == "heading":
        return element.attributes.get("aria-level", tag[1:] if tag[0] == "h" else "2")
    if role in ("progressbar", "meter"):
        return element.attributes.get("value", element.attributes.get("aria-valuenow", ""))
    return ""


def _each_state(element: Element, attributes: Attributes) -> Iterator[str]:
    tag = element.tag
    checkable = tag == "input" and fields.kind(element) in ("checkbox", "radio")
    if fields.is_checked(element) if checkable else attributes.get("aria-checked") == "true":
        yield "checked"
    if tag != "option" and attributes.get("aria-selected") == "true":
        yield "selected"
    if _opened(element) if tag == "summary" else attributes.get("aria-expanded") == "true":
        yield "expanded"
    if (tag in FIELDS and fields.disabled(element)) or attributes.get("aria-disabled") == "true":
        yield "disabled"
    if (tag in FIELDS and "required" in attributes) or attributes.get("aria-required") == "true":
        yield "required"
    for state in ("invalid", "current"):
        if attributes.get(f"aria-{state}", "false") not in ("", "false"):
            yield state
    if attributes.get("aria-pressed") == "true":
        yield "pressed"
    if element.focused:
        yield "focused"


def _opened(summary: Element) -> bool:
    parent = summary.parent
    return parent is not None and parent.tag == "details" and "open" in parent.attributes
