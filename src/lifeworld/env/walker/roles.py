"""The ARIA role of an element, by HTML-AAM; "" where it has none and only its contents matter."""

from collections.abc import Callable

from lifeworld.env.walker.document import Element, words

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


def role_of(element: Element) -> str:
    """Return the element's role: the author's where one is given, else the tag's own."""
    if "role" in element.attributes and (written := element.attributes["role"].split()):
        return "" if written[0] in ("none", "presentation", "generic") else written[0]
    found = _BY_TAG.get(element.tag, "")
    return found if isinstance(found, str) else found(element)


def _named(element: Element) -> bool:
    return any(element.attributes.get(name) for name in ("aria-label", "aria-labelledby", "title"))


def _link(element: Element) -> str:
    return "link" if "href" in element.attributes else ""


def _input(element: Element) -> str:
    kind = element.attributes.get("type", "text").lower()
    role = _INPUTS.get(kind, "textbox")
    return "combobox" if "list" in element.attributes and role in ("textbox", "searchbox") else role


def _select(element: Element) -> str:
    size = element.attributes.get("size", "1")
    return "listbox" if "multiple" in element.attributes or (size.isdecimal() and int(size) > 1) else "combobox"


def _image(element: Element) -> str:
    return "img" if element.attributes.get("alt") or _named(element) else ""


def _drawing(element: Element) -> str:
    return "img" if _named(element) else ""


def _item(element: Element) -> str:
    parent = element.parent
    return "listitem" if parent is not None and parent.tag in ("ul", "ol", "menu") else ""


def _heading_cell(element: Element) -> str:
    return "rowheader" if element.attributes.get("scope") in ("row", "rowgroup") else "columnheader"


def _region(element: Element) -> str:
    return "region" if _named(element) else ""


def _form(element: Element) -> str:
    return "form" if _named(element) else ""


def _aside(element: Element) -> str:
    inside = any(above.tag in ("article", "aside", "nav", "section") for above in element.ancestors())
    return "" if inside and not _named(element) else "complementary"


def _banner(element: Element) -> str:
    return "" if any(above.tag in _SECTIONING for above in element.ancestors()) else "banner"


def _colophon(element: Element) -> str:
    return "" if any(above.tag in _SECTIONING for above in element.ancestors()) else "contentinfo"


_BY_TAG: dict[str, str | Callable[[Element], str]] = {
    **_PLAIN,
    "a": _link,
    "input": _input,
    "select": _select,
    "img": _image,
    "svg": _drawing,
    "canvas": _drawing,
    "li": _item,
    "th": _heading_cell,
    "section": _region,
    "form": _form,
    "aside": _aside,
    "header": _banner,
    "footer": _colophon,
}
