"""Something put into a day of Almanac, and told whether or when there is room for it."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.calendar.recurrence import Occurrence, free_slots
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Setup,
    Task,
    User,
    button,
    clock,
    day,
    days,
    derived,
    link,
    nth,
    number,
    phrase,
    pick,
    span,
    sure,
)
from lifeworld.tasks.calendar.meant import invitation, overlapping, private, shifted, timed
from lifeworld.tasks.calendar.ways import (
    CALENDARS,
    CLOSE,
    between,
    length,
    new_event,
    room,
    times,
)

LENGTHS = {"one hour": "1 h", "two hours": "2 h"}


def first_slot(store: Store, on: date, since: time, until: time, long: str) -> time | None:
    """Return when a day first has room, something being on already from one time until another."""
    busy = [one for one in timed(store, on) if one.ends.time() > since]
    start = max([until, *(one.ends.time() for one in busy if one.starts.time() < until)])
    slots = free_slots(busy, on, int(span(LENGTHS[long]).total_seconds() // 60), start, CLOSE)
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
    long: str = phrase(*LENGTHS)
    since: time = clock(8, 15)
    halves: int = number(1, 5)  # so many half hours something is on from then on
    until: time = derived(lambda on, since, halves: shifted(datetime.combine(on, since), halves))
    starts: time = derived(first_slot)

    def setup(self, store: Store) -> Setup:
        yield calendar.AddEvent("Window cleaner", store.get(Calendar, 1), self.on, self.since, self.until)

    def effects(self) -> Commands:
        ends = self._later(self.starts)
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, ends, reminder=30)

    def _later(self, start: time) -> time:
        return (datetime.combine(self.on, start) + span(LENGTHS[self.long])).time()

    def answer(self, store: Store) -> time:
        return store.one(Event, "title = ? AND calendar_id = ?", self.title, self.calendar.id).starts.time()

    def solution(self, user: User) -> None:
        found = (sure(times(one)) for one in room(user, self.on, LENGTHS[self.long]))
        within = ((max(since, self.since), until) for since, until in found)
        starts = next(since for since, until in within if length(since, until) >= span(LENGTHS[self.long]))
        user.open("Almanac")
        new_event(user, self.title, self.on, starts, self._later(starts), self.calendar.name)
        user.click(button("Save"))
        user.say(starts)


class AcceptAndTellClash(Task):
    """An invitation is accepted, and whether it overlaps with anything is told."""

    goals = [
        "Accept {host.name}'s invitation to “{title}” and tell me whether it overlaps with anything else in Almanac. "
        "All-day events don't count.",
        "{host.name} has invited me to “{title}”. Say yes to it, and tell me: is anything else in my calendar at that "
        "time, apart from what lasts all day?",
        "I'm going to “{title}”: accept the invitation from {host.name}. Does it clash with another event of that day, "
        "all-day ones aside, yes or no?",
    ]
    tags = ["effects and answer"]

    host: Person = pick(Person, lambda host: host.relation in ("friend", "club", "neighbour", "colleague"))
    title: str = phrase("Garden concert", "Book swap", "Housewarming", "Slide show evening", "Chess by the river")
    on: date = day(2, 45)
    turn: int = number(0, 5)
    halves: int = number(-4, 4)
    near: Occurrence = derived(lambda store, on, turn: nth(timed(store, on), turn))
    starts: time = derived(lambda near, halves: shifted(near.starts, halves))

    def setup(self, store: Store) -> Setup:
        start = datetime.combine(self.on, self.starts)
        yield invitation(store.now - timedelta(hours=5), self.title, self.host.id, start, timedelta(hours=1))

    def effects(self, store: Store) -> Commands:
        yield calendar.Answer(self._event(store), "accepted")

    def answer(self, store: Store) -> bool:
        own = self._event(store)
        return overlapping(own, [one for one in timed(store, own.day) if one.event.id != own.id])

    def _event(self, store: Store) -> Event:
        return store.one(Event, "title = ? AND organiser_id = ?", self.title, self.host.id)

    def solution(self, user: User) -> None:
        user.open("Almanac")
        user.click(link("Invitations"), via=CALENDARS)
        told = user.page.line(self.title).text
        user.click(button(f"Accept {self.title}"))
        on, (starts, ends) = days(told, user.today)[-1], sure(times(told))
        others = [one for one in between(user, on, on) if one.title != self.title and one.timed]
        user.say(any(one.times[0] < ends and starts < one.times[1] for one in others))
