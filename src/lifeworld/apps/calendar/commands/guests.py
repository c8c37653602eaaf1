"""Who comes to an event: invitations and answers to them."""

from typing import Any

from lifeworld.apps.calendar.commands.events import OTHERS, shown
from lifeworld.apps.calendar.models import Event, Guest, Reply
from lifeworld.life.events import Planned
from lifeworld.life.models import Person
from lifeworld.store import Command, Edit, Store, ask, tell


class Invite(Command, seen_by="guests"):
    """Ask people to come."""

    event: Event
    people: tuple[Person, ...] = ask("Guests", default=(), empty="Choose someone to invite.")
    refusals = {**OTHERS, "already": "{name} is invited already."}

    def run(self, store: Store) -> Event:
        self.need(self.event.own, "others")
        there = {guest.person_id for guest in self.event.guests}
        for person in self.people:
            self.need(person.id not in there, "already", "people", name=person.name)
            tell(store, "calendar", "invite", person.name, *shown(self.event))
        store.emit(_invitation(store, self.event, self.people))
        return self.event


class Uninvite(Command, seen_by="guests"):
    """Take a guest off an event."""

    guest: Guest
    refusals = {"others": "Only {guest.event.organiser.name} can change this event."}

    def run(self, store: Store) -> Event:
        event = self.guest.event
        self.need(event.own, "others")
        store.remove(self.guest)
        tell(store, "calendar", "take invitation back", self.guest.person.name, event.title)
        return event


class Answer(Edit, seen_by="the organiser"):
    """Answer somebody's invitation."""

    event: Event
    reply: Reply
    refusals = {"own": "This is your own event.", "already": "You have given this answer already."}

    def run(self, store: Store) -> Event:
        organiser = self.event.organiser
        if organiser is None:
            raise self.refuse("own")
        after: Event = super().run(store)
        tell(store, "calendar", self.reply, organiser.name, self.event.title)
        return after


def _invitation(store: Store, event: Event, people: tuple[Person, ...]) -> Planned:
    """Return what invites people to an event that is in the calendar already."""
    said: dict[str, Any] = {name: getattr(event, name) for name in ("title", "all_day", "place")}
    said |= {"start": event.starts, "end": event.ends, "calendar": event.calendar.name}
    guests = tuple((person.id, "invited") for person in people)
    return Planned(at=store.now, key=f"{event.title} {event.starts}", guests=guests, **said)
