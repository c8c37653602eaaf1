"""A page as a plain tree of elements, whoever parsed it: selectolax from HTML, or Chromium from its live DOM."""

from collections.abc import Hashable, Iterator
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from lifeworld.core.observation import Node


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


SKIPPED = words(
    "script style template noscript datalist head link meta title base map param source track "
    "iframe object embed audio video"
)
_OPTIONS = frozenset(("option", "optgroup"))
_CHANGING = frozenset(("details", "dialog", "input"))  # whose attributes may change: open, and a session's token


class Element:
    """One element with its live state; what is None has never been touched and is as the attributes say.

    Attributes:
        children: elements, and strings for text that isn't only white space.
        order: the place among the document's elements, which is the number in its reference.
        value: what has been typed.
        checked: for checkboxes, radios and options.
        box: x, y, width and height where it is drawn.
        drawn: False where CSS hides it.
        modal: a dialog that keeps all else out of reach.
        selected: all text of a field is marked, so that typing takes its place.
        opener: what had the focus before this dialog opened.
    """

    __slots__ = ("__dict__", "attributes", "children", "order", "parent", "tag")  # live state is rare: most have none

    value: str | None = None
    checked: bool | None = None
    box: tuple[float, float, float, float] | None = None
    drawn = True
    modal = False
    focused = False
    selected = False
    opener: "Element | None" = None

    def __init__(self, tag: str, attributes: dict[str, str], parent: "Element | None", order: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.order = order
        self.children: list[Element | str] = []

    @property
    def ref(self) -> str:
        return f"e{self.order}"

    def ancestors(self) -> Iterator["Element"]:
        """Yield the element's parent, its parent, and so on."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent

    def below(self) -> Iterator["Element"]:
        """Yield all elements inside this one in document order."""
        for child in self.children:
            if not isinstance(child, str):
                yield child
                yield from child.below()

    @property
    def words(self) -> str:
        """All text inside, as it stands."""
        return "".join(child if isinstance(child, str) else child.words for child in self.children)


def _alike(element: Element) -> Element:
    attributes = element.attributes
    return Element(element.tag, dict(attributes) if element.tag in _CHANGING else attributes, None, element.order)


class Document:
    """A parsed page: its address, title, body, and all elements by their order."""

    def __init__(self, url: str, title: str = "") -> None:
        self.url, self.title = url, title
        self.elements: list[Element] = []
        self.labels: list[Element] = []
        self.walked: Node | None = None  # the tree that was made of it last
        self.made: dict[Hashable, Any] = {}  # of that tree, see `made_of`
        self._ids: dict[str, Element] | None = None
        self.body = self.add("body", {}, None)

    def add(self, tag: str, attributes: dict[str, str], parent: Element | None) -> Element:
        """Return a new element, the next in document order."""
        element = Element(tag, attributes, parent, len(self.elements))
        self.elements.append(element)
        if tag == "label":
            self.labels.append(element)
        return element

    def by_id(self, name: str) -> Element | None:
        """Return the first element with that id."""
        if self._ids is None:
            self._ids = {}
            for element in self.elements:
                self._ids.setdefault(element.attributes.get("id", ""), element)
        return self._ids.get(name) if name else None

    def copy(self) -> "Document":
        """Return a document of its own, in which nothing has been done yet."""
        other = Document(self.url, self.title)
        other.elements = copies = [_alike(element) for element in self.elements]
        for element, alike in zip(self.elements, copies, strict=True):
            if element.children:
                alike.children = [one if isinstance(one, str) else copies[one.order] for one in element.children]
            if element.parent is not None:
                alike.parent = copies[element.parent.order]
        other.body = copies[0]
        other.labels = [copies[label.order] for label in self.labels]
        return other

    @property
    def modal(self) -> Element | None:
        """The modal dialog on top, if one is open."""
        return next((element for element in reversed(self.elements) if element.modal), None)


def from_html(html: str, url: str) -> Document:
    """Return the document that a browser would build from `html`."""
    parser = LexborHTMLParser(without_drawings(html))
    title = parser.css_first("title")
    document = Document(url, " ".join(title.text().split()) if title else "")
    if parser.body is not None:
        document.body.attributes = _attributes(parser.body)
        _fill(document, document.body, parser.body.child)
    return document


def without_drawings(html: str) -> str:
    """Return `html` with empty `<svg>` elements: their insides are long, and a picture is named by its attributes."""
    head, *drawings = html.split("<svg")
    kept, depth = [head], 0
    for drawing in drawings:
        tag, _, _ = drawing.partition(">")
        if depth == 0:
            kept += ["<svg", tag.removesuffix("/"), "></svg>"]
        depth += 0 if tag.endswith("/") else 1
        depth = max(0, depth - drawing.count("</svg>"))
        if depth == 0:
            kept.append(drawing.rpartition("</svg>")[2] if "</svg>" in drawing else drawing.partition(">")[2])
    return "".join(kept)


def _fill(document: Document, element: Element, child: LexborNode | None) -> None:
    only_options = element.tag in ("select", "optgroup")
    elements, keep = document.elements, element.children.append
    while child is not None:
        tag = child.tag
        if tag == "-text":
            text = child.text_content
            if text and not text.isspace():
                keep(text)
        elif tag and tag[0] not in "-!" and tag not in SKIPPED and (not only_options or tag in _OPTIONS):
            inner = Element(tag, _attributes(child), element, len(elements))
            elements.append(inner)
            keep(inner)
            if tag == "label":
                document.labels.append(inner)
            if tag != "svg" and (first := child.child) is not None:
                _fill(document, inner, first)
        child = child.next


def _attributes(node: LexborNode) -> dict[str, str]:
    found = node.attributes
    if None in found.values():
        return {name: value or "" for name, value in found.items()}
    return found  # type: ignore[return-value]


def from_snapshot(snapshot: dict[str, Any]) -> Document:
    """Return the document that `snapshot.js` read in a live page."""
    document = Document(snapshot["url"], snapshot["title"])
    _revive(document, document.body, snapshot["body"])
    return document


def _revive(document: Document, element: Element, read: list[Any]) -> None:
    _, element.attributes, live, element.box, children = read
    if live:
        element.__dict__.update(live)
    for child in children:
        if isinstance(child, str):
            element.children.append(child)
        else:
            inner = document.add(child[0], {}, element)
            element.children.append(inner)
            _revive(document, inner, child)
