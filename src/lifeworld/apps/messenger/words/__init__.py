"""What people show of themselves in the messenger."""

import re
from dataclasses import dataclass
from functools import cache

from lifeworld.core.errors import UserError
from lifeworld.core.words import Lines, Text, folder, read


@dataclass(frozen=True)
class Status:
    """What somebody shows for a day, and its colour."""

    text: Text
    colour: str


@dataclass(frozen=True)
class Pictured:
    """A photo, and the pattern of messages that come with it."""

    said: str
    title: Text


@dataclass(frozen=True)
class Words:
    """What people say of themselves, show for a day, and send photos of."""

    abouts: Lines
    statuses: tuple[Status, ...]
    pictured: tuple[Pictured, ...]


@cache
def words() -> Words:
    path = folder(__file__) / "chatter.toml"
    found = read(Words, path)
    for one in found.pictured:
        try:
            re.compile(one.said)
        except re.error as error:
            raise UserError(f"{path}: pictured, {one.title}: said is no regular expression: {error}") from None
    return found
