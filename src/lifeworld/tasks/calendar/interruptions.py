"""What happens while Almanac is used: invitations come in, and the person says something else."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event, occurrences
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Events, Task, User, button, clock, day, derived, number, phrase, pick, way, when
from lifeworld.tasks.calendar.changing import Reschedule
from lifeworld.tasks.calendar.guests import ANSWERS, BUTTONS, AnswerInvitation
from lifeworld.tasks.calendar.making import AddAppointment
from lifeworld.tasks.calendar.meant import after, hour_after, invitation
from lifeworld.tasks.calendar.ways import invitations, timed
from lifeworld.tasks.messenger.news import somebody


class AnswerWhenItComes(Task):
    """An invitation that is still to come is answered."""

    goals = [
        "{person.name} is about to invite me to “{title}”. Please {verb} it when the invitation has come.",
        "Any minute now there will be an invitation to “{title}” from {person.name} in Almanac: {verb} it then.",
        "Keep an eye on my calendar. {person.name} is going to send an invitation to “{title}”, and I'd like you to "
        "{verb} it.",
    ]
    trigger = when(minutes=6)
    tags = ["wait"]

    person: Person = pick(Person, lambda person: person.relation in ("friend", "club", "neighbour", "colleague"))
    title: str = phrase("Rehearsal dinner", "Night at the observatory", "Second-hand sale", "Farewell drinks")
    verb: str = phrase(*ANSWERS)
    on: date = day(3, 30)
    starts: time = clock(17, 20)

    def scheduled_events(self, store: Store) -> Events:
        yield invitation(store.now, self.title, self.person.id, datetime.combine(self.on, self.starts))

    def effects(self, store: Store) -> Commands:
        yield calendar.Answer(store.one(Event, "title = ? AND reply = 'invited'", self.title), ANSWERS[self.verb])

    @way
    def with_a_look_in_between(self, user: User) -> None:
        for _ in range(2):
            user.open("Almanac")
            user.wait(200)
            invitations(user)
        user.click(button(f"{BUTTONS[self.verb]} {self.title}"))


def free(store: Store, on: date, starts: time, ends: time) -> bool | None:
    """Return whether nothing is on then, nor all day; None where something is."""
    there = occurrences(store, on, on)
    busy = any(one.event.all_day or (one.starts.time() < ends and starts < one.ends.time()) for one in there)
    return None if busy else True


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

    title: str = phrase("Passport photos", "Bike service", "Piano practice", "Repair the blinds")
    calendar: Calendar = pick(Calendar, lambda calendar: calendar.name == "Personal")
    person: Person = derived(lambda store: store.one(Person, "relation IN ('friend', 'colleague')"))
    on: date = day(2, 30)
    starts: time = clock(9, 17)
    ends: time = derived(hour_after)
    possible: bool = derived(free)

    def scheduled_events(self, store: Store) -> Events:
        start = datetime.combine(self.on, self.starts)
        yield invitation(store.now, "Catching up", self.person.id, start, hours=0.75, key="taken")

    def superseded_effects(self) -> Commands:
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.starts, self.ends)

    def effects(self) -> Commands:
        starts, ends = (one.replace(hour=one.hour + 2) for one in (self.starts, self.ends))
        yield calendar.AddEvent(self.title, self.calendar, self.on, starts, ends)

    def solution(self, user: User) -> None:
        found = [one.times for one in timed(user, self.on)]
        taken = any(begins < self.ends and self.starts < over for begins, over in found)
        starts, ends = (one.replace(hour=one.hour + 2 * taken) for one in (self.starts, self.ends))
        user.do(calendar.AddEvent(self.title, self.calendar, self.on, starts, ends))


class AddBesideAnInvitation(AddAppointment):
    """An event goes into a calendar while somebody invites to another."""

    goals = [
        "Put “{title}” into my {calendar.name} calendar on {on}, from {starts} to {ends}. I'll answer invitations "
        "myself.",
        "I have “{title}” on {on} at {starts}, until {ends}. Add it to {calendar.name} in Almanac and don't answer "
        "anybody for me.",
        "New event in {calendar.name}: “{title}”, {on}, {starts} to {ends}. Leave whatever else turns up as it is.",
    ]
    trigger = when(opened="calendar")
    distractor = True

    other: str = phrase("Board game night", "Coffee in the yard", "Test run of the new bikes", "Film club")

    def scheduled_events(self, store: Store) -> Events:
        begins = datetime.combine(self.on + timedelta(days=1), time(19))
        yield invitation(store.now, self.other, somebody(store, self.other).person_id, begins)


class AddAppointmentLater(AddAppointment):
    """An event goes into a calendar; its time changes while it is being entered."""

    goals = [
        "Put “{title}” into my {calendar.name} calendar on {on}, from {first} to {until}.",
        "I have “{title}” on {on}, {first} until {until}. Add it to {calendar.name} in Almanac.",
        "New event in {calendar.name}: “{title}”, {on}, {first} to {until}.",
    ]
    trigger = when(opened="calendar")
    goal_update = [
        "They've just called: it's from {starts} to {ends} now. Same day.",
        "Correction: {starts} to {ends}, the day stays.",
        "It has been moved to {starts}, until {ends}. Put it in like that, please.",
    ]

    first: time = clock(8, 18)
    until: time = derived(lambda first: hour_after(first))

    def superseded_effects(self) -> Commands:
        yield calendar.AddEvent(self.title, self.calendar, self.on, self.first, self.until)


class AnswerOtherwise(AnswerInvitation):
    """An invitation is answered, but not as was said first."""

    goals = [
        "{event.organiser.name} has invited me to “{event.title}”. Please {first} the invitation.",
        "There's an invitation to “{event.title}” from {event.organiser.name} in my calendar. I'd like to {first} it.",
        "Please {first} {event.organiser.name}'s invitation to “{event.title}”.",
    ]
    trigger = when(opened="calendar")
    goal_update = [
        "I've thought about it again: {verb} it, please.",
        "Something has come up. Could you {verb} it instead?",
        "No, wait, {verb} it.",
    ]
    tags = ["short"]

    first: str = phrase(*ANSWERS)

    def superseded_effects(self) -> Commands:
        yield calendar.Answer(self.event, ANSWERS[self.first])


class RescheduleToAnotherDay(Reschedule):
    """An event moves, though to another day than was said first."""

    goals = [
        "Move “{event.title}” from {event.day} to {first}, {starts} to {ends}.",
        "“{event.title}” on {event.day} is postponed to {first}, from {starts} to {ends}. Change it, please.",
        "Put “{event.title}” ({event.day}) on {first} instead, {starts} until {ends}.",
    ]
    trigger = when(opened="calendar")
    goal_update = [
        "Make it {to} after all, at the same time.",
        "Not that day, sorry. {to} suits everybody better. The time stays.",
        "It's {to} now. From {starts} to {ends}, as I said.",
    ]

    sooner: int = number(1, 20)
    first: date = derived(lambda event, sooner: after(event.day, sooner, event))

    def superseded_effects(self) -> Commands:
        yield calendar.MoveEvent(self.event, self.first, self.starts, self.ends)
