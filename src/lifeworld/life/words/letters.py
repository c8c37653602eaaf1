"""Kinds of letters, read from the files in `letters/`; people.toml explains their notation."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from lifeworld.core.errors import UserError, hint
from lifeworld.core.words import Key, Lines, Text, folder, merge, read
from lifeworld.life import almanac
from lifeworld.life.events import Mailed
from lifeworld.life.models import Business, Person, age, businesses
from lifeworld.life.words.figures import WEEKDAYS, Ago, Clock, Counts, FullHours, Month, Weekdays
from lifeworld.life.words.placeholders import PLAIN, check, of
from lifeworld.life.words.vocabulary import LETTERS, NAMED, RELATIONS, vocabulary, voices

EMPLOYER = "@me"
_NUMBERS = ("", "2", "3")  # of words of a newsletter that stand in it together
T = TypeVar("T")


@dataclass(frozen=True)
class Answer:
    """What follows in the thread: by the owner or by who wrote first."""

    by: Literal["me", "them"]
    body: Text


@dataclass(frozen=True)
class Script:
    """One kind of letter: who sends it, what it is about, what it says, and the answers it gets.

    Attributes:
        code: for those that carry a security code.
        unless: facts of the owner with which nobody writes it, and they don't, as `deskless`.
        ages: how old one is who writes it, from and to.
        moving: whether {street} is where its writer lives by now.
        hours: between which a business sends it; `rest` days apart, and if `paid` only to those who have paid there.
    """

    senders: Lines
    subjects: Lines
    body: Text
    code: bool = False
    answers: tuple[Answer, ...] = ()
    unless: Lines = ()
    months: Annotated[tuple[Month, ...], Field(min_length=1)] = tuple(range(1, 13))
    ages: Counts = (16, 120)
    hours: FullHours = (6, 21)
    rest: Ago = 0
    paid: bool = False
    moving: bool = False

    def fits(self, relation: str, owner: Collection[str], writer: Person, at: datetime) -> bool:
        """Return whether somebody may write it then, of whom the owner has these facts."""
        of_age = self.ages[0] <= age(writer.birthday, at.date()) <= self.ages[1]
        return relation in self.senders and not {*self.unless} & {*owner} and at.month in self.months and of_age

    def hour(self, wanted: int) -> int:
        """Return the full hour at which it is sent, as near to the wanted one as can be."""
        return min(max(wanted, self.hours[0]), self.hours[1])


@dataclass(frozen=True)
class Newsletter:
    """What a business sends, on its `days` and at its `clock`, to those who have asked for it.

    Attributes:
        words: by slot what each issue has another one of; {lot2} and {lot3} are others of those than {lot}.
    """

    sender: str
    days: Weekdays
    clock: Clock
    subject: Text
    body: Text
    words: dict[Key, Lines]

    @property
    def on_workdays(self) -> bool:
        """Whether it has days off, and so none on a holiday."""
        return len(self.days.split()) < len(WEEKDAYS)

    def issues(self, rng: Random) -> Iterator[dict[str, str]]:
        """Yield the words of each issue, without end: all of a slot have their turn before one comes again."""
        orders = {slot: rng.sample(among, len(among)) for slot, among in self.words.items()}
        for number in count():
            yield {
                name: order[(number + place * len(order) // len(_NUMBERS)) % len(order)]
                for slot, order in orders.items()
                for place, name in enumerate(_numbered(slot))
            }


@dataclass(frozen=True)
class Mail:
    """A letter that something gave rise to."""

    subject: Text
    body: Text

    def filled(self, facts: Mapping[str, str]) -> tuple[str, str]:
        """Return subject and body with the facts in them."""
        return self.subject.format(**facts), self.body.format(**facts)

    def sent(self, at: datetime, business: Business, thread: str, facts: Mapping[str, str], **more: Any) -> Mailed:
        """Return it as a business sends it, with the facts in it."""
        subject, body = self.filled(facts)
        return Mailed(at=at, business_id=business.id, thread=thread, subject=subject, body=body, **more)


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


@cache
def newsletters() -> dict[str, Newsletter]:
    path = folder(__file__) / "letters" / "newsletters.toml"
    found = read(dict[str, Newsletter], path)
    for key, one in found.items():
        if one.sender not in businesses():
            raise UserError(f"{path}: {key}.sender: “{one.sender}” sends none; {hint(one.sender, businesses())}")
        known = fills() | almanac.facts()
        check(path, of(one.words, f"{key}.words"), known)
        known |= {name for slot in one.words for name in _numbered(slot)}
        check(path, {f"{key}.subject": [one.subject], f"{key}.body": [one.body]}, known)
    return found


def _numbered(slot: str) -> list[str]:
    return [f"{slot}{number}" for number in _NUMBERS]


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
    return _mails(Journeys, "journeys")


@cache
def mishaps() -> Mishaps:
    return _mails(Mishaps, "mishaps")


def _mails(kind: type[T], name: str) -> T:
    path = folder(__file__) / "letters" / f"{name}.toml"
    found = read(kind, path)
    for key, mail in vars(found).items():
        if isinstance(mail, Mail):
            check(path, of(vars(mail), key), FACTS[key], PLAIN)
    return found
