"""Kinds of letters, read from the files in `letters/`; people.toml explains their notation."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.core.words import Lines, Text, folder, merge, read
from lifeworld.life.city import businesses
from lifeworld.life.words.placeholders import PLAIN, check, of
from lifeworld.life.words.vocabulary import LETTERS, NAMED, RELATIONS, vocabulary, voices

EMPLOYER = "@me"


@dataclass(frozen=True)
class Answer:
    """What follows in the thread: by the owner or by who wrote first."""

    by: Literal["me", "them"]
    body: Text


@dataclass(frozen=True)
class Script:
    """One kind of letter: who sends it, what it is about, what it says, and the answers it gets.

    `code` is for those that carry a security code.
    """

    senders: Lines
    subjects: Lines
    body: Text
    code: bool = False
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class Mail:
    """A letter that something gave rise to."""

    subject: Text
    body: Text

    def filled(self, facts: Mapping[str, str]) -> tuple[str, str]:
        """Return subject and body with the facts in them."""
        return self.subject.format(**facts), self.body.format(**facts)


@dataclass(frozen=True)
class Journeys:
    """What carriers and houses write to travellers, and what they take money for."""

    meals: Lines
    booking: Mail
    hotel: Mail
    check_in: Mail


@dataclass(frozen=True)
class Mishaps:
    """What businesses write when something has gone wrong."""

    charged_twice: Mail
    refund_promised: Mail
    lost: Mail
    cancelled: Mail


_ON_THE_WAY = ("first", "town", "hotel", "carrier", "code", "out", "back", "nights", "fare", "stay", "names")
_CHARGED = ("first", "amount", "day", "clock", "place")
FACTS = {
    "booking": _ON_THE_WAY,
    "hotel": _ON_THE_WAY,
    "check_in": _ON_THE_WAY,
    "charged_twice": _CHARGED,
    "refund_promised": _CHARGED,
    "lost": ("first", "number", "tracking", "thing"),
    "cancelled": ("first", "title", "day", "time"),
}


@cache
def from_people() -> dict[str, Script]:
    """Return what people who know the owner write, by the name of its kind."""
    writers = [relation for relation in RELATIONS if relation != "partner"]  # who writes as family does
    found: dict[str, Script] = {}
    for name in ("people", "work"):
        path = folder(__file__) / "letters" / f"{name}.toml"
        merge(found, _scripts(path, writers, personal()), path)
    return found


@cache
def from_owner() -> dict[str, Script]:
    """Return what the owner writes of their own accord; the senders are those to whom it goes."""
    path = folder(__file__) / "letters" / "own.toml"
    found = _scripts(path, RELATIONS, personal())
    merge(dict(from_people()), found, path)  # no kind is of both
    return found


@cache
def from_businesses() -> dict[str, Script]:
    return _scripts(folder(__file__) / "letters" / "machines.toml", [*businesses(), EMPLOYER], frozenset())


def fills() -> frozenset[str]:
    """Return the placeholders that every letter fills."""
    return vocabulary().names | vocabulary().letters.keys() | LETTERS


def personal() -> frozenset[str]:
    """Return those that the body of a letter between people fills, too."""
    return NAMED | voices().letter_parts.keys()


def _scripts(path: Path, writers: Collection[str], in_body: frozenset[str]) -> dict[str, Script]:
    found = read(dict[str, Script], path)
    for key, script in found.items():
        for sender in script.senders:
            if sender not in writers:
                raise UserError(f"{path}: {key}.senders: “{sender}” writes no letters; {hint(sender, writers)}")
        known = fills() | ({"code"} if script.code else set())
        check(path, {f"{key}.subjects": script.subjects}, known)
        check(path, {f"{key}.body": [script.body, *(answer.body for answer in script.answers)]}, known | in_body)
    return found


@cache
def journeys() -> Journeys:
    path = folder(__file__) / "letters" / "journeys.toml"
    found = read(Journeys, path)
    _check_mails(path, {"booking": found.booking, "hotel": found.hotel, "check_in": found.check_in})
    return found


@cache
def mishaps() -> Mishaps:
    path = folder(__file__) / "letters" / "mishaps.toml"
    found = read(Mishaps, path)
    _check_mails(path, vars(found))
    return found


def _check_mails(path: Path, mails: Mapping[str, Mail]) -> None:
    for key, mail in mails.items():
        check(path, of(vars(mail), key), FACTS[key], PLAIN)
