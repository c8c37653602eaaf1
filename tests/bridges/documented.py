"""The examples of docs/bridges.md, which each door's test runs."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs" / "bridges.md"


def example(door: str, language: str = "python", **changed: str) -> str:
    """Return a door's first example, with some words in it replaced; each must be there."""
    section = DOCS.read_text().split(f"\n## {door}\n")[1].split("\n## ")[0]
    found = re.search(rf"```{language}\n(.*?)```", section, re.S)
    assert found
    code = found[1]
    for was, now in changed.items():
        assert was in code
        code = code.replace(was, now)
    return code
