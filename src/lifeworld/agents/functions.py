"""Calls written like functions: `click(start_box='(10,20)')`, one or several, read and never run."""

import ast
import re
import warnings
from collections.abc import Iterable
from typing import Any

from lifeworld.agents.arguments import Named
from lifeworld.core.actions import Invalid

_NEXT = re.compile(r"(?<=\))\s*\n\s*(?=[A-Za-z_]\w*\s*\()")
_CALL = re.compile(r"\s*([A-Za-z_]\w*)\s*\((.*)\)\s*;?\s*", re.DOTALL)
_NO_PYTHON = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)


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
    except (*_NO_PYTHON, AssertionError):
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
