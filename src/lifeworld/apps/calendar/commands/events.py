"""What is done with events: made, changed, moved, copied, deleted; and what their guests are told of it."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from lifeworld.apps.calendar.models import FARTHEST, Calendar, Colour, Event, Repeats, Skipped, takes_place
from lifeworld.core.errors import Refused
from lifeworld.store import Add, Command, Edit, Remove, Store, ask, line, tell, text

LONGEST, LATEST, HOUR = 120, time(23, 59), timedelta(hours=1)
UNTITLED, OVER = "Give the event a title.", "It would end before it starts."
OTHERS = {"others": "Only {event.organiser.name} can change this event."}
TIMES = {"backwards": "The event ends before it starts.", "no_time": "Give the event a time, or make it all day."}
ONCE = {"not_then": "This event isn't on that day.", "once": "This event doesn't repeat."}
ENDLESS, EARLY = "Leave it empty to repeat forever.", "Choose how long before."
OFTEN = ("Does not repeat", "Every day", "Every weekday", "Every week", "Every month", "Every year")
REPEATS = dict(zip(("", "daily", "weekdays", "weekly", "monthly", "yearly"), OFTEN, strict=True))
REMINDERS = {"": "None", 0: "At the start", 10: "10 min before", 30: "30 min before", 60: "1 hour before"}
REMINDERS |= {120: "2 hours before", 1440: "1 day before"}
_TOLD = {"title": "rename", "place": "change place", "note": "change note"}  # to guests, of a field that is another now
_TOLD |= {"repeats": "change repeat", "until": "change end"}


class AddEvent(Add, of=Event, seen_by="nobody"):
    """Put an event into a calendar."""

    title: str = line("Title", empty=UNTITLED, longest=LONGEST, placeholder="Add a title")
    calendar: Calendar = ask("Calendar")
    day: date = ask("Date")
    starts: time | None = ask("Starts", default=None)
    ends: time | None = ask("Ends", default=None)
    all_day: bool = ask("All day", kind="switch", default=False)
    place: str = line("Place", default="", placeholder="Where is it?")
    note: str = text("Note", default="", placeholder="Add a note")
    repeats: Repeats = ask("How often", choices=REPEATS, default="")
    until: date | None = ask("Until", default=None, placeholder="Forever")
    reminder: int | None = ask("Reminder", kind="select", choices=REMINDERS, default=None)
    refusals = {**TIMES, "until": OVER, "early": EARLY}

    def faults(self, store: Store) -> Iterator[Refused]:
        yield from (*super().faults(store), *_mistimed(self), *too_early(self))
        if self.repeats and self.until and self.until < self.day:
            yield self.refuse("until", "until")

    def columns(self, store: Store) -> dict[str, object]:
        starts, ends = _span(self)
        kept = {name: value for name, value in super().columns(store).items() if name != "day_id"}
        return {**kept, "starts": starts, "ends": ends, "until": self.until if self.repeats else None}


class _Change(Edit, seen_by="guests"):
    """Change one's own event, and tell its guests of all that is another now."""

    event: Event
    refusals = OTHERS

    def check(self, store: Store) -> None:
        self.need(self.event.own, "others")

    def run(self, store: Store) -> Event:
        after: Event = super().run(store)
        tell_changes(store, self.event, after)
        return after


class EditEvent(_Change, seen_by="guests"):
    """Change an event's title, place and note."""

    title: str = line("Title", empty=UNTITLED, longest=LONGEST)
    place: str = line("Place", default="", placeholder="Where is it?")
    note: str = text("Note", default="", placeholder="Add a note")


class MoveEvent(_Change, seen_by="guests"):
    """Give an event (of a repeating one: every time) another day and time."""

    day: date = ask("Date")
    starts: time | None = ask("Starts", default=None)
    ends: time | None = ask("Ends", default=None)
    all_day: bool = ask("All day", kind="switch", default=False)
    refusals = {**OTHERS, **TIMES}

    def faults(self, store: Store) -> Iterator[Refused]:
        yield from (*super().faults(store), *_mistimed(self))

    def columns(self, store: Store) -> dict[str, object]:
        (starts, ends), whole = _span(self), self.all_day and self.event.all_day
        days = self.event.ends.date() - self.event.day if whole else timedelta()
        return {"starts": starts, "ends": ends + days, "all_day": self.all_day}


class MoveOnce(Command, seen_by="guests"):
    """Give one time of a repeating event another day and time; the others stay."""

    event: Event
    of: date
    day: date = ask("Date")
    starts: time | None = ask("Starts", default=None)
    ends: time | None = ask("Ends", default=None)
    refusals = {**OTHERS, **TIMES, **ONCE}

    @property
    def all_day(self) -> bool:
        return self.event.all_day

    def faults(self, store: Store) -> Iterator[Refused]:
        yield from (*super().faults(store), *_mistimed(self))

    def run(self, store: Store) -> Event:
        self.need(self.event.own, "others")
        _skip(self, store)
        copy = _copy(store, self.event, *_span(self))
        tell_guests(store, self.event, "move once", self.of, when(copy))
        return copy


class MoveToCalendar(Edit, seen_by="nobody"):
    """Put an event into another calendar."""

    event: Event
    calendar: Calendar = ask("Calendar", kind="colour")
    refusals = {"already": "It is in {calendar.name} already."}


class Duplicate(Command, seen_by="nobody"):
    """Copy an event to another day, once, with its guests left out."""

    event: Event
    day: date = ask("New date", hint="The copy is a single event at the same time of day, without guests.")

    def run(self, store: Store) -> Event:
        shift = self.day - self.event.day
        return _copy(store, self.event, self.event.starts + shift, self.event.ends + shift)


class DeleteEvent(Remove, seen_by="guests"):
    """Delete an event, every time of it."""

    event: Event

    def run(self, store: Store) -> Event:
        cancel(store, self.event)
        return self.event


class DeleteOnce(Command, seen_by="guests"):
    """Delete one time of a repeating event."""

    event: Event
    of: date
    refusals = ONCE

    def run(self, store: Store) -> Event:
        _skip(self, store)
        tell_guests(store, self.event, "cancel once", self.event.title, self.of)
        return self.event


class SetRepeat(_Change, seen_by="guests"):
    """Say how often an event takes place, and until when."""

    repeats: Repeats = ask("How often", kind="radio", choices=REPEATS, default="")
    until: date | None = ask("Last day", default=None, placeholder="Forever", hint=ENDLESS)
    refusals = {**OTHERS, "until": OVER}

    def check(self, store: Store) -> None:
        super().check(store)
        self.need(not (self.repeats and self.until) or self.until >= self.event.day, "until", "until")

    def columns(self, store: Store) -> dict[str, object]:
        return {"repeats": self.repeats, "until": self.until if self.repeats else None}


class SetReminder(Edit, seen_by="nobody"):
    """Say how many minutes before an event to be reminded, or not at all."""

    event: Event
    reminder: int | None = ask("Remind me", kind="radio", choices=REMINDERS, default=None)
    refusals = {"early": EARLY}

    def faults(self, store: Store) -> Iterator[Refused]:
        yield from too_early(self)


class SetColour(Edit, seen_by="nobody"):
    """Give an event a colour of its own, or its calendar's."""

    event: Event
    colour: Colour = ask("Colour", kind="colour", choices={"": "Calendar's colour"}, default="")


def _span(command: AddEvent | MoveEvent | MoveOnce) -> tuple[datetime, datetime]:
    """Return when an event starts and ends; an hour long where no end is given, over midnight at most to 23:59."""
    last = datetime.combine(command.day, LATEST)
    if command.all_day:
        return datetime.combine(command.day, time()), last
    begin = datetime.combine(command.day, command.starts or time())
    return begin, datetime.combine(command.day, command.ends) if command.ends else min(begin + HOUR, last)


def _mistimed(command: AddEvent | MoveEvent | MoveOnce) -> Iterator[Refused]:
    begin, end = _span(command)
    if command.starts is None and not command.all_day:
        yield command.refuse("no_time", "starts")
    elif end <= begin:
        yield command.refuse("backwards", "ends")


def too_early(command: Any) -> Iterator[Refused]:
    """Yield the refusal of a command whose reminder is set too long before its event."""
    if isinstance(command.reminder, int) and not 0 <= command.reminder <= FARTHEST:
        yield command.refuse("early", "reminder")


def _skip(command: MoveOnce | DeleteOnce, store: Store) -> None:
    """Let a repeating event not take place on the day that it should have."""
    command.need(command.event.repeats, "once")
    command.need(takes_place(store, command.event, command.of), "not_then")
    store.add(Skipped, event_id=command.event.id, day=command.of)


def _copy(store: Store, event: Event, starts: datetime, ends: datetime) -> Event:
    """Store a single event of one's own with what another one holds."""
    names = ("calendar_id", "title", "all_day", "place", "note", "colour", "reminder")
    return store.add(Event, **{name: getattr(event, name) for name in names}, starts=starts, ends=ends)


def tell_changes(store: Store, before: Event, after: Event) -> None:
    """Tell the guests of each thing that is another now."""
    for field, verb in _TOLD.items():
        if getattr(after, field) != getattr(before, field):
            tell_guests(store, before, verb, getattr(after, field))
    if when(after) != when(before):
        tell_guests(store, before, "move", when(after))


def cancel(store: Store, event: Event) -> None:
    """Remove an event and tell its guests."""
    tell_guests(store, event, "cancel", event.title, when(event))
    store.remove(event)


def tell_guests(store: Store, event: Event, verb: str, *what: object) -> None:
    """Put into the outbox what an event's guests are told; the organiser of somebody else's is told nothing."""
    if event.own and event.guests:
        tell(store, "calendar", verb, "guests", *what)


def shown(event: Event) -> tuple[str, ...]:
    """Return what an invitation says."""
    return event.title, when(event), event.place, event.note


def when(event: Event) -> str:
    """Return when an event takes place."""
    if event.all_day:
        return f"{event.day} to {event.ends.date()}"
    return f"{event.starts:%Y-%m-%d %H:%M} to {event.ends:%Y-%m-%d %H:%M}"
