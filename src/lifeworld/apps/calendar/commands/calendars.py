"""Calendars of one's own, and what the app starts with."""

from collections.abc import Iterator

from lifeworld.apps.calendar.commands.events import EARLY, REMINDERS, cancel, too_early
from lifeworld.apps.calendar.models import Calendar, Event, Mode, Paint, Settings, Weekday
from lifeworld.core.errors import Refused
from lifeworld.store import Add, Edit, Remove, Store, ask, line

UNNAMED, TAKEN = "Give the calendar a name.", "There is a calendar {name} already."

LENGTHS = {minutes: str(minutes) for minutes in (15, 20, 30, 40, 45, 50, 60, 75, 90, 120)}  # of a new event


class AddCalendar(Add, of=Calendar, seen_by="nobody"):
    """Make a calendar."""

    name: str = line("Name", empty=UNNAMED, taken=TAKEN)
    colour: Paint = ask("Colour", kind="colour", default="peacock")


class EditCalendar(Edit, seen_by="nobody"):
    """Change a calendar's name and colour."""

    calendar: Calendar
    name: str = line("Name", empty=UNNAMED, taken=TAKEN)
    colour: Paint = ask("Colour", kind="colour", default="peacock")


class DeleteCalendar(Remove, seen_by="guests"):
    """Delete a calendar with all its events."""

    calendar: Calendar
    refusals = {"last": "Keep at least one calendar."}

    def check(self, store: Store) -> None:
        self.need(store.count(Calendar) > 1, "last")

    def run(self, store: Store) -> Calendar:
        self.check(store)
        for event in store.all(Event, "calendar_id = ?", self.calendar.id):
            cancel(store, event)
        super().run(store)
        return self.calendar


class ShowCalendar(Edit, seen_by="nobody"):
    """Show a calendar's events, or hide them."""

    calendar: Calendar
    shown: bool = False


class SaveSettings(Edit, of=Settings, seen_by="nobody"):
    """Choose the first view, the week's first day, and what new events start with."""

    start: Mode = ask("Open with", kind="radio", choices={"agenda": "Schedule"}, default="month")
    week_starts: Weekday = ask("The week starts on", kind="radio", default="sunday")
    length: int = ask("Default duration in minutes", kind="radio", choices=LENGTHS, default=60)
    reminder: int | None = ask("Default reminder", kind="radio", choices=REMINDERS, default=30)
    declined: bool = ask("Show events I declined", kind="switch", default=False)
    refusals = {"length": "Choose 5 minutes to 8 hours.", "early": EARLY}

    def faults(self, store: Store) -> Iterator[Refused]:
        yield from too_early(self)
        if isinstance(self.length, int) and not 5 <= self.length <= 480:
            yield self.refuse("length", "length")
