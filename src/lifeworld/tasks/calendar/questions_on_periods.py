"""Questions on stretches of days in Almanac: counts, sums, the first, the earliest, the latest."""

import re
from collections import Counter
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.recurrence import Occurrence, occurrences
from lifeworld.store import Store
from lifeworld.taskkit import Task, User, day, derived, nth, number, pick
from lifeworld.tasks.calendar.meant import ahead, weekly, within_days
from lifeworld.tasks.calendar.ways import between, length, results

WEEK = timedelta(days=6)


def fuller(store: Store, busy: date, calm: date) -> int | None:
    """Return by how many events the seven days from one day on are fuller than those from another."""
    one, other = (within_days(store, first, first + WEEK) for first in (busy, calm))
    if abs(busy - calm) <= WEEK or not one or not other:
        return None
    more = len(one) - len(other)
    return more if more > 0 else None


class FullerByHowMany(Task):
    """By how many events is one week fuller than another?"""

    goals = [
        "How many more events does Almanac show for the week that begins on {busy} than for that from {calm} on?",
        "Compare the week from {busy} on with the week from {calm} on in my calendar. By how many events is the former "
        "fuller?",
        "I've got more on in the week that starts on {busy} than in the week that starts on {calm}. How many events "
        "more, all-day events included?",
    ]
    tags = ["count", "compare", "long"]

    busy: date = day(1, 45)
    calm: date = day(1, 45)
    more: int = derived(fuller)

    def answer(self, store: Store) -> int | None:
        return fuller(store, self.busy, self.calm)

    def solution(self, user: User) -> None:
        busy, calm = (between(user, first, first + WEEK) for first in (self.busy, self.calm))
        user.say(len(busy) - len(calm))


def of_series(store: Store, series: Event, first: date, last: date) -> list[Occurrence]:
    """Return what takes place under a repeating event's name within some days."""
    return [one for one in occurrences(store, first, last) if one.event.title == series.title]


class HoursOfSeries(Task):
    """How much time does what comes back every week take altogether within some days?"""

    goals = [
        "How much time will “{series.title}” take altogether from {first} to {last}, both days included?",
        "Add up all the hours that are planned for “{series.title}” between {first} and {last}. Both days count.",
        "From {first} up to and including {last}: how many hours of “{series.title}” are there in Almanac?",
    ]
    tags = ["sum", "long"]

    series: Event = pick(Event, weekly, among=ahead)
    first: date = day(1, 28)
    length: int = number(20, 45)
    last: date = derived(lambda first, length: first + timedelta(days=length))
    several: bool = derived(lambda store, series, first, last: len(of_series(store, series, first, last)) > 1 or None)

    def answer(self, store: Store) -> timedelta:
        found = of_series(store, self.series, self.first, self.last)
        return sum((one.ends - one.starts for one in found), timedelta())

    def solution(self, user: User) -> None:
        found = [one for one in between(user, self.first, self.last) if one.title == self.series.title]
        user.say(sum((length(*one.times) for one in found), timedelta()))


def latest_evening(store: Store, first: date, last: date) -> date | None:
    """Return the day on which one is busy for longest into the evening; None where it is not clear, or first or last.

    The goal says the first and the last day itself.
    """
    found = [one for one in within_days(store, first, last) or [] if not one.event.all_day]
    ends = sorted(one.ends.time() for one in found)
    if len({one.day for one in found}) < 3 or ends[-2:].count(ends[-1]) > 1:
        return None
    day = next(one.day for one in found if one.ends.time() == ends[-1])
    return day if first < day < last else None


class LatestEvening(Task):
    """On which of some days does something end latest?"""

    goals = [
        "From {first} to {last}, on which day will I be busy until latest in the evening, going by Almanac?",
        "On which date between {first} and {last} (both included) does anything in my calendar end latest in the day?",
        "Look at {first} to {last} in Almanac. Which day has the event with the latest end? I need the date.",
    ]
    tags = ["compare", "long"]

    first: date = day(1, 45)
    more: int = number(4, 12)
    last: date = derived(lambda first, more: first + timedelta(days=more))
    clear: date = derived(latest_evening)

    def answer(self, store: Store) -> date | None:
        return latest_evening(store, self.first, self.last)

    def solution(self, user: User) -> None:
        found = [one for one in between(user, self.first, self.last) if one.timed]
        user.say(max(found, key=lambda one: one.times[1]).day)


def first_day_off(store: Store, since: date) -> date | None:
    """Return the first day with nothing on it, if it comes later than a day, within four weeks."""
    found = occurrences(store, since, since + 4 * WEEK)
    taken = {one.day + timedelta(days=n) for one in found for n in range((one.ends.date() - one.day).days + 1)}
    free = next((one for n in range(26) if (one := since + timedelta(days=n)) not in taken), since)
    return free if free > since else None


class FirstDayOff(Task):
    """What is the first day with nothing in the calendar at all?"""

    goals = [
        "From {since} on, which is the first day that has nothing at all in Almanac?",
        "I need a whole day to myself. What is the first date, {since} or later, without a single event?",
        "Starting with {since}, find the first completely empty day in my calendar. All-day events fill a day, too.",
    ]

    since: date = day(1, 60)
    found: date = derived(first_day_off)

    def answer(self, store: Store) -> date | None:
        return first_day_off(store, self.since)

    def solution(self, user: User) -> None:
        taken = {one.day for one in between(user, self.since, self.since + 4 * WEEK)}
        user.say(next(one for n in range(26) if (one := self.since + timedelta(days=n)) not in taken))


def earliest(store: Store, first: date, last: date) -> str | None:
    """Return the name of what starts earliest in the day; None where it is not clear."""
    found = [one for one in within_days(store, first, last) or [] if not one.event.all_day]
    if len(found) < 4:
        return None
    start = min(one.starts.time() for one in found)
    names = {one.event.title for one in found if one.starts.time() == start}
    return names.pop() if len(names) == 1 else None


class EarliestStart(Task):
    """What starts earliest in the day, of all that takes place on some days?"""

    goals = [
        "Of everything in my calendar from {first} to {last}, what starts earliest in the day? Its name, please. "
        "All-day events don't count.",
        "Between {first} and {last}, for which event do I have to be ready earliest in the morning? Tell me what it is "
        "called; leave out what lasts all day.",
        "Look at {first} to {last} in Almanac, both included: which event has the earliest starting time of all?",
    ]
    tags = ["compare"]

    first: date = day(1, 45)
    more: int = number(3, 12)
    last: date = derived(lambda first, more: first + timedelta(days=more))
    clear: str = derived(earliest)

    def answer(self, store: Store) -> str | None:
        return earliest(store, self.first, self.last)

    def solution(self, user: User) -> None:
        found = [one for one in between(user, self.first, self.last) if one.timed]
        user.say(min(found, key=lambda one: one.times[0]).title)


def places_been(store: Store) -> list[str]:
    """Return the places of three events or more that are over, if nothing declined or repeating is there."""
    past = store.all(Event, "place <> '' AND ends < ?", datetime.combine(store.now, time()))
    times = Counter(event.place for event in past)
    odd = {event.place for event in store.all(Event) if event.repeats or event.reply in ("declined", "invited")}
    return sorted(place for place, number in times.items() if number > 2 and place not in odd)


def been(store: Store, place: str) -> list[date]:
    """Return the days before today of what took place there."""
    return [event.day for event in store.all(Event, "place = ?", place) if event.day < store.now.date()]


def seen_there(user: User, place: str) -> list[date]:
    """Search for a place, and return the days before today of what took place there, the latest first."""
    there = [one for one in results(user, place) if place in re.split(r" · |\n", one.text)]
    return [one.day for one in there if one.day < user.today]


class TimesAtPlace(Task):
    """How many events were there at a place since a day?"""

    goals = [
        "How many events at {place} does Almanac have from {since} up to yesterday?",
        "Going by my calendar, how often have I been at {place} since {since}? That day counts, today doesn't.",
        "Count the events in Almanac whose place is {place}, from {since} on and before today.",
    ]
    tags = ["count"]

    turn: int = number(0, 400)
    place: str = derived(lambda store, turn: nth(places_been(store), turn))
    since: date = day(-320, -30)

    def answer(self, store: Store) -> int:
        return sum(one >= self.since for one in been(store, self.place))

    def solution(self, user: User) -> None:
        user.say(sum(one >= self.since for one in seen_there(user, self.place)))


class LastTimeAtPlace(Task):
    """When was the last event at a place, before a day?"""

    goals = [
        "Before {until}, when was I last at {place}, going by Almanac? I need the date.",
        "What's the date of my last event at {place} before {until}?",
        "Look through Almanac for {place}: on which day did I last have something there, not counting {until} and "
        "later?",
    ]
    tags = ["look-up"]

    turn: int = number(0, 400)
    place: str = derived(lambda store, turn: nth(places_been(store), turn))
    until: date = day(-150, 0)

    def answer(self, store: Store) -> date | None:
        return max((one for one in been(store, self.place) if one < self.until), default=None)

    def solution(self, user: User) -> None:
        user.say(next(one for one in seen_there(user, self.place) if one < self.until))
