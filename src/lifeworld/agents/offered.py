"""The functions that a model is offered beside or instead of pixels: the apps' tools, or the controls of the tree.

Each adapter wraps them in its provider's own shape, and reads calls of them with `action_of`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lifeworld.agents import elements
from lifeworld.core.actions import Action, Invalid, Tool
from lifeworld.core.observation import Observation

_WAITING = "let_time_pass"  # there is nothing to wait with among the apps' tools


class Function(NamedTuple):
    """A function as a model is told of it: `schema` is that of its arguments, as JSON schema."""

    name: str
    about: str
    schema: Mapping[str, Any]


def offered(observation: Observation) -> tuple[Function, ...]:
    """Return what a model may call at this screen; nothing where it has the picture alone."""
    controls = [Function(one.name, one.about, one.schema) for one in elements.TOOLS]
    if observation.tools:
        tools = [Function(one.name, one.description, one.parameters) for one in observation.tools]
        return (*tools, *(one for one in controls if one.name == _WAITING))
    return tuple(controls) if observation.tree.children else ()


def is_offered(name: str, functions: tuple[Function, ...]) -> bool:
    """Return whether a call is of a function, and not of the provider's own tool for pixels."""
    return elements.is_element_tool(name) or any(one.name == name for one in functions)


def action_of(name: str, given: Any) -> Action:
    """Return the action that a call of a function means; `Invalid` where an argument is missing or wrong."""
    if elements.is_element_tool(name):
        return elements.action_of(name, given)
    if not isinstance(given, Mapping):
        return Invalid(
            code="bad_argument", detail=f"{name} takes an object of arguments.", native={"given": repr(given)}
        )
    return Tool(name=name, arguments=dict(given))
