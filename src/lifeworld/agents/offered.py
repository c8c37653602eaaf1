"""The functions that a model is offered beside or instead of pixels: the apps' tools, or the controls of the tree.

Each adapter wraps them in its provider's own shape, and reads calls of them with `action_of`. Where a provider takes
fewer functions than there are tools, each app is one function, and the first message says what its tools are.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from lifeworld.agents import elements
from lifeworld.agents.briefing import ended, parameter, task
from lifeworld.core.actions import Action, Invalid, Tool
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


def offered(observation: Observation, most: int | None = None) -> tuple[Function, ...]:
    """Return what a model may call at this screen, at most so many where there is a limit; pixels have no controls."""
    controls = [Function(one.name, one.about, one.schema) for one in elements.TOOLS]
    done = [_done(observation.answer_schema)] if observation.answer_schema else []
    if observation.tools:
        own = [*(one for one in controls if one.name == _WAITING), *done]
        return (*_of_tools(observation.tools, None if most is None else most - len(own)), *own)
    return (*(controls if observation.tree.children else ()), *done)


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
    return elements.is_element_tool(name) or any(one.name == name for one in functions)


def action_of(name: str, given: Any, functions: Sequence[Function]) -> Action:
    """Return the action that a call of a function means; `Invalid` where an argument is missing or wrong."""
    if elements.is_element_tool(name):
        return elements.action_of(name, given)
    if name == DONE and isinstance(given, Mapping):
        return ended({key: value for key, value in given.items() if key in ("answer", "note")})
    if any(one.name == name and one.several for one in functions):
        name, given = _inner(name, given)
    if not isinstance(given, Mapping):
        return Invalid(code="bad_argument", detail=f"{name} takes an object of arguments.", native=repr(given))
    return Tool(name=name, arguments=dict(given))


def read_arguments(written: Any) -> Any:
    """Return the arguments of a call that came as text; None, which no function takes, where they are no JSON."""
    try:
        return json.loads(written or "{}")
    except (ValueError, TypeError, RecursionError):
        return None


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
    inner = given.get("arguments") or {}
    try:
        return given["tool"], json.loads(inner) if isinstance(inner, str) else inner
    except ValueError:
        return given["tool"], None
