"""The book that a life is written into, one chapter after the other."""

from calendar import isleap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cached_property
from random import Random

from lifeworld.life.biography import Biography
from lifeworld.life.facts import Known
from lifeworld.life.grammar import Memory
from lifeworld.life.models import Business, Person, businesses
from lifeworld.life.whereabouts import Whereabouts
from lifeworld.life.words.agenda import agenda
from lifeworld.store import Event

YEAR = timedelta(days=365)
AHEAD = timedelta(days=42)
GROWN = timedelta(days=round(16 * 365.25))  # at which one takes part in what is no child's
BED = timedelta(days=2)  # after the first one, for which one who is ill stays in
_HARDLY, _SO_SO = -0.4, 0.5  # conversations a month, beside those that one has with everybody
_CLOSE = 1  # from which on somebody of a club is more than that
_NEW = timedelta(days=40)  # for which one hardly knows whom one has met


@dataclass(frozen=True)
class Begin:
    """A plan as it begins: one of those that a year brings, of the plot, or that something gives rise to.

    Attributes:
        people: keys of people by letter, as far as they are settled; `group` is the key of a circle.
        words: slots of the plan, by name.
        start: when that is which it is about; what something gives rise to comes before it, or `around` it.
        days: after how many days that is which is arranged.
        way: the steps that it takes where there are several ways on.
        sure: whether it is never left out.
    """

    plan: str
    at: datetime
    people: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    group: str = ""
    start: datetime | None = None
    days: int | None = None
    way: tuple[str, ...] = ()
    sure: bool = False

    @property
    def drawn(self) -> bool:
        """Whether it may as well begin later, and with others."""
        return not self.people and not self.group


def is_holiday(day: date) -> bool:
    return f"{day:%m-%d}" in agenda().holidays


def in_year(birthday: date, year: int) -> date:
    """Return when a birthday is in a year: on the last of February where there is no 29th."""
    leap = birthday.month == 2 and birthday.day == 29 and not isleap(year)
    return birthday.replace(year=year, day=28 if leap else birthday.day)


@dataclass
class Diary:
    """All that has been told of one life so far. Chapters read it and write into it."""

    bio: Biography
    seed: int
    people: dict[str, Person]
    events: list[Event] = field(default_factory=list)
    given: list[Begin] = field(default_factory=list)  # what events give rise to
    facts: tuple[Known, ...] = ()
    memory: Memory = field(default_factory=lambda: Memory(longest=5))  # what has been said in messages
    causes: dict[int, tuple[Event, str]] = field(default_factory=dict)  # by id() of an event: it, and why it is there
    where: Whereabouts = field(default_factory=Whereabouts)
    away: list[tuple[date, date]] = field(default_factory=list)
    ill: list[Begin] = field(default_factory=list)  # when the owner falls ill

    @property
    def now(self) -> datetime:
        return self.bio.now

    @property
    def start(self) -> datetime:
        return self.now - YEAR

    @property
    def end(self) -> datetime:
        return self.now + AHEAD

    @property
    def me(self) -> Person:
        return self.people["me"]

    @cached_property
    def near(self) -> Mapping[str, float]:
        """How near those are with whom the owner writes, by key: of others than the cast, some."""
        rest = [key for key in self.people if key.startswith("other")]
        rng = self.rng("who writes")
        some = rng.sample(rest, min(len(rest), rng.randint(*self.bio.acquaintances)))
        cast = dict.fromkeys((who.key for who in self.bio.cast), _SO_SO)
        return {**dict.fromkeys(some, _HARDLY), **cast, **dict(self.bio.closeness)}

    @cached_property
    def confidant(self) -> str:
        """The key of the grown person who hears everything first."""
        known = (*dict(self.bio.closeness), *(who.key for who in self.bio.cast))
        return next(key for key in known if self.people[key].birthday <= self.start.date() - GROWN)

    def called(self, key: str) -> str:
        """Return what the owner calls somebody: Mum, or by the first name."""
        return self.people[key].named(self.me)

    @cached_property
    def foreign(self) -> frozenset[str]:
        """The keys of those who write in another language."""
        return frozenset(who.key for who in self.bio.cast if who.writes)

    @cached_property
    def gone(self) -> Mapping[str, datetime]:
        """Since when those are away who will be back later, by key."""
        return {who.key: self.moment(-who.gone, "00:00") for who in self.bio.cast if who.gone}

    @cached_property
    def met(self) -> Mapping[str, datetime]:
        """When the owner met those whom they have known for less than a year, by key: of a club, when it began."""
        arrived, year = self.bio.arrived, YEAR.days
        days = {key: arrived for key in self.people.keys() - self.foreign - {"me"}}
        for who in (one for one in self.bio.cast if one.key in days):
            shared = [one.founded for one in self.bio.circles if who.key in one.members]
            shared += [one.begun for one in self.bio.standing if who.key in one.guests]
            since = max(shared, default=year) if who.relation == "club" else year
            days[who.key] = min(arrived, who.met or since)
        return {key: self.moment(-ago, "00:00") for key, ago in sorted(days.items()) if ago < year}

    def hardly_knows(self, key: str, at: datetime) -> bool:
        """Say whether the owner has met somebody only lately, or knows them from a club and no further."""
        of_club = self.people[key].relation == "club" and self.near.get(key, _HARDLY) < _CLOSE
        return of_club or (key in self.met and at < self.met[key] + _NEW)

    def at_home_with(self) -> list[str]:
        """Return the keys of the grown people who share the owner's home."""
        return [key for key in self.home if self.people[key].birthday <= self.start.date() - GROWN]

    @cached_property
    def home(self) -> tuple[str, ...]:
        """The keys of all who share the owner's home."""
        return tuple(who.key for who in self.bio.cast if who.at_home)

    def because(self, cause: str, events: Iterable[Event]) -> None:
        """Note why events are there, of those of which nobody has said it yet."""
        for event in events:
            self.causes.setdefault(id(event), (event, cause))

    def direct(self, key: str) -> str:
        """Return the chat of the owner and a person, by the person's key, which there must be."""
        return f"direct:{self.people[key].id}"

    def rng(self, purpose: str) -> Random:
        return Random(f"{self.seed}/{purpose}")

    def business(self, key: str) -> Business:
        return businesses()[key]

    def day(self, offset: int) -> date:
        """Return the date so many days from now."""
        return self.now.date() + timedelta(days=offset)

    def moment(self, offset: int, clock: str) -> datetime:
        return datetime.combine(self.day(offset), time.fromisoformat(clock))

    def days(self, first: int = -365, last: int = 0) -> Iterator[date]:
        """Yield the dates from `first` to `last`, both in days from now."""
        for offset in range(first, last + 1):
            yield self.day(offset)

    def at_home(self, day: date) -> bool:
        """Say whether it is a day like others: the owner is in the city and on their feet, and it is no holiday."""
        away = any(first <= day <= last for first, last in self.away)
        return not (away or is_holiday(day) or self.in_bed(day))

    def in_bed(self, day: date) -> bool:
        return any(one.at.date() <= day <= one.at.date() + BED for one in self.ill)

    def hushed(self, day: date) -> bool:
        """Say whether it is a day on which the owner has no mind for anything new: in mourning, in hospital."""
        return any(self.day(-first) <= day <= self.day(-last) for first, last in self.bio.hushed)

    def has_card(self, day: date) -> bool:
        lost = self.bio.no_card
        return lost is None or not self.day(-lost[0]) <= day <= self.day(-lost[1])
