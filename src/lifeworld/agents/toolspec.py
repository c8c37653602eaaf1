"""How a model is told of its one tool: a function as JSON between `<tools>` marks, and how a call is written."""

import json
from collections.abc import Mapping
from typing import Any


def tool(name: str, about: str, actions: Mapping[str, str], fields: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the description of a function whose argument `action` says what to do.

    Args:
        name: the function's.
        about: what it is for.
        actions: what each of them does, in terms of the fields.
        fields: the other arguments, as JSON schemas.
    """
    told = "\n".join(f"* `{action}`: {does}" for action, does in actions.items())
    action = {"type": "string", "enum": list(actions), "description": told}
    schema = {"type": "object", "properties": {"action": action, **fields}, "required": ["action"]}
    function = {"type": "function", "function": {"name": name, "description": about, "parameters": schema}}
    return f"# Tools\n\n<tools>\n{json.dumps(function, allow_nan=False)}\n</tools>"


def called_like(name: str, action: str, xml: bool = False) -> str:
    """Return how a call is written, by an example."""
    call = json.dumps({"name": name, "arguments": {"action": action, "coordinate": [10, 20]}}, allow_nan=False)
    if xml:
        call = (
            f"<function={name}>\n<parameter=action>\n{action}\n</parameter>\n"
            "<parameter=coordinate>\n[10, 20]\n</parameter>\n</function>"
        )
    return (
        "Each answer is a sentence on what you do and why, then one call between its marks and nothing after it, like\n"
        f"<tool_call>\n{call}\n</tool_call>"
    )
