"""What people mean by an event, and what they could plausibly want of it."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise

from lifeworld.apps.calendar.models import Calendar, Event, Occurrence, next_day, occurrences
from lifeworld.life.events import Planned
from lifeworld.life.models import Person
from lifeworld.store import Store

_CIRCLES = {
    "Work": ("colleague",),
    "Family": ("family", "partner"),
    "Personal": ("friend", "club", "neighbour", "partner"),
}


def coming(row: Event, now: datetime) -> bool:
    """Return whether it takes place once, at a time still ahead."""
    return row.once and row.starts > now


def timed_ahead(row: Event, now: datetime) -> bool:
    """Return whether it takes place once, at a time of day, tomorrow or later."""
    return coming(row, now) and not row.all_day and row.day > now.date()


def ahead(row: Event, now: datetime) -> bool:
    """Return whether its name may mean something to come, once or again and again."""
    return not row.once or row.starts > now


def own(row: Event, now: datetime) -> bool:
    """Return whether it is the owner's own, still ahead, at a time of day, and no journey (which has no place)."""
    return coming(row, now) and row.own and not row.all_day and bool(row.place or row.guests)


def shared(row: Event, now: datetime) -> bool:
    """Return whether it is the owner's own and several others come, too."""
    return own(row, now) and len(row.guests) > 1


def asked(row: Event, now: datetime) -> bool:
    """Return whether it is an invitation that waits for an answer."""
    return row.reply == "invited" and row.ends >= now


def weekly(row: Event) -> bool:
    """Return whether it is the owner's own and comes back every week for good."""
    return row.own and row.repeats == "weekly" and row.until is None


def belongs(person: Person, event: Event) -> bool:
    """Return whether somebody might be asked to an event as well: colleagues to work, and so on."""
    there = {guest.person_id for guest in event.guests}
    return person.id not in there and person.relation in _CIRCLES[event.calendar.name]


def private(calendar: Calendar) -> bool:
    return calendar.name != "Work"


# Days and times


def next_of(series: Event, store: Store, now: datetime) -> date:
    """Return the next day, after today, on which a repeating event takes place."""
    return next_day(store, series, now.date() + timedelta(days=1))


def one_of(series: Event, store: Store, now: datetime, weeks: int) -> date:
    """Return a day within the next weeks on which a weekly event takes place."""
    return next_of(series, store, now) + timedelta(weeks=weeks)


def after(first: date, distance: int, event: Event) -> date | None:
    """Return a day some days later, if it suits the event: no weekend for work."""
    day = first + timedelta(days=distance)
    return day if suits(day, event.calendar) else None


def suits(day: date, calendar: Calendar) -> bool | None:
    """Return whether a day is one on which such things take place; None where it is not."""
    return None if calendar.name == "Work" and day.weekday() > 4 else True


def shifted(moment: datetime, halves: int) -> time | None:
    """Return the time so many half hours later (or earlier), on the same day."""
    moved = moment + timedelta(minutes=30 * halves)
    return moved.time() if moved.date() == moment.date() else None


def hour_after(starts: time) -> time:
    return time(starts.hour + 1, starts.minute)


def timed(store: Store, one: date) -> list[Occurrence]:
    """Return what takes place on a day at a time of day."""
    return [found for found in occurrences(store, one, one) if not found.event.all_day and found.day == one]


def clashing(store: Store, event: Event) -> list[str]:
    """Return the names of what else takes place, at a time of day, while an event does."""
    others = [one for one in timed(store, event.day) if one.event.id != event.id]
    return [one.event.title for one in others if one.starts < event.ends and event.starts < one.ends]


def altogether(found: list[Occurrence]) -> timedelta | None:
    """Return how long they are in all; None where some overlap, so that it is not plain what is asked."""
    apart = all(one.ends <= other.starts for one, other in pairwise(found))
    return sum((one.ends - one.starts for one in found), timedelta()) if apart else None


def within_days(store: Store, first: date, last: date) -> list[Occurrence] | None:
    """Return what takes place on some days; None where something lasts longer than a day and might count twice."""
    found = occurrences(store, first, last)
    return None if any(one.ends.date() > one.day for one in found) else found


def invitation(
    at: datetime, title: str, host_id: int | None, start: datetime, hours: float = 2, key: str = ""
) -> Planned:
    """Return the coming of an invitation."""
    end = start + timedelta(hours=hours)
    return Planned(at=at, key=key or title, title=title, start=start, end=end, organiser_id=host_id, answer="invited")
