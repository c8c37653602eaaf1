"""When events take place: repeating ones unrolled over a range of days, and the time that is left free."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar.models import Calendar, Event, Settings, Skipped
from lifeworld.core.rhythm import rhythm
from lifeworld.store import Store

_DAY = timedelta(days=1)
_LEAST = timedelta(minutes=30)  # as low as a block can be and still be read and hit
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
