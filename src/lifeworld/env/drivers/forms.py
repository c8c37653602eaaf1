"""Form submission as HTML has it: who belongs to a form, what is sent, and where."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from lifeworld.env.walker import fields
from lifeworld.env.walker.document import Document, Element

Pairs = tuple[tuple[str, str], ...]

_CONTROLS = frozenset(("input", "select", "textarea", "button"))
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Submission:
    """What leaves a form. `method` is "dialog" for a form that only closes its dialog."""

    method: str
    address: str
    pairs: Pairs


def owner(document: Document, control: Element) -> Element | None:
    """Return the form that a control belongs to."""
    if (name := control.attributes.get("form")) is not None:
        form = document.by_id(name)
        return form if form is not None and form.tag == "form" else None
    return control.around("form")


def controls(document: Document, form: Element) -> list[Element]:
    """Return the form's controls in document order."""
    return [element for element in document.elements if element.tag in _CONTROLS and owner(document, element) is form]


def default_button(document: Document, form: Element) -> Element | None:
    """Return the button that Enter presses: the first that submits."""
    return next((one for one in controls(document, form) if submits(one)), None)


def submits(control: Element) -> bool:
    """Tell whether pressing the control sends its form."""
    return control.tag in ("input", "button") and fields.kind(control) in ("submit", "image")


def submission(document: Document, form: Element, submitter: Element | None) -> Submission:
    """Return what pressing `submitter` (None: Enter in a form without a button) sends."""
    pairs = (
        pair
        for control in controls(document, form)
        if not fields.disabled(control) and (control is submitter or not _is_button(control))
        for pair in _sent(control)
    )
    return Submission(*way(document, form, submitter), tuple(pairs))


def way(document: Document, form: Element, submitter: Element | None) -> tuple[str, str]:
    """Return the method and the address by which `submitter` sends a form."""
    says = submitter.attributes if submitter else {}
    method = (says.get("formmethod") or form.attributes.get("method") or "get").lower()
    return method, document.address(says.get("formaction") or form.attributes.get("action") or document.url)


def address(sent: Submission) -> str:
    """Return where a form leads that only asks, with what it asks for, written as browsers write it."""
    query = urlencode(sent.pairs, safe="*").replace("~", "%7E")
    return urlsplit(sent.address).path + (f"?{query}" if query else "")


def reset(document: Document, form: Element) -> None:
    """Give all of the form's fields back what they held at first."""
    for control in controls(document, form):
        control.value = control.checked = None
        for option in fields.options(control):
            option.checked = None


def _is_button(control: Element) -> bool:
    return control.tag == "button" or fields.kind(control) in fields.BUTTONS


def _sent(control: Element) -> Iterator[tuple[str, str]]:
    name = control.attributes.get("name")
    if not name:
        return
    if control.tag == "select":
        yield from ((name, fields.option_value(one)) for one in fields.chosen(control) if not fields.disabled(one))
    elif fields.kind(control) in ("checkbox", "radio"):
        if fields.is_checked(control):
            yield name, control.attributes.get("value", "on")
    else:
        yield name, _LINE_END.sub("\r\n", fields.typed(control))
