"""What clicks, typing and keys do to a parsed page, as a browser does it."""

import re
from urllib.parse import urlencode

from lifeworld.core.observation import Feedback
from lifeworld.env.drivers import forms
from lifeworld.env.drivers.driver import DONE, invalid
from lifeworld.env.drivers.staying import focus_kept, is_more, search_as_typed
from lifeworld.env.drivers.tab import Tab, focus
from lifeworld.env.walker import Document, Element, fields
from lifeworld.env.walker.names import Names, squeezed
from lifeworld.web.address import is_local

FILES = "data-files"  # what a control has that leads to a list of files: the list takes their names as `file`
NO_FILES = "This takes no files."
_OPENING = frozenset(("show-modal", "show"))
_CLOSING = frozenset(("close", "request-close"))


def click(tab: Tab, element: Element, count: int = 1) -> Feedback:
    """Click a node once or several times, as long as the page stays."""
    loads, feedback = tab.loads, DONE
    for _ in range(count):
        if tab.loads == loads:
            feedback = _click(tab, element)
    return feedback


def _click(tab: Tab, element: Element) -> Feedback:
    active = next((one for one in (element, *element.ancestors()) if is_active(one)), None)
    if active is None or fields.disabled(active):
        return DONE
    if active.tag == "a":
        return _follow(tab, active)
    focus(active.around("select") if active.tag == "option" else active, tab.document)
    if active.tag in ("button", "input"):
        return _press_control(tab, active)
    if active.tag == "summary":
        _toggle(active, tab.document)
    elif active.tag == "option":
        choose(active)
    elif active.tag == "label" and (control := Names(tab.document).labelled(active)):
        focus(control, tab.document)
        return _press_control(tab, control) if control.tag in ("button", "input") else DONE
    return DONE


def is_active(element: Element) -> bool:
    """Tell whether a click on the element does something of itself."""
    if element.tag == "a":
        return "href" in element.attributes
    return element.tag in ("button", "input", "select", "textarea", "summary", "option", "label")


def _follow(tab: Tab, link: Element) -> Feedback:
    href = link.attributes["href"]
    address = tab.document.address(href)
    if not href.startswith("#") and link.attributes.get("target", "_self") in ("", "_self", "_top", "_parent"):
        if is_local(address):
            follow(tab, address, link.ref)
            return DONE
        focus(link, tab.document)
        return invalid("blocked", f"“{href}” leads out of this world.")
    focus(link, tab.document)
    return DONE


def follow(tab: Tab, address: str, ref: str) -> None:
    """Go where a link leads; it has the focus where the page stays."""
    loads = tab.loads
    more = tab.document.elements[int(ref[1:])] if is_more(tab, address, ref) else None
    with focus_kept(tab, more):
        tab.go(address)
    if tab.loads == loads:
        focus(tab.document.elements[int(ref[1:])], tab.document)


def _press_control(tab: Tab, control: Element) -> Feedback:
    kind = fields.kind(control)
    form = forms.owner(tab.document, control)
    if kind == "checkbox":
        control.checked = not fields.is_checked(control)
    elif kind == "radio":
        _pick(tab.document, control)
    elif forms.submits(control) and form is not None:
        return _submit(tab, form, control)
    elif kind == "reset" and form is not None:
        forms.reset(tab.document, form)
    elif command := control.attributes.get("command"):
        _command(tab.document, command, control.attributes.get("commandfor", ""))
    return DONE


def submit_by_enter(tab: Tab, form: Element) -> None:
    """Send a form as Enter in one of its fields does: by its first button, or without one if there is one field."""
    button = forms.default_button(tab.document, form)
    if button is not None:
        if not fields.disabled(button):
            _submit(tab, form, button)
    elif sum(fields.takes_text(one) for one in forms.controls(tab.document, form)) <= 1:
        _submit(tab, form, None)


def _submit(tab: Tab, form: Element, submitter: Element | None) -> Feedback:
    sent = forms.submission(tab.document, form, submitter)
    if sent.method == "dialog":
        close(tab.document, form.around("dialog"))
        return DONE
    if not is_local(sent.address):
        return invalid("blocked", f"“{sent.address}” is out of this world.")
    if sent.method == "post":
        focused = submitter if submitter and submitter.focused else None
        with focus_kept(tab, focused):
            tab.post(sent.address, sent.pairs, "hx-replace-url" in form.attributes)
    else:
        tab.go(forms.address(sent))
    return DONE


def _pick(document: Document, radio: Element) -> None:
    for other in radio_group(document, radio):
        other.checked = False
    radio.checked = True


def radio_group(document: Document, radio: Element) -> list[Element]:
    """Return the radio buttons of which one at a time is on, this one among them."""
    name, form = radio.attributes.get("name"), forms.owner(document, radio)
    radios = (one for one in document.elements if one.tag == "input" and fields.kind(one) == "radio")
    if not name:
        return [radio]
    return [one for one in radios if one.attributes.get("name") == name and forms.owner(document, one) is form]


def _toggle(summary: Element, document: Document) -> None:
    details = summary.parent
    if details is None or details.tag != "details":
        return
    if "open" in details.attributes:
        details.fold()
        return
    group = details.attributes.get("name")
    for other in document.elements:
        if group and other.tag == "details" and other.attributes.get("name") == group:
            other.fold()
    details.unfold()


def _command(document: Document, command: str, name: str) -> None:
    dialog = document.by_id(name)
    if dialog is None or dialog.tag != "dialog":
        return
    if command in _OPENING and "open" not in dialog.attributes:
        dialog.unfold()
        dialog.modal = command == "show-modal"
        dialog.opener = next((one for one in document.elements if one.focused), None)
        focus(_first_to_focus(dialog), document)
    elif command in _CLOSING:
        close(document, dialog)


def _first_to_focus(dialog: Element) -> Element | None:
    inside = list(dialog.below())
    wanted = [one for one in inside if "autofocus" in one.attributes]
    able = [one for one in inside if is_active(one) and can_focus(one)]
    return next(iter(wanted or able), dialog)


def can_focus(element: Element) -> bool:
    """Tell whether something one can act on takes the focus too."""
    if element.tag in ("label", "option") or fields.disabled(element):
        return False
    return element.tag != "input" or fields.kind(element) != "hidden"


def close(document: Document, dialog: Element | None) -> None:
    """Close a dialog; the focus returns to where it was before."""
    if dialog is not None and "open" in dialog.attributes:
        dialog.fold()
        dialog.modal = False
        focus(dialog.opener, document)


def choose(option: Element) -> None:
    """Choose an option: of several, or in the place of the one chosen before."""
    select = option.around("select")
    if select is None or fields.disabled(option) or fields.disabled(select):
        return
    if "multiple" not in select.attributes:
        _set_chosen(select, [option])
        return
    before = fields.chosen(select)
    rest = [one for one in before if one is not option]
    _set_chosen(select, rest if len(rest) < len(before) else [*before, option])


def _set_chosen(select: Element, wanted: list[Element]) -> None:
    for one in fields.options(select):
        one.checked = any(one is want for want in wanted)


def type_into(tab: Tab, element: Element, text: str, clear: bool = False) -> Element | None:
    """Type at the end of what a field holds, or in its place; return the field of the page that is there then."""
    focus(element, tab.document)
    if not fields.takes_text(element) or fields.disabled(element) or "readonly" in element.attributes:
        return element
    held, anew = fields.typed(element), clear or element.selected
    before = "" if anew else held
    added = re.sub("\r\n?|\n", "\n" if element.tag == "textarea" else "", text)
    limit = element.attributes.get("maxlength", "")
    element.value = _limited(before + added, int(limit)) if limit.isdecimal() else before + added
    element.selected = False
    return search_as_typed(tab, element) if held != element.value or (anew and added) else element


def _limited(text: str, most: int) -> str:
    """Return as much of a text as a field takes, which counts as UTF-16 does: an emoji is two, and never halved."""
    return text.encode("utf-16-le", "surrogatepass")[: 2 * most].decode("utf-16-le", "ignore")


def set_value(tab: Tab, element: Element, value: bool | float | str | tuple[str, ...]) -> Feedback:
    """Give a field its value at once."""
    if fields.disabled(element):
        return invalid("bad_argument", "This field is disabled.")
    if element.tag == "select":
        return _set_select(element, value)
    if element.tag == "summary" and element.parent is not None:
        if isinstance(value, bool) and ("open" in element.parent.attributes) != value:
            _toggle(element, tab.document)
        return DONE
    if isinstance(value, bool) and (on := element.attributes.get("aria-checked")):
        return click(tab, element) if (on == "true") != value else DONE
    if fields.kind(element) in ("checkbox", "radio"):
        return _set_checked(tab, element, value)
    if isinstance(value, bool | tuple) or not (fields.takes_text(element) or fields.kind(element) == "range"):
        return invalid("bad_argument", "This can't hold that value.")
    if fields.kind(element) == "range":
        element.value = plain(value)
    else:
        type_into(tab, element, plain(value), clear=True)
    return DONE


def upload(tab: Tab, element: Element, files: tuple[str, ...]) -> Feedback:
    """Go to the list of files that a control leads to, naming those that are chosen."""
    control = next((one for one in (element, *element.ancestors()) if FILES in one.attributes), None)
    if control is None:
        return invalid("unsupported_on_target", NO_FILES)
    form = forms.owner(tab.document, control)
    if form is not None and control.tag == "button":
        sent = forms.submission(tab.document, form, control)
        address = forms.address(sent)
    else:
        address = tab.document.address(control.attributes["href"])
    tab.go(f"{address}{'&' if '?' in address else '?'}{urlencode([('file', name) for name in files])}")
    return DONE


def plain(value: float | str) -> str:
    """Return a number as one types it (12, not 12.0); text as it is."""
    return f"{value:g}" if isinstance(value, float) and abs(value) < 1e6 else str(value)


def _set_checked(tab: Tab, element: Element, value: object) -> Feedback:
    if not isinstance(value, bool):
        return invalid("bad_argument", "This can only be on or off.")
    if fields.kind(element) == "radio":
        if not value:
            return invalid("bad_argument", "A radio button goes off when another of its group goes on.")
        _pick(tab.document, element)
    element.checked = value
    return DONE


def _set_select(select: Element, value: object) -> Feedback:
    wanted = value if isinstance(value, tuple) else (str(value),)
    found = [option_of(select, name) for name in wanted]
    if None in found or (len(found) != 1 and "multiple" not in select.attributes):
        return invalid("bad_argument", f"There is no such choice: {', '.join(map(str, wanted))}")
    _set_chosen(select, [option for option in found if option])
    return DONE


def option_of(select: Element, name: str) -> Element | None:
    """Return the option with that label, or else with that value."""
    able = [option for option in fields.options(select) if not fields.disabled(option)]
    by_label = (one for one in able if squeezed(one.words) == squeezed(name))
    by_value = (one for one in able if fields.option_value(one) == name)
    return next(by_label, None) or next(by_value, None)
