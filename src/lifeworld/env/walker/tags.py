"""Start tags, and what follows from each alone: pages repeat them so much that they are read once and shared."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

Attributes = Mapping[str, str]
ByPlace = Callable[[Attributes, Iterator[str]], str]  # the second: the tags above the element, nearest first


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


INTERACTIVE = words(
    "link button textbox searchbox combobox listbox checkbox radio switch slider spinbutton option tab "
    "menuitem menuitemcheckbox menuitemradio treeitem"
)
NAMED_BY_CONTENT = words(
    "link button heading option cell columnheader rowheader gridcell checkbox radio switch tab tooltip term "
    "menuitem menuitemcheckbox menuitemradio treeitem"
)
CHILDLESS = words(
    "button option checkbox radio switch tab img slider progressbar meter separator textbox searchbox spinbutton"
)

_TAGS = {  # by their role
    "button": "button summary",
    "textbox": "textarea",
    "option": "option",
    "group": "optgroup fieldset details",
    "dialog": "dialog",
    "heading": "h1 h2 h3 h4 h5 h6",
    "list": "ul ol menu",
    "term": "dt",
    "definition": "dd",
    "table": "table",
    "rowgroup": "thead tbody tfoot",
    "row": "tr",
    "cell": "td",
    "navigation": "nav",
    "main": "main",
    "article": "article",
    "search": "search",
    "figure": "figure",
    "blockquote": "blockquote",
    "separator": "hr",
    "progressbar": "progress",
    "meter": "meter",
    "status": "output",
}
_INPUTS = {
    "search": "searchbox",
    "checkbox": "checkbox",
    "radio": "radio",
    "button": "button",
    "submit": "button",
    "reset": "button",
    "image": "button",
    "range": "slider",
    "number": "spinbutton",
    "hidden": "",
}
_SECTIONING = frozenset(("article", "aside", "main", "nav", "section"))


def rule_of(tag: str, attributes: Attributes) -> str | ByPlace:
    """Return an element's role: the author's where one is given, else the tag's own; a function where its place counts.

    The attributes that change while a page is open (`open`) don't count.
    """
    if "role" in attributes and (written := attributes["role"].split()):
        return "" if written[0] in ("none", "presentation", "generic") else written[0]
    if tag in _BY_PLACE:
        return _BY_PLACE[tag]
    found = _BY_TAG.get(tag, "")
    return found if isinstance(found, str) else found(attributes)


def _named(attributes: Attributes) -> bool:
    return any(attributes.get(name) for name in ("aria-label", "aria-labelledby", "title"))


def _link(attributes: Attributes) -> str:
    return "link" if "href" in attributes else ""


def _input(attributes: Attributes) -> str:
    kind = attributes.get("type", "text").lower()
    role = _INPUTS.get(kind, "textbox")
    return "combobox" if "list" in attributes and role in ("textbox", "searchbox") else role


def _select(attributes: Attributes) -> str:
    size = attributes.get("size", "1")
    return "listbox" if "multiple" in attributes or (size.isdecimal() and int(size) > 1) else "combobox"


def _image(attributes: Attributes) -> str:
    return "img" if attributes.get("alt") or _named(attributes) else ""


def _if_named(role: str) -> Callable[[Attributes], str]:
    """Return the rule that an element has a role where it has a name."""
    return lambda attributes: role if _named(attributes) else ""


def _heading_cell(attributes: Attributes) -> str:
    return "rowheader" if attributes.get("scope") in ("row", "rowgroup") else "columnheader"


def _item(_: Attributes, above: Iterator[str]) -> str:
    return "listitem" if next(above, "") in ("ul", "ol", "menu") else ""


def _aside(attributes: Attributes, above: Iterator[str]) -> str:
    inside = not _SECTIONING.isdisjoint({*above} - {"main"})
    return "" if inside and not _named(attributes) else "complementary"


def _of_the_page(role: str) -> ByPlace:
    """Return the rule that an element has a role where it is of the page, and of no part of it."""
    return lambda _, above: role if _SECTIONING.isdisjoint(above) else ""


_BY_TAG: dict[str, str | Callable[[Attributes], str]] = {
    **{tag: role for role, tags in _TAGS.items() for tag in tags.split()},
    "a": _link,
    "input": _input,
    "select": _select,
    "img": _image,
    "svg": _if_named("img"),
    "canvas": _if_named("img"),
    "th": _heading_cell,
    "section": _if_named("region"),
    "form": _if_named("form"),
}
_BY_PLACE: dict[str, ByPlace] = {
    "li": _item,
    "aside": _aside,
    "header": _of_the_page("banner"),
    "footer": _of_the_page("contentinfo"),
}


_SKIPPED = words(
    "script style template noscript datalist head link meta title base map param source track "
    "iframe object embed audio video"
)
_VOID = words("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")
# Beside text these continue the word; every other element begins a new one. A browser asks the style sheet whether
# a space is heard between "Inbox" and its badge; a page without style has to go by the tag.
_PHRASING = words("a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp strong sub sup u var wbr")
FIELDS = words("input select textarea button option optgroup fieldset")
_STATED = FIELDS | {"summary"}
_STATEFUL = words(
    "aria-checked aria-selected aria-expanded aria-disabled aria-required required aria-invalid aria-current "
    "aria-pressed"
)
_ACTIVE = words("a button input select textarea summary")
_ATTRIBUTE = re.compile(r'([^\s="]+)="([^"]*)"')


class Tag:
    """A start tag; shared by all elements that begin with it, so nobody changes it.

    Attributes:
        role: an ARIA role, or a function that tells it of an element where its place counts.
        hidden: all inside is out of sight, or meant not to be told of.
        stated: it may have a state.
        active: one can act on it, or its author says what it is.
        skipped: neither it nor what is inside is part of a document.
        void: it has no inside.
    """

    __slots__ = ("active", "attributes", "hidden", "name", "phrasing", "role", "skipped", "stated", "void")

    def __init__(self, name: str, attributes: Attributes) -> None:
        self.name, self.attributes = name, attributes
        self.role = rule_of(name, attributes)
        self.hidden = "hidden" in attributes or "inert" in attributes or attributes.get("aria-hidden") == "true"
        self.phrasing = name in _PHRASING
        self.skipped, self.void = name in _SKIPPED, name in _VOID
        self.stated = name in _STATED or not _STATEFUL.isdisjoint(attributes)
        self.active = name in _ACTIVE or "role" in attributes


@lru_cache(maxsize=16_384)
def tag_of(name: str, *attributes: tuple[str, str]) -> Tag:
    """Return the start tag of that name and with these attributes."""
    return Tag(name, dict(attributes))


@lru_cache(maxsize=16_384)
def read_tag(written: str) -> Tag:
    """Return a start tag as Lexbor writes it, without its angles."""
    name, _, attributes = written.partition(" ")
    return Tag(name, {key: plain(value) for key, value in _ATTRIBUTE.findall(attributes)})


def plain(text: str) -> str:
    """Return a text as Lexbor writes it without its escapes."""
    if "&" not in text:
        return text
    for escape, letter in _ESCAPES:
        text = text.replace(escape, letter)
    return text


_ESCAPES = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&nbsp;", "\xa0"), ("&amp;", "&"))  # & comes last
