"""What a profile costs: a year lived, and the same read from the cache."""

from functools import partial

from bench.speed.figure import Figure, median_ms, seconds

from lifeworld.life import simulation
from lifeworld.world import profiles

TIMES = 2
CACHED = 30


def measure() -> list[Figure]:
    """Generate every profile a few times, then read them from the cache."""
    made = [seconds(partial(_generated, name)) for _ in range(TIMES) for name in profiles.NAMES]
    read = [seconds(partial(_read, name)) for _ in range(CACHED // len(profiles.NAMES)) for name in profiles.NAMES]
    return [
        Figure("profiles", "generate a profile", median_ms(made) / 1000, "s", len(made), most=3),
        Figure("profiles", "the same from the cache", median_ms(read), "ms", len(read), most=20),
    ]


def _generated(name: str) -> None:
    simulation.live.cache_clear()
    profiles.generate(name)


def _read(name: str) -> None:
    """Read as a new process does, which has nothing in memory."""
    profiles.forget()
    profiles.code_digest.cache_clear()
    profiles.load(name)
