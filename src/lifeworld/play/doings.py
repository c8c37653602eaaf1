"""What a person did on a page, read off the request that came of it."""

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
class Shown:
    """A page as it was sent to the person's browser."""

    view: View
    document: Document

    @classmethod
    def of(cls, address: str, html: str, device: Device) -> "Shown":
        document = from_html(html, address)
        size = device.width, device.height
        return cls(View(url=address, title=document.title, tree=walk(document).root, size=size), document)


@dataclass(frozen=True)
class Doing:
    """An action, and the name of the control that it was aimed at."""

    action: Action
    on: str = ""


def doings(page: Shown | None, request: Request) -> list[Doing]:
    """Return what was done on `page` so that its browser sent `request`: fields filled, then a link or a button."""
    if page is not None:
        found = _followed(page, request) or list(_sent(page, request))
        if found:
            return found
    return [Doing(Navigate(url=request.address))]


def _followed(page: Shown, request: Request) -> list[Doing]:
    """Return the tap on a link that leads where the request goes."""
    if request.method != "GET":
        return []
    wanted = request.path, request.query_pairs
    for node in page.view.tree.all("link"):
        if parts(node.href) == wanted:
            return [Doing(Click(target=Ref(id=node.ref)), node.name)]
    return []


def _sent(page: Shown, request: Request) -> Iterator[Doing]:
    """Yield the fields filled and the button pressed in the form that sends the request."""
    pairs = request.query_pairs if request.method == "GET" else request.form_pairs
    found = _pressed(page.document, request, pairs)
    if found is None:
        return
    form, button = found
    for control in forms.controls(page.document, form):
        yield from _filled(page, control, pairs)
    if button is None:
        yield Doing(Key(chord=("Enter",)))
    else:
        yield Doing(Click(target=Ref(id=button.ref)), _name(page, button))


def _pressed(document: Document, request: Request, pairs: Pairs) -> tuple[Element, Element | None] | None:
    """Return the form and the button whose submission is nearest to what was sent."""
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


def _filled(page: Shown, control: Element, pairs: Pairs) -> Iterator[Doing]:
    """Yield the change of a field, where what was sent is not what the page showed."""
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


def _set(page: Shown, control: Element, value: bool | str) -> Doing:
    return Doing(SetValue(target=Ref(id=control.ref), value=value), _name(page, control))


def _name(page: Shown, control: Element) -> str:
    node = page.view.tree.by_ref(control.ref)
    return node.name if node else ""


def parts(address: str) -> tuple[str, Pairs]:
    """Return an address's path and query as values, however they are written."""
    split = urlsplit(address)
    return split.path, tuple(parse_qsl(split.query, keep_blank_values=True))
