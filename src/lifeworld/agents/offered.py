"""The functions that a model is offered beside or instead of pixels: the apps' tools, or the controls of the tree.

Each adapter wraps them in its provider's own shape, and reads calls of them with `action_of`. Where a provider takes
fewer functions than there are tools, each app is one function, and the first message says what its tools are.
"""

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lifeworld.agents.arguments import DIRECTIONS, Arguments, Frame, Misread, Named, read_json, whole
from lifeworld.agents.briefing import ended, parameter, task
from lifeworld.agents.codecs.parts import Spot, choice, chord, count, flag, number, target, text, toward
from lifeworld.agents.codecs.rows import Codec, Fields, Inexpressible, Part, Row, row
from lifeworld.core.actions import (
    Action,
    Click,
    Done,
    Invalid,
    Key,
    OpenApp,
    Ref,
    Scroll,
    SetValue,
    System,
    Text,
    Tool,
    Wait,
)
from lifeworld.core.errors import hint
from lifeworld.core.observation import Observation, ToolSpec

DONE = "done"  # ends a task that asks for an answer
_WAITING = "let_time_pass"  # there is nothing to wait with among the apps' tools


class Function(NamedTuple):
    """A function as a model is told of it.

    Attributes:
        schema: of its arguments, as JSON schema.
        several: it stands for all tools of an app, one of which its arguments name.
    """

    name: str
    about: str
    schema: Mapping[str, Any]
    several: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as most providers have it declared."""
        return {"name": self.name, "description": self.about, "parameters": self.schema}


def _reference(place: Any, _: Frame) -> Fields:
    if not isinstance(place, Ref):
        raise Inexpressible("these functions know references only")
    return {"ref": place.id}


def _value() -> Part:
    def read(given: Arguments) -> Fields:
        if "value" not in given.given:
            raise Misread("bad_argument", "value is missing")
        return {"value": given.given["value"]}

    return Part(("value",), read, lambda action, _: {"value": action.value})


_REF = Spot(lambda given: given.has("ref"), lambda given: Ref(id=given.text("ref")), _reference)
_IT, _ANY = target(_REF, needed=True), target(_REF)
_REF_SCHEMA = {"type": "string", "description": "The reference of a control, like e42, as it stands in brackets."}
_STRING = {"type": "string"}
_PAGE = 0.8  # of the screen that one scroll goes on


def _control(row: Row, about: str, properties: dict[str, Any], required: tuple[str, ...]) -> tuple[Row, Function]:
    """Return a function for what the tree shows, and how its calls are read."""
    return row, Function(row.names[0], about, {"type": "object", "properties": properties, "required": list(required)})


_CONTROLS = (
    _control(
        row("tap_element", Click, _IT, count("count", "count", default=1)),
        "Tap a control of the page.",
        {"ref": _REF_SCHEMA, "count": {"type": "integer", "minimum": 1, "maximum": 3}},
        ("ref",),
    ),
    _control(
        row("set_value", SetValue, _IT, _value()),
        "Give a field its value at once: text, one of a combobox's options, or true and false for a checkbox.",
        {"ref": _REF_SCHEMA, "value": {"anyOf": [_STRING, {"type": "boolean"}, {"type": "number"}]}},
        ("ref", "value"),
    ),
    _control(
        row("type_text", Text, text("text", "text"), flag("submit", "submit", default=False), _ANY),
        "Type into a field, or into what has the focus; submit presses Enter afterwards.",
        {"text": _STRING, "ref": _REF_SCHEMA, "submit": {"type": "boolean"}},
        ("text",),
    ),
    _control(
        row("press_keys", Key, chord("keys", spell="+".join)),
        "Press a key or a chord, like Enter or Control+A.",
        {"keys": _STRING},
        ("keys",),
    ),
    _control(
        row("scroll_page", Scroll, toward(_PAGE), _ANY, unit="viewport"),
        "Show what lies further up, down, left or right: of the page, or of what holds a control.",
        {"direction": {"type": "string", "enum": list(DIRECTIONS)}, "ref": _REF_SCHEMA},
        ("direction",),
    ),
    _control(
        row("go", System, choice("name", "to", {"home": "home", "back": "back"})),
        "Go to the home screen, or back to the page before.",
        {"to": {"type": "string", "enum": ["home", "back"]}},
        ("to",),
    ),
    _control(
        row("launch_app", OpenApp, text("name", "name")), "Open an app by its name.", {"name": _STRING}, ("name",)
    ),
    _control(
        row("let_time_pass", Wait, number("seconds", "seconds")),
        "Wait for something to happen.",
        {"seconds": {"type": "number", "minimum": 0, "maximum": 300}},
        ("seconds",),
    ),
)
CONTROLS = Codec(row for row, _ in _CONTROLS)
CONTROL_FUNCTIONS = tuple(function for _, function in _CONTROLS)  # for what the tree shows


def offered(observation: Observation, most: int | None = None) -> tuple[Function, ...]:
    """Return what a model may call at this screen, at most so many where there is a limit; pixels have no controls."""
    done = [_done(observation.answer_schema)] if observation.answer_schema else []
    if observation.screen:
        own = [*(CONTROL_FUNCTIONS if observation.tree.children else ()), *done]
    else:
        own = [*(one for one in CONTROL_FUNCTIONS if one.name == _WAITING), *done]
    return (*_of_tools(observation.tools, None if most is None else most - len(own)), *own)


def opening(observation: Observation, most: int | None = None) -> str:
    """Return the task in words, with the apps' tools where they are not declared one by one."""
    told = task(observation, calls=True)
    if not any(one.several for one in offered(observation, most)):
        return told
    return f"{told}\n\nThe tools of the apps, with JSON schemas of their arguments:\n{listed(observation)}"


def listed(observation: Observation) -> str:
    """Return the apps' tools in words, one a line."""
    told = [{"name": one.name, "about": one.description, "arguments": one.parameters} for one in observation.tools]
    return "\n".join(json.dumps(one, ensure_ascii=False, allow_nan=False) for one in told)


def is_offered(name: str, functions: Sequence[Function]) -> bool:
    """Return whether a call is of a function, and not of the provider's own tool for pixels."""
    return name in CONTROLS.names or any(one.name == name for one in functions)


def unknown(name: str, known: Iterable[str]) -> Invalid:
    """Return what a call is of a function that there is not."""
    said = f"There is no function {name!r}; {hint(name, known)}"
    return Invalid(code="unknown_action", detail=said, native=whole(name))


def call_of(action: Action, functions: Container[str]) -> Named:
    """Return the call of a function that does an action.

    Args:
        action: what is to be done.
        functions: names of those that are declared.

    Raises:
        Inexpressible: none does it.
    """
    match action:
        case Tool() if action.name in functions:
            return Named(action.name, action.arguments)
        case Tool():
            return Named(action.name.partition("_")[0], {"tool": action.name, "arguments": action.arguments})
        case Done():
            return Named(DONE, {"answer": action.answer, **({"note": action.note} if action.note else {})})
    return CONTROLS.write(action, Frame())


def action_of(name: str, given: Any, functions: Sequence[Function]) -> Action:
    """Return the action that a call of a function means; `Invalid` where an argument is missing or wrong."""
    if name in CONTROLS.names:
        return _control_action(name, given)
    if name == DONE and isinstance(given, Mapping):
        return ended({key: value for key, value in given.items() if key in ("answer", "note")})
    if any(one.name == name and one.several for one in functions):
        name, given = _inner(name, given)
    if not isinstance(given, Mapping):
        return Invalid(code="bad_argument", detail=f"{name} takes an object of arguments.", native=repr(given))
    return Tool(name=name, arguments=dict(given))


def _control_action(name: str, given: Any) -> Action:
    wanted = next(", ".join(one.schema["required"]) for one in CONTROL_FUNCTIONS if one.name == name)
    if not isinstance(given, Mapping):
        return Invalid(code="bad_argument", detail=f"{name} wants {wanted}", native={"given": repr(given)})
    (action,) = CONTROLS.read(Named(name, given), Frame())
    return action


def read_arguments(written: Any) -> Any:
    """Return a call's arguments, as text or not; None, which no function takes, where they are a text and no JSON."""
    return written if written and not isinstance(written, str) else read_json(written or "{}")


def _of_tools(tools: Sequence[ToolSpec], most: int | None) -> list[Function]:
    if most is None or len(tools) <= most:
        return [Function(one.name, one.description, one.parameters) for one in tools]
    apps = dict.fromkeys(one.name.partition("_")[0] for one in tools)
    return [_app(app, [one.name for one in tools if one.name.startswith(f"{app}_")]) for app in apps]


def _done(asked: Mapping[str, Any]) -> Function:
    note = {"type": "string", "description": "Anything else that is to be said."}
    schema = {"type": "object", "properties": {"answer": parameter(asked), "note": note}, "required": ["answer"]}
    return Function(DONE, "End the task with the answer, once all else is done.", schema)


def _app(app: str, names: list[str]) -> Function:
    tool = {"type": "string", "enum": names}
    arguments = {"type": "object", "description": "The tool's own arguments.", "additionalProperties": True}
    schema = {"type": "object", "properties": {"tool": tool, "arguments": arguments}, "required": ["tool"]}
    return Function(app, "Call one of this app's tools; the first message says what each does.", schema, several=True)


def _inner(name: str, given: Any) -> tuple[str, Any]:
    """Return the tool that a call of an app's function names, and the tool's own arguments."""
    if not isinstance(given, Mapping) or not isinstance(given.get("tool"), str):
        return name, None
    return given["tool"], read_arguments(given.get("arguments"))
