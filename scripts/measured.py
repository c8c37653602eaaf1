"""Puts what a script has measured into a page of docs/: between two comments, with the day and the command."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def put(page: str, name: str, script: str, told: str, how: str = "") -> None:
    """Write what was measured into its place on a page, with the command and the options (`how`) that it took."""
    place, today = DOCS / page, datetime.now(UTC).date().isoformat()
    made = f"<!-- {name} -->\n{told}\n\nMade by `python scripts/{script} {name}{how}` on {today}.\n<!-- /{name} -->"
    text, count = re.subn(rf"<!-- {name} -->.*?<!-- /{name} -->", lambda _: made, place.read_text(), flags=re.DOTALL)
    if count != 1:
        raise SystemExit(f"{place} has {count} places for {name}; it wants one, <!-- {name} --><!-- /{name} -->")
    place.write_text(text)
