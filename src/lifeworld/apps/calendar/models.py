"""Almanac's rows: calendars, events, guests, days that a repeating one leaves out, settings; when events take place."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from lifeworld.core.rhythm import rhythm
from lifeworld.life.models import Person
from lifeworld.store import Followed, Row, Store, free, ref, stamp

Repeats = Literal["", "daily", "weekdays", "weekly", "monthly", "yearly"]
Reply = Literal["invited", "accepted", "declined", "maybe"]
Paint = Literal["tomato", "tangerine", "banana", "sage", "peacock", "blueberry", "grape", "graphite"]
Colour = Literal["", Paint]  # "" is the calendar's
Mode = Literal["month", "week", "day", "agenda"]
Weekday = Literal["sunday", "monday"]
FARTHEST = 4 * 7 * 24 * 60  # minutes before an event that one can be reminded
_EARLY = {f"reminder NOT BETWEEN 0 AND {FARTHEST}": f"it reminds up to {FARTHEST:,} minutes before"}


class Calendar(Row, table="calendar_calendar"):
    """A calendar: events of one kind, in one colour, shown or hidden."""

    name: str
    colour: Paint = free("the form offers colours", default="peacock")
    shown: bool = True

    needs = {"id = (SELECT min(id) FROM calendar_calendar)": "the first calendar"}


class Event(Row, table="calendar_event", index=(("starts",),)):
    """Something that takes place, once or repeating. Without an organiser it is the owner's own."""

    calendar_id: int = ref(Calendar)
    title: str
    starts: datetime
    ends: datetime
    all_day: bool = False
    place: str = free("the form offers a place; an invitation tells it", default="", worded=True)
    note: str = free("the form offers a note; an invitation tells it", default="", worded=True)
    colour: Colour = free("the form offers colours", default="")
    repeats: Repeats = ""
    until: date | None = None  # the last day of a repeating event
    reminder: int | None = free("the form offers reminders", default=None)  # minutes before
    organiser_id: int | None = ref(Person, default=None)
    reply: Literal["", Reply] = ""  # the owner's, to someone else's event
    asked_at: datetime | None = stamp()  # when someone else's invitation came

    faults = {
        **_EARLY,
        "ends < starts": "it ends before it starts",
        "organiser_id IS NULL AND reply <> ''": "an event of the owner's own has no reply",
        "organiser_id IS NOT NULL AND reply = ''": "somebody else's event has a reply, like invited",
    }

    calendar = Followed(Calendar)

    @property
    def paint(self) -> str:
        """The colour that it is drawn in: its own, else its calendar's."""
        return self.colour or self.calendar.colour

    @property
    def organiser(self) -> Person | None:
        return self.follow(Person, self.organiser_id) if self.organiser_id else None

    @property
    def own(self) -> bool:
        return self.organiser_id is None

    @property
    def guests(self) -> "tuple[Guest, ...]":
        return tuple(self.store.all(Guest, "event_id = ?", self.id))

    @property
    def day(self) -> date:
        return self.starts.date()

    @property
    def once(self) -> bool:
        """Whether it takes place only once."""
        return not self.repeats


class Guest(Row, table="calendar_guest", unique=(("event_id", "person_id"),)):
    """Someone who is asked to come."""

    event_id: int = ref(Event, cascade=True)
    person_id: int = ref(Person)
    reply: Reply = "invited"

    person = Followed(Person)
    event = Followed(Event)


class Skipped(Row, table="calendar_skipped", called="skipped day", unique=(("event_id", "day"),)):
    """A day on which a repeating event does not take place."""

    event_id: int = ref(Event, cascade=True)
    day: date


class Settings(Row, table="calendar_settings", called="the settings"):
    """The one row of settings."""

    start: Mode = "month"
    week_starts: Weekday = "sunday"
    length: int = 60  # minutes of a new event
    reminder: int | None = 30  # minutes before a new event
    declined: bool = False  # whether declined events are shown
    faults = _EARLY


_DAY = timedelta(days=1)
_LEAST = timedelta(minutes=40)  # as low as a block can be and still be read and hit
_YEARS = timedelta(days=4 * 366)  # a leap day's birthday comes within these


@dataclass(frozen=True)
class Occurrence:
    """One time that an event takes place."""

    event: Event
    starts: datetime
    ends: datetime
    colour: str = ""

    @property
    def day(self) -> date:
        return self.starts.date()

    @property
    def drawn(self) -> datetime:
        """Until when its block reaches in a day's hours."""
        return max(self.ends, self.starts + _LEAST)

    @property
    def long(self) -> bool:
        """Whether it takes whole days, or goes over midnight."""
        return self.event.all_day or self.ends.date() > self.day

    @property
    def href(self) -> str:
        """The event's page, on this day."""
        return f"/calendar/event/{self.event.id}?day={self.day}"


def occurrences(store: Store, first: date, last: date, *, hidden: bool = False) -> list[Occurrence]:
    """Return what takes place from the first to the last day, in order; if `hidden`, what is out of sight, too."""
    skipped = {(row.event_id, row.day) for row in store.all(Skipped)}
    calendars = {calendar.id: calendar for calendar in store.all(Calendar)}
    declined = store.get(Settings, 1).declined
    found = []
    for event in store.all(Event, "starts < ? AND (repeats <> '' OR ends >= ?)", last + _DAY, first):
        calendar = calendars[event.calendar_id]
        if hidden or (calendar.shown and (declined or event.reply != "declined")):
            days = (day for day in days_of(event, first, last) if (event.id, day) not in skipped)
            found += [_on(event, day, event.colour or calendar.colour) for day in days]
    return sorted(found, key=lambda one: (one.day, not one.event.all_day, one.starts, one.event.title))


def days_of(event: Event, first: date, last: date) -> Iterator[date]:
    """Yield the days on which an event begins such that it touches the range; skipped days included."""
    length = event.ends.date() - event.day
    if event.once:
        yield from [event.day] if first - length <= event.day <= last else []
        return
    yield from rhythm(event.day, event.repeats, max(first - length, event.day), min(last, event.until or last))


def takes_place(store: Store, event: Event, day: date) -> bool:
    """Return whether an event begins on a day."""
    return day in days_of(event, day, day) and not store.count(Skipped, "event_id = ? AND day = ?", event.id, day)


def days_from(store: Store, event: Event, day: date) -> Iterator[date]:
    """Yield the days, from a given one on, on which an event begins."""
    return (one for one in days_of(event, day, day + _YEARS) if takes_place(store, event, one))


def next_day(store: Store, event: Event, day: date) -> date:
    """Return the first day, from a given one on, on which an event begins; the very first one where all are over."""
    return next(days_from(store, event, day), event.day)


def reminded(store: Store) -> list[tuple[Occurrence, datetime]]:
    """Return what is not over yet and has a reminder that is due, with the moment at which it was."""
    now, longest = store.now, store.value("SELECT coalesce(max(reminder), 0) FROM calendar_event")
    coming = occurrences(store, now.date(), (now + timedelta(minutes=longest)).date())
    due = [(one, one.starts - timedelta(minutes=one.event.reminder or 0)) for one in coming if now < one.ends]
    return [(one, at) for one, at in due if at <= now and one.event.reminder is not None]


def _on(event: Event, day: date, colour: str) -> Occurrence:
    shift = day - event.day
    return Occurrence(event, event.starts + shift, event.ends + shift, colour)


@dataclass(frozen=True)
class Free:
    """A stretch of time with nothing in it."""

    starts: datetime
    ends: datetime

    @property
    def minutes(self) -> int:
        return int((self.ends - self.starts).total_seconds() // 60)


def free_slots(busy: Iterable[Occurrence], day: date, minutes: int, start: time, end: time) -> list[Free]:
    """Return the stretches of at least so many minutes that a day leaves free between two times."""
    now, close = datetime.combine(day, start), datetime.combine(day, end)
    found = []
    for one in sorted((b for b in busy if not b.event.all_day), key=lambda one: one.starts):
        if one.starts > now:
            found.append(Free(now, min(one.starts, close)))
        now = max(now, one.ends)
    found.append(Free(now, close))
    return [slot for slot in found if slot.minutes >= minutes]


@dataclass(frozen=True)
class Placed:
    """An occurrence in a day's column: which of how many lanes side by side."""

    occurrence: Occurrence
    lane: int
    lanes: int


def side_by_side(timed: list[Occurrence]) -> list[Placed]:
    """Give overlapping occurrences lanes of their own, as few as will do."""
    placed: list[Placed] = []
    cluster: list[tuple[Occurrence, int]] = []
    for one in sorted(timed, key=lambda o: (o.starts, o.ends)):
        if all(other.drawn <= one.starts for other, _ in cluster):
            placed, cluster = placed + _closed(cluster), []
        taken = {lane for other, lane in cluster if other.drawn > one.starts}
        cluster.append((one, next(lane for lane in range(len(cluster) + 1) if lane not in taken)))
    return placed + _closed(cluster)


def _closed(cluster: list[tuple[Occurrence, int]]) -> list[Placed]:
    lanes = 1 + max((lane for _, lane in cluster), default=0)
    return [Placed(one, lane, lanes) for one, lane in cluster]
