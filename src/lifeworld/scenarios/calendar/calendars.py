"""Almanac's calendars and settings."""

from datetime import date, time

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar
from lifeworld.scenarios import Scenario, button, clock, day, derived, field, link, option, phrase, pick
from lifeworld.scenarios.calendar.ways import CALENDARS, hour_after, new_event


class CalendarForAClub(Scenario):
    """A calendar is made and gets its first event."""

    goals = [
        "Make a new {colour} calendar “{name}” in Almanac, and put “{title}” into it on {on}, {starts} to {ends}.",
        "I need a calendar called “{name}”, in {colour}. Its first event is “{title}” on {on} from {starts} to {ends}.",
        "Create the calendar “{name}” with the colour {colour}. Then add “{title}” there: {on}, {starts} until {ends}.",
    ]
    tags = ["long"]

    name: str = phrase("Allotment", "Five-a-side", "House move", "Quiz team")
    colour: str = phrase("sage", "tomato", "graphite")
    title: str = phrase("Kick-off", "First meeting", "Planning evening")
    on: date = day(2, 25)
    starts: time = clock(17, 20)
    ends: time = derived(hour_after)

    def effects(self):
        made = yield calendar.AddCalendar(self.name, self.colour)
        yield calendar.AddEvent(self.title, made, self.on, self.starts, self.ends, reminder=30)

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Calendars"))
        user.click(link("Add a calendar"))
        user.fill(field("Name"), self.name)
        user.click(option(self.colour.capitalize()))
        user.click(button("Make calendar"))
        user.open("Almanac")
        new_event(user, self.title, self.on, self.starts, self.ends, self.name)
        user.click(button("Save"))


class RepaintCalendar(Scenario):
    """A calendar gets another name and colour, another one is hidden."""

    goals = [
        "Rename my calendar {calendar.name} to “{name}” and make it {colour}. Also hide the events of {hidden.name}.",
        "In Almanac, {calendar.name} should be called “{name}” and be {colour}; and {hidden.name} shouldn't be shown.",
        "Two things in my calendars: hide {hidden.name}, and change {calendar.name} to “{name}” in {colour}.",
    ]

    calendar: Calendar = pick(Calendar)
    hidden: Calendar = pick(Calendar, lambda hidden, calendar: hidden.id != calendar.id and hidden.shown)
    name: str = phrase("Mine", "All the rest", "This and that")
    colour: str = phrase("blueberry", "sage", "banana")

    def effects(self):
        yield calendar.EditCalendar(self.calendar, self.name, self.colour)
        yield calendar.ShowCalendar(self.hidden, shown=False)

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Calendars"))
        user.click(link(f"Edit {self.calendar.name}"))
        user.fill(field("Name"), self.name)
        user.click(option(self.colour.capitalize()))
        user.click(button("Save"))
        user.click(button(f"Hide {self.hidden.name}"))


class DropCalendar(Scenario):
    """A calendar goes with all its events, once the person has agreed."""

    goals = [
        "Delete my {calendar.name} calendar with everything in it. Ask me before you really do.",
        "I want to get rid of the calendar {calendar.name} in Almanac. Get my confirmation, then delete it.",
        "Remove {calendar.name} and all its events from Almanac, after I have said yes.",
    ]
    consent = {"effects": "Yes, delete all of it.", "nothing": "No, leave it as it is after all."}
    about = ["delete|remove", "{calendar.name}"]

    calendar: Calendar = pick(Calendar)

    def effects(self):
        yield calendar.DeleteCalendar(self.calendar)

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Calendars"))
        if user.ask(f"Shall I delete {self.calendar.name} with all its events?").startswith("No"):
            return
        user.click(link(f"Delete {self.calendar.name}"))
        user.click(button("Delete"))


class MyWeek(Scenario):
    """Almanac opens with another view, on other weeks, for shorter events."""

    goals = [
        "Let Almanac open with the {view}, start weeks on Monday, and make new events {length} minutes long.",
        "Change Almanac's settings: the {view} first, weeks from Monday, {length} minutes for a new event.",
        "In Almanac I want to see the {view} first, with Monday as the first day of the week and new events of "
        "{length} minutes.",
    ]

    view: str = phrase("week", "day")
    length: str = phrase("30", "45", "90")

    def effects(self):
        yield calendar.SaveSettings(self.view, "monday", int(self.length))

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Settings"), via=CALENDARS)
        user.click(option(self.view.capitalize()))
        user.click(option("Monday"))
        user.fill(field("Minutes of a new event"), self.length)
        user.click(button("Save"))
