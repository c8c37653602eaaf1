"""What form fields hold: the live state where there is one, else what the attributes say."""

from lifeworld.env.walker.document import Element

BUTTONS = frozenset(("submit", "reset", "button", "image"))


def kind(element: Element) -> str:
    """Return an input's type, a button's type, or the tag's own name for the other fields."""
    if element.tag == "input":
        return element.attributes.get("type", "text").lower()
    if element.tag == "button":
        written = element.attributes.get("type", "submit").lower()
        return written if written in ("reset", "button") else "submit"
    return element.tag


def typed(element: Element) -> str:
    """Return the text in an input or a text area."""
    if element.value is not None:
        return element.value
    return element.words if element.tag == "textarea" else element.attributes.get("value", "")


def takes_text(element: Element) -> bool:
    """Tell whether one can type into it."""
    if element.tag == "textarea":
        return True
    return element.tag == "input" and kind(element) not in BUTTONS | {"hidden", "checkbox", "radio", "range", "color"}


def is_checked(element: Element) -> bool:
    """Tell whether a checkbox or radio button is on."""
    return "checked" in element.attributes if element.checked is None else element.checked


def options(select: Element) -> list[Element]:
    """Return the options of a select, those in groups too."""
    return [element for element in select.below() if element.tag == "option"]


def chosen(select: Element) -> list[Element]:
    """Return the options that are on; a select that shows one line always has one, where it has any."""
    every = options(select)
    on = [one for one in every if ("selected" in one.attributes if one.checked is None else one.checked)]
    if "multiple" in select.attributes:
        return on
    if on:
        return on[-1:]
    return [one for one in every if not disabled(one)][:1]


def option_value(option: Element) -> str:
    """Return what choosing the option sends."""
    return option.attributes.get("value", " ".join(option.words.split()))


def disabled(element: Element) -> bool:
    """Tell whether the control is switched off, by itself or with its group."""
    if "disabled" in element.attributes:
        return True
    within = "optgroup" if element.tag == "option" else "fieldset"
    above = element.parent
    while above is not None and not (above.tag == within and "disabled" in above.attributes):
        above = above.parent
    return above is not None
