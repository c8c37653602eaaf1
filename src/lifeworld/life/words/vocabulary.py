"""Words behind {film} and {grocery}, the ways that people of each temper say yes and no, and those of each mood."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Annotated

from pydantic import AfterValidator

from lifeworld.core.errors import UserError
from lifeworld.core.words import Lines, folder, read
from lifeworld.life.words.agenda import agenda
from lifeworld.life.words.figures import FullHours
from lifeworld.life.words.placeholders import check, of

TEMPERS = ("terse", "warm", "chaotic", "formal")
RELATIONS = ("partner", "family", "friend", "colleague", "neighbour", "club")
NAMED = frozenset(("self", "other"))  # the first names of who speaks and who listens
TALK = frozenset(("person", "person2", "cafe"))  # known in every plan
LETTERS = TALK | {"first", "today", "month", "next_month"}  # and in every letter
_DAYS = {"day", "day2", "workday", "workday2"}
REPLIES = frozenset(("person",))  # and in what is answered on the spot


def _all(*keys: str) -> AfterValidator:
    def check(ways: dict[str, Lines]) -> dict[str, Lines]:
        if set(ways) != set(keys):
            raise ValueError(f"it should have the keys {', '.join(keys)}")
        return ways

    return AfterValidator(check)


Table = dict[str, Lines]
Ways = Annotated[Table, _all(*TEMPERS)]
LetterWays = Annotated[Table, _all(*TEMPERS, "kin")]  # the formal to their family


@dataclass(frozen=True)
class Vocabulary:
    """Words by the name of their slot: always, in letters, and by season; and those of the `clock`.

    “This morning” is said as {this_morning}, within its hours alone.
    """

    clock: dict[str, FullHours]
    words: Table
    letters: Table
    cold: Table
    mild: Table
    warm: Table

    @property
    def names(self) -> frozenset[str]:
        """What can be drawn at any time of the year."""
        return frozenset({*self.words, *self.mild})


@dataclass(frozen=True)
class Moods:
    """What is said with four or five stars, with three, with fewer."""

    good: Lines
    fair: Lines
    poor: Lines

    def of(self, stars: int) -> tuple[str, ...]:
        return self.good if stars >= 4 else self.fair if stars == 3 else self.poor


@dataclass(frozen=True)
class Names:
    """Names for the many."""

    given: Lines
    family: Lines
    men: Lines


@dataclass(frozen=True)
class Emoji:
    warm: Lines
    chaotic: Lines


@dataclass(frozen=True)
class Voices:
    """What tempers add to a text, how they shorten and lengthen it, and their ways to say the same thing."""

    emoji: Emoji
    slang: dict[str, str]
    expanded: dict[str, str]
    parts: dict[str, Ways]
    letter_parts: dict[str, LetterWays]


@cache
def names() -> Names:
    return read(Names, folder(__file__) / "names.toml")


@cache
def vocabulary() -> Vocabulary:
    path = folder(__file__) / "vocabulary.toml"
    found = read(Vocabulary, path)
    if not set(found.cold) == set(found.mild) == set(found.warm):
        raise UserError(f"{path}: cold, mild and warm should have the same keys")
    check(path, of({key: table for key, table in vars(found).items() if key != "clock"}), found.names)
    return found


@cache
def voices() -> Voices:
    path = folder(__file__) / "voices.toml"
    found = read(Voices, path)
    check(path, of({"parts": found.parts, "letter_parts": found.letter_parts}), vocabulary().names | NAMED)
    return found


def fills() -> frozenset[str]:
    """Return the placeholders that every plan fills, besides its own words."""
    return vocabulary().names | vocabulary().clock.keys() | voices().parts.keys() | NAMED | TALK


@cache
def in_month(month: int) -> dict[str, tuple[str, ...]]:
    """Return the words of conversations in this month."""
    known = vocabulary()
    season = known.cold if month in (11, 12, 1, 2) else known.warm if month in (6, 7, 8) else known.mild
    return {**known.words, **season}


@cache
def of_letters(month: int) -> dict[str, tuple[str, ...]]:
    """Return the words of letters in this month."""
    known = vocabulary()
    return {**known.words, **known.letters, **{name: in_month(month)[name] for name in known.mild}}


def not_today(words: Mapping[str, tuple[str, ...]], at: datetime) -> dict[str, tuple[str, ...]]:
    """Return the words without the weekday that it is, as today goes by another name, and without those of holidays."""
    today, week = f"{at:%A}", (at + timedelta(days=ahead) for ahead in range(7))
    free = {f"{day:%A}" for day in week if f"{day:%m-%d}" not in agenda().holidays} - {today}
    left = {name: tuple(day for day in words[name] if day != today) for name in _DAYS & words.keys()}
    return {**words, **{name: tuple(day for day in days if day in free) or days for name, days in left.items()}}
