"""Almanac's calendars and settings."""

from datetime import date, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Mode, Paint
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Effects,
    Setup,
    Task,
    User,
    button,
    clock,
    day,
    derived,
    field,
    link,
    option,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.calendar.meant import hour_after
from lifeworld.tasks.calendar.ways import CALENDARS, new_event

VIEWS: dict[str, Mode] = {"week": "week", "day": "day", "schedule": "agenda"}


class CalendarForAClub(Task):
    """A calendar is made and gets its first event."""

    goals = [
        "Make a new {colour} calendar “{name}” in Almanac, and put “{title}” into it on {on}, {starts} to {ends}.",
        "I need a calendar called “{name}”, in {colour}. Its first event is “{title}” on {on} from {starts} to {ends}.",
        "Create the calendar “{name}” with the colour {colour}. Then add “{title}” there: {on}, {starts} until {ends}.",
    ]
    tags = ["long"]

    name: str = phrase("Allotment", "Five-a-side", "House move", "Quiz team")
    colour: Paint = phrase("sage", "tomato", "graphite")
    title: str = phrase("Kick-off", "First meeting", "Planning evening")
    on: date = day(2, 25)
    starts: time = clock(17, 20)
    ends: time = derived(hour_after)

    def effects(self) -> Effects:
        made = yield calendar.AddCalendar(self.name, self.colour)
        yield calendar.AddEvent(self.title, made, self.on, self.starts, self.ends, reminder=30)

    @way
    def event_first(self, user: User) -> None:
        user.open("Almanac")
        new_event(user, self.title, self.on, self.starts, self.ends)
        user.click(button("Save"))
        self._make(user)
        user.open("Almanac")
        user.click(link("Search events"))
        user.fill(field("Search titles, places and notes"), self.title)
        user.click(button("Search"))
        user.click(link("…").within(f"{self.title}, {self.on:%b} {self.on.day}, {self.on.year}"))
        user.click(link("Calendar…"))
        user.click(option(self.name))
        user.click(button("Move"))

    def _make(self, user: User) -> None:
        user.open("Almanac")
        user.click(link("Calendars"))
        user.click(link("Add a calendar"))
        user.fill(field("Name"), self.name)
        user.click(option(self.colour.capitalize()))
        user.click(button("Make calendar"))


class RepaintCalendar(Task):
    """A calendar gets another name and colour, another one is hidden."""

    goals = [
        "Rename my calendar {calendar.name} to “{name}” and make it {colour}. Also hide the events of {hidden.name}.",
        "In Almanac, {calendar.name} should be called “{name}” and be {colour}; and {hidden.name} shouldn't be shown.",
        "Two things in my calendars: hide {hidden.name}, and change {calendar.name} to “{name}” in {colour}.",
    ]

    calendar: Calendar = pick(Calendar)
    hidden: Calendar = pick(Calendar, lambda hidden, calendar: hidden.id != calendar.id and hidden.shown)
    name: str = phrase("Day to day", "The usual", "This and that", "Not to be missed")
    colour: Paint = phrase("blueberry", "sage", "banana", "graphite")

    def effects(self) -> Commands:
        yield calendar.EditCalendar(self.calendar, self.name, self.colour)
        yield calendar.ShowCalendar(self.hidden, shown=False)

    @way
    def hidden_first(self, user: User) -> None:
        user.open("Almanac")
        user.click(button(f"Hide {self.hidden.name}"), via=CALENDARS)
        user.click(link("Calendars"))
        self._repaint(user)

    def _repaint(self, user: User) -> None:
        user.click(link(f"Edit {self.calendar.name}"))
        user.fill(field("Name"), self.name)
        user.click(option(self.colour.capitalize()))
        user.click(button("Save"))


class DropCalendar(Task):
    """A calendar goes with all its events, once the person has agreed."""

    goals = [
        "My calendar “{name}” in Almanac is most likely of no use any more. If I confirm that in a moment, delete it "
        "with everything in it.",
        "The calendar “{name}” can go from Almanac, events and all, as long as you've had my yes to it.",
        "Get rid of “{name}” and all its events in Almanac. The final decision is mine, right before it happens.",
    ]
    confirmation = {
        "effects": "Yes, delete all of it.",
        "nothing": "No, leave it as it is after all.",
        "hidden": "Don't delete it, just hide it, so that I don't see its events any more.",
    }
    question_topics = ["{name}"]

    name: str = phrase("Night course", "Old flat", "Film club", "Half marathon", "Darts league", "Car pool")
    first: date = day(-40, 10)
    starts: time = clock(17, 20)
    ends: time = derived(hour_after)

    def setup(self, store: Store) -> Setup:
        yield calendar.AddCalendar(self.name, "banana")
        made = store.one(Calendar, "name = ?", self.name)
        for number, title in enumerate((f"{self.name}, first time", f"{self.name}: meeting", f"{self.name}: the end")):
            yield calendar.AddEvent(title, made, self.first + timedelta(weeks=2 * number), self.starts, self.ends)

    def effects(self, store: Store) -> Commands:
        yield calendar.DeleteCalendar(store.one(Calendar, "name = ?", self.name))

    def hidden(self, store: Store) -> Commands:
        yield calendar.ShowCalendar(store.one(Calendar, "name = ?", self.name), shown=False)

    @way
    def asked_in_front_of_the_button(self, user: User) -> None:
        user.open("Almanac")
        user.click(link("Calendars"))
        user.click(link(f"Delete {self.name}"))
        reply = user.ask(f"Is it OK to remove the calendar “{self.name}” and its 3 events for good?")
        user.back()
        self._follow(user, reply)

    def _follow(self, user: User, reply: str) -> None:
        if "? Yes" in reply:
            user.click(link(f"Delete {self.name}"))
            user.click(button("Delete"))
        elif "hide" in reply:
            user.click(button(f"Hide {self.name}"))


class MyWeek(Task):
    """Almanac opens with another view, on other weeks, for other lengths of events."""

    goals = [
        "Let Almanac open with the {view}, start weeks on Monday, and make new events {length} minutes long.",
        "Change Almanac's settings: the {view} first, weeks from Monday, {length} minutes for a new event.",
        "In Almanac I want to see the {view} first, with Monday as the first day of the week and new events of "
        "{length} minutes.",
    ]

    view: str = phrase(*VIEWS)
    length: str = phrase("15", "20", "30", "40", "45", "50", "75", "90", "120")

    def effects(self) -> Commands:
        yield calendar.SaveSettings(VIEWS[self.view], "monday", int(self.length))
