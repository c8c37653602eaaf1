"""What a file of `plans/` may say of a kind of plan; lending.toml explains the notation."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from lifeworld.city.weather import Sky, weather
from lifeworld.core.words import Choice, Key, Lines, Text
from lifeworld.life.grammar import put, share
from lifeworld.life.words.figures import Calendar, Clock, FullHours, Minutes, Month, Prices, spelt

Span = tuple[timedelta, timedelta]
_YEAR = timedelta(days=366)
_FREEZES = 32  # degrees Fahrenheit
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}
_SPAN = re.compile(r"([+-]?\d{1,6})([mhd])\.\.([+-]?\d{1,6})([mhd])")


def _told(how: str) -> Callable[[str], tuple[str, ...] | None]:
    """Return what gives the parts of a deed, if it is of that form."""
    return lambda deed: found.groups() if (found := re.fullmatch(how, deed)) else None


pays = _told("([a-d]) pays ([a-d])")
tells = _told(r"([a-d]) tells (\w+)")  # a fact of their own
gone = _told("([a-d]) (misses|leaves)")  # what is arranged; town, until the plan ends
rings = _told("([a-d]) (calls|rings) ([a-d])")  # and the other one answers, or doesn't
PLACE = re.compile(r"(not )?([a-d])\.(\w+)")  # whose fact of what relation, in `needs` and `facts`
OF_WHOM = re.compile(r"([a-d])_(\w+)")
OWN = frozenset({"them", "at", "day", "date", "clock", "sum"})  # what a plan fills: who else, where, when, how much
START = "start"
DEEDS = {  # and what parts of a kind each needs
    "entry": ("entry",),
    "drop": ("entry",),
    "move": ("entry",),
    "visit": ("at", "entry", "money"),
    "treat": ("at", "entry", "money"),
    "buy": ("at", "money"),
    "sum": ("money",),
    "note": ("note",),
    "done": ("note",),
    "bed": (),
}


def _span(text: str) -> Span:
    found = _SPAN.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise ValueError("it should be two waits with m, h or d, like 5m..3h or -1d..-2h")
    low, high = int(found[1]) * _UNITS[found[2]], int(found[3]) * _UNITS[found[4]]
    if not -_YEAR <= low <= high <= _YEAR:
        raise ValueError("it should be from the earlier to the later one, a year away at most, like 5m..3h")
    return low, high


def _onward(span: Span) -> Span:
    if span[0] < timedelta():
        raise ValueError("it should be waits of 0 and more, like 5m..3h")
    return span


def _days(text: str) -> Span:
    span = _span(text)
    if text.count("d") != 2:
        raise ValueError("it should be in days, like 3d..9d")
    return span


def _deed(text: str) -> str:
    paying = pays(text)
    if text not in DEEDS and not (paying and paying[0] != paying[1]) and not (tells(text) or gone(text) or rings(text)):
        others = "“a pays b”, “a calls b”, “a rings b”, “b tells allergy”, “c misses” or “a leaves”"
        raise ValueError(f"it should be one of {', '.join(DEEDS)}, {others}")
    return text


Around = Annotated[Span, BeforeValidator(_span)]
Wait = Annotated[Around, AfterValidator(_onward)]
Ahead = Annotated[Span, BeforeValidator(_days), AfterValidator(_onward)]
Deed = Annotated[str, AfterValidator(_deed)]
Letter = Annotated[str, spelt("[a-d]", "a letter from a to d")]
Need = Annotated[str, spelt(PLACE, "somebody's fact, like b.cat or not b.cat")]
Weekdays = Annotated[tuple[Annotated[int, Field(ge=0, le=6)], ...], Field(min_length=1)]
_ALL_DAYS = (0, 1, 2, 3, 4, 5, 6)  # from Monday on


@dataclass(frozen=True)
class Step:
    """One state of a plan: who acts, how long after the last step (or `around` the start), what is said and done.

    Attributes:
        says: lines of which one is said, each once in a life; a stroke parts messages that follow at once.
        weekdays: on which it is taken, 0 is Monday; where not on all, on no holiday either.
        needs: facts without which this is no way, as `b.allergy`; with `not ` before it, with which.
        next: the ways on, with weights; none ends the plan.
        grave: whether nobody smiles about it.
        photo: the title of the photo that comes with it.
        indoors: for how many hours the owner has nothing on elsewhere, as what is said is said at home.
    """

    by: Letter
    says: Text = ""
    after: Wait = (timedelta(minutes=1), timedelta(minutes=14))
    around: Around | None = None
    weekdays: Weekdays = _ALL_DAYS
    does: tuple[Deed, ...] = ()
    needs: tuple[Need, ...] = ()
    facts: dict[str, str] = field(default_factory=dict)  # what is so from then on, b.lent = "the ladder"; "": no more
    next: dict[str, Annotated[float, Field(gt=0)]] = field(default_factory=dict)
    grave: bool = False
    photo: str = ""
    indoors: Annotated[int, Field(ge=0, le=12)] = 0

    @property
    def mute(self) -> bool:
        """Whether it is nothing but the end."""
        return not (self.says or self.next)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line.strip() for line in self.says.splitlines() if line.strip())

    def turned(self, name: str) -> tuple[str, ...]:
        """Return the lines in the order in which a life takes them: each of the written ones begins elsewhere."""
        first = int(share(name, put(self.says)) * len(self.lines))
        return tuple(put(line, name) for line in self.lines[first:] + self.lines[:first])


@dataclass(frozen=True)
class Entry:
    """What a plan puts into the calendar, `ahead` of its first step."""

    title: Text
    ahead: Ahead
    minutes: Minutes
    clocks: Annotated[tuple[Clock, ...], Field(min_length=1)]
    calendar: Calendar = "Personal"
    weekdays: Weekdays = _ALL_DAYS
    alone: bool = False  # nobody else comes along


@dataclass(frozen=True)
class Money:
    """What is owed between two, or paid at a house: from and to, in dollars; whole ones, or not."""

    dollars: Prices
    note: str = ""
    whole: bool = False


@dataclass(frozen=True)
class Noting:
    """A to-do that comes of a plan, due so long after it is noted."""

    title: Text
    due: Wait | None = None


@dataclass(frozen=True)
class Kind:
    """A kind of plan: who takes part, how often a year, in what months and hours it begins, and its steps.

    Attributes:
        cast: by letter `me`, or the relations that suit; in a group everyone is a `member`.
        given: slots that what gives rise to such a plan fills, `start` among them where it tells when; none: it is one
            of those that a year brings.
        group: topics of the groups in which it is talked about; none: between two.
        swap: whether the owner may as well be the other one.
        weekdays: on which it begins, 0 is Monday.
        sky: of which sky the day is on which it begins; none: of any. With `frost` the night after it freezes.
        grave: whether nobody smiles about any of it.
        child: whether somebody under sixteen may take part.
        apart: whether somebody may who lives in another town.
        slight: whether it is said between people who hardly know each other, too.
        first: whether it is begun only with an acquaintance with whom there is no chat yet.
        rest: days in which it happens to nobody a second time: to whoever the first step is by.
        most: how many of them a year brings at most, however much somebody plans; 0 for any.
        met: how long ago an evening out of the two, or a meeting of a group, was over without which it does not begin.
        days: for which the owner has to be at home once it begins.
        at: keys of businesses, one of which `{at}` is.
        words: by slot what is drawn once for a plan, and once only in a life.
    """

    cast: dict[Letter, Text]
    steps: Annotated[dict[str, Step], Field(min_length=1)]
    often: Annotated[float, Field(ge=0, le=366)] = 0
    given: Lines = ()
    group: Lines = ()
    swap: bool = False
    child: bool = False
    apart: bool = False
    slight: bool = False
    first: bool = False
    rest: Annotated[int, Field(ge=0, le=366)] = 30
    most: Annotated[int, Field(ge=0, le=366)] = 0
    met: Wait | None = None
    days: Annotated[int, Field(ge=1, le=366)] = 1
    months: Annotated[tuple[Month, ...], Field(min_length=1)] = tuple(range(1, 13))
    hours: FullHours = (8, 21)
    weekdays: Weekdays = _ALL_DAYS
    sky: tuple[Sky, ...] = ()
    frost: bool = False
    grave: bool = False
    at: Lines = ()
    words: dict[Key, Choice] = field(default_factory=dict)
    needs: tuple[Need, ...] = ()
    entry: Entry | None = None
    money: Money | None = None
    note: Noting | None = None

    @property
    def begin(self) -> str:
        return next(iter(self.steps))

    def under(self, day: date) -> bool:
        """Whether it may begin in the weather of a day."""
        freezes = weather(day + timedelta(days=1)).low <= _FREEZES
        return (freezes or not self.frost) and (not self.sky or weather(day).sky in self.sky)

    @property
    def whom(self) -> str:
        """The letter of whoever it happens to: of the first step."""
        return self.steps[self.begin].by

    @property
    def bed(self) -> bool:
        """Whether somebody falls ill."""
        return "bed" in self.steps[self.begin].does

    @property
    def traveller(self) -> str:
        """The letter of whoever leaves town in its course; none where nobody does."""
        done = (gone(deed) for step in self.steps.values() for deed in step.does)
        return next((found[0] for found in done if found and found[1] == "leaves"), "")

    @property
    def timed(self) -> bool:
        return self.entry is not None or START in self.given

    def reached(self, first: Iterable[str], last: Callable[[Step], bool] = lambda step: False) -> set[str]:
        """Return the steps to which the first ones lead, themselves among them; from such as are the `last`, not on."""
        found, left = set[str](), self.steps.keys() & {*first}
        while left:
            found |= left
            ways = {other for name in left if not last(self.steps[name]) for other in self.steps[name].next}
            left = (self.steps.keys() & ways) - found
        return found
