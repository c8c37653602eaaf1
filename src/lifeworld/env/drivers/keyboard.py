"""What keys do on a parsed page. Keys that only move the caret or the page do nothing here."""

import re
from collections.abc import Mapping

from lifeworld.env.drivers import dom_input, forms
from lifeworld.env.drivers.tab import Tab, focus, inert
from lifeworld.env.walker import Element, fields

_SKIN = "\U0001f3fb-\U0001f3ff"
_SIGN = rf"[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]\ufe0f?[{_SKIN}]?[\U000e0020-\U000e007f]*"
_FLAGS = re.compile("[\U0001f1e6-\U0001f1ff]+\\Z")  # two letters a flag, counted from the first
_LAST = re.compile(
    rf"(?:(?![{_SKIN}]){_SIGN}(?:\u200d{_SIGN})*|[0-9#*]\ufe0f?\u20e3|.[\ufe00-\ufe0f\U000e0100-\U000e01ef]|.)\Z",
    re.DOTALL,
)
_STEPS = {"ArrowDown": 1, "ArrowRight": 1, "ArrowUp": -1, "ArrowLeft": -1}


def press(tab: Tab, element: Element | None, chord: tuple[str, ...], shown: Mapping[str, Element]) -> None:
    """Press a chord while `element` has the focus, on the page that shows these elements."""
    key = chord[-1]
    if key == "Tab":
        _move_focus(tab, element, shown, -1 if "Shift" in chord else 1)
    elif key == "Escape":
        _escape(tab, element)
    elif element is None or fields.disabled(element):
        return
    elif chord == ("Control", "a"):
        element.selected = fields.takes_text(element)
    elif key == "Enter":
        enter(tab, element)
    elif fields.takes_text(element):
        _edit(tab, element, chord)
    elif key == "Space":
        _space(tab, element)
    elif key in _STEPS:
        _step(tab, element, _STEPS[key])


def enter(tab: Tab, element: Element) -> None:
    """Press Enter: a new line in a text area, a click on links and buttons, else the form goes off."""
    if element.tag == "textarea":
        dom_input.type_into(tab, element, "\n")
    elif element.tag in ("a", "button", "summary") or fields.kind(element) in fields.BUTTONS:
        dom_input.click(tab, element)
    elif element.tag == "input" and (form := forms.owner(tab.document, element)):
        dom_input.submit_by_enter(tab, form)


def _edit(tab: Tab, element: Element, chord: tuple[str, ...]) -> None:
    text, key = fields.typed(element), chord[-1]
    if key in ("Backspace", "Delete"):
        left = "" if element.selected else _shorter(text) if key == "Backspace" else text
        if left != text:
            dom_input.type_into(tab, element, left, clear=True)
    elif key == "Space" or (len(key) == 1 and chord[:-1] in ((), ("Shift",))):
        letter = " " if key == "Space" else key.upper() if "Shift" in chord else key
        dom_input.type_into(tab, element, letter)


def _shorter(text: str) -> str:
    """Return a text without its last letter, as Chromium takes one back: all signs of an emoji are one."""
    if flags := _FLAGS.search(text):
        return text[: -2 if len(flags[0]) % 2 == 0 else -1]
    return _LAST.sub("", text, count=1)


def _space(tab: Tab, element: Element) -> None:
    if element.tag in ("button", "summary", "input"):
        dom_input.click(tab, element)


def _step(tab: Tab, element: Element, step: int) -> None:
    if element.tag == "select" and "multiple" not in element.attributes:
        able = [option for option in fields.options(element) if not fields.disabled(option)]
        at = next((place for place, one in enumerate(able) if one in fields.chosen(element)), 0)
        if 0 <= at + step < len(able):
            dom_input.choose(able[at + step])
    elif element.tag == "input" and fields.kind(element) == "radio":
        group = dom_input.radio_group(tab.document, element)
        dom_input.click(tab, group[(group.index(element) + step) % len(group)])


def _escape(tab: Tab, element: Element | None) -> None:
    elements = [one for one in tab.document.elements if not inert(one)]
    menus = [one for one in elements if one.tag == "details" and _is(one, "menu") and "open" in one.attributes]
    if (dialog := tab.document.modal) is not None:
        dom_input.close(tab.document, dialog)
    elif menus:
        for menu in menus:
            menu.fold()
    elif scrim := next((one for one in elements if one.tag == "a" and _is(one, "scrim")), None):
        dom_input.click(tab, scrim)
    elif element is not None and fields.kind(element) == "search":
        dom_input.type_into(tab, element, "", clear=True)


def _is(element: Element, kind: str) -> bool:
    return kind in element.attributes.get("class", "").split()


def _move_focus(tab: Tab, element: Element | None, shown: Mapping[str, Element], step: int) -> None:
    stops = [one for one in shown.values() if dom_input.is_active(one) and dom_input.can_focus(one)]
    stops.sort(key=lambda one: one.order)
    places = [place for place, one in enumerate(stops) if one is element]
    to = places[0] + step if places else (0 if step > 0 else len(stops) - 1)
    focus(stops[to] if 0 <= to < len(stops) else None, tab.document)
