"""Calls in an answer's text: `<tool_call>` around JSON or around `<function=…>`, or JSON alone."""

import ast
import json
import re
import warnings
from collections.abc import Iterator
from typing import Any

from lifeworld.agents.arguments import Named
from lifeworld.core.actions import Invalid

_DECODER = json.JSONDecoder(strict=False)  # texts with bare line breaks are what models write
_THOUGHT = re.compile(r"</\w*think\w*>|◁/think▷")
_THINKS = re.compile(r"<\w*think\w*>|◁think▷")
_BLOCK = re.compile(r"<(?:seed:)?tool_call>(.*?)(?=</?(?:seed:)?tool_call>|\Z)", re.DOTALL)
_FUNCTION = re.compile(r"<function=([^<>\s]*)>(.*?)(?=</function>|<function=|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([^<>\s]*)>(.*?)(?=</parameter>|<parameter=|\Z)", re.DOTALL)
_NOT_PYTHON = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)


def spoken(text: str) -> str:
    """Return an answer without what the model thought before it; nothing of a thought that never ended."""
    return _THINKS.split(_THOUGHT.split(text)[-1])[0]


def tool_calls(text: str) -> list[Named | Invalid]:
    """Return the calls of an answer, in turn; a `<tool_call>` that holds none is `Invalid`."""
    blocks = _BLOCK.findall(text)
    if not blocks:
        return list(_in_block(text))
    found: list[Named | Invalid] = []
    for block in blocks:
        found += list(_in_block(block)) or [_empty(block)]
    return found


def besides(text: str) -> str:
    """Return what an answer says besides its calls."""
    return re.split(r"<(?:seed:)?tool_call>|<function=", spoken(text))[0].strip()


def objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a text, outermost ones only."""
    at = text.find("{")
    while at >= 0:
        found, end = _decoded(text, at)
        if isinstance(found, dict):
            yield found
        at = text.find("{", end)


def literal(source: str) -> Any:
    """Return the value of a Python literal; None where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape is the model's, and no concern of ours
            return ast.literal_eval(source.strip())
    except _NOT_PYTHON:
        return None


def _in_block(block: str) -> Iterator[Named]:
    if "<function=" in block:
        yield from (Named(name, _parameters(inner)) for name, inner in _FUNCTION.findall(block))
        return
    found = list(objects(block)) or list(objects(block.rstrip() + "}"))
    if not found and isinstance(value := literal(block), dict):
        found = [value]
    yield from (call for one in found if (call := _named(one)))


def _named(one: dict[str, Any]) -> Named | None:
    """Return the call that a JSON object is; one with an action but no name is a call of the only tool."""
    arguments = one.get("arguments", one.get("parameters"))
    if isinstance(arguments, str):
        arguments = next(objects(arguments), None)
    if isinstance(one.get("name"), str):
        return Named(one["name"], arguments if isinstance(arguments, dict) else {})
    return Named("", one) if isinstance(one.get("action"), str) else None


def _parameters(inner: str) -> dict[str, str]:
    return {name: _unwrapped(value) for name, value in _PARAMETER.findall(inner)}


def _unwrapped(value: str) -> str:
    """Return a parameter's value without the line breaks that only set it apart."""
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == "\n" else value


def _decoded(text: str, at: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except ValueError:
        return None, at + 1
    except RecursionError:  # and so it would be from each brace on
        return None, len(text)


def _empty(block: str) -> Invalid:
    detail = "What stands in <tool_call> is no call: a JSON object with name and arguments is wanted."
    return Invalid(code="parse_error", detail=detail, native=block)
