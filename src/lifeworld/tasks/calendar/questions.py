"""Questions on what Almanac shows."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.calendar.recurrence import free_slots, occurrences
from lifeworld.store import Store
from lifeworld.taskkit import Setup, Task, User, clock, day, days, derived, link, number, phrase, pick, span, sure, way
from lifeworld.tasks.calendar.meant import ahead, coming, next_of, shifted, timed
from lifeworld.tasks.calendar.ways import (
    CLOSE,
    entry,
    gaps,
    heading,
    length,
    listed,
    look_up,
    month,
    named,
    room,
    search,
    shown_day,
    shown_times,
    times,
)

LENGTHS = {"30": "30 min", "45": "45 min", "60": "1 h", "90": "1 h 30 min", "120": "2 h"}


class WhatTime(Task):
    """When does an event begin?"""

    goals = [
        "At what time does “{event.title}” on {event.day} start?",
        "When do I have to be at “{event.title}” on {event.day}? Just the time.",
        "From what time on is “{event.title}” ({event.day}) in Almanac?",
    ]
    tags = ["short"]

    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.all_day, among=coming)

    def answer(self, store: Store) -> time:
        return store.get(Event, self.event.id).starts.time()

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(shown_times(user)[0])

    @way
    def in_the_schedule(self, user: User) -> None:
        found = [text for text in listed(user, self.event.day) if named(text) == self.event.title]
        user.say(sure(times(found[0]))[0])


class WhichDayNext(Task):
    """On which day does a repeating event take place next?"""

    goals = [
        "After today, on which date is the next “{series.title}”?",
        "What is the date of the next “{series.title}”, today not counted?",
        "When is “{series.title}” on again after today? I need the date.",
    ]

    series: Event = pick(
        Event,
        lambda series, store, now: series.repeats in ("weekly", "yearly") and next_of(series, store, now) > now.date(),
        among=ahead,
    )

    def answer(self, store: Store) -> date:
        return next_of(self.series, store, store.now)

    def solution(self, user: User) -> None:
        search(user, self.series)
        found = shown_day(user)
        user.say(found if found > user.today else self._in_the_list(user))

    @way
    def in_the_schedule(self, user: User) -> None:
        user.say(self._in_the_list(user))

    def _in_the_list(self, user: User) -> date:
        """Turn the schedule's pages to the first day after today that has it; its own page tells the year."""
        user.open("Almanac")
        user.click(link("Schedule"))
        while not (found := self._headings(user)):
            user.click(link("Later"))
        user.click(entry(user, self.series.title, found[0]))
        return shown_day(user)

    def _headings(self, user: User) -> list[str]:
        headings = [(line.heading, line.text) for line in user.page.lines() if days(line.heading, user.today)]
        return [one for one, text in headings if one != heading(user.today) and named(text) == self.series.title]


class HowLongIsIt(Task):
    """How long does an event take?"""

    goals = [
        "How long does “{event.title}” on {event.day} take?",
        "How much time is planned for “{event.title}” on {event.day}?",
        "What is the length of “{event.title}” ({event.day}) in my calendar?",
    ]
    tags = ["short"]

    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.all_day, among=coming)

    def answer(self, store: Store) -> timedelta:
        event = store.get(Event, self.event.id)
        return event.ends - event.starts

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(length(*shown_times(user)))

    @way
    def in_the_schedule(self, user: User) -> None:
        found = [text for text in listed(user, self.event.day) if named(text) == self.event.title]
        user.say(length(*sure(times(found[0]))))


def _summed(on: date, store: Store) -> bool | None:
    """Return whether a day has several events at times of day that don't overlap, so that it is plain what is asked."""
    found = timed(store, on)
    apart = all(one.ends <= other.starts for one, other in pairwise(found))
    return (len(found) > 1 and apart) or None


class HoursOnDay(Task):
    """How much of a day is taken by events, repeating ones too?"""

    goals = [
        "Added up, how long are all my events on {on}? Leave out what lasts all day.",
        "How much time do the events on {on} take altogether? All-day ones don't count.",
        "Sum up the lengths of everything I have on {on} in Almanac, except all-day events.",
    ]
    tags = ["count", "long"]

    on: date = day(2, 54)
    several: bool = derived(_summed)

    def answer(self, store: Store) -> timedelta:
        return sum((one.ends - one.starts for one in timed(store, self.on)), timedelta())

    def solution(self, user: User) -> None:
        found = [when for when in map(times, listed(user, self.on)) if when]
        user.say(sum((length(*when) for when in found), timedelta()))


class HowManyOnDay(Task):
    """How many events does a day have, repeating ones included?"""

    goals = [
        "How many events are in my calendar on {on}?",
        "Count everything Almanac shows for {on}.",
        "How many things do I have on {on}, all-day events included?",
    ]
    tags = ["count"]

    on: date = day(3, 54)
    some: bool = derived(lambda on, store: bool(occurrences(store, on, on)) or None)

    def answer(self, store: Store) -> int:
        return len(occurrences(store, self.on, self.on))

    def solution(self, user: User) -> None:
        user.say(len(listed(user, self.on)))

    @way
    def in_the_month(self, user: User) -> None:
        month(user, self.on)
        user.say(sum(line.heading.endswith(heading(self.on)) for line in user.page.lines()))


class FirstRoom(Task):
    """When does a day first have room for something?"""

    goals = [
        "When on {on}, from {since} on, am I first free for {minutes} minutes? It should be over by 8 PM.",
        "I need {minutes} minutes without any event on {on}, no earlier than {since} and over by 8 PM. From what time "
        "on is there room?",
        "Find the first gap of at least {minutes} minutes on {on} between {since} and 8 PM. When does it start?",
    ]

    on: date = day(1, 54)
    minutes: str = phrase(*LENGTHS)
    title: str = phrase("Piano tuner", "Sort out the cellar", "Wait for the plumber", "Errands in town")
    since: time = clock(9, 15)
    halves: int = number(1, 5)  # so many half hours something is on from then on
    until: time = derived(lambda on, since, halves: shifted(datetime.combine(on, since), halves))

    def setup(self, store: Store) -> Setup:
        yield calendar.AddEvent(self.title, store.get(Calendar, 1), self.on, self.since, self.until)

    def answer(self, store: Store) -> time | None:
        slots = free_slots(timed(store, self.on), self.on, int(self.minutes), self.since, CLOSE)
        return slots[0].starts.time() if slots else None

    def solution(self, user: User) -> None:
        user.say(self._first(sure(times(one)) for one in room(user, self.on, LENGTHS[self.minutes])))

    @way
    def between_what_is_listed(self, user: User) -> None:
        user.say(self._first(gaps(map(times, listed(user, self.on)), self.since, CLOSE)))

    def _first(self, found: Iterable[tuple[time, time]]) -> time:
        """Return when the first of the gaps begins that is long enough, from then on."""
        within = ((max(starts, self.since), ends) for starts, ends in found)
        return next(starts for starts, ends in within if length(starts, ends) >= span(LENGTHS[self.minutes]))


class ShowEvent(Task):
    """An event is on the screen."""

    goals = [
        "Show me “{event.title}” on {event.day} in Almanac.",
        "Open the event “{event.title}” ({event.day}) and leave it on the screen.",
        "I want to see the details of “{event.title}” on {event.day}. Bring it up in Almanac.",
    ]
    tags = ["short"]

    event: Event = pick(Event, coming, among=coming)

    def reached(self) -> str:
        return f"/calendar/event/{self.event.id}"

    def solution(self, user: User) -> None:
        search(user, self.event)

    @way
    def from_the_schedule(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
