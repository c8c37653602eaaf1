"""Making events in Almanac."""

from datetime import date, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.scenarios import Scenario, button, clock, day, derived, field, link, phrase, pick
from lifeworld.scenarios.calendar.ways import MORE, coming, hour_after, new_event, own, search


class AddAppointment(Scenario):
    """An event goes into a calendar."""

    goals = [
        "Put “{title}” into my {calendar.name} calendar on {on}, from {starts} to {ends}.",
        "I have “{title}” on {on} at {starts}, until {ends}. Add it to the calendar {calendar.name} in Almanac.",
        "New event in Almanac: “{title}”, {on}, {starts} to {ends}, in {calendar.name}.",
    ]

    calendar: Calendar = pick(Calendar)
    title: str = phrase("Haircut with Lou", "Bike service", "Passport photos", "Call the accountant")
    on: date = day(2, 30)
    starts: time = clock(8, 18)
    ends: time = derived(hour_after)

    def effects(self):
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends, reminder=30)

    def solution(self, user):
        user.open("Almanac")
        new_event(user, self.title, self.on, self.starts, self.ends, self.calendar.name)
        user.click(button("Save"))


class AddWeeklyCourse(Scenario):
    """A course is put in once and comes back every week until its last day."""

    goals = [
        "I am doing a course: add “{title}” to {calendar.name}, weekly from {on} until {until}, {starts} to {ends}.",
        "Enter “{title}” in Almanac as a weekly event. It starts on {on}, runs from {starts} to {ends}, and the last "
        "day is {until}. It belongs in {calendar.name}.",
        "Put a repeating event “{title}” into my {calendar.name} calendar: weekly, first on {on}, {starts} to {ends}, "
        "until {until}.",
    ]
    tags = ["long"]

    calendar: Calendar = pick(Calendar)
    title: str = phrase("Pottery for beginners", "Swimming lessons", "Spanish, level two", "Life drawing")
    on: date = day(3, 20)
    until: date = derived(lambda on: on + timedelta(weeks=6))
    starts: time = clock(17, 19)
    ends: time = derived(hour_after)

    def effects(self):
        times = {"starts": self.starts, "ends": self.ends, "repeats": "weekly", "until": self.until}
        yield calendar.AddEvent(self.title, self.calendar, self.on, **times, reminder=30)

    def solution(self, user):
        user.open("Almanac")
        new_event(user, self.title, self.on, self.starts, self.ends, self.calendar.name)
        user.choose(field("Repeat"), "Every week")
        user.fill(field("Until"), self.until)
        user.click(button("Save"))


class AddWhenTold(Scenario):
    """An event whose day only the person knows."""

    goals = [
        "Add “{title}” to my {calendar.name} calendar from {starts} to {ends}. Ask me which day it is on.",
        "I need “{title}” in Almanac, {starts} to {ends}, in {calendar.name}. I'll tell you the day when you ask.",
        "Put “{title}” ({starts} to {ends}) into {calendar.name}; find out from me on which day.",
    ]
    withheld = "It's on {on}."
    about = ["which|what|when", "day|date|when"]

    calendar: Calendar = pick(Calendar)
    title: str = phrase("Flat inspection", "Meet the new neighbours", "Parcel pick-up")
    on: date = day(2, 25)
    starts: time = clock(9, 17)
    ends: time = derived(hour_after)

    def effects(self):
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends, reminder=30)

    def solution(self, user):
        user.ask("Which day is it on?")
        user.open("Almanac")
        new_event(user, self.title, self.on, self.starts, self.ends, self.calendar.name)
        user.click(button("Save"))


class CopyForAnotherDay(Scenario):
    """An event is copied to another day."""

    goals = [
        "“{event.title}” on {event.day} will happen a second time: copy it to {to}.",
        "Duplicate the event “{event.title}” of {event.day} in Almanac; the copy should be on {to}.",
        "Make a copy of “{event.title}” ({event.day}) on {to}.",
    ]

    event: Event = pick(Event, own, among=coming)
    to: date = day(40, 80)

    def effects(self):
        yield calendar.Duplicate(self.event, self.to)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Duplicate"), via=MORE)
        user.fill(field("New date"), self.to)
        user.click(button("Copy"))
