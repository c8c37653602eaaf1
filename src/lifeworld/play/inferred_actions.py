"""Infers what a person did on a page from the request that their browser sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from lifeworld.core.actions import Action, Click, Key, Navigate, Ref, SetValue
from lifeworld.core.observation import View
from lifeworld.env.drivers import forms
from lifeworld.env.walker import Document, Element, fields, from_html, names, walk
from lifeworld.web import Device, Request

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ServedPage:
    """A page as it was sent to the person's browser."""

    view: View
    document: Document

    @classmethod
    def of(cls, address: str, html: str, device: Device) -> "ServedPage":
        document = from_html(html, address)
        size = device.width, device.height
        return cls(View(url=address, title=document.title, tree=walk(document).root, size=size), document)


@dataclass(frozen=True)
class InferredAction:
    """An action, and the name of its control."""

    action: Action
    on: str = ""


def infer_actions(page: ServedPage | None, request: Request) -> list[InferredAction]:
    """Return the actions on `page` behind `request`: fields that were filled, then a link or a button."""
    if page is not None:
        found = _followed(page, request) or list(_sent(page, request))
        if found:
            return found
    return [InferredAction(Navigate(url=request.address))]


def _followed(page: ServedPage, request: Request) -> list[InferredAction]:
    """Return the click on a link with the address of the request."""
    if request.method != "GET" or request.typed:
        return []
    wanted = request.path, request.query_pairs
    for node in page.view.tree.all("link"):
        if parts(node.href) == wanted:
            return [InferredAction(Click(target=Ref(id=node.ref)), node.name)]
    return []


def _sent(page: ServedPage, request: Request) -> Iterator[InferredAction]:
    """Yield the fields that were filled and, unless it came while typing, the button pressed in the request's form."""
    pairs = request.query_pairs if request.method == "GET" else request.form_pairs
    found = _pressed(page.document, request, pairs)
    if found is None:
        return
    form, button = found
    for control in forms.controls(page.document, form):
        yield from _filled(page, control, pairs)
    if request.typed:
        return
    if button is None:
        yield InferredAction(Key(chord=("Enter",)))
    else:
        yield InferredAction(Click(target=Ref(id=button.ref)), _name(page, button))


def _pressed(document: Document, request: Request, pairs: Pairs) -> tuple[Element, Element | None] | None:
    """Return the form and button whose submission has most fields in common with the request."""
    best, most = None, -1
    for form in document.elements:
        for button in _buttons(document, form) if form.tag == "form" else ():
            would = forms.submission(document, form, button)
            same = len(set(would.pairs) & set(pairs))
            if would.method == request.method.lower() and urlsplit(would.address).path == request.path and same > most:
                best, most = (form, button), same
    return best


def _buttons(document: Document, form: Element) -> list[Element | None]:
    return [one for one in forms.controls(document, form) if forms.submits(one)] or [None]


def _filled(page: ServedPage, control: Element, pairs: Pairs) -> Iterator[InferredAction]:
    """Yield the change of a field if its value differs from that of the page."""
    name, kind = control.attributes.get("name", ""), fields.kind(control)
    sent = [value for key, value in pairs if key == name]
    if not name or kind in fields.BUTTONS | {"hidden"}:
        return
    if kind in ("checkbox", "radio"):
        on = control.attributes.get("value", "on") in sent
        if on != fields.is_checked(control) and (on or kind == "checkbox"):
            yield _set(page, control, on)
    elif control.tag == "select":
        for one in fields.options(control):
            if fields.option_value(one) in sent and one not in fields.chosen(control):
                yield _set(page, control, names.content(one))
    elif sent and sent[-1].replace("\r\n", "\n") != fields.typed(control):
        yield _set(page, control, sent[-1])


def _set(page: ServedPage, control: Element, value: bool | str) -> InferredAction:
    return InferredAction(SetValue(target=Ref(id=control.ref), value=value), _name(page, control))


def _name(page: ServedPage, control: Element) -> str:
    node = page.view.tree.by_ref(control.ref)
    return node.name if node else ""


def parts(address: str) -> tuple[str, Pairs]:
    """Return the path and the decoded query of an address."""
    split = urlsplit(address)
    return split.path, tuple(parse_qsl(split.query, keep_blank_values=True))
