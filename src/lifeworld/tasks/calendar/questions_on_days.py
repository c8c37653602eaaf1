"""Questions on what is on together, what is left free, and when exactly."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.calendar.recurrence import Occurrence, free_slots
from lifeworld.store import Store
from lifeworld.taskkit import (
    Days,
    Items,
    Setup,
    Task,
    Texts,
    User,
    day,
    derived,
    nth,
    number,
    observed,
    pick,
    span,
    way,
)
from lifeworld.tasks.calendar.making import REMINDERS
from lifeworld.tasks.calendar.meant import ahead, shifted, timed, timed_ahead
from lifeworld.tasks.calendar.ways import (
    CLOSE,
    OPEN,
    between,
    gaps,
    length,
    listed,
    look_up,
    results,
    room,
    search,
    shown_day,
    shown_times,
    times,
)


def longest_gap(store: Store, on: date) -> timedelta | None:
    """Return the longest time without an event, on a day with several."""
    found = timed(store, on)
    slots = free_slots(found, on, 15, OPEN, CLOSE)
    within = [one for one in found if one.starts.time() < CLOSE and one.ends.time() > OPEN and one.ends.date() == on]
    return max(slot.ends - slot.starts for slot in slots) if slots and len(found) == len(within) > 1 else None


class LongestGap(Task):
    """How long is the longest free stretch of a day?"""

    goals = [
        "How long is my longest stretch without an event on {on}, between 8 AM and 8 PM? All-day events don't count.",
        "On {on}, what is the most time that I have in one piece between 8 AM and 8 PM, going by Almanac? Leave out "
        "what lasts all day.",
        "Between two events, before the first or after the last one: how long is the longest gap on {on} from 8 AM to "
        "8 PM? All-day events take no time.",
    ]
    tags = ["compare"]

    on: date = day(1, 54)
    gap: timedelta = derived(longest_gap)

    def answer(self, store: Store) -> timedelta | None:
        return longest_gap(store, self.on)

    def solution(self, user: User) -> None:
        user.say(max(map(span, room(user, self.on, "15 min"))))

    @way
    def between_what_is_listed(self, user: User) -> None:
        user.say(max(length(*gap) for gap in gaps(map(times, listed(user, self.on)), OPEN, CLOSE)))


class AmIFree(Task):
    """Is there room for something at a time of a day?"""

    goals = [
        "Am I free on {on} from {starts} to {ends}? All-day events don't count.",
        "Somebody wants to see me on {on} between {starts} and {ends}. Is nothing in my calendar then, apart from what "
        "lasts all day?",
        "Is the time from {starts} to {ends} on {on} still free in Almanac? Ignore all-day events.",
    ]
    tags = ["short"]

    on: date = day(1, 54)
    turn: int = number(0, 5)
    halves: int = number(-3, 3)
    near: Occurrence = derived(lambda store, on, turn: nth(timed(store, on), turn))
    starts: time = derived(lambda near, halves: shifted(near.starts, halves))
    ends: time = derived(lambda on, starts: shifted(datetime.combine(on, starts), 2))

    def answer(self, store: Store) -> bool:
        first, last = (datetime.combine(self.on, one) for one in (self.starts, self.ends))
        return not any(one.starts < last and first < one.ends for one in timed(store, self.on))

    def solution(self, user: User) -> None:
        taken = [when for when in map(times, listed(user, self.on)) if when]
        user.say(not any(start < self.ends and self.starts < end for start, end in taken))


class WhatOverlaps(Task):
    """What takes place while another event does?"""

    goals = [
        "Which events overlap with “{event.title}” on {event.day}, all-day ones aside? Give me their names. If nothing "
        "does, say none.",
        "Does anything in Almanac clash with “{event.title}” ({event.day}), all-day events aside? Name it all, or say "
        "that there's nothing.",
        "I'm worried that I'm double-booked during “{event.title}” on {event.day}. What else is on at that time, if "
        "anything? Names only, and no all-day events.",
    ]

    event: Event = pick(Event, timed_ahead, among=ahead)
    first: int = number(-3, 3)
    second: int = number(-3, 3)
    starts: time = derived(lambda event, first: shifted(event.starts, first))
    ends: time = derived(lambda event, first: shifted(event.starts, first + 1))
    begins: time = derived(lambda event, second: shifted(event.ends, second))
    stops: time = derived(lambda event, second: shifted(event.ends, second + 2))

    def setup(self, store: Store) -> Setup:
        personal = store.get(Calendar, 1)
        yield calendar.AddEvent("Call the insurance", personal, self.event.day, self.starts, self.ends)
        yield calendar.AddEvent("Wait for the delivery", personal, self.event.day, self.begins, self.stops)

    def answer(self, store: Store) -> Texts:
        own = store.get(Event, self.event.id)
        others = [one for one in timed(store, own.day) if one.event.id != own.id]
        return [one.event.title for one in others if one.starts < own.ends and own.starts < one.ends]

    def items(self) -> Items:
        yield observed("Saw the event", showing=self.event.title, kind="search")

    def solution(self, user: User) -> None:
        found = [one for one in between(user, self.event.day, self.event.day) if one.timed]
        starts, ends = next(one.times for one in found if one.title == self.event.title)
        others = [one for one in found if one.title != self.event.title]
        user.say([one.title for one in others if one.times[0] < ends and starts < one.times[1]])


def later(second: Event, first: Event, now: datetime) -> bool:
    """Return whether an event is to come on a later day than another."""
    return timed_ahead(second, now) and second.day > first.day


class DaysBetween(Task):
    """How many days are there from one event to another?"""

    goals = [
        "How many days after “{first.title}” is “{second.title}”? Both are still to come.",
        "From the day of “{first.title}” to the day of “{second.title}”, how many days will pass, going by Almanac?",
        "Look up when “{first.title}” and “{second.title}” take place. How many days apart are they?",
    ]
    tags = ["look-up", "count"]

    first: Event = pick(Event, timed_ahead, among=ahead)
    second: Event = pick(Event, later, among=ahead)

    def answer(self, store: Store) -> Days:
        return (store.get(Event, self.second.id).day - store.get(Event, self.first.id).day).days

    def solution(self, user: User) -> None:
        first, second = (self._day(user, event.title) for event in (self.first, self.second))
        user.say((second - first).days)

    def _day(self, user: User, title: str) -> date:
        return next(one.day for one in results(user, title) if one.title == title and one.day > user.today)


class WhenReminded(Task):
    """At what moment does the calendar remind of an event?"""

    goals = [
        "When will Almanac remind me of “{event.title}” on {event.day}? I need the date and the time.",
        "On which day and at what time is the reminder for “{event.title}” ({event.day}) due?",
        "“{event.title}” on {event.day} has a reminder in Almanac. At which moment does it go off: what date, what "
        "time?",
    ]

    event: Event = pick(Event, lambda event, now: timed_ahead(event, now) and event.reminder in REMINDERS, among=ahead)

    def answer(self, store: Store) -> datetime:
        event = store.get(Event, self.event.id)
        return event.starts - timedelta(minutes=event.reminder or 0)

    def items(self) -> Items:
        yield observed("Saw the event", showing=self.event.title, kind="search")

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(self._moment(user))

    @way
    def from_the_schedule(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        user.say(self._moment(user))

    def _moment(self, user: User) -> datetime:
        told = user.page.text.splitlines()
        before = told[told.index("Reminder") + 1]
        minutes = next(minutes for minutes, label in REMINDERS.items() if label == before)
        return datetime.combine(shown_day(user), shown_times(user)[0]) - timedelta(minutes=minutes)
