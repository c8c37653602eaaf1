"""What has the focus where a press, or typing into a search, leaves one on a page; as the kit's script has it."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from lifeworld.env.drivers import forms
from lifeworld.env.drivers.tab import Tab, focus, inert
from lifeworld.env.walker import Document, Element

AS_TYPED = "data-typed"  # what a search field has that finds while one types
_MORPHED = ("hx-swap:inherited", "innerMorph")  # what pages have that take what has changed into themselves


@contextmanager
def focus_kept(tab: Tab, pressed: Element | None) -> Iterator[None]:
    """Send or follow what was pressed; where one comes back to its page, the control has the focus again."""
    url, before = tab.url, _alike(tab.document, pressed) if pressed else []
    yield
    if pressed in before and (tab.url == url or pressed.tag == "a"):
        _focus_again(tab, pressed, before)


def search_as_typed(tab: Tab, element: Element) -> Element | None:
    """Show what a search finds while one types; return its field there, which holds what was typed, if it is there."""
    form = forms.owner(tab.document, element)
    if form is None or AS_TYPED not in element.attributes:
        return element
    sent, name = forms.submission(tab.document, form, None), element.attributes.get("name")
    tab.search(forms.address(sent))
    found = (one for one in tab.document.elements if AS_TYPED in one.attributes and one.attributes.get("name") == name)
    now = next((one for one in found if not inert(one)), None)
    if now is not None:
        now.value = element.value
        focus(now, tab.document)
    return now


def is_more(tab: Tab, address: str, ref: str) -> bool:
    """Tell whether a link leads to more of the open page's list."""
    same = urlsplit(address).path == urlsplit(tab.url).path  # the others are many, and need no document
    return same and "data-more" in tab.page.document.elements[int(ref[1:])].attributes


def _focus_again(tab: Tab, pressed: Element, before: list[Element]) -> None:
    asks = any(one.focused for one in tab.page.document.elements)
    now = [] if asks else _alike(tab.document, pressed)
    if now and len(now) == len(before):
        one = now[before.index(pressed)]
    elif now and _in_menu(pressed):
        one = now[0]
    else:
        return
    shut = next((above for above in one.ancestors() if above.tag == "details" and "open" not in above.attributes), None)
    sign = next((child for child in shut.below() if child.tag == "summary"), one) if shut else one
    if sign.ref in tab.shown(tab.look()):
        focus(sign, tab.document)


def _alike(document: Document, control: Element) -> list[Element]:
    """Return the controls that send the same to addresses that differ in the last word at most, in menus or outside."""
    wanted = _sends(document, control)
    able = document.elements if _MORPHED in document.body.attributes.items() else ()
    return [one for one in able if _is_pressed(one) and _sends(document, one) == wanted]


def _sends(document: Document, control: Element) -> tuple[str, str, bool]:
    form, own = forms.owner(document, control), control.attributes
    leads = own.get("formaction", own.get("href", form.attributes.get("action", "") if form else ""))
    return leads.rpartition("/")[0], own.get("name", ""), _in_menu(control)


def _in_menu(one: Element) -> bool:
    return any("menu" in above.attributes.get("class", "").split() for above in one.ancestors())


def _is_pressed(one: Element) -> bool:
    return one.tag == "button" or (one.tag == "a" and "data-more" in one.attributes)
