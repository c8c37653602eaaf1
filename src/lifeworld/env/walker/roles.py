"""The ARIA role of an element, by HTML-AAM; "" where it has none and only its contents matter."""

from collections.abc import Callable, Iterator, Mapping

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

_PLAIN = {
    "button": "button",
    "summary": "button",
    "textarea": "textbox",
    "option": "option",
    "optgroup": "group",
    "fieldset": "group",
    "details": "group",
    "dialog": "dialog",
    "h1": "heading",
    "h2": "heading",
    "h3": "heading",
    "h4": "heading",
    "h5": "heading",
    "h6": "heading",
    "ul": "list",
    "ol": "list",
    "menu": "list",
    "dt": "term",
    "dd": "definition",
    "table": "table",
    "thead": "rowgroup",
    "tbody": "rowgroup",
    "tfoot": "rowgroup",
    "tr": "row",
    "td": "cell",
    "nav": "navigation",
    "main": "main",
    "article": "article",
    "search": "search",
    "figure": "figure",
    "blockquote": "blockquote",
    "hr": "separator",
    "progress": "progressbar",
    "meter": "meter",
    "output": "status",
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


def _drawing(attributes: Attributes) -> str:
    return "img" if _named(attributes) else ""


def _heading_cell(attributes: Attributes) -> str:
    return "rowheader" if attributes.get("scope") in ("row", "rowgroup") else "columnheader"


def _region(attributes: Attributes) -> str:
    return "region" if _named(attributes) else ""


def _form(attributes: Attributes) -> str:
    return "form" if _named(attributes) else ""


def _item(_: Attributes, above: Iterator[str]) -> str:
    return "listitem" if next(above, "") in ("ul", "ol", "menu") else ""


def _aside(attributes: Attributes, above: Iterator[str]) -> str:
    inside = not _SECTIONING.isdisjoint({*above} - {"main"})
    return "" if inside and not _named(attributes) else "complementary"


def _banner(_: Attributes, above: Iterator[str]) -> str:
    return "banner" if _SECTIONING.isdisjoint(above) else ""


def _colophon(_: Attributes, above: Iterator[str]) -> str:
    return "contentinfo" if _SECTIONING.isdisjoint(above) else ""


_BY_TAG: dict[str, str | Callable[[Attributes], str]] = {
    **_PLAIN,
    "a": _link,
    "input": _input,
    "select": _select,
    "img": _image,
    "svg": _drawing,
    "canvas": _drawing,
    "th": _heading_cell,
    "section": _region,
    "form": _form,
}
_BY_PLACE: dict[str, ByPlace] = {
    "li": _item,
    "aside": _aside,
    "header": _banner,
    "footer": _colophon,
}
