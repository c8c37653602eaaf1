"""Something done in Almanac, and told what follows from it."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.calendar.recurrence import Occurrence, occurrences
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Setup,
    Task,
    Texts,
    User,
    day,
    derived,
    link,
    nth,
    number,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.calendar import ways
from lifeworld.tasks.calendar.changing import SkipOne
from lifeworld.tasks.calendar.meant import (
    altogether,
    belongs,
    clashing,
    coming,
    invitation,
    own,
    shifted,
    timed,
)
from lifeworld.tasks.calendar.ways import between, search

WEEKS = {"one week": 1, "two weeks": 2, "three weeks": 3}
LENGTHS = {"one hour": "1 h", "two hours": "2 h"}


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


class SkipAndTellTheNext(SkipOne):
    """One time of a weekly event falls out, and the next one after it is told."""

    goals = [
        "“{series.title}” on {of} is cancelled. Delete just that one, and tell me the date of the next one after it.",
        "Take {of} out of my weekly “{series.title}”, leave all others, and tell me on which date it is on again after "
        "that.",
        "There's no “{series.title}” on {of}. Remove only that day from Almanac; and when is the next one then? I need "
        "the date.",
    ]
    tags = ["effects and answer"]

    weeks: int = number(0, 6)

    def answer(self, store: Store) -> date | None:
        found = occurrences(store, self.of + timedelta(days=1), self.of + timedelta(weeks=5))
        return next((one.day for one in found if one.event.title == self.series.title), None)

    def solution(self, user: User) -> None:
        super().solution(user)
        user.say(self._next(user))

    @way
    def found_in_the_month(self, user: User) -> None:
        on = self._next(user)
        super().found_in_the_month(user)
        user.say(on)

    def _next(self, user: User) -> date:
        rest = between(user, self.of + timedelta(days=1), self.of + timedelta(weeks=5))
        return next(one.day for one in rest if one.title == self.series.title)


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
        user.follow(self)
        search(user, self.event)
        user.say(sum(node.name.startswith("Remove ") for node in user.page.tree.all("button")))


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

    def setup(self, store: Store) -> Setup:
        on = (self.event.day, self.starts, self.ends)
        yield calendar.AddEvent("Call with the tax office", store.get(Calendar, 1), *on)

    def effects(self) -> Commands:
        yield calendar.DeleteEvent(self.event)

    def answer(self, store: Store) -> timedelta | None:
        return altogether(timed(store, self.event.day))

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(ways.altogether(user, self.event.day))


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
