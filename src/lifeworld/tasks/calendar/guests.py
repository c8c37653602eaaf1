"""Guests and invitations in Almanac."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Event, Guest, Reply
from lifeworld.apps.calendar.recurrence import occurrences
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
    derived,
    link,
    number,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.calendar.meant import asked, belongs, coming, invitation, overlapping, own, shared, timed
from lifeworld.tasks.calendar.ways import (
    CALENDARS,
    MORE,
    listed,
    look_up,
    named,
    shown_day,
    shown_times,
    tick,
    times,
)

ANSWERS: dict[str, Reply] = {"accept": "accepted", "decline": "declined", "say maybe to": "maybe"}
BUTTONS = {"accept": "Accept", "decline": "Decline", "say maybe to": "Maybe"}


class BringSomebody(Task):
    """Somebody is invited to an event."""

    goals = [
        "Invite {person.name} to “{event.title}” on {event.day}.",
        "Ask {person.name} to come to “{event.title}” ({event.day}): send the invitation from Almanac.",
        "Add {person.name} as a guest of “{event.title}” on {event.day}.",
    ]

    event: Event = pick(Event, shared, among=coming)
    person: Person = pick(Person, belongs)

    def effects(self) -> Commands:
        yield calendar.Invite(self.event, (self.person,))

    @way
    def from_the_whole_list_of_contacts(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        user.click(link("Add guests"), via=MORE)
        tick(user, self.person)
        user.click(button("Send invitations"))


class SwapGuests(Task):
    """A guest is taken off an event, and somebody else invited."""

    goals = [
        "Take {guest.person.name} off the guest list of “{guest.event.title}” on {guest.event.day} and invite "
        "{person.name} instead.",
        "Swap a guest of “{guest.event.title}” ({guest.event.day}): {guest.person.name} out, {person.name} in.",
        "In Almanac, uninvite {guest.person.name} from “{guest.event.title}” of {guest.event.day} and ask "
        "{person.name} in their place.",
    ]

    guest: Guest = pick(Guest, lambda guest, now: own(guest.event, now) and _spare(guest))
    person: Person = pick(Person, lambda person, guest: belongs(person, guest.event))

    def effects(self) -> Commands:
        yield calendar.Uninvite(self.guest)
        yield calendar.Invite(self.guest.event, (self.person,))

    @way
    def invited_first(self, user: User) -> None:
        look_up(user, self.guest.event, self.guest.event.day)
        self._invite(user)
        user.click(button(f"Remove {self.guest.person.name}"))

    def _invite(self, user: User) -> None:
        user.click(link("Invite somebody"))
        tick(user, self.person)
        user.click(button("Send invitations"))


def _spare(guest: Guest) -> bool:
    """Return whether somebody else could come instead: no family, nobody whom the event is named after."""
    return guest.event.calendar.name != "Family" and guest.person.first not in guest.event.title


class AnswerInvitation(Task):
    """An invitation is answered."""

    goals = [
        "{event.organiser.name} has invited me to “{event.title}”. Please {verb} the invitation.",
        "There is an invitation to “{event.title}” from {event.organiser.name} in Almanac: {verb} it.",
        "I owe {event.organiser.name} an answer about “{event.title}”. Please {verb} that invitation.",
    ]
    tags = ["short"]

    event: Event = pick(Event, asked, among=asked)
    verb: str = phrase(*ANSWERS)

    def effects(self) -> Commands:
        yield calendar.Answer(self.event, ANSWERS[self.verb])

    @way
    def on_the_event(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        user.click(button(BUTTONS[self.verb]))


class AnswerByMyCalendar(Task):
    """An invitation is accepted where nothing else is on then, else declined."""

    goals = [
        "If nothing else is on during “{title}”, to which {person.name} has invited me, accept it; otherwise decline.",
        "Look whether “{title}” ({person.name}'s invitation) overlaps with anything else in Almanac. Accept if it "
        "doesn't, decline if it does.",
        "Answer {person.name}'s invitation to “{title}”: yes if that time is free, no if something else overlaps.",
    ]
    tags = ["long"]

    person: Person = pick(Person, lambda person: person.relation in ("friend", "club", "neighbour"))
    title: str = phrase("Walk along the quay", "Help with the shelves", "Coffee and cake", "Photos of the garden")
    on: date = day(2, 40)
    starts: time = clock(9, 19)
    hours: int = number(1, 4)
    plain: bool = derived(lambda on, store: not any(one.event.all_day for one in occurrences(store, on, on)) or None)

    def setup(self, store: Store) -> Setup:
        start = datetime.combine(self.on, self.starts)
        yield invitation(store.now, self.title, self.person.id, start, timedelta(hours=self.hours))

    def effects(self, store: Store) -> Commands:
        event = store.one(Event, "title = ? AND reply = 'invited'", self.title)
        others = [one for one in timed(store, self.on) if one.event.id != event.id]
        yield calendar.Answer(event, "declined" if overlapping(event, others) else "accepted")

    @way
    def in_the_list_of_invitations(self, user: User) -> None:
        self._look(user)
        taken = self._taken(user)
        user.open("Almanac")
        user.click(link("Invitations"), via=CALENDARS)
        user.click(button(f"{'Decline' if taken else 'Accept'} {self.title}"))

    def _look(self, user: User) -> None:
        user.open("Almanac")
        user.click(link("Invitations"), via=CALENDARS)
        user.click(link(self.title))

    def _taken(self, user: User) -> bool:
        """Look at what else the day of the event has whose page is open."""
        starts, ends = shown_times(user)
        others = [text for text in listed(user, shown_day(user)) if named(text) != self.title]
        return any(when[0] < ends and starts < when[1] for when in map(times, others) if when)
