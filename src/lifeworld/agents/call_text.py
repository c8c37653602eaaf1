"""Calls in an answer's text, parsed and never run.

They stand as `<tool_call>` around JSON or around `<function=…>`, as JSON alone, or like functions:
`click(start_box='(10,20)')`.
"""

import ast
import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lifeworld.agents.arguments import Named
from lifeworld.core.actions import Invalid

_DECODER = json.JSONDecoder(strict=False)  # texts with bare line breaks are what models write
_THOUGHT = re.compile(r"</\w*think\w*>|◁/think▷")
_THINKS = re.compile(r"<\w*think\w*>|◁think▷")
_BLOCK = re.compile(r"<(?:seed:)?tool_call>(.*?)(?=</?(?:seed:)?tool_call>|\Z)", re.DOTALL)
_FOREIGN = re.compile(r"<\|tool_call.*", re.DOTALL)  # marks of models whose calls only their endpoints can read
_FUNCTION = re.compile(r"<function=([^<>\s]*)>(.*?)(?=</function>|<function=|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([^<>\s]*)>(.*?)(?=</parameter>|<parameter=|\Z)", re.DOTALL)
_NOT_PYTHON = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)
_NEXT = re.compile(r"(?<=\))\s*\n\s*(?=[A-Za-z_]\w*\s*\()")
_CALL = re.compile(r"\s*([A-Za-z_]\w*)\s*\((.*)\)\s*;?\s*", re.DOTALL)


def spoken(text: str) -> str:
    """Return an answer without what the model thought before it; nothing of a thought that never ended."""
    return _THINKS.split(_THOUGHT.split(text)[-1])[0]


def tool_calls(text: str) -> list[Named | Invalid]:
    """Return the calls of an answer, in turn; a `<tool_call>` that holds none is `Invalid`."""
    return marked_calls(text) or list(_in_block(text))


def marked_calls(text: str) -> list[Named | Invalid]:
    """Return the calls that stand between a model's own marks; `Invalid` in the place of one that can't be read."""
    found: list[Named | Invalid] = []
    for block in _BLOCK.findall(text) or _FOREIGN.findall(text):
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
        yield from (
            Named(name, {key: _unwrapped(value) for key, value in _PARAMETER.findall(inner)})
            for name, inner in _FUNCTION.findall(block)
        )
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


def functions(text: str, parameters: Iterable[str]) -> list[Named | Invalid]:
    """Return the calls of a text, each on lines of its own.

    Args:
        text: calls, and nothing else.
        parameters: the names that arguments may have; where quotes in a text are not escaped, these tell where the
            next argument begins.
    """
    parts = [part for part in _NEXT.split(text.strip()) if part.strip()]
    return [_function(part.strip(), tuple(parameters)) for part in parts]


def _function(source: str, parameters: tuple[str, ...]) -> Named | Invalid:
    matched = _CALL.fullmatch(source)
    if matched is None:
        return Invalid(code="parse_error", detail="It is not written like name(argument='…').", native=source)
    arguments = _parsed(source)
    return Named(matched[1], _guessed(matched[2], parameters) if arguments is None else arguments)


def _parsed(source: str) -> dict[str, Any] | None:
    """Return the arguments of a call in proper Python; None where it is none, or has values that are no literals."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source.rstrip("; ").replace("\n", "\\n"), mode="eval").body
            assert isinstance(tree, ast.Call)
            return {word.arg: ast.literal_eval(word.value) for word in tree.keywords if word.arg}
    except (*_NOT_PYTHON, AssertionError):
        return None


def _guessed(inner: str, parameters: tuple[str, ...]) -> dict[str, Any]:
    """Return arguments whose texts hold quotes that should have been escaped."""
    names = "|".join(map(re.escape, parameters))
    parts = re.split(rf"(?:^|,)\s*({names})\s*=\s*", inner)
    return {name: _unquoted(value) for name, value in zip(parts[1::2], parts[2::2], strict=True)}


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1]
    return re.sub(r"\\([n'\"\\])", lambda found: "\n" if found[1] == "n" else found[1], value)


def as_tool_call(name: str, arguments: Mapping[str, Any]) -> str:
    """Return a call as JSON between its marks."""
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments}, allow_nan=False)}\n</tool_call>"


def as_xml(mark: str, name: str, arguments: Mapping[str, Any], gap: str) -> str:
    """Return a call as `<function=…>` between its marks; `gap` stands around each argument."""
    values = {key: one if isinstance(one, str) else json.dumps(one, allow_nan=False) for key, one in arguments.items()}
    inner = "".join(f"<parameter={key}>{gap}{value}{gap}</parameter>" for key, value in values.items())
    return f"<{mark}><function={name}>{inner}</function></{mark}>"


def as_function(name: str, arguments: Mapping[str, Any]) -> str:
    """Return a call like a function's."""
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"


def strict_json(text: str) -> Any:
    """Return what a text says in JSON; None where it is none, as “NaN” is not."""
    try:
        return json.loads(text, parse_constant=_is_none)
    except ValueError:
        return None


def _is_none(word: str) -> Any:
    raise ValueError(f"JSON has no {word}")
