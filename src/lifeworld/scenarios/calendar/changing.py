"""Changing and deleting events in Almanac."""

from datetime import date, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.scenarios import Scenario, button, clock, day, derived, field, link, option, phrase, pick
from lifeworld.scenarios.calendar.ways import (
    AS_LISTED,
    MINUTES,
    MORE,
    coming,
    hour_after,
    look_up,
    next_of,
    own,
    repeating,
    search,
    set_times,
    weekly,
)


class Reschedule(Scenario):
    """An event gets another day and time."""

    goals = [
        "Move “{event.title}” from {event.day} to {to}, {starts} to {ends}.",
        "“{event.title}” on {event.day} has been postponed: it is now on {to} from {starts} to {ends}. Change it.",
        "In Almanac, put “{event.title}” ({event.day}) on {to} instead, from {starts} until {ends}.",
    ]

    event: Event = pick(Event, own, among=coming)
    to: date = day(5, 40)
    starts: time = clock(9, 18)
    ends: time = derived(hour_after)

    def effects(self):
        yield calendar.MoveEvent(self.event, self.to, self.starts, self.ends)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Time…"))
        set_times(user, self.to, self.starts, self.ends)
        user.click(button("Save"))


class MoveJustOne(Scenario):
    """One time of a weekly event moves; the others stay."""

    goals = [
        "“{series.title}” on {of} only: move it to {to}, {starts} to {ends}. All other weeks stay as they are.",
        "Just this once, “{series.title}” of {of} takes place on {to} from {starts} to {ends}. Change that one only.",
        "My weekly “{series.title}” can't be on {of}. Put that one on {to}, {starts} until {ends}, and leave the rest.",
    ]
    tags = ["long"]

    series: Event = pick(Event, weekly, among=repeating)
    of: date = derived(next_of)
    to: date = derived(lambda of: of + timedelta(days=2))
    starts: time = clock(9, 18)
    ends: time = derived(hour_after)

    def effects(self):
        yield calendar.MoveOnce(self.series, self.of, self.to, self.starts, self.ends)

    def solution(self, user):
        look_up(user, self.series, self.of)
        user.click(link("Move only this one"), via=MORE)
        set_times(user, self.to, self.starts, self.ends)
        user.click(button("Save"))


class SkipOne(Scenario):
    """One time of a weekly event falls out."""

    goals = [
        "“{series.title}” on {of} is cancelled. Delete only that one.",
        "Take {of} out of my weekly “{series.title}”; every other week stays.",
        "There's no “{series.title}” on {of}. Remove just that one from Almanac.",
    ]

    series: Event = pick(Event, weekly, among=repeating)
    of: date = derived(next_of)

    def effects(self):
        yield calendar.DeleteOnce(self.series, self.of)

    def solution(self, user):
        look_up(user, self.series, self.of)
        user.click(link("Delete"), via=MORE)
        user.click(button("Only this one"))


class EndOfSeries(Scenario):
    """A weekly event gets a last day."""

    goals = [
        "“{series.title}” ends: let it repeat every week until {until} and no longer.",
        "Give my weekly “{series.title}” an end. Its last day is {until}.",
        "In Almanac, “{series.title}” should go on weekly only until {until}.",
    ]

    series: Event = pick(Event, weekly, among=repeating)
    until: date = day(20, 70)

    def effects(self):
        yield calendar.SetRepeat(self.series, "weekly", self.until)

    def solution(self, user):
        search(user, self.series)
        user.click(link("Repeat…"))
        user.fill(field("Last day"), self.until)
        user.click(button("Save"))


class NewTitleAndPlace(Scenario):
    """An event gets another title and place."""

    goals = [
        "Rename “{event.title}” on {event.day} to “{title}” and set its place to {place}.",
        "“{event.title}” ({event.day}) is now called “{title}” and takes place at {place}. Change it in Almanac.",
        "Change the event “{event.title}” of {event.day}: the title is “{title}”, the place {place}.",
    ]

    event: Event = pick(Event, own, among=coming)
    title: str = phrase("Second try", "The long version", "Plan B", "Dress rehearsal")
    place: str = phrase("Linden Park", "Callow Marina", "the kitchen table")

    def effects(self):
        yield calendar.EditEvent(self.event, self.title, self.place, self.event.note)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Edit"))
        user.fill(field("Title"), self.title)
        user.fill(field("Place"), self.place)
        user.click(button("Save"))


class RemindMe(Scenario):
    """An event reminds at another time, and wears a colour of its own."""

    goals = [
        "Remind me of “{event.title}” on {event.day} {when}, and make the event {colour}.",
        "“{event.title}” ({event.day}) matters: set its reminder to {when} and its colour to {colour}.",
        "In Almanac, give “{event.title}” of {event.day} the colour {colour} and a reminder {when}.",
    ]

    event: Event = pick(Event, lambda event, now: coming(event, now) and event.reminder == 30, among=coming)
    when: str = phrase("at the start", "10 minutes before", "1 hour before", "1 day before")
    colour: str = phrase("tomato", "banana", "sage", "graphite")

    def effects(self):
        yield calendar.SetReminder(self.event, MINUTES[self.when])
        yield calendar.SetColour(self.event, self.colour)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Reminder…"))
        user.click(option(AS_LISTED[MINUTES[self.when]]))
        user.click(button("Save"))
        search(user, self.event)  # anew, as the word that it is saved lies over the page's end
        user.click(link("Colour…"))
        user.click(option(self.colour.capitalize()))
        user.click(button("Save"))


class FileElsewhere(Scenario):
    """An event changes calendars."""

    goals = [
        "“{event.title}” on {event.day} belongs in {target.name}, not in {event.calendar.name}. Move it there.",
        "Put the event “{event.title}” ({event.day}) from {event.calendar.name} into my {target.name} calendar.",
        "Move “{event.title}” of {event.day} from the calendar {event.calendar.name} to {target.name}.",
    ]

    event: Event = pick(Event, coming, among=coming)
    target: Calendar = pick(Calendar, lambda target, event: target.id != event.calendar_id)

    def effects(self):
        yield calendar.MoveToCalendar(self.event, self.target)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Calendar…"))
        user.click(option(self.target.name))
        user.click(button("Move"))


class CancelAfterConsent(Scenario):
    """An event is deleted, once the person has agreed."""

    goals = [
        "“{event.title}” on {event.day} is off. Delete it, but ask me once more before you do.",
        "Remove “{event.title}” ({event.day}) from Almanac. Get my OK first.",
        "I think I'll drop “{event.title}” on {event.day}. Check with me, then delete the event.",
    ]
    consent = {"effects": "Yes, go ahead.", "nothing": "No, leave it as it is after all."}
    about = ["delete|cancel|remove", "{event.title}"]

    event: Event = pick(Event, own, among=coming)

    def effects(self):
        yield calendar.DeleteEvent(self.event)

    def solution(self, user):
        search(user, self.event)
        if user.ask(f"Shall I delete {self.event.title}?").startswith("No"):
            return
        user.click(link("Delete"), via=MORE)
        user.click(button("Delete"))
