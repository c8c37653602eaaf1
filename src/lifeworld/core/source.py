"""Where an author's code stands, for messages: the line of a class, of a name in it, of a function."""

import ast
import inspect
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any


@lru_cache(maxsize=512)
def parsed(file: str) -> ast.Module:
    """Return a file's syntax tree, an empty one where there is no such file or it can't be read."""
    try:
        return ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeError):
        return ast.Module([], [])


def file_of(cls: type) -> str:
    """Return the file that a class stands in; "" where it stands in none."""
    return str(getattr(sys.modules.get(cls.__module__), "__file__", None) or "")


def body_of(cls: type) -> ast.ClassDef | None:
    """Return a class as it is written; None where its file does not hold it."""
    found = (node for node in parsed(file_of(cls)).body if isinstance(node, ast.ClassDef) and node.name == cls.__name__)
    return max(found, key=lambda node: node.lineno, default=None)


def place(file: str, line: int) -> str:
    """Return how a line is named: its folder, file and number."""
    return f"{'/'.join(Path(file).parts[-2:])}:{line}"


def place_in(cls: type, name: str = "", text: str = "") -> str:
    """Return where a class defines a name, or where in that a text stands; the class itself without a name."""
    body = body_of(cls)
    if body is None:
        return cls.__module__
    within = next((node for node in reversed(body.body) if name and name in _defined(node)), body)
    quoted = (node.lineno for node in ast.walk(within) if isinstance(node, ast.Constant) and node.value == text)
    return place(file_of(cls), next(quoted, within.lineno))


def _defined(node: ast.stmt) -> list[str]:
    targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", ())
    return [getattr(node, "name", ""), *(one.id for one in targets if isinstance(one, ast.Name))]


def place_of(function: Any) -> str:
    """Return where a function is written."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return place(code.co_filename, code.co_firstlineno) if code else ""


def calling(within: Path) -> str:
    """Return the line outside of this folder from which what is being run was called."""
    frame = sys._getframe(1)
    while frame.f_back and Path(frame.f_code.co_filename).is_relative_to(within):
        frame = frame.f_back
    return place(frame.f_code.co_filename, frame.f_lineno)
