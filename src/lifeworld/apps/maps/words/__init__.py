"""What people say of the city's places, put together from the pieces in `reviews.toml`."""

from dataclasses import dataclass
from functools import cache
from random import Random

from lifeworld.core.words import Lines, folder, read
from lifeworld.life.words.placeholders import PLAIN, check, of
from lifeworld.life.words.vocabulary import Moods, Table


@dataclass(frozen=True)
class Words:
    """The pieces that the owner's reviews are put together from; what they look for, and notes by kind of place."""

    days: Lines
    searches: Lines
    notes: dict[str, Lines]
    openers: Moods
    closers: Moods
    details: dict[str, Moods]


@cache
def words() -> Words:
    path = folder(__file__) / "reviews.toml"
    found = read(Words, path)
    moods = {"openers": found.openers, "closers": found.closers, **found.details}
    check(path, of({key: vars(mood) for key, mood in moods.items()}), ("day",), PLAIN)
    return found


@cache
def voices() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the stars that strangers give each place of the city and what they write, by the place's key."""
    found = read(Table, folder(__file__) / "voices.toml")
    return {key: tuple((one[0], one[2:]) for one in said) for key, said in found.items()}


def review(rng: Random, kind: str, stars: int, said: set[str]) -> str:
    """Return what somebody who gives so many stars writes of a place of a kind of which there are `details`.

    What is `said` already is not said again, while there is something else; what is said now is put with it.
    """
    pieces = [
        _new(rng, words().openers.of(stars), said) if rng.random() < 0.6 else "",
        *(_new(rng, words().details[kind].of(stars), said) for _ in range(rng.choice((1, 1, 2)))),
        _new(rng, words().closers.of(stars), said),
    ]
    return " ".join(piece for piece in pieces if piece).format(day=rng.choice(words().days))


def _new(rng: Random, pieces: Lines, said: set[str]) -> str:
    found = rng.choice([one for one in pieces if one not in said] or pieces)
    said.add(found)
    return found
