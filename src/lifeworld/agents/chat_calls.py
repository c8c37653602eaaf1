"""Function calling at a chat endpoint, where an agent acts by the apps' tools instead of in its grammar.

An exchange on the wire, each call answered by a message of its own:

    {"tools": [{"type": "function", "function": {"name": "todo_complete", "parameters": {…}}}], "messages": [
        {"role": "user", "content": …},
        {"role": "assistant", "content": "", "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "todo_complete", "arguments": "{\"task\": 3}"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "{\"done\": true}"}]}
"""

from collections.abc import Sequence
from typing import Any

from lifeworld.agents.meaning import Frame, meant
from lifeworld.agents.model import Call, Result
from lifeworld.agents.offered import Function, action_of, is_offered, read_arguments


def declared(functions: Sequence[Function]) -> list[dict[str, Any]]:
    """Return functions as a request declares them."""
    told = [{"name": one.name, "description": one.about, "parameters": one.schema} for one in functions]
    return [{"type": "function", "function": one} for one in told]


def answered(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return what came of calls, a message each."""
    return [{"role": "tool", "tool_call_id": one.call.id, "content": one.told} for one in results if one.call.id]


def remembered(text: str, calls: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return an answer as the next request repeats it; chat templates read arguments, and break on those that are none.

    Args:
        text: the answer's words.
        calls: its `tool_calls`.
    """
    message: dict[str, Any] = {"role": "assistant", "content": text}
    return {**message, "tool_calls": [_readable(call) for call in calls]} if calls else message


def numbered(calls: Any, turn: int) -> list[dict[str, Any]]:
    """Return the `tool_calls` of an answer that are calls of functions; one without an id gets one."""
    found = [call for call in calls or () if call.get("type", "function") == "function"]
    return [{**call, "type": "function", "id": call.get("id") or f"call_{turn}_{n}"} for n, call in enumerate(found)]


def read(calls: Sequence[dict[str, Any]], functions: Sequence[Function]) -> tuple[Call, ...]:
    """Return what the calls of an answer mean."""
    return tuple(_read(call, functions) for call in calls)


def _read(call: dict[str, Any], functions: Sequence[Function]) -> Call:
    name, arguments = str(call["function"]["name"]), call["function"].get("arguments")
    known = is_offered(name, functions)
    action = action_of(name, read_arguments(arguments), functions) if known else meant({}, name, {}, Frame())[0]
    return Call((action,), call["id"], name, call)


def _readable(call: dict[str, Any]) -> dict[str, Any]:
    function = call["function"]
    whole = isinstance(read_arguments(function.get("arguments")), dict)
    return {**call, "function": {**function, "arguments": function["arguments"] if whole else "{}"}}
