"""Function tools for what a page's tree shows: controls by reference, beside or instead of a provider's own for pixels.

Declared where the channel has a tree; each adapter wraps `declared()` in its provider's own shape.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from lifeworld.agents.meaning import DIRECTIONS
from lifeworld.core.actions import Action, Invalid, parse_action

_PAGE = 0.8  # of the screen that one scroll goes on
_REF = {"type": "string", "description": "The reference of a control, like e42, as it stands in brackets."}


class Tool(NamedTuple):
    """A function that a model may call.

    Attributes:
        about: what the model is told of it.
        properties: JSON schemas of its arguments.
        required: which of them it must give.
    """

    name: str
    about: str
    properties: dict[str, Any]
    required: tuple[str, ...]
    action: Callable[[dict[str, Any]], dict[str, Any]]

    @property
    def schema(self) -> dict[str, Any]:
        """The arguments as one JSON schema."""
        return {"type": "object", "properties": self.properties, "required": list(self.required)}


def _ref(given: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "ref", "id": given["ref"]}


def _scroll(given: dict[str, Any]) -> dict[str, Any]:
    dx, dy = DIRECTIONS[given["direction"]]
    target = {"target": _ref(given)} if given.get("ref") else {}
    return {"type": "scroll", "dx": dx * _PAGE, "dy": dy * _PAGE, "unit": "viewport", **target}


def _text(given: dict[str, Any]) -> dict[str, Any]:
    target = {"target": _ref(given)} if given.get("ref") else {}
    return {"type": "text", "text": given["text"], "submit": bool(given.get("submit")), **target}


_STRING = {"type": "string"}
TOOLS = (
    Tool(
        "tap_element",
        "Tap a control of the page.",
        {"ref": _REF, "count": {"type": "integer", "minimum": 1, "maximum": 3}},
        ("ref",),
        lambda given: {"type": "click", "target": _ref(given), "count": given.get("count", 1)},
    ),
    Tool(
        "set_value",
        "Give a field its value at once: text, one of a combobox's options, or true and false for a checkbox.",
        {"ref": _REF, "value": {"anyOf": [_STRING, {"type": "boolean"}, {"type": "number"}]}},
        ("ref", "value"),
        lambda given: {"type": "set_value", "target": _ref(given), "value": given["value"]},
    ),
    Tool(
        "type_text",
        "Type into a field, or into what has the focus; submit presses Enter afterwards.",
        {"text": _STRING, "ref": _REF, "submit": {"type": "boolean"}},
        ("text",),
        _text,
    ),
    Tool(
        "press_keys",
        "Press a key or a chord, like Enter or Control+A.",
        {"keys": _STRING},
        ("keys",),
        lambda given: {"type": "key", "chord": given["keys"]},
    ),
    Tool(
        "scroll_page",
        "Show what lies further up, down, left or right: of the page, or of what holds a control.",
        {"direction": {"type": "string", "enum": list(DIRECTIONS)}, "ref": _REF},
        ("direction",),
        _scroll,
    ),
    Tool(
        "go",
        "Go to the home screen, or back to the page before.",
        {"to": {"type": "string", "enum": ["home", "back"]}},
        ("to",),
        lambda given: {"type": "system", "name": given["to"]},
    ),
    Tool(
        "launch_app",
        "Open an app by its name.",
        {"name": _STRING},
        ("name",),
        lambda given: {"type": "app", "name": given["name"]},
    ),
    Tool(
        "let_time_pass",
        "Wait for something to happen.",
        {"seconds": {"type": "number", "minimum": 0, "maximum": 300}},
        ("seconds",),
        lambda given: {"type": "wait", "seconds": given["seconds"]},
    ),
)
_BY_NAME = {tool.name: tool for tool in TOOLS}


def is_element_tool(name: str) -> bool:
    """Return whether a call is of one of these tools."""
    return name in _BY_NAME


def action_of(name: str, given: Any) -> Action:
    """Return the action that a call of one of these tools means; `Invalid` where an argument is missing or wrong."""
    tool = _BY_NAME[name]
    try:
        return parse_action(tool.action(given))
    except (KeyError, TypeError, AttributeError) as error:
        wanted = ", ".join(tool.required)
        return Invalid(code="bad_argument", detail=f"{name} wants {wanted}: {error!r}", native={"given": repr(given)})
