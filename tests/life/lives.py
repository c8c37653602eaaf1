"""Lives that several laws look at, each lived once."""

from functools import cache

from lifeworld.life import Life, live, simulate
from lifeworld.life.biographies import biography


@cache
def lived(name: str, seed: int | None) -> Life:
    """Return a person's life by their own seed, or by another."""
    return live(name) if seed is None else simulate(biography(name), seed)
