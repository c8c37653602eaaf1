"""Functions and files stay short enough to be read at once."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import lifeworld

ROOT = Path(lifeworld.__file__).parent
FUNCTION, FILE = 40, 300  # lines at most
SOURCES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in sorted(ROOT.rglob("*.py"))
    if "migrations" not in path.parts  # they are generated
}


def too_long(name: str, text: str) -> Iterator[str]:
    """Yield each part of a file that has too many lines, and how many."""
    if (count := len(text.splitlines())) > FILE:
        yield f"{name}: {count} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            count = (node.end_lineno or node.lineno) - node.lineno + 1
            if count > FUNCTION:
                yield f"{name}: {node.name} has {count} lines"


def test_no_function_and_no_file_is_long() -> None:
    assert not [told for name, text in SOURCES.items() for told in too_long(name, text)]


@pytest.mark.parametrize("lines", [FUNCTION, FILE])
def test_one_line_more_is_found(lines: int) -> None:
    body = "def long():\n" + "    pass\n" * (lines - 1) if lines == FUNCTION else "pass\n" * lines
    assert not list(too_long("here.py", body))
    assert list(too_long("here.py", f"{body}    pass\n" if lines == FUNCTION else f"{body}pass\n"))
