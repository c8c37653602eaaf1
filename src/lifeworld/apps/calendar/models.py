"""Almanac's rows: calendars, events, guests, days on which a repeating event does not take place, settings."""

from datetime import date, datetime
from typing import Literal

from lifeworld.life.models import Person
from lifeworld.store import Followed, Row, free, ref, stamp

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
