"""What an author's file says, and in which line: read only where something is to be told of it."""

import ast
import inspect
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef


@lru_cache(maxsize=512)
def parsed(file: str) -> ast.Module | None:
    """Return a file's syntax tree; None where there is no such file or it can't be read."""
    try:
        return ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeError):
        return None


def file_of(cls: type) -> str:
    """Return the file that a class stands in; "" where it stands in none."""
    return str(getattr(sys.modules.get(cls.__module__), "__file__", None) or "")


def body_of(cls: type) -> ast.ClassDef | None:
    """Return a class as it is written; None where its file does not hold it."""
    tree = parsed(file_of(cls)) if file_of(cls) else None
    found = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == cls.__name__] if tree else []
    return found[-1] if found else None


def methods(body: ast.ClassDef) -> dict[str, Function]:
    """Return the methods and properties of a class by name."""
    return {node.name: node for node in body.body if isinstance(node, Function)}


def values(body: ast.ClassDef) -> dict[str, ast.expr]:
    """Return what each name of a class body is set to."""
    found: dict[str, ast.expr] = {}
    for node in body.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = node.value
        elif isinstance(node, ast.Assign):
            found |= {target.id: node.value for target in node.targets if isinstance(target, ast.Name)}
    return found


def place(file: str, line: int) -> str:
    """Return how a line is named: its folder, file and number."""
    return f"{'/'.join(Path(file).parts[-2:])}:{line}"


def place_in(cls: type, name: str = "", text: str = "") -> str:
    """Return where a class says something: the name that it gives, or the line of a text within it."""
    body = body_of(cls)
    if body is None:
        return cls.__module__
    within: ast.expr | ast.stmt = {**methods(body), **values(body)}.get(name, body)
    quoted = [node.lineno for node in ast.walk(within) if isinstance(node, ast.Constant) and node.value == text]
    return place(file_of(cls), next(iter(quoted), within.lineno))


def calling(within: Path) -> str:
    """Return the line outside of this folder from which what is being run was called."""
    frame = sys._getframe(1)
    while frame.f_back and Path(frame.f_code.co_filename).is_relative_to(within):
        frame = frame.f_back
    return place(frame.f_code.co_filename, frame.f_lineno)


def place_of(function: Any) -> str:
    """Return where a function is written."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return place(code.co_filename, code.co_firstlineno) if code else ""
