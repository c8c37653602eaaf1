"""Questions on a day in Almanac, and on the room that it leaves."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.calendar.recurrence import Occurrence, free_slots, occurrences
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Setup,
    Task,
    User,
    clock,
    day,
    derived,
    nth,
    number,
    phrase,
    pick,
    span,
    sure,
    way,
)
from lifeworld.tasks.calendar import ways
from lifeworld.tasks.calendar.meant import altogether, private, shifted, timed
from lifeworld.tasks.calendar.ways import CLOSE, OPEN, first_fit, gaps, heading, length, room, times

LENGTHS = {"30": "30 min", "45": "45 min", "60": "1 h", "90": "1 h 30 min", "120": "2 h"}
HOURS = {"one hour": "1 h", "two hours": "2 h"}


class HoursOnDay(Task):
    """How much of a day is taken by events, repeating ones too?"""

    goals = [
        "Added up, how long are all my events on {on}? Leave out what lasts all day.",
        "How much time do the events on {on} take altogether? All-day ones don't count.",
        "Sum up the lengths of everything I have on {on} in Almanac, except all-day events.",
    ]
    tags = ["count", "long"]

    on: date = day(2, 54)

    def answer(self, store: Store) -> timedelta | None:
        found = timed(store, self.on)
        return altogether(found) if len(found) > 1 else None

    def solution(self, user: User) -> None:
        user.say(ways.altogether(user, self.on))


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
        user.say(len(ways.between(user, self.on, self.on)))

    @way
    def in_the_month(self, user: User) -> None:
        ways.month(user, self.on)
        user.say(sum(line.heading.endswith(heading(self.on)) for line in user.page.lines()))


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
        found = (sure(times(one)) for one in room(user, self.on, LENGTHS[self.minutes]))
        user.say(first_fit(found, self.since, span(LENGTHS[self.minutes])))

    @way
    def between_what_is_listed(self, user: User) -> None:
        user.say(first_fit(gaps(user, self.on, self.since), self.since, span(LENGTHS[self.minutes])))


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

    def answer(self, store: Store) -> timedelta | None:
        """Return the time; None on a day without several events, all of them within these hours."""
        found = timed(store, self.on)
        if len(found) < 2 or any(one.starts.time() >= CLOSE or one.ends.time() <= OPEN or one.long for one in found):
            return None
        slots = free_slots(found, self.on, 15, OPEN, CLOSE)
        return max((slot.ends - slot.starts for slot in slots), default=None)

    def solution(self, user: User) -> None:
        user.say(max(map(span, room(user, self.on, "15 min"))))

    @way
    def between_what_is_listed(self, user: User) -> None:
        user.say(max(length(*gap) for gap in gaps(user, self.on, OPEN)))


def first_slot(store: Store, on: date, since: time, until: time, long: str) -> time | None:
    """Return when a day first has room, something being on already from one time until another."""
    busy = [one for one in timed(store, on) if one.ends.time() > since]
    start = max([until, *(one.ends.time() for one in busy if one.starts.time() < until)])
    slots = free_slots(busy, on, int(span(HOURS[long]).total_seconds() // 60), start, CLOSE)
    return slots[0].starts.time() if slots else None


class FitInAndTellWhen(Task):
    """Something is put into the first gap of a day, and its time is told."""

    goals = [
        "Put “{title}” on {on} into the first gap of {long} from {since} on, in {calendar.name}, and tell me when it "
        "starts. It takes {long}, right from the gap's beginning, and must be over by 8 PM; all-day events don't "
        "matter.",
        "I need {long} for “{title}” on {on}. Add it to my {calendar.name} calendar as early as it fits without "
        "overlapping anything, from {since} on and over by 8 PM (ignore all-day events), and let me know when it "
        "starts.",
        "Find the first free stretch of {long} on {on}, from {since} on and over by 8 PM, and enter “{title}” right at "
        "its beginning, {long} long, in {calendar.name}. All-day events take no time. When does it start?",
    ]
    tags = ["effects and answer", "long"]

    title: str = phrase("Sort the photos", "Practise the speech", "Mend the coat", "Tax papers", "Stretching")
    calendar: Calendar = pick(Calendar, private)
    on: date = day(1, 54)
    long: str = phrase(*HOURS)
    since: time = clock(8, 15)
    halves: int = number(1, 5)  # so many half hours something is on from then on
    until: time = derived(lambda on, since, halves: shifted(datetime.combine(on, since), halves))
    starts: time = derived(first_slot)

    def setup(self, store: Store) -> Setup:
        yield calendar.AddEvent("Window cleaner", store.get(Calendar, 1), self.on, self.since, self.until)

    def effects(self) -> Commands:
        ends = (datetime.combine(self.on, self.starts) + span(HOURS[self.long])).time()
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, ends, reminder=30)

    def answer(self, store: Store) -> time:
        return store.one(Event, "title = ? AND calendar_id = ?", self.title, self.calendar.id).starts.time()

    def solution(self, user: User) -> None:
        found = (sure(times(one)) for one in room(user, self.on, HOURS[self.long]))
        starts = ways.first_fit(found, self.since, span(HOURS[self.long]))
        user.follow(self)
        user.say(starts)
