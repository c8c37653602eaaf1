"""Guests and invitations in Almanac."""

from datetime import date, time

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Event, Guest
from lifeworld.life.models import Person
from lifeworld.scenarios import Scenario, box, button, clock, day, derived, field, link, phrase, pick
from lifeworld.scenarios.calendar.ways import ANSWERS, CALENDARS, asked, coming, hour_after, on, own, search
from lifeworld.store import Store


class BringSomebody(Scenario):
    """Somebody is invited to an event."""

    goals = [
        "Invite {person.name} to “{event.title}” on {event.day}.",
        "Ask {person.name} to come to “{event.title}” ({event.day}): send the invitation from Almanac.",
        "Add {person.name} as a guest of “{event.title}” on {event.day}.",
    ]

    event: Event = pick(Event, own, among=coming)
    person: Person = pick(
        Person, lambda person, event: person.relation != "me" and person.id not in {g.person_id for g in event.guests}
    )

    def effects(self):
        yield calendar.Invite(self.event, (self.person,))

    def solution(self, user):
        search(user, self.event)
        user.click(link("Invite somebody"))
        user.fill(field("Search contacts"), self.person.name)
        user.click(button("Search"))
        user.check(box(self.person.name))
        user.click(button("Send invitations"))


class SwapGuests(Scenario):
    """A guest is taken off an event."""

    goals = [
        "Take {guest.person.name} off the guest list of “{guest.event.title}” on {guest.event.day}.",
        "{guest.person.name} won't be needed at “{guest.event.title}” ({guest.event.day}). Remove the invitation.",
        "Uninvite {guest.person.name} from “{guest.event.title}” of {guest.event.day} in Almanac.",
    ]

    guest: Guest = pick(Guest, lambda guest, now: own(guest.event, now))

    def effects(self):
        yield calendar.Uninvite(self.guest)

    def solution(self, user):
        search(user, self.guest.event)
        user.click(button(f"Remove {self.guest.person.name}"))


class AnswerInvitation(Scenario):
    """An invitation is answered."""

    goals = [
        "{event.organiser.name} has invited me to “{event.title}”. Please {verb} the invitation.",
        "Answer the invitation to “{event.title}” from {event.organiser.name} in Almanac: {verb} it.",
        "Please {verb} what {event.organiser.name} asks me to come to, “{event.title}”.",
    ]
    tags = ["short"]

    event: Event = pick(Event, asked, among=asked)
    verb: str = phrase("accept", "decline")

    def effects(self):
        yield calendar.Answer(self.event, ANSWERS[self.verb])

    def solution(self, user):
        user.open("Almanac")
        user.click(link("Invitations"), via=CALENDARS)
        user.click(button(f"{self.verb.capitalize()} {self.event.title}"))


class AnswerByMyCalendar(Scenario):
    """An invitation is accepted where nothing else is on then, else declined."""

    goals = [
        "If nothing else is on during “{event.title}” by {event.organiser.name}, accept it; otherwise decline.",
        "Look whether “{event.title}” ({event.organiser.name}'s invitation) overlaps with anything else in Almanac. "
        "Accept if it doesn't, decline if it does.",
        "Answer {event.organiser.name}'s invitation to “{event.title}”: yes if that time is free, no if another event "
        "overlaps with it.",
    ]
    tags = ["long"]

    event: Event = pick(Event, lambda event, now: asked(event, now) and not event.all_day, among=asked)
    verb: str = derived(lambda event, store: "decline" if overlapping(event, store) else "accept")

    def effects(self):
        yield calendar.Answer(self.event, ANSWERS[self.verb])

    def solution(self, user):
        search(user, self.event)
        user.click(button(self.verb.capitalize()))


def overlapping(event: Event, store: Store) -> bool:
    """Return whether anything else takes place, at a time of day, while an event does."""
    others = [one for one in on(store, event.day) if one.event.id != event.id]
    return any(one.starts < event.ends and event.starts < one.ends for one in others)


class MoveTheirs(Scenario):
    """Somebody else's event can't be moved."""

    goals = [
        "Move “{event.title}” on {event.day} to {to}, {starts} to {ends}. If Almanac won't let you, tell me and change "
        "nothing.",
        "I'd like “{event.title}” ({event.day}) to be on {to} from {starts} to {ends} instead. Say so if it isn't "
        "possible; don't make a copy.",
        "Change the date of “{event.title}” of {event.day} to {to}, {starts} until {ends}; if it can't be done, leave "
        "everything and let me know.",
    ]

    event: Event = pick(Event, lambda event, now: coming(event, now) and not event.own, among=coming)
    to: date = day(5, 30)
    starts: time = clock(9, 18)
    ends: time = derived(hour_after)

    def impossible(self):
        yield calendar.MoveEvent(self.event, self.to, self.starts, self.ends)

    def solution(self, user):
        search(user, self.event)
        user.give_up()
