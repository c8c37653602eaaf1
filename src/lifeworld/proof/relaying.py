"""Texts that count to the letter, such as code, with the same words laid out otherwise."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from lifeworld.proof.wrong import Wrong, with_change
from lifeworld.store import Table
from lifeworld.verify.happened import Happened


def relaid(right: Happened, tables: Mapping[str, Table]) -> Iterator[Wrong]:
    """Yield happenings in which such a text has lost its lines, its indentation or its quotes, or gained a stop."""
    for number, change in enumerate(right.changes.rows):
        for column in tables[change.table].columns if change.added else ():
            text = (change.added or {})[column.name]
            for what, other in _layouts(text) if column.verbatim and isinstance(text, str) else ():
                happened = with_change(
                    right, number, replace(change, added={**(change.added or {}), column.name: other})
                )
                yield Wrong(f"{change.table}.{column.name}: {what}", happened)


def _layouts(text: str) -> Iterator[tuple[str, str]]:
    lines = text.strip().splitlines()
    for what, other in (
        ("lines joined", " ".join(lines)),
        ("indentation lost", "\n".join(line.strip() for line in lines)),
        ("quotes curled", text.replace('"', "“")),
        ("a stop at the end", f"{text.rstrip()}."),
    ):
        if other.strip() != text.strip():
            yield what, other
