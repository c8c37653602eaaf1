"""What a page leads to and asks for, read off its elements, and what to fill in so that a form does a command."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass
from datetime import datetime, time
from typing import Any
from weakref import WeakKeyDictionary

from lifeworld.core.typed import remembered
from lifeworld.env.drivers import forms
from lifeworld.env.walker import Document, Element, fields
from lifeworld.store import KEPT, Command, Row, asked_of, hints
from lifeworld.web import App
from lifeworld.web.form import shown
from lifeworld.web.pages import Route
from lifeworld.web.parse import parse

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
        held: what the form's fields hold whose choices save themselves, each by a button of its own.
    """

    button: Element
    method: str
    address: str
    fixed: Mapping[str, tuple[str, ...]]
    asked: Mapping[str, tuple[Element, ...]]
    held: Mapping[str, str]

    @property
    def path(self) -> str:
        return self.address.partition("?")[0]


@dataclass(frozen=True)
class Sheet:
    """The links of a page with their addresses, and the buttons that send forms."""

    links: tuple[tuple[Element, str], ...]
    offers: tuple[Offer, ...]


def sheet(document: Document) -> Sheet:
    """Return what a page leads to and asks for; what is folded away is among it, what lies under a dialog is not."""
    if document not in _KNOWN:
        elements = _reachable(document)
        _KNOWN[document] = Sheet(tuple(_links(document, elements)), tuple(_offers(document, elements)))
    return _KNOWN[document]


def _reachable(document: Document) -> list[Element]:
    under = set[Element]()
    for element in document.elements:
        if "inert" in element.attributes or element.parent in under:
            under.add(element)
    return [element for element in document.elements if element not in under] if under else document.elements


def _links(document: Document, elements: list[Element]) -> Iterator[tuple[Element, str]]:
    for element in elements:
        href = element.attributes.get("href", "") if element.tag == "a" else ""
        if href and not href.startswith("#"):
            address = document.address(href).partition("#")[0]
            if address.startswith("/"):
                yield element, address


def _offers(document: Document, elements: list[Element]) -> Iterator[Offer]:
    controls: dict[Element, list[Element]] = {}
    for element in elements:
        if element.tag in ("input", "select", "textarea", "button") and (form := forms.owner(document, element)):
            controls.setdefault(form, []).append(element)
    for form, inside in controls.items():
        asked = _asked(inside)
        hidden = [one for one in inside if one.tag == "input" and fields.kind(one) == "hidden"]
        buttons = list(filter(forms.submits, inside))
        held = dict(filter(None, map(_held, buttons)))
        for button in buttons:
            yield Offer(button, *forms.way(document, form, button), _fixed([*hidden, button], asked), asked, held)


def _held(button: Element) -> tuple[str, str] | None:
    """Return which field a button saves that is on, and what the field holds; of a switch, also where it is off."""
    name, states = button.attributes.get("name", ""), button.attributes
    if name and "aria-checked" in states:
        return name, "on" if states["aria-checked"] == "true" else ""
    return (name, states.get("value", "")) if name and states.get("aria-pressed") == "true" else None


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


# ---- whether a form can do a command, and what has to be filled in for it


@dataclass(frozen=True)
class Entry:
    """A field that has to be given another value than it holds."""

    element: Element
    value: bool | str


@dataclass(frozen=True)
class Clock:
    """All that reading a day needs to know of a world: what day it is."""

    now: datetime


def entries(offer: Offer, command: Command, app: App, clock: Clock) -> list[Entry] | None:
    """Return what has to be filled in so that a button does the command; None where it can't do it."""
    given = _given(offer, command, app)
    return None if given is None else _filled_in(offer, command, given, clock)


def concerns(offer: Offer, command: Command, app: App) -> bool:
    """Return whether a button sends the command about the right row, whatever it would say of it."""
    return offer.method == "post" and _given(offer, command, app) is not None


def begins(offer: Offer, command: Command, app: App, clock: Clock) -> bool:
    """Return whether a button saves one of the command's choices that is not made yet, by itself."""
    if not offer.held.keys() & offer.fixed.keys() or _given(offer, command, app) is None:
        return False
    (name, texts), *_more = offer.fixed.items()
    value, own = getattr(command, name, KEPT), (clock, type(command), name)
    return value is not KEPT and _same(texts, value, *own) and not _same([offer.held[name]], value, *own)


def not_offered(offer: Offer, command: Command, app: App, clock: Clock) -> str:
    """Return what of the command a form of it does not offer, as `minutes=34`; "" where this is no form of it."""
    given = _given(offer, command, app)
    for one in dataclasses.fields(command) if given is not None else ():  # type: ignore[arg-type]
        value = getattr(command, one.name)
        others = offer.held.keys() - offer.fixed.keys()
        fits = one.name in {*(given or ()), *others} or value is KEPT or _by_default(offer, command, one)
        if not fits and changes(offer, type(command), one.name, value, clock) is None:
            return f"{one.name}={shown(value)[-1]}"
    return ""


def _given(offer: Offer, command: Command, app: App) -> Mapping[str, Any] | None:
    """Return what of a command the address of a button gives; None where it does another, or this to another row."""
    for route in routes_of(app, type(command)):
        given = route.match(offer.path)
        if given is not None and all(str(given[name]) == shown(getattr(command, name))[-1] for name in given):
            return given
    return None


@remembered(1024)
def routes_of(app: App, command: type[Command]) -> tuple[Route, ...]:
    """Return the addresses at which an app does a command."""
    return tuple(route for route in app.pages.routes if route.command is command)


def _filled_in(offer: Offer, command: Command, given: Mapping[str, Any], clock: Clock) -> list[Entry] | None:
    found: list[Entry] = []
    for one in dataclasses.fields(command):  # type: ignore[arg-type]
        value = getattr(command, one.name)
        if one.name in given or value is KEPT:
            continue
        if one.name in offer.held and one.name not in offer.fixed:
            if not _same([offer.held[one.name]], value, clock, type(command), one.name):
                return None
            continue
        changed = changes(offer, type(command), one.name, value, clock)
        if changed is None and not _by_default(offer, command, one):
            return None
        found += changed or ()
    return found


def _by_default(offer: Offer, command: Command, one: Any) -> bool:
    """Return whether a field that the form neither asks for nor sends gets the right value by itself."""
    if any(name in offer.fixed or name in offer.asked for name in (one.name, f"{one.name}_date")):
        return False
    return one.default is not MISSING and getattr(command, one.name) == one.default


def changes(offer: Offer, command: type[Command], name: str, value: Any, clock: Clock) -> list[Entry] | None:
    """Return what has to be filled in for one field of a command; None where the form can't give it this value."""
    if isinstance(value, datetime) or f"{name}_date" in offer.asked:
        return _moment(offer, name, value, clock)
    if name in offer.fixed:
        return [] if _same(offer.fixed[name], value, clock, command, name) else None
    if name not in offer.asked:
        return None
    wanted = [text for text in shown(value) if text or not isinstance(value, tuple)]
    first = offer.asked[name][0]
    if fields.kind(first) in ("radio", "checkbox"):
        return _ticked(offer.asked[name], value, wanted)
    if first.tag == "select":
        return _chosen(first, wanted)
    return [] if _same([fields.typed(first)], value, clock, command, name) else [Entry(first, wanted[-1])]


def _ticked(boxes: Sequence[Element], value: Any, wanted: Sequence[str]) -> list[Entry] | None:
    if isinstance(value, bool):
        return [] if fields.is_checked(boxes[0]) == value else [Entry(boxes[0], value)]
    values = [box.attributes.get("value", "on") for box in boxes]
    if not set(wanted) <= {*values, ""}:
        return None
    wrong = [box for box, its in zip(boxes, values, strict=True) if fields.is_checked(box) != (its in wanted)]
    if fields.kind(boxes[0]) == "radio":
        wrong = [box for box in wrong if box.attributes.get("value", "on") in wanted]
    return [Entry(box, not fields.is_checked(box)) for box in wrong]


def _chosen(select: Element, wanted: Sequence[str]) -> list[Entry] | None:
    held = [fields.option_value(one) for one in fields.chosen(select)]
    if set(held) == set(wanted):
        return []
    by_value = {fields.option_value(one): " ".join(one.words.split()) for one in fields.options(select)}
    if len(wanted) != 1 or wanted[0] not in by_value:
        return None
    label = by_value[wanted[0]]
    alike = list(by_value.values()).count(label) > 1
    return [Entry(select, wanted[0] if alike else label)]


def _moment(offer: Offer, name: str, value: Any, clock: Clock) -> list[Entry] | None:
    """Return what has to be filled in for a day and a time that stand beside each other."""
    day, hour = offer.asked.get(f"{name}_date"), offer.asked.get(f"{name}_time")
    if day is None:
        return None
    at = value.time() if isinstance(value, datetime) else None
    wanted = [(day, shown(value.date() if isinstance(value, datetime) else value)[-1])]
    wanted += [(hour, shown(at)[-1] if at != time() or value else "")] if hour else []
    return [Entry(one[0], text) for one, text in wanted if fields.typed(one[0]) != text]


def _same(texts: Sequence[str], value: Any, clock: Clock, command: type[Command], name: str) -> bool:
    """Return whether these texts stand for the value of a command's field."""
    if isinstance(value, Row) or (isinstance(value, tuple) and value and isinstance(value[0], Row)):
        return sorted(texts) == sorted(shown(value))
    if value is None:
        return not any(texts)
    asked = asked_of(command).get(name)
    try:
        given = parse(hints(command)[name], list(texts), clock)  # type: ignore[arg-type]
    except (AttributeError, ValueError):
        return False
    return bool((asked.clean(given) if asked else given) == (asked.clean(value) if asked else value))
