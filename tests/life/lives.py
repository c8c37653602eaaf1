"""Lives that several laws look at, each lived once."""

from functools import cache

from lifeworld.core.choices import PEOPLE
from lifeworld.life import Life, live, simulate
from lifeworld.life.biographies import biography


@cache
def lived(name: str, seed: int | None) -> Life:
    """Return a person's life by their own seed, or by another: `live` keeps some, which are left to the twelve."""
    return live(name) if seed is None and name in PEOPLE else simulate(biography(name), seed)
