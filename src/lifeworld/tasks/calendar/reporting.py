"""Something done in Almanac, and told what follows from it."""

from datetime import date, time, timedelta
from itertools import pairwise

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.calendar.recurrence import occurrences
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Setup,
    Task,
    Texts,
    User,
    box,
    button,
    derived,
    field,
    link,
    number,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.calendar.meant import (
    ahead,
    belongs,
    coming,
    one_of,
    own,
    shifted,
    timed,
    weekly,
)
from lifeworld.tasks.calendar.ways import (
    MORE,
    between,
    length,
    listed,
    look_up,
    pick_out,
    search,
    times,
)

WEEKS = {"one week": 1, "two weeks": 2, "three weeks": 3}


def others_on(store: Store, on: date, event: Event) -> list[str]:
    """Return the names of what else a day has."""
    return [one.event.title for one in occurrences(store, on, on) if one.event.id != event.id]


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
    tags = ["effects and answer"]

    event: Event = pick(Event, own, among=coming)
    weeks: str = phrase(*WEEKS)
    to: date = derived(lambda event, weeks: event.day + timedelta(weeks=WEEKS[weeks]))

    def effects(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.to, self.event.starts.time(), self.event.ends.time())

    def answer(self, store: Store) -> Texts:
        return others_on(store, self.to, self.event)

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.click(link("Time…"))
        user.fill(field("Date"), self.to)
        user.click(button("Save"))
        user.say(self._others(user))

    @way
    def looked_up_first(self, user: User) -> None:
        others = self._others(user)
        look_up(user, self.event, self.event.day)
        user.click(link("Change the time"), via=MORE)
        user.fill(field("Date"), self.to)
        user.click(button("Save"))
        user.say(others)

    def _others(self, user: User) -> list[str]:
        return [one.title for one in between(user, self.to, self.to) if one.title != self.event.title]


class SkipAndTellTheNext(Task):
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

    def effects(self) -> Commands:
        yield calendar.DeleteOnce(self.series, self.of)

    def answer(self, store: Store) -> date | None:
        return next_after(store, self.series, self.of)

    def solution(self, user: User) -> None:
        look_up(user, self.series, self.of)
        user.click(link("Delete"), via=MORE)
        user.click(button("Only this one"))
        user.say(self._next(user))

    @way
    def found_in_the_month(self, user: User) -> None:
        on = self._next(user)
        pick_out(user, self.series, self.of)
        user.click(link("Delete"), via=MORE)
        user.click(button("Only this one"))
        user.say(on)

    def _next(self, user: User) -> date:
        rest = between(user, self.of + timedelta(days=1), self.of + timedelta(weeks=5))
        return next(one.day for one in rest if one.title == self.series.title)


def next_after(store: Store, series: Event, of: date) -> date | None:
    """Return the next day within five weeks on which something of a repeating event's name takes place."""
    found = occurrences(store, of + timedelta(days=1), of + timedelta(weeks=5))
    return next((one.day for one in found if one.event.title == series.title), None)


class InviteAndTellHowMany(Task):
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

    def effects(self) -> Commands:
        yield calendar.Invite(self.event, (self.person,))

    def answer(self, store: Store) -> int:
        return len(store.get(Event, self.event.id).guests)

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.click(link("Invite somebody"))
        user.fill(field("Search contacts"), self.person.name)
        user.click(button("Search"))
        user.check(box(self.person.name))
        user.click(button("Send invitations"))
        search(user, self.event)
        user.say(sum(node.name.startswith("Remove ") for node in user.page.tree.all("button")))


def still_taken(store: Store, on: date) -> timedelta:
    """Return how much time the events of a day take."""
    return sum((one.ends - one.starts for one in timed(store, on)), timedelta())


def apart(store: Store, event: Event, starts: time, ends: time) -> bool | None:
    """Return whether what else is on an event's day overlaps neither itself nor some time; None where it does."""
    others = [one for one in timed(store, event.day) if one.event.id != event.id]
    busy = sorted([(starts, ends), *((one.starts.time(), one.ends.time()) for one in others)])
    return all(one[1] <= other[0] for one, other in pairwise(busy)) or None


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
    tags = ["effects and answer", "sum"]

    event: Event = pick(Event, own, among=coming)
    later: int = number(-6, 6)
    starts: time = derived(lambda event, later: shifted(event.ends, later))
    halves: int = number(1, 4)
    ends: time = derived(lambda event, later, halves: shifted(event.ends, later + halves))
    clear: bool = derived(apart)

    def setup(self, store: Store) -> Setup:
        on = (self.event.day, self.starts, self.ends)
        yield calendar.AddEvent("Call with the tax office", store.get(Calendar, 1), *on)

    def effects(self) -> Commands:
        yield calendar.DeleteEvent(self.event)

    def answer(self, store: Store) -> timedelta:
        return still_taken(store, self.event.day)

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.click(link("Delete"), via=MORE)
        user.click(button("Delete"))
        left = [when for when in map(times, listed(user, self.event.day)) if when]
        user.say(sum((length(*when) for when in left), timedelta()))
