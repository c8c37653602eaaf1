"""What people ask of a calendar every day: where, who, until when, and one small change."""

from datetime import date, time

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event, Guest
from lifeworld.taskkit import Commands, Store, Task, User, day, phrase, pick, sure
from lifeworld.tasks.calendar.changing import MINUTES
from lifeworld.tasks.calendar.meant import coming, own, private, timed, timed_ahead
from lifeworld.tasks.calendar.ways import search, shown_times
from lifeworld.tasks.calendar.ways import timed as timed_shown


class WhereIsIt(Task):
    """Where does an event take place?"""

    goals = [
        "Where is “{event.title}” on {event.day}?",
        "At what place does “{event.title}” ({event.day}) happen, according to Almanac?",
        "I need the place of “{event.title}” on {event.day}. What does my calendar say?",
    ]
    tags = ["daily"]
    event: Event = pick(Event, lambda event, now: coming(event, now) and len(event.place) > 3, among=coming)

    def answer(self, store: Store) -> str:
        return store.get(Event, self.event.id).place

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(place_shown(user))


def place_shown(user: User) -> str:
    """Return the place on an event's page: what stands below its times, and below how often it is and who invited."""
    texts = [node.name for one in user.page.main.all("article") for node in one.all("text")]
    after = texts.index("Every year") if "Every year" in texts else 0
    return next(
        text for text in texts[after + 1 :] if "invited you." not in text and not text.endswith(("going.", "answered."))
    )


class WhoseEventIsIt(Task):
    """Who organises an event?"""

    goals = [
        "Who invited me to “{event.title}” on {event.day}?",
        "Whose event is “{event.title}” ({event.day})? Full name, please.",
        "Look up in Almanac who organises “{event.title}” on {event.day}.",
    ]
    tags = ["daily"]
    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.own, among=coming)

    def answer(self, store: Store) -> str:
        return sure(self.event.organiser).name

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(next(line for line in user.page.text.splitlines() if " invited you" in line).split(" invited you")[0])


class UntilWhen(Task):
    """When does an event end?"""

    goals = [
        "At what time is “{event.title}” on {event.day} over?",
        "Until when does “{event.title}” ({event.day}) go on?",
        "When does “{event.title}” on {event.day} end, going by my calendar?",
    ]
    tags = ["daily"]
    event: Event = pick(Event, timed_ahead, among=coming)

    def answer(self, store: Store) -> time:
        return store.get(Event, self.event.id).ends.time()

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(shown_times(user)[1])


class WhatComesFirst(Task):
    """What is first on a day?"""

    goals = [
        "What's the first thing in my calendar on {on}? All-day events don't count.",
        "With what does {on} begin for me, apart from what lasts all day? Tell me its name in Almanac.",
        "Look at {on}: which event starts first, leaving aside all-day ones?",
    ]
    tags = ["daily", "earliest"]
    on: date = day(1, 30)

    def answer(self, store: Store) -> str | None:
        found = sorted(timed(store, self.on), key=lambda one: one.starts)
        alone = len(found) == 1 or (len(found) > 1 and found[0].starts < found[1].starts)
        return found[0].event.title if alone else None

    def solution(self, user: User) -> None:
        user.say(min(timed_shown(user, self.on), key=lambda one: one.times).title)


class TakeItOut(Task):
    """An event is deleted."""

    goals = [
        "Delete “{event.title}” on {event.day}.",
        "“{event.title}” ({event.day}) is off. Take it out of Almanac.",
        "Remove the event “{event.title}” of {event.day} from my calendar.",
    ]
    tags = ["daily"]
    event: Event = pick(Event, own, among=coming)

    def effects(self) -> Commands:
        yield calendar.DeleteEvent(self.event)


class AllDayLong(Task):
    """Something that lasts all day is put in."""

    goals = [
        "Put “{title}” into my {calendar.name} calendar on {on}, all day.",
        "Mark {on} as “{title}” in Almanac, for the whole day. It belongs in {calendar.name}.",
        "On {on} there's “{title}” all day long. Add it to {calendar.name}.",
    ]
    tags = ["daily"]
    calendar: Calendar = pick(Calendar, private)
    title: str = phrase("Plumber comes", "Street party", "Stocktaking", "Day off", "Sports day", "Visit from the coast")
    on: date = day(2, 60)

    def effects(self) -> Commands:
        yield calendar.AddEvent(self.title, self.calendar, self.on, all_day=True)


class RemindMeThen(Task):
    """An event reminds at another time."""

    goals = [
        "Remind me of “{event.title}” on {event.day} {when}.",
        "Change the reminder of “{event.title}” ({event.day}): {when}.",
        "Almanac should remind me {when} that “{event.title}” is on, the one of {event.day}.",
    ]
    tags = ["daily"]
    when: str = phrase(*MINUTES)
    event: Event = pick(
        Event, lambda event, when, now: timed_ahead(event, now) and event.reminder != MINUTES[when], among=coming
    )

    def effects(self) -> Commands:
        yield calendar.SetReminder(self.event, MINUTES[self.when])


class ElsewhereThen(Task):
    """An event takes place elsewhere."""

    goals = [
        "Change the place of “{event.title}” on {event.day} to “{place}”.",
        "“{event.title}” ({event.day}) will be at “{place}” instead. Correct that in Almanac.",
        "Set “{place}” as the place of my event “{event.title}” of {event.day}.",
    ]
    tags = ["daily"]
    event: Event = pick(Event, own, among=coming)
    place: str = phrase("The old boathouse", "Platform café", "Room 12", "Library, back entrance", "At Ivy's")

    def effects(self) -> Commands:
        yield calendar.EditEvent(self.event, self.event.title, self.place, self.event.note)


class HideThese(Task):
    """A calendar's events are hidden."""

    goals = [
        "Hide my {calendar.name} calendar.",
        "I don't want to see the events of {calendar.name} in Almanac for now.",
        "Switch {calendar.name} off among my calendars, without deleting anything.",
    ]
    tags = ["daily"]
    calendar: Calendar = pick(Calendar, lambda calendar: calendar.shown)

    def effects(self) -> Commands:
        yield calendar.ShowCalendar(self.calendar, shown=False)


class OneGuestLess(Task):
    """Somebody is invited no more."""

    goals = [
        "Take {guest.person.name} off the guest list of “{guest.event.title}” on {guest.event.day}.",
        "{guest.person.name} isn't coming to “{guest.event.title}” ({guest.event.day}). Remove them from the guests.",
        "Uninvite {guest.person.name} from my event “{guest.event.title}” of {guest.event.day}.",
    ]
    tags = ["daily"]
    guest: Guest = pick(Guest, lambda guest, now: own(guest.event, now) and guest.person.first not in guest.event.title)

    def effects(self) -> Commands:
        yield calendar.Uninvite(self.guest)
