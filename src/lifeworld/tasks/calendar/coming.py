"""What is about to come into Almanac: to be waited for, or noticed where it comes in between."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.calendar.recurrence import occurrences
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Events, Task, User, button, clock, day, derived, link, phrase, pick, way, when
from lifeworld.tasks.calendar.guests import ANSWERS, BUTTONS
from lifeworld.tasks.calendar.meant import invitation
from lifeworld.tasks.calendar.ways import CALENDARS


def hours_later(starts: time, hours: int) -> time:
    return starts.replace(hour=starts.hour + hours)


def free(store: Store, on: date, starts: time, ends: time) -> bool | None:
    """Return whether nothing is on then, nor all day; None where something is."""
    there = occurrences(store, on, on)
    busy = any(one.event.all_day or (one.starts.time() < ends and starts < one.ends.time()) for one in there)
    return None if busy else True


class AnswerWhenItComes(Task):
    """An invitation that is still to come is answered."""

    goals = [
        "{person.name} is about to invite me to “{title}”. Please {verb} it when the invitation has come.",
        "Any minute now there will be an invitation to “{title}” from {person.name} in Almanac: {verb} it then.",
        "Keep an eye on my calendar. {person.name} is going to send an invitation to “{title}”, and I'd like you to "
        "{verb} it.",
    ]
    trigger = when(minutes=6)
    tags = ["moving", "wait"]

    person: Person = pick(Person, lambda person: person.relation in ("friend", "club", "neighbour", "colleague"))
    title: str = phrase("Rehearsal dinner", "Night at the observatory", "Second-hand sale", "Farewell drinks")
    verb: str = phrase(*ANSWERS)
    on: date = day(3, 30)
    starts: time = clock(17, 20)

    def scheduled_events(self, store: Store) -> Events:
        start = datetime.combine(self.on, self.starts)
        yield invitation(store.now, self.title, self.person.id, start, timedelta(hours=2))

    def effects(self, store: Store) -> Commands:
        yield calendar.Answer(store.one(Event, "title = ? AND reply = 'invited'", self.title), ANSWERS[self.verb])

    @way
    def with_a_look_in_between(self, user: User) -> None:
        user.open("Almanac")
        user.wait(200)
        user.click(link("Invitations"), via=CALENDARS)
        user.wait(200)
        self._answer(user)

    def _answer(self, user: User) -> None:
        user.open("Almanac")
        user.click(link("Invitations"), via=CALENDARS)
        user.click(button(f"{BUTTONS[self.verb]} {self.title}"))


class TheHourAfter(Task):
    """An event goes to a time that somebody else takes at that moment, and so an hour later."""

    goals = [
        "Put “{title}” into {calendar.name} on {on}, {starts} to {ends}. Should anything else be on then, even an "
        "invitation, make it exactly two hours later.",
        "I'd like “{title}” on {on} from {starts} to {ends} in my {calendar.name} calendar. If that time is taken "
        "when you get there (invitations count), put it two hours later.",
        "Find room for “{title}” on {on}: {starts} to {ends}, or, if something else or an invitation overlaps, the "
        "same length two hours later. It goes into {calendar.name}.",
    ]
    trigger = when(opened="calendar")
    tags = ["moving", "adapt"]

    title: str = phrase("Passport photos", "Bike service", "Piano practice", "Repair the blinds")
    calendar: Calendar = pick(Calendar, lambda calendar: calendar.name == "Personal")
    person: Person = derived(lambda store: store.one(Person, "relation IN ('friend', 'colleague')"))
    on: date = day(2, 30)
    starts: time = clock(9, 17)
    ends: time = derived(lambda starts: hours_later(starts, 1))
    possible: bool = derived(free)

    def scheduled_events(self, store: Store) -> Events:
        start = datetime.combine(self.on, self.starts)
        yield invitation(store.now, "Catching up", self.person.id, start, timedelta(minutes=45), key="taken")

    def superseded_effects(self) -> Commands:
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends, reminder=30)

    def effects(self) -> Commands:
        starts, ends = hours_later(self.starts, 2), hours_later(self.ends, 2)
        yield calendar.AddEvent(self.title, self.calendar, self.on, starts, ends, reminder=30)
