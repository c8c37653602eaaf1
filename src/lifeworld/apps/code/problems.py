"""What is wrong with a file, as the linter of its language says."""

import ast
import json
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from warnings import catch_warnings

from pyflakes.checker import Checker


@dataclass(frozen=True)
class Problem:
    """One line of what is wrong; a hint is what runs all the same."""

    line: int
    says: str
    hint: bool = False


@lru_cache(maxsize=512)
def problems(path: str, text: str) -> tuple[Problem, ...]:
    """Return what is wrong with a file, from its top to its end; nothing where no linter reads its language."""
    check = _CHECKS.get(path.rpartition(".")[2])
    if not check or not text:
        return ()
    try:
        return check(text)
    except (RecursionError, MemoryError):
        return (Problem(1, "too deeply nested to be read"),)
    except ValueError as error:  # a number of thousands of digits
        return (Problem(1, str(error)),)


def _python(text: str) -> tuple[Problem, ...]:
    try:
        with catch_warnings(action="ignore"):
            found = Checker(ast.parse(f"{text}\n")).messages
    except SyntaxError as error:
        return (Problem(error.lineno or 1, f"syntax error: {error.msg}"),)
    told = (Problem(one.lineno, one.message % one.message_args, _runs(one)) for one in found)
    return tuple(sorted(told, key=lambda problem: problem.line))


def _runs(message: object) -> bool:
    return "Undefined" not in type(message).__name__


def _json(text: str) -> tuple[Problem, ...]:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return (Problem(error.lineno, error.msg),)
    return ()


def _toml(text: str) -> tuple[Problem, ...]:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).partition(" (at line ")
        line = place.partition(",")[0]
        return (Problem(int(line) if line.isdecimal() else text.count("\n") + 1, said),)
    return ()


_CHECKS = {"py": _python, "json": _json, "toml": _toml}
