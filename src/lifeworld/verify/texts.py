"""Texts against what the twin holds, where some of it is free prose."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from lifeworld.scenarios.prose import MARK, Prose


def comparer(prose: Sequence[Prose]) -> Callable[[Any, Any], bool]:
    """Return a function that tells whether a found value is the wanted one."""

    def same(wanted: Any, found: Any) -> bool:
        if isinstance(wanted, tuple) and isinstance(found, tuple):
            return len(wanted) == len(found) and all(map(same, wanted, found))
        if isinstance(wanted, str) and isinstance(found, str) and MARK.search(wanted):
            return _fits(wanted, found, prose)
        return type(wanted) is type(found) and bool(wanted == found)

    return same


def _fits(wanted: str, found: str, prose: Sequence[Prose]) -> bool:
    """Match the fixed parts to the letter and each free part by its words."""
    parts = MARK.split(wanted)
    pattern = "".join(re.escape(part) if n % 2 == 0 else "(.*?)" for n, part in enumerate(parts))
    match = re.fullmatch(pattern, found, re.DOTALL)
    numbers = [int(part) for part in parts[1::2]]
    return match is not None and all(prose[n].fits(text) for n, text in zip(numbers, match.groups(), strict=True))
