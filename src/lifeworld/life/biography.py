"""What a biography says of a person: everything that is written by hand, as frozen values.

The files in `biographies/` hold these, key for key.
"""

from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from lifeworld.life.events import Purse
from lifeworld.life.words.files import Lines, Text

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _clock(text: str) -> str:
    time.fromisoformat(text)
    return text


def _day(text: str) -> str:
    date.fromisoformat(text)
    return text


def _weekdays(text: str) -> str:
    if not text or set(text.split()) - set(WEEKDAYS):
        raise ValueError(f"it should be some of {' '.join(WEEKDAYS)}")
    return text


Clock = Annotated[str, AfterValidator(_clock)]  # "19:30"
Day = Annotated[str, AfterValidator(_day)]  # "1991-04-18"
Weekdays = Annotated[str, AfterValidator(_weekdays)]  # "Mon Fri"
Chance = Annotated[float, Field(ge=0, le=1)]


@dataclass(frozen=True)
class Character:
    """Someone of the owner's life."""

    key: str
    name: str
    relation: str
    temper: str
    birthday: Day
    employer: str = ""
    district: str = ""
    facts: dict[str, Text] = field(default_factory=dict)  # what is so of them and everyone near knows: cat = "Moth"
    untold: dict[str, Text] = field(default_factory=dict)  # what nobody knows before they tell it: allergy = "nuts"


@dataclass(frozen=True)
class Habit:
    """Card payments that come back. `since` and `until` are days before now, so habits may begin, end and drift."""

    business: str
    days: Weekdays
    hours: tuple[float, float]
    chance: Chance
    dollars: tuple[float, float]
    purse: Purse = "credit"
    since: int = 365
    until: int = 0
    months: tuple[int, ...] = ()


@dataclass(frozen=True)
class BillPlan:
    """A bill that comes back. `rise` = (days before now, percent): its price goes up once."""

    business: str
    dollars: float
    day: int
    every: int = 1
    spread: int = 0
    season: Literal["", "winter", "summer"] = ""  # when it is dearer
    terms: int = 14  # days until due
    rise: tuple[int, int] = (0, 0)
    purse: Purse = "checking"


@dataclass(frozen=True)
class Standing:
    """Something in the calendar that comes back.

    `begun` and `ends` (0: never) are days before now; `day` 0 is Monday.
    """

    key: str
    title: str
    calendar: str
    day: Annotated[int, Field(ge=0, le=6)]
    start: Clock
    minutes: int
    repeats: Literal["daily", "weekdays", "weekly", "monthly"] = "weekly"
    place: str = ""
    guests: tuple[str, ...] = ()
    organiser: str = ""
    begun: int = 300
    ends: int = 0


@dataclass(frozen=True)
class Circle:
    """A chat group. `pace` is conversations a month; `topics` are keys of topics that suit it."""

    key: str
    title: str
    emoji: str
    members: tuple[str, ...]
    topics: tuple[str, ...]
    pace: float
    founded: int = 400  # days before now


@dataclass(frozen=True)
class Trip:
    """A journey with its mails, calendar, payments and messages. `starts` is days from now, below 0 is past."""

    key: str
    title: str
    town: str
    hotel: str
    carrier: str
    starts: int
    nights: int
    fare: float
    stay: float
    companions: tuple[str, ...]
    sights: tuple[str, ...]


@dataclass(frozen=True)
class Split:
    """Something that one pays for several: `payer` pays in `share` of the cases, the others their part."""

    key: str
    business: str
    note: str
    who: tuple[str, ...]
    weekday: Annotated[int, Field(ge=0, le=6)]
    hour: float
    chance: Chance
    dollars: tuple[float, float]
    owner_pays: Chance  # share of times that the owner lays out the money
    emoji: str = ""


@dataclass(frozen=True)
class Favour:
    """Money between the owner and someone, once: `day` is days from now."""

    person: str
    day: int
    clock: Clock
    dollars: float
    outgoing: bool
    note: str


@dataclass(frozen=True)
class Chore:
    """Something to do, with days from now of its due date (None: none) and of its completion (None: open)."""

    title: str
    list: str
    due: int | None = None
    done: int | None = None
    priority: Annotated[int, Field(ge=1, le=4)] = 4
    note: str = ""
    steps: str = ""  # "buy tape*; fill boxes" — a star marks a step that is done


@dataclass(frozen=True)
class Appointment:
    """A single thing in the calendar, `day` days from now. `answer` is "" unless somebody else invites."""

    title: str
    day: int
    start: Clock
    minutes: int
    calendar: str = "Personal"
    place: str = ""
    guests: tuple[str, ...] = ()
    organiser: str = ""
    answer: Literal["", "invited", "accepted", "declined"] = ""
    note: str = ""


@dataclass(frozen=True)
class Gift:
    """A standing order at the online shop: the same kind of thing each month for somebody else."""

    person: str
    products: tuple[str, ...]
    day: int


@dataclass(frozen=True)
class Tastes:
    """What a person likes: departments of the shop, a café; the to-do lists, and how letters are signed."""

    departments: tuple[str, ...]
    lists: tuple[str, ...]
    cafe: str
    signature: Text


@dataclass(frozen=True)
class OwnLetter:
    """A letter written by hand: it carries plans, and agrees with the calendar and the lists.

    `days` counts from now; `sender` is the key of a person ("me" is the owner, writing to `to`) or of a business.
    """

    thread: str
    days: int
    clock: Clock
    sender: str
    subject: Text
    body: Text
    to: str = ""
    label: str = ""
    read: bool = True


@dataclass(frozen=True)
class OwnMessage:
    """A message written by hand; a chat is the key of a group, or `@` and the key of a person."""

    chat: str
    days: int
    clock: Clock
    sender: str
    text: Text
    read: bool = True


@dataclass(frozen=True)
class Seed:
    """A plan of the plot: its kind, `day` days from now, with whom, and what is settled of it by hand.

    Attributes:
        people: by letter; `group` is the key of a circle, where it is talked about in one.
        words: slots of the plan, by name.
        days: after how many days that is which is arranged.
        way: the steps that it takes where there are several ways on.
    """

    plan: str
    day: int
    clock: Clock
    people: dict[str, str] = field(default_factory=dict)
    group: str = ""
    words: dict[str, Text] = field(default_factory=dict)
    days: int | None = None
    way: Lines = ()


@dataclass(frozen=True)
class Biography:
    """One person's life as its author wrote it."""

    name: str
    seed: int
    now: datetime
    story: Text
    me: Character
    cast: tuple[Character, ...]
    contacts: int
    salary: float
    pay_days: tuple[int, ...]
    savings: float
    habits: tuple[Habit, ...]
    bills: tuple[BillPlan, ...]
    standing: tuple[Standing, ...]
    circles: tuple[Circle, ...]
    trips: tuple[Trip, ...]
    splits: tuple[Split, ...]
    chores: tuple[Chore, ...]
    appointments: tuple[Appointment, ...]
    tastes: Tastes
    meetings: Lines = ()  # titles of single ones at work
    mail: tuple[OwnLetter, ...] = ()
    talk: tuple[OwnMessage, ...] = ()
    favours: tuple[Favour, ...] = ()
    gift: Gift | None = None
    cancelled: tuple[str, str, str] | None = None  # something standing, the house that cancels it once, who is told
    plot: tuple[Seed, ...] = ()
    plans: float = 1  # how much they plan, beside others
    orders: int = 42
    letters: int = 170
    from_people: Chance = 0.42  # share of the letters that people write
    archived: Chance = 0.48  # share that no longer lies in the inbox
    kept_days: int = 9  # for which every letter lies there
    unread: tuple[Chance, Chance] = (0.55, 0.06)  # share of the letters of these days, and of older ones
    acquaintances: tuple[int, int] = (8, 16)  # with whom they write now and then
    closeness: tuple[tuple[str, float], ...] = ()  # conversations a month with those who are near
