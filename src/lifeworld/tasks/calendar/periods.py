"""Questions on days and periods in Almanac: counts, sums, the first, the earliest, the latest."""

import re
from collections import Counter
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar.models import Event, Occurrence, occurrences
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    FullName,
    Setup,
    Store,
    Task,
    User,
    clocks,
    day,
    days,
    derived,
    nth,
    number,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.calendar import ways
from lifeworld.tasks.calendar.meant import ahead, altogether, invitation, weekly, within_days
from lifeworld.tasks.calendar.ways import between, heading, invitations, results

NEAR = "relation IN ('friend', 'colleague', 'club', 'neighbour')"
WEEK = timedelta(days=6)


class HowManyOnDay(Task):
    """How many events does a day have, repeating ones included?"""

    goals = [
        "How many events are in my calendar on {on}?",
        "Count everything Almanac shows for {on}.",
        "How many things do I have on {on}, all-day events included?",
    ]
    tags = ["count"]

    on: date = day(3, 54)

    def answer(self, store: Store) -> int | None:
        return len(occurrences(store, self.on, self.on)) or None

    def solution(self, user: User) -> None:
        user.say(len(between(user, self.on, self.on)))

    @way
    def in_the_month(self, user: User) -> None:
        ways.month(user, self.on)
        user.say(sum(line.heading.endswith(heading(self.on)) for line in user.page.lines()))


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

    def answer(self, store: Store) -> int | None:
        one, other = (within_days(store, first, first + WEEK) for first in (self.busy, self.calm))
        if abs(self.busy - self.calm) <= WEEK or not one or not other:
            return None
        return len(one) - len(other) if len(one) > len(other) else None

    def solution(self, user: User) -> None:
        busy, calm = (between(user, first, first + WEEK) for first in (self.busy, self.calm))
        user.say(len(busy) - len(calm))


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

    def answer(self, store: Store) -> timedelta | None:
        there = occurrences(store, self.first, self.last)
        found = [one for one in there if one.event.title == self.series.title]
        return altogether(found) if len(found) > 1 else None

    def solution(self, user: User) -> None:
        found = [one for one in between(user, self.first, self.last) if one.title == self.series.title]
        user.say(ways.altogether(found))


class FirstDayOff(Task):
    """What is the first day with nothing in the calendar at all?"""

    goals = [
        "From {since} on, which is the first day that has nothing at all in Almanac?",
        "I need a whole day to myself. What is the first date, {since} or later, without a single event?",
        "Starting with {since}, find the first completely empty day in my calendar. All-day events fill a day, too.",
    ]

    since: date = day(1, 60)

    def answer(self, store: Store) -> date | None:
        found = occurrences(store, self.since, self.since + 4 * WEEK)
        taken = {one.day + timedelta(days=n) for one in found for n in range((one.ends.date() - one.day).days + 1)}
        free = next((one for n in range(26) if (one := self.since + timedelta(days=n)) not in taken), self.since)
        return free if free > self.since else None

    def solution(self, user: User) -> None:
        taken = {one.day for one in between(user, self.since, self.since + 4 * WEEK)}
        user.say(next(one for n in range(26) if (one := self.since + timedelta(days=n)) not in taken))


class _SomeDays:
    """Some days to come, of which something stands out."""

    first: date = day(1, 45)
    more: int = number(4, 12)
    last: date = derived(lambda first, more: first + timedelta(days=more))

    def timed(self, store: Store) -> list[Occurrence]:
        return [one for one in within_days(store, self.first, self.last) or [] if not one.event.all_day]


class LatestEvening(_SomeDays, Task):
    """On which of some days does something end latest?"""

    goals = [
        "From {first} to {last}, on which day will I be busy until latest in the evening, going by Almanac?",
        "On which date between {first} and {last} (both included) does anything in my calendar end latest in the day?",
        "Look at {first} to {last} in Almanac. Which day has the event with the latest end? I need the date.",
    ]
    tags = ["compare", "long"]

    def answer(self, store: Store) -> date | None:
        """Return the day; None where it is not clear, or the first or last one, which the goal says itself."""
        found = sorted(self.timed(store), key=lambda one: one.ends.time())
        if len({one.day for one in found}) < 3 or found[-2].ends.time() == found[-1].ends.time():
            return None
        return found[-1].day if self.first < found[-1].day < self.last else None

    def solution(self, user: User) -> None:
        user.say(max(ways.timed(user, self.first, self.last), key=lambda one: one.times[1]).day)


class EarliestStart(_SomeDays, Task):
    """What starts earliest in the day, of all that takes place on some days?"""

    goals = [
        "Of everything in my calendar from {first} to {last}, what starts earliest in the day? Its name, please. "
        "All-day events don't count.",
        "Between {first} and {last}, for which event do I have to be ready earliest in the morning? Tell me what it is "
        "called; leave out what lasts all day.",
        "Look at {first} to {last} in Almanac, both included: which event has the earliest starting time of all?",
    ]
    tags = ["compare"]

    more: int = number(3, 12)

    def answer(self, store: Store) -> str | None:
        found = self.timed(store)
        start = min((one.starts.time() for one in found), default=None)
        names = {one.event.title for one in found if one.starts.time() == start}
        return names.pop() if len(found) > 3 and len(names) == 1 else None

    def solution(self, user: User) -> None:
        user.say(min(ways.timed(user, self.first, self.last), key=lambda one: one.times[0]).title)


def places_been(store: Store) -> list[str]:
    """Return the places of three events or more that are over, if nothing declined or repeating is there."""
    past = store.all(Event, "place <> '' AND ends < ?", datetime.combine(store.now, time()))
    times = Counter(event.place for event in past)
    odd = {event.place for event in store.all(Event) if event.repeats or event.reply in ("declined", "invited")}
    return sorted(place for place, number in times.items() if number > 2 and place not in odd)


class _AtPlace:
    """What took place somewhere, before today."""

    turn: int = number(0, 400)
    place: str = derived(lambda store, turn: nth(places_been(store), turn))

    def been(self, store: Store) -> list[date]:
        return [event.day for event in store.all(Event, "place = ?", self.place) if event.day < store.now.date()]

    def seen(self, user: User) -> list[date]:
        """Search for the place, and return the days of what took place there, the latest first."""
        there = [one for one in results(user, self.place) if self.place in re.split(r" · |\n", one.text)]
        return [one.day for one in there if one.day < user.today]


class TimesAtPlace(_AtPlace, Task):
    """How many events were there at a place since a day?"""

    goals = [
        "How many events at {place} does Almanac have from {since} up to yesterday?",
        "Going by my calendar, how often have I been at {place} since {since}? That day counts, today doesn't.",
        "Count the events in Almanac whose place is {place}, from {since} on and before today.",
    ]
    tags = ["count"]

    since: date = day(-320, -30)

    def answer(self, store: Store) -> int:
        return sum(one >= self.since for one in self.been(store))

    def solution(self, user: User) -> None:
        user.say(sum(one >= self.since for one in self.seen(user)))


class LastTimeAtPlace(_AtPlace, Task):
    """When was the last event at a place, before a day?"""

    goals = [
        "Before {until}, when was I last at {place}, going by Almanac? I need the date.",
        "What's the date of my last event at {place} before {until}?",
        "Look through Almanac for {place}: on which day did I last have something there, not counting {until} and "
        "later?",
    ]
    tags = ["look-up"]

    until: date = day(-150, 0)

    def answer(self, store: Store) -> date | None:
        return max((one for one in self.been(store) if one < self.until), default=None)

    def solution(self, user: User) -> None:
        user.say(next(one for one in self.seen(user) if one < self.until))


class WhoseInvitation(Task):
    """Who has sent the invitation to what takes place first, or last, of all that wait for an answer?"""

    goals = [
        "Of the invitations in Almanac that I haven't answered, who sent the one for the {which} event on or after "
        "{since}? Full name.",
        "Several people wait for my answer in Almanac. Counting only what is on {since} or later, whose event is the "
        "{which} one? I need the full name.",
        "Go through my open invitations and leave out everything before {since}. Who invited me to the {which} of "
        "those events? Full name.",
    ]

    which: str = phrase("earliest", "latest")
    turn: int = number(0, 60)
    since: date = day(3, 30)
    hosts: list[Person] = derived(lambda store, turn: [nth(store.all(Person, NEAR), turn + n) for n in range(3)])
    starts: list[datetime] = derived(lambda since, turn: moments(since, turn))

    def setup(self, store: Store) -> Setup:
        for host, start, title in zip(self.hosts, self.starts, ("Long table", "Card night", "River swim"), strict=True):
            yield invitation(store.now - timedelta(hours=3), title, host.id, start)

    def answer(self, store: Store) -> FullName | None:
        order = "starts" if self.which == "earliest" else "starts DESC"
        waiting = store.all(Event, "reply = 'invited' AND ends >= ?", store.now, order=order)
        asked, *others = (event for event in waiting if event.day >= self.since)
        alone = not others or others[0].starts != asked.starts
        return sure(asked.organiser).name if alone else None

    def solution(self, user: User) -> None:
        invitations(user)
        told = [line.text for line in user.page.lines() if " · From " in line.text]
        starts = [datetime.combine(days(text, user.today)[-1], next(iter(clocks(text)), time())) for text in told]
        asked = sorted(one for one in zip(starts, told, strict=True) if one[0].date() >= self.since)
        user.say(asked[0 if self.which == "earliest" else -1][1].split(" · From ")[1].splitlines()[0])


def moments(since: date, turn: int) -> list[datetime]:
    """Return an evening before a day, and two after it, in any order."""
    away = (-2, 1 + turn % 5, 7 + turn % 9)
    return [datetime.combine(since + timedelta(days=away[(turn + n) % 3]), time(18 + n)) for n in range(3)]
