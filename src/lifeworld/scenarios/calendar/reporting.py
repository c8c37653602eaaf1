"""Something done in Almanac, and told what follows from it."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.calendar.recurrence import Occurrence, free_slots, occurrences
from lifeworld.life.events import Planned
from lifeworld.life.models import Person
from lifeworld.scenarios import (
    Scenario,
    box,
    button,
    clock,
    day,
    days,
    derived,
    field,
    link,
    nth,
    number,
    phrase,
    pick,
    span,
    way,
)
from lifeworld.scenarios.calendar.meant import (
    ahead,
    belongs,
    coming,
    one_of,
    overlapping,
    own,
    private,
    shifted,
    timed,
    weekly,
)
from lifeworld.scenarios.calendar.ways import (
    CALENDARS,
    MORE,
    between,
    length,
    listed,
    look_up,
    new_event,
    pick_out,
    room,
    search,
    times,
)
from lifeworld.store import Store

WEEKS = {"one week": 1, "two weeks": 2, "three weeks": 3}


def others_on(store: Store, on: date, event: Event) -> list[str]:
    """Return the names of what else a day has."""
    return [one.event.title for one in occurrences(store, on, on) if one.event.id != event.id]


class MoveAndTellWhatElse(Scenario):
    """An event moves by weeks, and what else is on that day is told."""

    goals = [
        "Move “{event.title}” on {event.day} to {weeks} later, same time of day, and tell me what else is on that new "
        "day: the names, or none.",
        "“{event.title}” ({event.day}) is put off by exactly {weeks}; the time stays. Change it, and then name "
        "everything else that Almanac shows for the day that it is on now. If there's nothing, say so.",
        "Please put “{event.title}” of {event.day} {weeks} later at the same hour. What other events do I have on "
        "that day? All-day ones count; say none if there aren't any.",
    ]
    tags = ["effects and answer"]

    event: Event = pick(Event, own, among=coming)
    weeks: str = phrase(*WEEKS)
    to: date = derived(lambda event, weeks: event.day + timedelta(weeks=WEEKS[weeks]))

    def effects(self):
        yield calendar.MoveEvent(self.event, self.to, self.event.starts.time(), self.event.ends.time())

    def answer(self, store: Store):
        return others_on(store, self.to, self.event)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Time…"))
        user.fill(field("Date"), self.to)
        user.click(button("Save"))
        user.say(self._others(user))

    @way
    def looked_up_first(self, user):
        others = self._others(user)
        look_up(user, self.event, self.event.day)
        user.click(link("Change the time"), via=MORE)
        user.fill(field("Date"), self.to)
        user.click(button("Save"))
        user.say(others)

    def _others(self, user):
        return [one.title for one in between(user, self.to, self.to) if one.title != self.event.title]


class SkipAndTellTheNext(Scenario):
    """One time of a weekly event falls out, and the next one after it is told."""

    goals = [
        "“{series.title}” on {of} is cancelled. Delete just that one, and tell me the date of the next one after it.",
        "Take {of} out of my weekly “{series.title}”, leave all others, and tell me on which date it is on again after "
        "that.",
        "There's no “{series.title}” on {of}. Remove only that day from Almanac; and when is the next one then? I need "
        "the date.",
    ]
    tags = ["effects and answer"]

    series: Event = pick(Event, weekly, among=ahead)
    weeks: int = number(0, 6)
    of: date = derived(one_of)
    then: date = derived(lambda store, series, of: next_after(store, series, of))

    def effects(self):
        yield calendar.DeleteOnce(self.series, self.of)

    def answer(self, store: Store):
        return next_after(store, self.series, self.of)

    def solution(self, user):
        look_up(user, self.series, self.of)
        user.click(link("Delete"), via=MORE)
        user.click(button("Only this one"))
        user.say(self._next(user))

    @way
    def found_in_the_month(self, user):
        on = self._next(user)
        pick_out(user, self.series, self.of)
        user.click(link("Delete"), via=MORE)
        user.click(button("Only this one"))
        user.say(on)

    def _next(self, user):
        rest = between(user, self.of + timedelta(days=1), self.of + timedelta(weeks=5))
        return next(one.day for one in rest if one.title == self.series.title)


def next_after(store: Store, series: Event, of: date) -> date | None:
    """Return the next day within five weeks on which something of a repeating event's name takes place."""
    found = occurrences(store, of + timedelta(days=1), of + timedelta(weeks=5))
    return next((one.day for one in found if one.event.title == series.title), None)


class AcceptAndTellClash(Scenario):
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

    def given(self, store: Store):
        start = datetime.combine(self.on, self.starts)
        plan = {"start": start, "end": start + timedelta(hours=1), "organiser_id": self.host.id}
        yield Planned(at=store.now - timedelta(hours=5), key=self.title, title=self.title, answer="invited", **plan)

    def effects(self, store: Store):
        yield calendar.Answer(self._event(store), "accepted")

    def answer(self, store: Store):
        own = self._event(store)
        return overlapping(own, [one for one in timed(store, own.day) if one.event.id != own.id])

    def _event(self, store):
        return store.one(Event, "title = ? AND organiser_id = ?", self.title, self.host.id)

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Invitations"), via=CALENDARS)
        told = user.page.line(self.title).text
        user.click(button(f"Accept {self.title}"))
        on, (starts, ends) = days(told, user.today)[-1], times(told)
        others = [one for one in between(user, on, on) if one.title != self.title and one.times]
        user.say(any(one.times[0] < ends and starts < one.times[1] for one in others))


class InviteAndTellHowMany(Scenario):
    """Somebody is invited to an event, and how many are then asked is told."""

    goals = [
        "Invite {person.name} to “{event.title}” on {event.day} and tell me how many guests are on its list then.",
        "Add {person.name} to the guests of “{event.title}” ({event.day}). How many guests does that make, not "
        "counting me?",
        "I'd like {person.name} to come to “{event.title}” on {event.day}, too. Send the invitation from Almanac, and "
        "tell me the number of people who are invited now, without me.",
    ]
    tags = ["effects and answer", "count"]

    event: Event = pick(Event, own, among=coming)
    person: Person = pick(Person, belongs)

    def effects(self):
        yield calendar.Invite(self.event, (self.person,))

    def answer(self, store: Store):
        return len(store.get(Event, self.event.id).guests)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Invite somebody"))
        user.fill(field("Search contacts"), self.person.name)
        user.click(button("Search"))
        user.check(box(self.person.name))
        user.click(button("Send invitations"))
        search(user, self.event)
        user.say(sum(node.name.startswith("Remove ") for node in user.page.tree.all("button")))


CLOSE = time(20)  # until then “Find a time” looks for room
LENGTHS = {"one hour": "1 h", "two hours": "2 h"}


def first_slot(store: Store, on: date, since: time, until: time, long: str) -> time | None:
    """Return when a day first has room, something being on already from one time until another."""
    busy = [one for one in timed(store, on) if one.ends.time() > since]
    start = max([until, *(one.ends.time() for one in busy if one.starts.time() < until)])
    slots = free_slots(busy, on, int(span(LENGTHS[long]).total_seconds() // 60), start, CLOSE)
    return slots[0].starts.time() if slots else None


class FitInAndTellWhen(Scenario):
    """Something is put into the first gap of a day, and its time is told."""

    goals = [
        "Put “{title}” on {on} into the first gap of {long} from {since} on, in {calendar.name}, and tell me when it "
        "starts. It takes {long}, right from the gap's beginning, and must be over by 8 PM; all-day events don't "
        "matter.",
        "I need {long} for “{title}” on {on}. Add it to my {calendar.name} calendar as early as nothing else overlaps, "
        "from {since} on and over by 8 PM (ignore all-day events), and let me know its starting time.",
        "Find the earliest free {long} on {on}, no earlier than {since} and over by 8 PM, and enter “{title}” there in "
        "{calendar.name}, {long} long. All-day events take no time. At what time does it start?",
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

    def given(self, store: Store):
        yield calendar.AddEvent("Window cleaner", store.get(Calendar, 1), self.on, self.since, self.until)

    def effects(self):
        ends = self._later(self.starts)
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, ends, reminder=30)

    def _later(self, start):
        return (datetime.combine(self.on, start) + span(LENGTHS[self.long])).time()

    def answer(self, store: Store):
        return store.one(Event, "title = ? AND calendar_id = ?", self.title, self.calendar.id).starts.time()

    def solution(self, user):
        found = (times(one) for one in room(user, self.on, LENGTHS[self.long]))
        within = ((max(since, self.since), until) for since, until in found)
        starts = next(since for since, until in within if length(since, until) >= span(LENGTHS[self.long]))
        user.open("Almanac")
        new_event(user, self.title, self.on, starts, self._later(starts), self.calendar.name)
        user.click(button("Save"))
        user.say(starts)


def still_taken(store: Store, on: date) -> timedelta:
    """Return how much time the events of a day take."""
    return sum((one.ends - one.starts for one in timed(store, on)), timedelta())


def among_others(event: Event, store: Store, now: datetime) -> bool:
    """Return whether an event could be called off, and the day has others that don't overlap."""
    found = timed(store, event.day)
    apart = all(one.ends <= other.starts for one, other in pairwise(found))
    return own(event, now) and len(found) > 1 and apart


class CancelAndTellWhatIsLeft(Scenario):
    """An event is deleted, and how much of its day is still taken is told."""

    goals = [
        "Delete “{event.title}” on {event.day} and tell me how long the other events of that day are altogether, "
        "all-day ones aside.",
        "“{event.title}” on {event.day} is off, so remove it. How much time do the remaining events of that day take "
        "in all? Leave out what lasts all day.",
        "Take “{event.title}” ({event.day}) out of Almanac. Then add up how long everything else on that day is, "
        "except all-day events, and tell me.",
    ]
    tags = ["effects and answer", "sum"]

    event: Event = pick(Event, among_others, among=coming)

    def effects(self):
        yield calendar.DeleteEvent(self.event)

    def answer(self, store: Store):
        return still_taken(store, self.event.day)

    def solution(self, user):
        search(user, self.event)
        user.click(link("Delete"), via=MORE)
        user.click(button("Delete"))
        left = [when for when in map(times, listed(user, self.event.day)) if when]
        user.say(sum((length(*when) for when in left), timedelta()))
