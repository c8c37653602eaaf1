"""Placeholders: what a text may hold in braces, and what is wrong where it holds something else."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from lifeworld.core.errors import UserError, hint

_SLOT = re.compile(r"\{(\w+)\}")
_BRACKET = re.compile(r"[\[\]|]")
PLAIN, CHOICES = False, True  # texts without [this|that], and with


@cache
def slots(text: str) -> frozenset[str]:
    """Return the names that a text has in braces."""
    return frozenset(_SLOT.findall(text))


def check(path: Path, texts: Mapping[str, Iterable[str]], known: Collection[str], choices: bool = CHOICES) -> None:
    """Check texts by the key that they stand under.

    Raises:
        UserError: a placeholder is none of those known, or a brace or a bracket is left open; one line for each.
    """
    faults = [
        f"{path}: {key}: “{text}” {fault}"
        for key, lines in texts.items()
        for text in lines
        for fault in _faults(text, known, choices)
    ]
    if faults:
        raise UserError("\n".join(faults))


def _faults(text: str, known: Collection[str], choices: bool) -> Iterable[str]:
    for name in sorted(slots(text)):
        if name not in known and not (choices and name.removesuffix("_c") in known):
            yield f"has {{{name}}}, which nothing fills; {hint(name, sorted(known))}"
    if any(brace in _SLOT.sub("", text) for brace in "{}"):
        yield "has a brace that is no placeholder: write {like_this}"
    if choices and not _balanced(text):
        yield "has a bracket too many or too few: write [this|that]"


def _balanced(text: str) -> bool:
    """Say whether each bracket closes, and each bar stands within one."""
    depth = 0
    for mark in _BRACKET.findall(text):
        depth += {"[": 1, "]": -1, "|": 0}[mark]
        if depth < 0 or (mark == "|" and not depth):
            return False
    return not depth


def of(table: Any, under: str = "") -> dict[str, list[str]]:
    """Return the texts of a table by their dotted keys, however deep they stand."""
    if isinstance(table, str):
        return {under: [table]}
    if isinstance(table, Mapping):
        found = {key: of(value, f"{under}.{key}".lstrip(".")) for key, value in table.items()}
        return {key: texts for part in found.values() for key, texts in part.items()}
    return {under: list(table)}
