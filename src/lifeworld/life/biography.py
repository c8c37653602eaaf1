"""What a biography says of a person, key for key as the files in `biographies/` hold it: frozen values."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from lifeworld.core.words import Key, Lines, Text, Words
from lifeworld.life.character import Character, House, Of, Somebodies, Somebody
from lifeworld.life.events import Purse
from lifeworld.life.goods import Bought, Gift
from lifeworld.life.words.figures import (
    Ago,
    Calendar,
    Chance,
    Clock,
    Count,
    Counts,
    Days,
    Dollars,
    Hour,
    Hours,
    Minutes,
    Moment,
    Month,
    MonthDay,
    Pace,
    Past,
    Prices,
    Weekdays,
)


@dataclass(frozen=True)
class Habit:
    """Card payments that come back. `since` and `until` are days before now, so habits may begin, end and drift.

    With a `memo` nobody goes there to pay.
    """

    business: House
    days: Weekdays
    hours: Hours
    chance: Chance
    dollars: Prices
    purse: Purse = "credit"
    since: Ago = 365
    until: Ago = 0
    months: tuple[Month, ...] = ()
    memo: str = ""


@dataclass(frozen=True)
class BillPlan:
    """A bill that comes back. `rise` = (days before now, percent): its price goes up once."""

    business: House
    dollars: Dollars
    day: MonthDay
    every: Month = 1
    spread: Annotated[int, Field(ge=0, lt=100)] = 0
    season: Literal["", "winter", "summer"] = ""  # when it is dearer
    terms: Annotated[int, Field(ge=1, le=90)] = 14  # days until due
    rise: tuple[Ago, Annotated[int, Field(gt=-100, le=1000)]] = (0, 0)
    purse: Purse = "checking"


@dataclass(frozen=True)
class Standing:
    """Something in the calendar that comes back.

    `begun` and `ends` (0: never) are days before now; `day` 0 is Monday. With
    `holidays` it takes place on those, too. With whom the owner is on the `phone` then
    is mostly rung by the owner, or where it is `theirs` to ring, rings the owner.
    """

    key: Key
    title: str
    calendar: Calendar
    day: Annotated[int, Field(ge=0, le=6)]
    start: Clock
    minutes: Minutes
    repeats: Literal["daily", "weekdays", "weekly", "monthly"] = "weekly"
    place: str = ""
    guests: Somebodies = ()
    organiser: Somebody = ""
    begun: Ago = 300
    ends: Days = 0
    holidays: bool = False
    phone: Somebody = ""
    theirs: bool = False


@dataclass(frozen=True)
class Circle:
    """A chat group. `pace` is conversations a month; `topics` are keys of topics that suit it."""

    key: Key
    title: str
    emoji: str
    members: Annotated[Lines, Of("person")]
    topics: tuple[str, ...]
    pace: Pace
    founded: Ago = 400  # days before now


@dataclass(frozen=True, kw_only=True)
class Route:
    """Where a journey goes, and what it costs."""

    title: Text
    town: Text
    hotel: House
    carrier: House
    fare: Dollars
    stay: Dollars
    sights: Lines


@dataclass(frozen=True, kw_only=True)
class Trip(Route):
    """A journey with its mails, calendar, payments and messages. `starts` is days from now, below 0 is past."""

    key: Key
    starts: Days
    nights: Annotated[int, Field(ge=1, le=60)]
    companions: Annotated[Lines, Of("person")]


@dataclass(frozen=True)
class Split:
    """Something that one pays for several: `payer` pays in `share` of the cases, the others their part."""

    key: Key
    business: House
    note: str
    who: Annotated[Lines, Of("person")]
    weekday: Annotated[int, Field(ge=0, le=6)]
    hour: Hour
    chance: Chance
    dollars: Prices
    owner_pays: Chance  # share of times that the owner lays out the money
    emoji: str = ""


@dataclass(frozen=True)
class Favour:
    """Money between the owner and someone, once: `day` is days from now."""

    person: Somebody
    day: Past
    clock: Clock
    dollars: Dollars
    outgoing: bool
    note: str


@dataclass(frozen=True)
class Chore:
    """Something to do, with days from now of its due date (None: none) and of its completion (None: open).

    `since` is the day on which it was written down: that of what it comes from, where that has a day.
    """

    title: str
    list: Annotated[str, Of("list")]
    since: Past | None = None
    due: Days | None = None
    done: Past | None = None
    priority: Annotated[int, Field(ge=1, le=4)] = 4
    note: str = ""
    steps: str = ""  # "buy tape*; fill boxes" — a star marks a step that is done


@dataclass(frozen=True)
class Appointment:
    """A single thing in the calendar, `day` days from now. `answer` is "" unless somebody else invites."""

    title: str
    day: Days
    start: Clock
    minutes: Minutes
    calendar: Calendar = "Personal"
    place: str = ""
    guests: Somebodies = ()
    organiser: Somebody = ""
    answer: Literal["", "invited", "accepted", "declined"] = ""
    note: str = ""


@dataclass(frozen=True)
class Tastes:
    """What a person likes: departments of the shop, a café; the to-do lists, and how letters are signed."""

    departments: Annotated[Lines, Of("department")]
    lists: tuple[str, ...]
    cafe: House
    signature: Text


@dataclass(frozen=True)
class OwnLetter:
    """A letter written by hand: it carries plans, and agrees with the calendar and the lists.

    `days` counts from now; `sender` is the key of a person ("me" is the owner, writing to `to`) or of a business.
    """

    thread: str
    days: Past
    clock: Clock
    sender: str
    subject: Text
    body: Text
    to: Somebody = ""
    label: str = ""
    read: bool = True
    attached: Lines = ()  # names of files


@dataclass(frozen=True)
class OwnMessage:
    """A message written by hand; a chat is the key of a group, or `@` and the key of a person."""

    chat: str
    days: Past
    clock: Clock
    sender: str
    text: Text
    read: bool = True


@dataclass(frozen=True)
class Seed:
    """A plan of the plot: its kind, `day` days from now, with whom, and what is settled of it by hand.

    Attributes:
        people: by letter; `words` by slot; `group` is the key of a circle, where it is talked about in one.
        days: after how many days that is which is arranged.
        way: the steps that it takes where there are several ways on.
    """

    plan: Annotated[str, Of("plan")]
    day: Past
    clock: Clock
    people: dict[str, str] = field(default_factory=dict)
    group: Annotated[str, Of("circle")] = ""
    words: dict[str, Words] = field(default_factory=dict)
    days: Annotated[int, Field(ge=0, le=365)] | None = None
    way: Lines = ()


@dataclass(frozen=True)
class Biography:
    """One person's life as its author wrote it."""

    name: str
    seed: int
    now: Moment
    story: Text
    me: Character
    cast: tuple[Character, ...]
    contacts: Annotated[Count, Field(ge=2)]
    salary: Dollars
    pay_days: Annotated[tuple[MonthDay, ...], Field(min_length=1)]
    savings: Annotated[float, Field(ge=0, le=1e9)]
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
    bought: tuple[Bought, ...] = ()
    cancelled: tuple[str, str, str] | None = None  # something standing, the house that cancels it once, who is told
    plot: tuple[Seed, ...] = ()
    income: Text = "Salary"  # what the bank calls it
    checking: Annotated[float, Field(ge=0, le=1e9)] | None = None  # what was on it at first; None: some of a salary
    no_card: tuple[Ago, Ago] | None = None  # from so many days before now to so many: nothing is paid by card
    hushed: tuple[tuple[Ago, Ago], ...] = ()  # from so many days before now to so many: nothing new is begun
    arrived: Ago = 365  # days before now; earlier the owner knew nobody of the city to write to
    plans: Annotated[float, Field(ge=0, le=10)] = 1  # how much they plan, beside others
    signs: Chance = 0.04  # of what is said, that somebody puts a sign on
    quotes: Chance = 0  # of answers, that quote what they answer, though nothing else was said since
    orders: Count = 42
    letters: Count = 170  # beside newsletters
    newsletters: Annotated[Lines, Of("newsletter")] = ()
    from_people: Chance = 0.42  # share of the letters that people write
    archived: Chance = 0.48  # share that no longer lies in the inbox
    kept_days: Ago = 9  # for which every letter lies there
    unread: tuple[Chance, Chance] = (0.55, 0.06)  # share of the letters of these days, and of older ones
    acquaintances: Counts = (8, 16)  # with whom they write now and then
    closeness: tuple[tuple[str, Pace], ...] = ()  # conversations a month with those who are near
