"""Writes the part of docs/authoring.md on what a solution calls: each member, its docstring, a line of a real task."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import lifeworld.tasks
from lifeworld.taskkit import Line, Page, User, user
from lifeworld.taskkit.user import Control

TASKS = Path(lifeworld.tasks.__file__).parent
KINDS = {  # by what tasks' files call a value of each kind
    User: ("user", ("user",)),
    Page: ("user.page", ("user.page", "page")),
    Line: ("line", ("line", "row", "one")),
    Control: ("control", ()),
}
MOST = 110  # characters of an example


def part() -> Iterator[str]:
    """Yield the lines of the part."""
    yield "## What a solution calls\n"
    yield "`solution(self, user)` gets a `User`; `user.page` is what the screen shows, and its `lines()` are `Line`s."
    yield "What is touched is a `Control`: `link`, `button`, `field`, `box` or `option` by its words. What is not on"
    yield "the screen raises, and the error names what is. Each example is a line of a task that ships."
    for kind, (name, _) in KINDS.items():
        yield f"\n### {kind.__name__}\n\n{_first(kind)}\n\n| `{name}.` | what it does | example |\n|---|---|---|"
        for member, value, said in _members(kind):
            yield _row(f"{member}{_signature(value)}", said, *_example(kind, member))
    yield "\n### Values in a text\n\n| from `lifeworld.taskkit` | what it does | example |\n|---|---|---|"
    for name, value in vars(user).items():
        if inspect.isfunction(value) and next(iter(inspect.signature(value).parameters)) == "text":
            yield _row(f"{name}{_signature(value)}", _first(value), *_shortest(name, _calls(name)))
    yield ""


def _members(kind: type[Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield what is public of a kind: its name, its value, and what its docstring says of it."""
    for name, said in re.findall(r"^    (\w+): (.+)$", inspect.getdoc(kind) or "", re.MULTILINE):
        yield name, None, said[0].upper() + said[1:]
    for name, value in vars(kind).items():
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
            yield name, value, _first(value)


def _first(value: Any) -> str:
    said = " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())
    assert said, f"{value} has no docstring"
    return said


def _signature(value: Any) -> str:
    """Return the parameters of a method by name; nothing for what is no method."""
    if not inspect.isfunction(value):
        return ""
    return f"({', '.join(name for name in inspect.signature(value).parameters if name != 'self')})"


def _row(name: str, said: str, example: str, place: str) -> str:
    return f"| `{name}` | {said} | `{example.replace('|', chr(92) + '|')}` ({place}) |"


def _example(kind: type[Any], member: str) -> tuple[str, str]:
    """Return the shortest line of a task that uses a member, and its file."""
    named = KINDS[kind][1]
    used = (
        (line, place)
        for node, line, place in _attributes()
        if node.attr == member and (not named or ast.unparse(node.value) in named)
    )
    return _shortest(f"{kind.__name__}.{member}", used)


def _shortest(name: str, lines: Iterator[tuple[str, str]]) -> tuple[str, str]:
    """Return the shortest line that shows words of a screen, where one does."""
    found = sorted(set(lines), key=lambda one: ('"' not in one[0], len(one[0]), one))
    assert found, f"no task uses {name}"
    return found[0]


def _calls(name: str) -> Iterator[tuple[str, str]]:
    for node, line, place in _nodes():
        if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
            yield line, place


def _attributes() -> Iterator[tuple[ast.Attribute, str, str]]:
    yield from ((node, line, place) for node, line, place in _nodes() if isinstance(node, ast.Attribute))


@cache
def _nodes() -> list[tuple[ast.AST, str, str]]:
    """Return what stands on one line of a task's method, with the line and its file."""
    found = []
    for path in sorted(TASKS.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for statement in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)):
            line = ast.get_source_segment(text, statement) or ""
            if isinstance(statement, ast.Expr | ast.Assign | ast.Return) and "\n" not in line and len(line) <= MOST:
                found += [(node, line, str(path.relative_to(TASKS))) for node in ast.walk(statement)]
    return found
