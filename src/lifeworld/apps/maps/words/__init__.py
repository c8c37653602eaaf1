"""What people say of the city's places, put together from the pieces in `reviews.toml`."""

from dataclasses import dataclass
from functools import cache
from random import Random

from lifeworld.core.words import Lines, folder, read
from lifeworld.life.words.placeholders import PLAIN, check, of
from lifeworld.life.words.vocabulary import Moods


@dataclass(frozen=True)
class Details:
    """What is said of each kind of place."""

    food: Moods
    shopping: Moods
    care: Moods
    leisure: Moods
    service: Moods


@dataclass(frozen=True)
class Words:
    """The pieces that reviews are put together from; what the owner looks for, and notes by kind of place."""

    days: Lines
    searches: Lines
    notes: dict[str, Lines]
    openers: Moods
    closers: Moods
    details: Details


@cache
def words() -> Words:
    path = folder(__file__) / "reviews.toml"
    found = read(Words, path)
    moods = {"openers": found.openers, "closers": found.closers, **vars(found.details)}
    check(path, of({key: vars(mood) for key, mood in moods.items()}), ("day",), PLAIN)
    return found


def review(rng: Random, kind: str, stars: int) -> str:
    """Return what somebody who gives so many stars writes of a place of a kind (a field of `Details`)."""
    details: Moods = getattr(words().details, kind)
    pieces = [
        rng.choice(words().openers.of(stars)) if rng.random() < 0.6 else "",
        *rng.sample(details.of(stars), rng.choice((1, 1, 2))),
        rng.choice(words().closers.of(stars)),
    ]
    return " ".join(piece for piece in pieces if piece).format(day=rng.choice(words().days))
