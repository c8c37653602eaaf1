"""How fast Lifeworld is, measured: what `bench/` prints."""

from collections.abc import Callable

from bench.speed import chromium, dom, profiles, worlds
from bench.speed.figure import Figure, machine

SUBJECTS: dict[str, Callable[[], list[Figure]]] = {
    "worlds": worlds.measure,  # first, since it counts memory
    "profiles": profiles.measure,
    "dom": dom.measure,
    "chromium": chromium.measure,
}

__all__ = ["SUBJECTS", "Figure", "machine"]
