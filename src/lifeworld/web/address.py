"""What an address of an app looks like, and what stands in it."""

import re
from typing import Any

_LONGEST, _DIGITS = 40, 15  # of a word and a number in an address; more is no page


def pattern(path: str) -> re.Pattern[str]:
    """Return what matches a path, in which `{name}` is a number and `{name:word}` a word."""
    found = re.sub(r"\{(\w+):word\}", rf"(?P<\1>[\\w.-]{{1,{_LONGEST}}})", path)
    return re.compile(re.sub(r"\{(\w+)\}", rf"(?P<\1>[0-9]{{1,{_DIGITS}}})", found))


def arguments(pattern: re.Pattern[str], path: str) -> dict[str, Any] | None:
    """Return the arguments in a path, or None if it does not match."""
    found = pattern.fullmatch(path)
    if found is None:
        return None
    return {name: int(text) if text.isdecimal() else text for name, text in found.groupdict().items()}


def is_local(address: str) -> bool:
    """Tell whether an address is a path of the world's own; a browser reads a backslash as a slash, and over a tab."""
    return address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
