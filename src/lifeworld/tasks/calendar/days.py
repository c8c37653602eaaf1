"""A day in Almanac: how full it is, what room it leaves, and what that means for what is put there or taken away."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event, Occurrence, free_slots, occurrences
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Setup,
    Store,
    Task,
    Texts,
    User,
    clock,
    day,
    derived,
    link,
    nth,
    number,
    phrase,
    pick,
    span,
    sure,
    way,
)
from lifeworld.tasks.calendar import ways
from lifeworld.tasks.calendar.meant import altogether, clashing, coming, invitation, own, private, shifted, timed
from lifeworld.tasks.calendar.ways import CLOSE, OPEN, between, first_fit, gaps, length, room, times

LENGTHS = {"30": "30 min", "45": "45 min", "60": "1 h", "90": "1 h 30 min", "120": "2 h"}
WEEKS = {"one week": 1, "two weeks": 2, "three weeks": 3}
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
        user.say(ways.altogether(ways.timed(user, self.on)))


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
    tags = ["long"]

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
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, ends)

    def answer(self, store: Store) -> time:
        return store.one(Event, "title = ? AND calendar_id = ?", self.title, self.calendar.id).starts.time()

    def solution(self, user: User) -> None:
        found = (sure(times(one)) for one in room(user, self.on, HOURS[self.long]))
        starts = ways.first_fit(found, self.since, span(HOURS[self.long]))
        user.follow(self)
        user.say(starts)


class MoveAndTellWhatElse(Task):
    """An event moves by weeks, and what else is on that day is told."""

    goals = [
        "Move “{event.title}” on {event.day} to {weeks} later, same time of day, and tell me what else is on that new "
        "day: the names, or none.",
        "“{event.title}” ({event.day}) is put off by exactly {weeks}; the time stays. Change it, and then name "
        "everything else that Almanac shows for the day that it is on now. If there's nothing, say so.",
        "Please put “{event.title}” of {event.day} {weeks} later at the same hour. What other events do I have on "
        "that day? All-day ones count; say none if there aren't any.",
    ]

    event: Event = pick(Event, own, among=coming)
    weeks: str = phrase(*WEEKS)
    to: date = derived(lambda event, weeks: event.day + timedelta(weeks=WEEKS[weeks]))

    def effects(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.to, self.event.starts.time(), self.event.ends.time())

    def answer(self, store: Store) -> Texts:
        found = occurrences(store, self.to, self.to)
        return [one.event.title for one in found if one.event.id != self.event.id]

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(self._others(user))

    @way
    def looked_up_first(self, user: User) -> None:
        others = self._others(user)
        user.follow(self)
        user.say(others)

    def _others(self, user: User) -> list[str]:
        return [one.title for one in between(user, self.to, self.to) if one.title != self.event.title]


class CancelAndTellWhatIsLeft(Task):
    """An event is deleted, and how much of its day is still taken is told."""

    goals = [
        "Delete “{event.title}” on {event.day} and tell me how long the other events of that day are altogether, "
        "all-day ones aside.",
        "“{event.title}” on {event.day} is off, so remove it. How much time do the remaining events of that day take "
        "in all? Leave out what lasts all day.",
        "Take “{event.title}” ({event.day}) out of Almanac. Then add up how long everything else on that day is, "
        "except all-day events, and tell me.",
    ]
    tags = ["sum"]

    event: Event = pick(Event, own, among=coming)
    later: int = number(-6, 6)
    starts: time = derived(lambda event, later: shifted(event.ends, later))
    halves: int = number(1, 4)
    ends: time = derived(lambda event, later, halves: shifted(event.ends, later + halves))

    def setup(self, store: Store) -> Setup:
        on = (self.event.day, self.starts, self.ends)
        yield calendar.AddEvent("Call with the tax office", store.get(Calendar, 1), *on)

    def effects(self) -> Commands:
        yield calendar.DeleteEvent(self.event)

    def answer(self, store: Store) -> timedelta | None:
        return altogether(timed(store, self.event.day))

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(ways.altogether(ways.timed(user, self.event.day)))


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

    host: Person = pick(Person, lambda host: host.relation in ("friend", "club", "neighbour", "colleague"))
    title: str = phrase("Garden concert", "Book swap", "Housewarming", "Slide show evening", "Chess by the river")
    on: date = day(2, 45)
    turn: int = number(0, 5)
    halves: int = number(-4, 4)
    near: Occurrence = derived(lambda store, on, turn: nth(timed(store, on), turn))
    starts: time = derived(lambda near, halves: shifted(near.starts, halves))

    def setup(self, store: Store) -> Setup:
        start = datetime.combine(self.on, self.starts)
        yield invitation(store.now - timedelta(hours=5), self.title, self.host.id, start, hours=1)

    def effects(self, store: Store) -> Commands:
        yield calendar.Answer(self._event(store), "accepted")

    def answer(self, store: Store) -> bool:
        return bool(clashing(store, self._event(store)))

    def _event(self, store: Store) -> Event:
        return store.one(Event, "title = ? AND organiser_id = ?", self.title, self.host.id)

    def solution(self, user: User) -> None:
        ways.invitations(user)
        user.click(link(self.title))
        on, when = ways.shown_day(user), ways.shown_times(user)
        user.follow(self)
        user.say(bool(ways.clashes(user, on, when, self.title)))
