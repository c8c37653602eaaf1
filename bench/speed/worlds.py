"""What a lived-in world costs to open and to hold."""

import gc
import os
import sys
from pathlib import Path

from bench.speed.figure import Figure, median_ms, seconds

from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

HELD = 1000
TIMED = 300
_FIRST = 50  # worlds after which memory is counted, when all that they share is there


def measure() -> list[Figure]:
    """Open a thousand worlds of one process, then time a few more."""
    data = load(NAMES[0]).data
    held = [World(data).start() for _ in range(_FIRST)]
    gc.collect()
    before = _memory()
    held += [World(data).start() for _ in range(HELD - _FIRST)]
    gc.collect()
    each = (_memory() - before) / (HELD - _FIRST)
    more: list[World] = []
    times = [seconds(lambda: more.append(World(data).start())) for _ in range(TIMED)]
    for world in (*held, *more):
        world.close()
    return [
        Figure("worlds", f"open a lived-in world, {HELD:,} open", median_ms(times), "ms", TIMED, most=1),
        Figure("worlds", "memory of a further world", each, "MB", HELD - _FIRST, most=0.5),
    ]


def _memory() -> float:
    """Return the memory that this process holds, in MB; elsewhere than on Linux the most that it ever held."""
    known = Path("/proc/self/statm")
    if known.exists():
        return int(known.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    import resource  # not on every system

    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / 1e6 if sys.platform == "darwin" else held / 1e3
