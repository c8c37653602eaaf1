"""What people show of themselves in the messenger."""

from dataclasses import dataclass
from functools import cache

from lifeworld.core.words import Lines, Text, folder, read
from lifeworld.life.words.figures import Month


@dataclass(frozen=True)
class Status:
    """What somebody shows for a day, its colour, and in which months it may be so."""

    text: Text
    colour: str
    months: tuple[Month, ...] = tuple(range(1, 13))


@dataclass(frozen=True)
class Words:
    """What people say of themselves, and show for a day."""

    abouts: Lines
    statuses: tuple[Status, ...]


@cache
def words() -> Words:
    return read(Words, folder(__file__) / "chatter.toml")
