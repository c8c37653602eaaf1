"""Names for the many."""

from dataclasses import dataclass
from functools import cache

from lifeworld.core.words import Lines, folder, read


@dataclass(frozen=True)
class Names:
    given: Lines
    family: Lines
    men: Lines


@cache
def names() -> Names:
    return read(Names, folder(__file__) / "names.toml")
