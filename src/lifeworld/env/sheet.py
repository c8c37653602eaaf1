"""What a page leads to and asks for, read off its elements: links, and the forms with their buttons and fields."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from lifeworld.env.drivers import forms
from lifeworld.env.walker import Document, Element, fields

_OF_THE_SESSION = frozenset(("token", "back", ""))  # what forms carry beside a command's fields
_KNOWN: "WeakKeyDictionary[Document, Sheet]" = WeakKeyDictionary()


@dataclass(frozen=True)
class Offer:
    """A button that sends a form.

    Attributes:
        method: get or post.
        address: where the form goes.
        fixed: what it sends without asking: hidden fields, and the button's own value.
        asked: the fields that a person fills in, by name; several of one name are choices.
    """

    button: Element
    method: str
    address: str
    fixed: Mapping[str, tuple[str, ...]]
    asked: Mapping[str, tuple[Element, ...]]

    @property
    def path(self) -> str:
        return self.address.partition("?")[0]


@dataclass(frozen=True)
class Sheet:
    """The links of a page with their addresses, and the buttons that send forms."""

    links: tuple[tuple[Element, str], ...]
    offers: tuple[Offer, ...]


def sheet(document: Document) -> Sheet:
    """Return what a page leads to and asks for; what is folded away is among it."""
    if document not in _KNOWN:
        _KNOWN[document] = Sheet(tuple(_links(document)), tuple(_offers(document)))
    return _KNOWN[document]


def _links(document: Document) -> Iterator[tuple[Element, str]]:
    for element in document.elements:
        href = element.attributes.get("href", "") if element.tag == "a" else ""
        if href and not href.startswith("#"):
            address = document.address(href).partition("#")[0]
            if address.startswith("/"):
                yield element, address


def _offers(document: Document) -> Iterator[Offer]:
    controls: dict[Element, list[Element]] = {}
    for element in document.elements:
        if element.tag in ("input", "select", "textarea", "button") and (form := forms.owner(document, element)):
            controls.setdefault(form, []).append(element)
    for form, inside in controls.items():
        asked = _asked(inside)
        hidden = [one for one in inside if one.tag == "input" and fields.kind(one) == "hidden"]
        for button in filter(forms.submits, inside):
            method = (button.attributes.get("formmethod") or form.attributes.get("method") or "get").lower()
            action = button.attributes.get("formaction") or form.attributes.get("action") or document.url
            fixed = _fixed([*hidden, button], asked)
            yield Offer(button, method, document.address(action), fixed, asked)


def _asked(inside: list[Element]) -> dict[str, tuple[Element, ...]]:
    found: dict[str, tuple[Element, ...]] = {}
    for one in inside:
        name = one.attributes.get("name", "")
        if name and one.tag != "button" and fields.kind(one) not in fields.BUTTONS | {"hidden"}:
            found[name] = (*found.get(name, ()), one)
    return found


def _fixed(carriers: list[Element], asked: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for one in carriers:
        name = one.attributes.get("name", "")
        if name not in _OF_THE_SESSION and name not in asked:
            found[name] = (*found.get(name, ()), one.attributes.get("value", ""))
    return found
