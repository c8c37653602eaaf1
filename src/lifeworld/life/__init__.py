"""The city, its people, a year of events."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lifeworld.core.choices import DRAWN, NAMES, PEOPLE
from lifeworld.life.biographies import known, names, place
from lifeworld.life.lived import Life

if TYPE_CHECKING:
    from lifeworld.life.simulation import live, simulate

__all__ = ["DRAWN", "NAMES", "PEOPLE", "Life", "known", "live", "names", "place", "simulate"]


def __getattr__(name: str) -> Any:
    """Import what lives a life when it is first used: whoever opens one that is kept needs none of it."""
    if name not in ("live", "simulate"):
        raise AttributeError(f"module 'lifeworld.life' has no attribute {name!r}")
    return getattr(import_module("lifeworld.life.simulation"), name)
