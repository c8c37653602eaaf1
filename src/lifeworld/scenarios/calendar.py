"""Events, guests and calendars in Almanac."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Event, Guest
from lifeworld.apps.calendar.recurrence import Occurrence, free_slots, next_day, occurrences
from lifeworld.life.models import Person
from lifeworld.scenarios import (
    Scenario,
    User,
    box,
    button,
    clock,
    day,
    derived,
    field,
    link,
    observed,
    option,
    phrase,
    pick,
)
from lifeworld.store import Store

CALENDARS = (link("Calendars"),)
MORE = (button("More"),)
MINUTES = {"at the start": 0, "10 minutes before": 10, "1 hour before": 60, "1 day before": 1440}
AS_LISTED = {0: "At the start", 10: "10 min before", 60: "1 hour before", 1440: "1 day before"}
ANSWERS = {"accept": "accepted", "decline": "declined"}


# What people mean when they speak of an event


def coming(row: Event, now: datetime) -> bool:
    """Return whether it takes place once, at a time still ahead."""
    return row.once and row.starts > now


def own(row: Event, now: datetime) -> bool:
    """Return whether it is the owner's own, still ahead, and at a time of day."""
    return coming(row, now) and row.own and not row.all_day


def asked(row: Event, now: datetime) -> bool:
    """Return whether it is an invitation that waits for an answer."""
    return row.reply == "invited" and row.ends >= now


def weekly(row: Event) -> bool:
    """Return whether it is the owner's own and comes back every week for good."""
    return row.own and row.repeats == "weekly" and row.until is None


def repeating(row: Event) -> bool:
    return not row.once


def next_of(series: Event, store: Store, now: datetime) -> date:
    """Return the next day, after today, on which a repeating event takes place."""
    return next_day(store, series, now.date() + timedelta(days=1))


def hour_after(starts: time) -> time:
    return time(starts.hour + 1, starts.minute)


def on(store: Store, one: date) -> list[Occurrence]:
    """Return what takes place on a day at a time of day."""
    return [found for found in occurrences(store, one, one) if not found.event.all_day and found.day == one]


# The ways there


def search(user: User, event: Event) -> None:
    """Go to an event by the search, among others of its name by its first day."""
    user.open("Almanac")
    user.click(link("Search events"))
    user.fill(field("Search titles, places and notes"), event.title)
    user.click(button("Search"))
    user.click(link("…").within(f"{event.title}, {event.day:%b} {event.day.day}, {event.day.year}"))


def look_up(user: User, event: Event, one: date) -> None:
    """Go to a repeating event's page of one day within the next weeks."""
    user.open("Almanac")
    user.click(link("Schedule"))
    user.click(link(f"{event.title}…").within(f"{one:%A, %B} {one.day}"))


def set_times(user: User, one: date, starts: time, ends: time) -> None:
    user.fill(field("Date"), one)
    user.fill(field("Starts"), starts)
    user.fill(field("Ends"), ends)


def new_event(user: User, title: str, one: date, starts: time, ends: time, calendar: str = "") -> None:
    """Fill the form of a new event, up to its button."""
    user.click(link("New event"))
    user.fill(field("Title"), title)
    set_times(user, one, starts, ends)
    if calendar:
        user.choose(field("Calendar"), calendar)


# Making events


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
        yield almanac.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends, reminder=30)

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
        yield almanac.AddEvent(self.title, self.calendar, self.on, **times, reminder=30)

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

    calendar: Calendar = pick(Calendar)
    title: str = phrase("Flat inspection", "Meet the new neighbours", "Parcel pick-up")
    on: date = day(2, 25)
    starts: time = clock(9, 17)
    ends: time = derived(hour_after)

    def effects(self):
        yield almanac.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends, reminder=30)

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
        yield almanac.Duplicate(self.event, self.to)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Duplicate"), via=MORE)
        user.fill(field("New date"), self.to)
        user.click(button("Copy"))


# Changing events


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
        yield almanac.MoveEvent(self.event, self.to, self.starts, self.ends)

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
        yield almanac.MoveOnce(self.series, self.of, self.to, self.starts, self.ends)

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
        yield almanac.DeleteOnce(self.series, self.of)

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
        yield almanac.SetRepeat(self.series, "weekly", self.until)

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
        yield almanac.EditEvent(self.event, self.title, self.place, self.event.note)

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
        yield almanac.SetReminder(self.event, MINUTES[self.when])
        yield almanac.SetColour(self.event, self.colour)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Reminder…"))
        user.click(option(AS_LISTED[MINUTES[self.when]]))
        user.click(button("Save"))
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
        yield almanac.MoveToCalendar(self.event, self.target)

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
    consent = "Yes, go ahead."

    event: Event = pick(Event, own, among=coming)

    def effects(self):
        yield almanac.DeleteEvent(self.event)

    def solution(self, user):
        search(user, self.event)
        user.ask(f"Shall I delete {self.event.title}?")
        user.click(link("Delete"), via=MORE)
        user.click(button("Delete"))


# Guests


class BringSomebody(Scenario):
    """Somebody is invited to an event."""

    goals = [
        "Invite {person.name} to “{event.title}” on {event.day}.",
        "Ask {person.name} to come to “{event.title}” ({event.day}): send the invitation from Almanac.",
        "Add {person.name} as a guest of “{event.title}” on {event.day}.",
    ]

    event: Event = pick(Event, own, among=coming)
    person: Person = pick(
        Person, lambda person, event: person.relation != "me" and person.id not in {g.person_id for g in event.guests}
    )

    def effects(self):
        yield almanac.Invite(self.event, (self.person,))

    def solution(self, user):
        search(user, self.event)
        user.click(link("Invite somebody"))
        user.fill(field("Search contacts"), self.person.name)
        user.click(button("Search"))
        user.check(box(self.person.name))
        user.click(button("Send invitations"))


class SwapGuests(Scenario):
    """A guest is taken off an event."""

    goals = [
        "Take {guest.person.name} off the guest list of “{guest.event.title}” on {guest.event.day}.",
        "{guest.person.name} won't be needed at “{guest.event.title}” ({guest.event.day}). Remove the invitation.",
        "Uninvite {guest.person.name} from “{guest.event.title}” of {guest.event.day} in Almanac.",
    ]

    guest: Guest = pick(Guest, lambda guest, now: own(guest.event, now))

    def effects(self):
        yield almanac.Uninvite(self.guest)

    def solution(self, user):
        search(user, self.guest.event)
        user.click(button(f"Remove {self.guest.person.name}"))


class AnswerInvitation(Scenario):
    """An invitation is answered."""

    goals = [
        "{event.organiser.name} has invited me to “{event.title}”. Please {verb} the invitation.",
        "Answer the invitation to “{event.title}” from {event.organiser.name} in Almanac: {verb} it.",
        "Please {verb} what {event.organiser.name} asks me to come to, “{event.title}”.",
    ]
    tags = ["short"]

    event: Event = pick(Event, asked, among=asked)
    verb: str = phrase("accept", "decline")

    def effects(self):
        yield almanac.Answer(self.event, ANSWERS[self.verb])

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Invitations"), via=CALENDARS)
        user.click(button(f"{self.verb.capitalize()} {self.event.title}"))


class AnswerByMyCalendar(Scenario):
    """An invitation is accepted where nothing else is on then, else declined."""

    goals = [
        "If nothing else is on during “{event.title}” by {event.organiser.name}, accept it; otherwise decline.",
        "Look whether “{event.title}” ({event.organiser.name}'s invitation) overlaps with anything else in Almanac. "
        "Accept if it doesn't, decline if it does.",
        "Answer {event.organiser.name}'s invitation to “{event.title}”: yes if that time is free, no if another event "
        "overlaps with it.",
    ]
    tags = ["long"]

    event: Event = pick(Event, lambda event, now: asked(event, now) and not event.all_day, among=asked)
    verb: str = derived(lambda event, store: "decline" if overlapping(event, store) else "accept")

    def effects(self):
        yield almanac.Answer(self.event, ANSWERS[self.verb])

    def solution(self, user):
        search(user, self.event)
        user.click(button(self.verb.capitalize()))


def overlapping(event: Event, store: Store) -> bool:
    """Return whether anything else takes place, at a time of day, while an event does."""
    others = [one for one in on(store, event.day) if one.event.id != event.id]
    return any(one.starts < event.ends and event.starts < one.ends for one in others)


class MoveTheirs(Scenario):
    """Somebody else's event can't be moved."""

    goals = [
        "Move “{event.title}” on {event.day} to {to}, {starts} to {ends}. If Almanac won't let you, tell me and change "
        "nothing.",
        "I'd like “{event.title}” ({event.day}) to be on {to} from {starts} to {ends} instead. Say so if it isn't "
        "possible; don't make a copy.",
        "Change the date of “{event.title}” of {event.day} to {to}, {starts} until {ends}; if it can't be done, leave "
        "everything and let me know.",
    ]

    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.own, among=coming)
    to: date = day(5, 30)
    starts: time = clock(9, 18)
    ends: time = derived(hour_after)

    def impossible(self):
        yield almanac.MoveEvent(self.event, self.to, self.starts, self.ends)

    def solution(self, user):
        search(user, self.event)
        user.give_up()


# Calendars and settings


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
        made = yield almanac.AddCalendar(self.name, self.colour)
        yield almanac.AddEvent(self.title, made, self.on, self.starts, self.ends, reminder=30)

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
        yield almanac.EditCalendar(self.calendar, self.name, self.colour)
        yield almanac.ShowCalendar(self.hidden, shown=False)

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
    consent = "Yes, delete all of it."

    calendar: Calendar = pick(Calendar)

    def effects(self):
        yield almanac.DeleteCalendar(self.calendar)

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Calendars"))
        user.ask(f"Shall I delete {self.calendar.name} with all its events?")
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
        yield almanac.SaveSettings(self.view, "monday", int(self.length))

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Settings"), via=CALENDARS)
        user.click(option(self.view.capitalize()))
        user.click(option("Monday"))
        user.fill(field("Minutes of a new event"), self.length)
        user.click(button("Save"))


# Questions


class WhatTime(Scenario):
    """When does an event begin?"""

    goals = [
        "At what time does “{event.title}” on {event.day} start?",
        "When do I have to be at “{event.title}” on {event.day}? Just the time.",
        "What time is “{event.title}” ({event.day}) in Almanac?",
    ]
    tags = ["short"]

    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.all_day, among=coming)

    def answer(self, store: Store):
        return store.get(Event, self.event.id).starts.time()

    def solution(self, user):
        search(user, self.event)
        user.say(self.truth)


class WhichDayNext(Scenario):
    """On which day does a repeating event take place next?"""

    goals = [
        "After today, on which date is my next “{series.title}”?",
        "What is the date of the next “{series.title}”, today not counted?",
        "When is “{series.title}” on again after today? I need the date.",
    ]

    series: Event = pick(Event, lambda series: series.repeats in ("weekly", "yearly"), among=repeating)

    def answer(self, store: Store):
        return next_of(self.series, store, store.now)

    def solution(self, user):
        search(user, self.series)
        user.say(self.truth)


class HowLongIsIt(Scenario):
    """How long does an event take?"""

    goals = [
        "How long does “{event.title}” on {event.day} take?",
        "How much time is planned for “{event.title}” on {event.day}?",
        "What is the length of “{event.title}” ({event.day}) in my calendar?",
    ]
    tags = ["short"]

    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.all_day, among=coming)

    def answer(self, store: Store):
        event = store.get(Event, self.event.id)
        return event.ends - event.starts

    def solution(self, user):
        search(user, self.event)
        user.say(self.truth)


class HoursOnDay(Scenario):
    """How much of a day is taken by events, repeating ones too?"""

    goals = [
        "Added up, how long are all my events on {on}? Leave out what lasts all day.",
        "How much time do the events on {on} take altogether? All-day ones don't count.",
        "Sum up the lengths of everything I have on {on} in Almanac, except all-day events.",
    ]
    tags = ["count", "long"]

    on: date = day(2, 24)
    many: int = derived(lambda on, store: len(occurrences(store, on, on)) > 1 or None)

    def answer(self, store: Store):
        return sum((one.ends - one.starts for one in on(store, self.on)), timedelta())

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Schedule"))
        user.say(self.truth)


class HowManyOnDay(Scenario):
    """How many events does a day have, repeating ones included?"""

    goals = [
        "How many events are in my calendar on {on}?",
        "Count everything Almanac shows for {on}.",
        "How many things do I have on {on}, all-day events included?",
    ]
    tags = ["count"]

    on: date = day(3, 26)
    many: int = derived(lambda on, store: len(occurrences(store, on, on)) or None)

    def answer(self, store: Store):
        return len(occurrences(store, self.on, self.on))

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Schedule"))
        user.say(self.truth)


class FirstRoom(Scenario):
    """When does a day first have room for something?"""

    goals = [
        "When on {on} is the first time that I'm free for {length} minutes, between 8 AM and 8 PM?",
        "I need {length} minutes without any event on {on}. From what time on, at the earliest after 8 AM?",
        "Find the first gap of at least {length} minutes on {on} between 8 AM and 8 PM. At what time does it start?",
    ]

    on: date = day(1, 24)
    length: str = phrase("60", "90", "120")
    begins: time = derived(lambda on, length, store: _room(store, on, int(length)))

    def answer(self, store: Store):
        return self.begins

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Find a time"), via=CALENDARS)
        user.fill(field("From"), self.on)
        hours, rest = divmod(int(self.length), 60)
        user.choose(field("How long"), f"{hours} h {rest} min" if rest else f"{hours} h")
        user.click(button("Show"))
        user.say(self.truth)


def _room(store: Store, one: date, minutes: int) -> time | None:
    """Return when the first gap begins on a day that does not begin with one."""
    slots = free_slots(on(store, one), one, minutes, time(8), time(20))
    return slots[0].starts.time() if slots and slots[0].starts.time() > time(8) else None


class HowManyCome(Scenario):
    """How many guests have said that they come?"""

    goals = [
        "How many guests have accepted “{event.title}” on {event.day}?",
        "How many people are coming to “{event.title}” on {event.day}, going by their answers? Don't count me.",
        "Of those invited to “{event.title}” ({event.day}), how many have said yes?",
    ]
    tags = ["count"]

    event: Event = pick(Event, lambda event, now: own(event, now) and event.guests, among=coming)

    def answer(self, store: Store):
        return store.count(Guest, "event_id = ? AND reply = 'accepted'", self.event.id)

    def items(self):
        yield observed("Saw the event", showing=self.event.title, kind="search")

    def solution(self, user):
        search(user, self.event)
        user.say(self.truth)


class ShowEvent(Scenario):
    """An event is on the screen."""

    goals = [
        "Show me “{event.title}” on {event.day} in Almanac.",
        "Open the event “{event.title}” ({event.day}) and leave it on the screen.",
        "I want to see the details of “{event.title}” on {event.day}. Bring it up in Almanac.",
    ]
    tags = ["short"]

    event: Event = pick(Event, coming, among=coming)

    def reached(self):
        return f"/calendar/event/{self.event.id}"

    def solution(self, user):
        search(user, self.event)
