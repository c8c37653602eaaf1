"""Questions on single events in Almanac, and on what else is on then."""

from datetime import date, datetime, time, timedelta
from typing import Any

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event, Occurrence
from lifeworld.taskkit import (
    Days,
    Items,
    Setup,
    Store,
    Task,
    Texts,
    User,
    day,
    days,
    derived,
    link,
    nth,
    number,
    observed,
    pick,
    way,
)
from lifeworld.tasks.calendar import ways
from lifeworld.tasks.calendar.meant import ahead, clashing, coming, next_of, shifted, timed, timed_ahead
from lifeworld.tasks.calendar.ways import entry, heading, look_up, named, results, search, shown_day, shown_times

BEFORE = {"At the start": 0, "10 min before": 10, "30 min before": 30}
BEFORE |= {"1 hour before": 60, "2 hours before": 120, "1 day before": 1440}


class EventQuestion:
    """What is read on an event's own page, to which the search leads, and the schedule, too."""

    event: Event

    def read(self, user: User) -> Any:
        """Return what the event's page says."""

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(self.read(user))

    @way
    def from_the_schedule(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        user.say(self.read(user))


class SeenEvent:
    """Seeing the event earns something."""

    event: Event

    def items(self) -> Items:
        yield observed("Saw the event", showing=self.event.title, kind="search")


class _TimesQuestion(EventQuestion):
    """What follows from when an event starts and ends."""

    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.all_day, among=coming)

    def follows(self, starts: time, ends: time) -> Any:
        """Return the answer."""

    def read(self, user: User) -> Any:
        return self.follows(*shown_times(user))

    @way
    def in_the_schedule(self, user: User) -> None:
        found = [one for one in ways.timed(user, self.event.day) if one.title == self.event.title]
        user.say(self.follows(*found[0].times))


class WhatTime(_TimesQuestion, Task):
    """When does an event begin?"""

    goals = [
        "At what time does “{event.title}” on {event.day} start?",
        "When do I have to be at “{event.title}” on {event.day}? Just the time.",
        "From what time on is “{event.title}” ({event.day}) in Almanac?",
    ]
    tags = ["short"]

    def answer(self, store: Store) -> time:
        return store.get(Event, self.event.id).starts.time()

    def follows(self, starts: time, ends: time) -> time:
        return starts


class HowLongIsIt(_TimesQuestion, Task):
    """How long does an event take?"""

    goals = [
        "How long does “{event.title}” on {event.day} take?",
        "How much time is planned for “{event.title}” on {event.day}?",
        "What is the length of “{event.title}” ({event.day}) in my calendar?",
    ]
    tags = ["short"]

    def answer(self, store: Store) -> timedelta:
        event = store.get(Event, self.event.id)
        return event.ends - event.starts

    def follows(self, starts: time, ends: time) -> timedelta:
        return ways.length(starts, ends)


class ShowEvent(Task):
    """An event is on the screen."""

    goals = [
        "Show me “{event.title}” on {event.day} in Almanac, on its own page.",
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


class WhenReminded(SeenEvent, EventQuestion, Task):
    """At what moment does the calendar remind of an event?"""

    goals = [
        "When will Almanac remind me of “{event.title}” on {event.day}? I need the date and the time.",
        "On which day and at what time is the reminder for “{event.title}” ({event.day}) due?",
        "“{event.title}” on {event.day} has a reminder in Almanac. At which moment does it go off: what date, what "
        "time?",
    ]

    event: Event = pick(
        Event, lambda event, now: timed_ahead(event, now) and event.reminder in BEFORE.values(), among=ahead
    )

    def answer(self, store: Store) -> datetime:
        event = store.get(Event, self.event.id)
        return event.starts - timedelta(minutes=event.reminder or 0)

    def read(self, user: User) -> datetime:
        before = user.page.text.split("\nReminder\n")[1].splitlines()[0]
        return datetime.combine(shown_day(user), shown_times(user)[0]) - timedelta(minutes=BEFORE[before])


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
        if (found := shown_day(user)) > user.today:
            user.say(found)
        else:
            self.in_the_schedule(user)

    @way
    def in_the_schedule(self, user: User) -> None:
        """Turn the pages to the first day after today that has it; its own page tells the year."""
        user.open("Almanac")
        user.click(link("Schedule"))
        while not (found := self._headings(user)):
            user.click(link("Later"))
        user.click(entry(user, self.series.title, found[0]))
        user.say(shown_day(user))

    def _headings(self, user: User) -> list[str]:
        headings = [(line.heading, line.text) for line in user.page.lines() if days(line.heading, user.today)]
        return [one for one, text in headings if one != heading(user.today) and named(text) == self.series.title]


class DaysBetween(Task):
    """How many days are there from one event to another?"""

    goals = [
        "How many days after “{first.title}” is “{second.title}”? Both are still to come.",
        "From the day of “{first.title}” to the day of “{second.title}”, how many days will pass, going by Almanac?",
        "Look up when “{first.title}” and “{second.title}” take place. How many days apart are they?",
    ]
    tags = ["look-up", "count"]

    first: Event = pick(Event, timed_ahead, among=ahead)
    second: Event = pick(
        Event, lambda second, first, now: timed_ahead(second, now) and second.day > first.day, among=ahead
    )

    def answer(self, store: Store) -> Days:
        return (store.get(Event, self.second.id).day - store.get(Event, self.first.id).day).days

    def solution(self, user: User) -> None:
        first, second = (self._day(user, event.title) for event in (self.first, self.second))
        user.say((second - first).days)

    def _day(self, user: User, title: str) -> date:
        return next(one.day for one in results(user, title) if one.title == title and one.day > user.today)


class WhatOverlaps(SeenEvent, Task):
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
        return clashing(store, store.get(Event, self.event.id))

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(ways.clashes(user, shown_day(user), shown_times(user), self.event.title))


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
        user.say(not ways.clashes(user, self.on, (self.starts, self.ends)))
