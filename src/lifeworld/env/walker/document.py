"""A page as a plain tree of elements, whoever parsed it: selectolax from HTML, or Chromium from its live DOM."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser

from lifeworld.env.walker.tags import Tag, plain, read_tag, tag_of

_OPTIONS = frozenset(("option", "optgroup"))
_CHOICES = frozenset(("select", "optgroup"))  # in which only options are taken
_REFS = [f"e{order}" for order in range(4096)]  # made once: nodes that are kept share them
_RAW = re.compile(r"<!--.*?-->|<(script|style|noscript|iframe)\b.*?</\1>", re.DOTALL)  # may hold "<" as it is
_TITLE = re.compile(r"<title[^>]*>([^<]*)")


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

    # Live state is rare: most have none.
    __slots__ = ("__dict__", "attributes", "children", "kind", "order", "parent", "tag")

    value: str | None = None
    checked: bool | None = None
    box: tuple[float, float, float, float] | None = None
    drawn = True
    modal = False
    focused = False
    selected = False
    opener: "Element | None" = None

    def __init__(self, kind: Tag, parent: "Element | None", order: int) -> None:
        self.kind = kind
        self.tag = kind.name
        self.attributes: Mapping[str, str] = kind.attributes
        self.parent = parent
        self.order = order
        self.children: list[Element | str] = []

    @property
    def ref(self) -> str:
        return _REFS[self.order] if self.order < len(_REFS) else f"e{self.order}"

    def unfold(self) -> None:
        """Open a dialog or details."""
        self.attributes = {**self.attributes, "open": ""}

    def fold(self) -> None:
        """Close a dialog or details."""
        self.attributes = {name: value for name, value in self.attributes.items() if name != "open"}

    def ancestors(self) -> Iterator["Element"]:
        """Yield the element's parent, its parent, and so on."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent

    def around(self, tag: str) -> "Element | None":
        """Return the nearest element of this tag that the element is in."""
        element = self.parent
        while element is not None and element.tag != tag:
            element = element.parent
        return element

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


class Document:
    """A parsed page: its address, title, body, and all elements by their order."""

    def __init__(self, url: str, title: str, body: Tag) -> None:
        self.url, self.title = url, title
        self.elements: list[Element] = []
        self._ids: dict[str, Element] | None = None
        self.body = self.add(body, None)

    def add(self, kind: Tag, parent: Element | None) -> Element:
        """Return a new element, the next in document order."""
        element = Element(kind, parent, len(self.elements))
        self.elements.append(element)
        if parent is not None:
            parent.children.append(element)
        return element

    def by_id(self, name: str) -> Element | None:
        """Return the first element with that id."""
        if self._ids is None:
            self._ids = {}
            for element in self.elements:
                self._ids.setdefault(element.attributes.get("id", ""), element)
        return self._ids.get(name) if name else None

    def copy(self) -> "Document":
        """Return the document once more, to be touched elsewhere."""
        other = Document(self.url, self.title, self.body.kind)
        elements = other.elements
        for element in self.elements[1:]:
            assert element.parent
            elements.append(Element(element.kind, elements[element.parent.order], element.order))
        for mine, its in zip(self.elements, elements, strict=True):
            its.children = [child if isinstance(child, str) else elements[child.order] for child in mine.children]
            if live := vars(mine):
                vars(its).update(live)
        return other

    def drop(self) -> None:
        """Let go of a document that nobody looks at any more: at once, and not when Python next looks for garbage."""
        for element in self.elements:
            element.parent = None

    def address(self, written: str) -> str:
        """Return the address that is meant by one that is written on this page."""
        return written if written[:1] == "/" and written[1:2] != "/" else urljoin(self.url, written)

    @property
    def modal(self) -> Element | None:
        """The modal dialog on top, if one is open."""
        return next((element for element in reversed(self.elements) if element.modal), None)


def from_html(html: str, url: str) -> Document:
    """Return the document that a browser would build from `html`.

    Lexbor parses it and writes it down again, in one and the same form whatever was left out or wrong; to read that is
    quicker than to ask for one node after the other.
    """
    written = LexborHTMLParser(without_drawings(html)).html or ""
    head, _, body = _RAW.sub("<!>", written).partition("<body")
    parts = f"body{body}".split("<")
    title = _TITLE.search(head) or _TITLE.search(body)
    document = Document(url, " ".join(plain(title[1]).split()) if title else "", read_tag(parts[0].partition(">")[0]))
    _fill(document, parts)
    return document


def _fill(document: Document, parts: list[str]) -> None:
    """Add to the body what is written in it, in parts of a tag without its first angle and the text behind it."""
    element, elements, at = document.body, document.elements, 0
    while at < len(parts):
        tag, _, text = parts[at].partition(">")
        at += 1
        if tag[0] == "/":
            if element.parent is None:
                return
            element = element.parent
        elif tag[0] != "!" and at > 1:
            kind = read_tag(tag)
            if kind.skipped or (element.tag in _CHOICES and kind.name not in _OPTIONS):
                if not kind.void:
                    at, text = _past(parts, at)
            else:
                inner = Element(kind, element, len(elements))
                elements.append(inner)
                element.children.append(inner)
                if kind.name == "svg":
                    at, text = _past(parts, at)
                elif not kind.void:
                    element = inner
        if text and not text.isspace() and not (text := plain(text)).isspace():
            element.children.append(text)


def _past(parts: list[str], at: int) -> tuple[int, str]:
    """Return the place behind the end of the element that began before `at`, and the text that follows there."""
    depth = 1
    while depth:
        tag, _, text = parts[at].partition(">")
        at += 1
        if tag[0] == "/":
            depth -= 1
        elif tag[0] != "!" and not read_tag(tag).void:
            depth += 1
    return at, text


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


def from_snapshot(snapshot: dict[str, Any]) -> Document:
    """Return the document that `snapshot.js` read in a live page."""
    _, attributes, *_ = snapshot["body"]
    document = Document(snapshot["url"], snapshot["title"], tag_of("body", *attributes.items()))
    _revive(document, document.body, snapshot["body"])
    return document


def _revive(document: Document, element: Element, read: list[Any]) -> None:
    _, _, live, element.box, children = read
    if live:
        element.__dict__.update(live)
    for child in children:
        if isinstance(child, str):
            element.children.append(child)
        else:
            name, attributes, *_ = child
            _revive(document, document.add(tag_of(name, *attributes.items()), element), child)
