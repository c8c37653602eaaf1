"""Almanac's verbs."""

from datetime import date, datetime, time, timedelta
from typing import Literal

from lifeworld.apps.calendar.guests import cancel, changed, shown, tell_guests, when
from lifeworld.apps.calendar.models import (
    Calendar,
    Colour,
    Event,
    Guest,
    Mode,
    Repeats,
    Reply,
    Settings,
    Skipped,
)
from lifeworld.apps.calendar.recurrence import takes_place
from lifeworld.life.events import Planned
from lifeworld.life.models import Person
from lifeworld.store import Command, Store, tell

LONGEST = 120
_OTHERS = {"others": "Only {name} can change this event."}
_TIMES = {
    "backwards": "The event ends before it starts.",
    "no_time": "Give the event a time, or make it all day.",
}
_TITLE = {"empty": "Give the event a title.", "long": "Keep the title under 120 characters."}


class AddEvent(Command, seen_by="nobody"):
    """Put an event into a calendar."""

    title: str
    calendar: Calendar
    day: date
    starts: time | None = None
    ends: time | None = None
    all_day: bool = False
    place: str = ""
    note: str = ""
    repeats: Repeats = ""
    until: date | None = None
    reminder: int | None = None
    refusals = {
        **_TITLE,
        **_TIMES,
        "until": "It would be over before it starts.",
        "negative": "Choose how long before.",
    }

    def run(self, store: Store) -> Event:
        starts, ends = _span(self, self.day, self.starts, self.ends, self.all_day)
        return store.add(
            Event,
            title=self.one_line("title", LONGEST),
            calendar_id=self.calendar.id,
            starts=starts,
            ends=ends,
            all_day=self.all_day,
            place=self.place.strip(),
            note=self.note.strip(),
            repeats=self.repeats,
            until=_until(self, self.until, self.repeats, self.day),
            reminder=_reminder(self, self.reminder),
        )


class EditEvent(Command, seen_by="guests"):
    """Change an event's title, place and note."""

    event: Event
    title: str
    place: str = ""
    note: str = ""
    refusals = {**_TITLE, **_OTHERS}

    def run(self, store: Store) -> Event:
        _own(self, self.event)
        values = {"title": self.one_line("title", LONGEST), "place": self.place.strip(), "note": self.note.strip()}
        return changed(store, self.event, **values)


class MoveEvent(Command, seen_by="guests"):
    """Give an event (of a repeating one: every time) another day and time."""

    event: Event
    day: date
    starts: time | None = None
    ends: time | None = None
    all_day: bool = False
    refusals = {**_TIMES, **_OTHERS}

    def run(self, store: Store) -> Event:
        _own(self, self.event)
        starts, ends = _span(self, self.day, self.starts, self.ends, self.all_day)
        days = self.event.ends.date() - self.event.day if self.all_day and self.event.all_day else timedelta()
        return changed(store, self.event, starts=starts, ends=ends + days, all_day=self.all_day)


class MoveOnce(Command, seen_by="guests"):
    """Give one time of a repeating event another day and time; the others stay."""

    event: Event
    of: date
    day: date
    starts: time | None = None
    ends: time | None = None
    refusals = {
        **_TIMES,
        **_OTHERS,
        "not_then": "It does not take place on that day.",
        "once": "It takes place only once.",
    }

    def run(self, store: Store) -> Event:
        _own(self, self.event)
        _one_time(self, store, self.event, self.of)
        starts, ends = _span(self, self.day, self.starts, self.ends, self.event.all_day)
        store.add(Skipped, event_id=self.event.id, day=self.of)
        copy = _copy(store, self.event, starts, ends)
        tell_guests(store, self.event, "move once", self.of, when(copy))
        return copy


class MoveToCalendar(Command, seen_by="nobody"):
    """Put an event into another calendar."""

    event: Event
    calendar: Calendar
    refusals = {"same": "It is in {name} already."}

    def run(self, store: Store) -> Event:
        if self.event.calendar_id == self.calendar.id:
            raise self.refuse("same", "calendar", name=self.calendar.name)
        return store.change(self.event, calendar_id=self.calendar.id)


class Duplicate(Command, seen_by="nobody"):
    """Copy an event to another day, once, with its guests left out."""

    event: Event
    day: date

    def run(self, store: Store) -> Event:
        shift = self.day - self.event.day
        return _copy(store, self.event, self.event.starts + shift, self.event.ends + shift)


class DeleteEvent(Command, seen_by="guests"):
    """Delete an event, every time of it."""

    event: Event

    def run(self, store: Store) -> Event:
        cancel(store, self.event)
        return self.event


class DeleteOnce(Command, seen_by="guests"):
    """Delete one time of a repeating event."""

    event: Event
    of: date
    refusals = {"not_then": "It does not take place on that day.", "once": "It takes place only once."}

    def run(self, store: Store) -> Event:
        _one_time(self, store, self.event, self.of)
        store.add(Skipped, event_id=self.event.id, day=self.of)
        tell_guests(store, self.event, "cancel once", self.event.title, self.of)
        return self.event


class Invite(Command, seen_by="guests"):
    """Ask people to come."""

    event: Event
    people: tuple[Person, ...] = ()
    refusals = {**_OTHERS, "nobody": "Choose somebody to invite.", "already": "{name} is invited already."}

    def run(self, store: Store) -> Event:
        _own(self, self.event)
        if not self.people:
            raise self.refuse("nobody", "people")
        there = {guest.person_id for guest in self.event.guests}
        for person in self.people:
            if person.id in there:
                raise self.refuse("already", "people", name=person.name)
            tell(store, "calendar", "invite", person.name, *shown(self.event))
        store.emit(_invitation(store, self.event, self.people))
        return self.event


class Uninvite(Command, seen_by="guests"):
    """Take a guest off an event."""

    guest: Guest
    refusals = _OTHERS

    def run(self, store: Store) -> Event:
        event = self.guest.event
        _own(self, event)
        store.remove(self.guest)
        tell(store, "calendar", "take invitation back", self.guest.person.name, event.title)
        return event


class Answer(Command, seen_by="the organiser"):
    """Answer somebody's invitation."""

    event: Event
    reply: Reply
    refusals = {"own": "This is your own event.", "same": "You have answered so already."}

    def run(self, store: Store) -> Event:
        organiser = self.event.organiser
        if organiser is None:
            raise self.refuse("own")
        if self.event.reply == self.reply:
            raise self.refuse("same")
        tell(store, "calendar", self.reply, organiser.name, self.event.title)
        return store.change(self.event, reply=self.reply)


class SetRepeat(Command, seen_by="guests"):
    """Say how often an event takes place, and until when."""

    event: Event
    repeats: Repeats = ""
    until: date | None = None
    refusals = {**_OTHERS, "until": "It would be over before it starts."}

    def run(self, store: Store) -> Event:
        _own(self, self.event)
        until = _until(self, self.until, self.repeats, self.event.day)
        return changed(store, self.event, repeats=self.repeats, until=until)


class SetReminder(Command, seen_by="nobody"):
    """Say how many minutes before an event to be reminded, or not at all."""

    event: Event
    reminder: int | None = None
    refusals = {"negative": "Choose how long before."}

    def run(self, store: Store) -> Event:
        return store.change(self.event, reminder=_reminder(self, self.reminder))


class SetColour(Command, seen_by="nobody"):
    """Give an event a colour of its own, or its calendar's."""

    event: Event
    colour: Colour = ""

    def run(self, store: Store) -> Event:
        return store.change(self.event, colour=self.colour)


class AddCalendar(Command, seen_by="nobody"):
    """Make a calendar."""

    name: str
    colour: Colour = "peacock"
    refusals = {"unnamed": "Give the calendar a name.", "taken": "There is a calendar {name} already."}

    def run(self, store: Store) -> Calendar:
        name = self.name_among(store, Calendar, empty="unnamed")
        return store.add(Calendar, name=name, colour=self.colour or "peacock")


class EditCalendar(Command, seen_by="nobody"):
    """Change a calendar's name and colour."""

    calendar: Calendar
    name: str
    colour: Colour = "peacock"
    refusals = AddCalendar.refusals

    def run(self, store: Store) -> Calendar:
        name = self.name_among(store, Calendar, self.calendar.id, empty="unnamed")
        return store.change(self.calendar, name=name, colour=self.colour or "peacock")


class DeleteCalendar(Command, seen_by="guests"):
    """Delete a calendar with all its events."""

    calendar: Calendar
    refusals = {"last": "Keep at least one calendar."}

    def run(self, store: Store) -> Calendar:
        if store.count(Calendar) == 1:
            raise self.refuse("last")
        for event in store.all(Event, "calendar_id = ?", self.calendar.id):
            cancel(store, event)
        store.remove(self.calendar)
        return self.calendar


class ShowCalendar(Command, seen_by="nobody"):
    """Show a calendar's events, or hide them."""

    calendar: Calendar
    shown: bool = False

    def run(self, store: Store) -> Calendar:
        return store.change(self.calendar, shown=self.shown)


class SaveSettings(Command, seen_by="nobody"):
    """Choose the first view, the week's first day, and what new events start with."""

    start: Mode = "month"
    week_starts: Literal["monday", "sunday"] = "sunday"
    length: int = 60
    reminder: int | None = 30
    declined: bool = False
    refusals = {"length": "A new event takes 5 minutes to 8 hours.", "negative": "Choose how long before."}

    def run(self, store: Store) -> Settings:
        if not 5 <= self.length <= 480:
            raise self.refuse("length", "length")
        values = {"start": self.start, "week_starts": self.week_starts, "length": self.length}
        reminder = _reminder(self, self.reminder)
        return store.change(store.get(Settings, 1), **values, reminder=reminder, declined=self.declined)


COMMANDS: tuple[type[Command], ...] = (
    AddEvent,
    EditEvent,
    MoveEvent,
    MoveOnce,
    MoveToCalendar,
    Duplicate,
    DeleteEvent,
    DeleteOnce,
    Invite,
    Uninvite,
    Answer,
    SetRepeat,
    SetReminder,
    SetColour,
    AddCalendar,
    EditCalendar,
    DeleteCalendar,
    ShowCalendar,
    SaveSettings,
)


def _span(
    command: Command, day: date, starts: time | None, ends: time | None, all_day: bool
) -> tuple[datetime, datetime]:
    """Return when an event starts and ends; an hour long where no end is given, over midnight at most to 23:59."""
    if all_day:
        return datetime.combine(day, time()), datetime.combine(day, time(23, 59))
    if starts is None:
        raise command.refuse("no_time", "starts")
    begins = datetime.combine(day, starts)
    over = (
        datetime.combine(day, ends) if ends else min(begins + timedelta(hours=1), datetime.combine(day, time(23, 59)))
    )
    if over <= begins:
        raise command.refuse("backwards", "ends")
    return begins, over


def _until(command: Command, until: date | None, repeats: str, day: date) -> date | None:
    if not repeats:
        return None
    if until and until < day:
        raise command.refuse("until", "until")
    return until


def _reminder(command: Command, minutes: int | None) -> int | None:
    if minutes is not None and minutes < 0:
        raise command.refuse("negative", "reminder")
    return minutes


def _own(command: Command, event: Event) -> None:
    organiser = event.organiser
    if organiser:
        raise command.refuse("others", name=organiser.name)


def _one_time(command: Command, store: Store, event: Event, day: date) -> None:
    if event.once:
        raise command.refuse("once")
    if not takes_place(store, event, day):
        raise command.refuse("not_then")


def _copy(store: Store, event: Event, starts: datetime, ends: datetime) -> Event:
    """Store a single event of one's own with what another one holds."""
    kept = {
        name: getattr(event, name)
        for name in ("calendar_id", "title", "all_day", "place", "note", "colour", "reminder")
    }
    return store.add(Event, **kept, starts=starts, ends=ends)


def _invitation(store: Store, event: Event, people: tuple[Person, ...]) -> Planned:
    return Planned(
        at=store.now,
        key=f"{event.title} {event.starts}",
        title=event.title,
        start=event.starts,
        end=event.ends,
        all_day=event.all_day,
        place=event.place,
        guests=tuple((person.id, "invited") for person in people),
        calendar=event.calendar.name,
    )
