"""Accessible names (after the W3C's accname), and which elements are out of sight."""

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from lifeworld.env.walker.document import Document, Element
from lifeworld.env.walker.tags import NAMED_BY_CONTENT, Attributes

_LABELLED = frozenset(("input", "select", "textarea", "meter", "progress", "output", "button"))
_PRESSED = {"submit": "Submit", "reset": "Reset", "image": "Submit"}


def hidden(element: Element) -> bool:
    """Tell whether the element and all inside it is out of sight, or meant not to be told of."""
    if element.kind.hidden or not element.drawn:
        return True
    return element.tag == "dialog" and "open" not in element.attributes


def shown(element: Element) -> Sequence[Element | str]:
    """Return the children that are there to see: of a closed `<details>` only its summary, which says what is next."""
    if element.tag == "summary":
        return [child for child in element.children if not _is_of_other_fold(child, element.parent)]
    if element.tag != "details" or "open" in element.attributes:
        return element.children
    return [child for child in element.children if _is(child, "summary")][:1]


def _is_of_other_fold(child: Element | str, details: Element | None) -> bool:
    """Tell whether the kit draws these words of a summary only while its `<details>` is the other of open and shut."""
    if isinstance(child, str) or details is None:
        return False
    other = "if-shut" if "open" in details.attributes else "if-open"
    return other in child.attributes.get("class", "").split()


def squeezed(text: str) -> str:
    """Return the text with each run of white space as one space."""
    return " ".join(text.split())


def content(element: Element) -> str:
    """Return the words inside the element as they are heard in a row."""
    parts: list[str] = []
    _hear(element, parts)
    return squeezed("".join(parts))


def _hear(element: Element, parts: list[str]) -> None:
    after_element = False
    for child in shown(element):
        if isinstance(child, str):
            parts.append(child)
            after_element = False
            continue
        apart = not child.kind.phrasing
        if apart or after_element:
            parts.append(" ")
        if not hidden(child):
            _hear_element(child, parts)
        if apart:
            parts.append(" ")
        after_element = True


def _hear_element(element: Element, parts: list[str]) -> None:
    attributes = element.attributes
    if label := attributes.get("aria-label"):
        parts.append(label)
    elif element.tag == "img":
        parts.append(attributes.get("alt") or attributes.get("title") or "")
    elif element.tag not in ("input", "select", "textarea"):
        _hear(element, parts)


class Names:
    """The names of one document's elements."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._labels: dict[int, list[Element]] = {}
        for label in document.elements:
            if label.tag == "label" and (control := self.labelled(label)) is not None:
                self._labels.setdefault(control.order, []).append(label)

    def labelled(self, label: Element) -> Element | None:
        """Return the control that a `<label>` is for."""
        if (name := label.attributes.get("for")) is not None:
            found = self._document.by_id(name)
            return found if found is not None and found.tag in _LABELLED else None
        return next((inner for inner in label.below() if inner.tag in _LABELLED), None)

    def name(self, element: Element, role: str) -> str:
        """Return the element's accessible name, or ""."""
        attributes = element.attributes
        if "aria-labelledby" not in attributes:  # most have a label, or their own words
            if (label := attributes.get("aria-label")) and (found := squeezed(label)):
                return found
            if role in NAMED_BY_CONTENT and self._own_words_come_first(element) and (found := content(element)):
                return found
        for candidate in self._candidates(element, role):
            if candidate and (found := squeezed(candidate)):
                return found
        return ""

    def _own_words_come_first(self, element: Element) -> bool:
        return element.tag not in _CAPTIONED and element.order not in self._labels

    def _candidates(self, element: Element, role: str) -> Iterator[str]:
        attributes = element.attributes
        if referred := attributes.get("aria-labelledby"):
            targets = (self._document.by_id(name) for name in referred.split())
            yield " ".join(target.attributes.get("aria-label") or content(target) for target in targets if target)
        yield attributes.get("aria-label", "")
        yield from self._native(element, attributes)
        if role in NAMED_BY_CONTENT:
            yield content(element)
        yield attributes.get("title", "")
        yield attributes.get("placeholder", "") if element.tag in ("input", "textarea") else ""

    def _native(self, element: Element, attributes: Attributes) -> Iterator[str]:
        tag = element.tag
        if tag in _LABELLED:
            yield " ".join(content(label) for label in self._labels.get(element.order, ()))
        if tag == "input":
            yield self._on_button(attributes)
        elif tag in ("img", "area"):
            yield attributes.get("alt", "")
        elif tag in ("option", "optgroup"):
            yield attributes.get("label", "")
        elif tag in CAPTIONS:
            yield from (content(child) for child in element.children if _is(child, CAPTIONS[tag]))

    def _on_button(self, attributes: Attributes) -> str:
        kind = attributes.get("type", "text").lower()
        if kind == "image":
            return attributes.get("alt") or attributes.get("title") or "Submit"
        if kind not in ("submit", "reset", "button"):
            return ""
        return attributes.get("value", _PRESSED.get(kind, ""))


CAPTIONS = {"fieldset": "legend", "table": "caption", "figure": "figcaption"}
_CAPTIONED = frozenset(("input", "img", "area", "option", "optgroup", *CAPTIONS))  # named by more than their words


def _is(child: Element | str, tag: str) -> TypeGuard[Element]:
    return not isinstance(child, str) and child.tag == tag


def captions(element: Element) -> bool:
    """Tell whether the element's words are the name of its parent."""
    parent = element.parent
    return parent is not None and CAPTIONS.get(parent.tag) == element.tag
