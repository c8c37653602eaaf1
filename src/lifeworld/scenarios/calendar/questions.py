"""Questions on what Almanac shows."""

from datetime import date, time, timedelta

from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.recurrence import free_slots, occurrences
from lifeworld.scenarios import Scenario, button, day, derived, field, link, observed, phrase, pick
from lifeworld.scenarios.calendar.ways import CALENDARS, coming, next_of, on, own, repeating, search
from lifeworld.store import Store


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


def coming_guests(event: Event) -> int:
    """Return how many guests have accepted."""
    return sum(guest.reply == "accepted" for guest in event.guests)


class HowManyCome(Scenario):
    """How many guests have said that they come?"""

    goals = [
        "How many guests have accepted “{event.title}” on {event.day}?",
        "How many people are coming to “{event.title}” on {event.day}, going by their answers? Don't count me.",
        "Of those invited to “{event.title}” ({event.day}), how many have said yes?",
    ]
    tags = ["count"]

    event: Event = pick(Event, lambda event, now: own(event, now) and coming_guests(event) > 0, among=coming)

    def answer(self, store: Store):
        return coming_guests(store.get(Event, self.event.id))

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
