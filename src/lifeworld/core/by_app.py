"""A value of an axis for each app: `bank:nord+todo:dark`, or `sepia+bank:nord` where all others have sepia."""

from collections.abc import Mapping
from functools import lru_cache

AXES = ("theme", "content", "language")  # those of which each app may have a value of its own


@lru_cache(maxsize=1024)
def parts(written: str) -> Mapping[str, str]:
    """Return the value of each app that is named, by its id; that of all others, where it is named, by ""."""
    pieces = (piece.rpartition(":") for piece in written.split("+"))
    return {app: value for app, _, value in pieces}


def value_of(written: str, app: str, usual: str) -> str:
    """Return the value that an app has; "" is none of the apps, but the shell."""
    found = parts(written)
    return found.get(app, found.get("", usual))


def values_in(written: str, usual: str) -> set[str]:
    """Return every value that some app has; that of all others counts, too."""
    return {value_of(written, "", usual), *parts(written).values()}


def is_mixed(written: str) -> bool:
    """Return whether a value names apps."""
    return "+" in written or ":" in written


def canonical(written: str, usual: str) -> str:
    """Return how such a value is written: apps in the order of their ids, none with what all others have."""
    rest = value_of(written, "", usual)
    named = [f"{app}:{value}" for app, value in sorted(parts(written).items()) if app and value != rest]
    return "+".join([rest] * (rest != usual or not named) + named)
