"""Journeys and evenings out: one code, one place and one day run through mail, bank and calendar."""

import re

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.mail.models import Thread
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.scenarios import Scenario, button, derived, field, link, number, observed, pick
from lifeworld.scenarios.bank import go
from lifeworld.scenarios.cross.plans import open_event
from lifeworld.scenarios.mail import search
from lifeworld.store import Store

SUBJECT = re.compile(r"Your booking (?P<code>\w{6}): (?P<town>.+)")


def bookings(store: Store) -> list[Thread]:
    """Return the carriers' letters, earliest first."""
    return [thread for thread in store.all(Thread, order="id") if SUBJECT.fullmatch(thread.subject)]


def told(thread: Thread, what: str) -> str:
    """Return the code or the town that a carrier's letter is about."""
    found = SUBJECT.fullmatch(thread.subject)
    return found[what] if found else ""


def shares(store: Store, town: str) -> list[Entry]:
    """Return what people have paid for the house in a town."""
    return store.all(Entry, "kind = 'person' AND amount > 0 AND memo = ?", f"{town}, the house", order="at")


def some_booking(store: Store, turn: int) -> Thread | None:
    """Return one of the bookings by any number, if its month tells it from others to the same town."""
    found = bookings(store)
    return found[turn % len(found)] if found else None


def shared_booking(store: Store, turn: int) -> Thread | None:
    """Return a booking to a town that was travelled to only once and whose house was shared."""
    found = bookings(store)
    towns = [told(thread, "town") for thread in found]
    once = [t for t in found if towns.count(told(t, "town")) == 1 and shares(store, told(t, "town"))]
    return once[turn % len(once)] if once else None


class WhatTheTripCost(Scenario):
    """What did fare and house of a trip cost together?"""

    goals = [
        "What did I pay in all, fare and house together, for the trip to {town} that I booked in {month}? Count the "
        "payments that carry the booking code, nothing that I spent on the way.",
        "My {town} trip, booked in {month}: how much were the tickets and the house together? The bank shows both "
        "under the booking code that's in my mail.",
        "Find the code of the journey to {town} that I booked in {month}, and add up all payments that Harbour Bank "
        "has under that code.",
    ]
    apps = ("bank", "mail")
    tags = ["sum", "look-up"]

    turn: int = number(0, 20)
    thread: Thread = derived(some_booking)
    town: str = derived(lambda thread: told(thread, "town"))
    code: str = derived(lambda thread: told(thread, "code"))
    month: str = derived(lambda thread: f"{thread.messages[0].sent_at:%B %Y}")

    def answer(self, store: Store):
        paid = store.all(Entry, "kind = 'card' AND memo = ?", self.code)
        return Money(-sum(entry.amount.cents for entry in paid)) if paid else None

    def items(self):
        yield observed("Found the booking", showing=self.code, kind="search")

    def solution(self, user):
        search(user, f"Your booking {self.town}")
        user.click(link(self.thread.subject))
        go(user, "Activity")
        user.fill(field("Search transactions"), self.code)
        user.click(button("Search"))
        user.say(self.truth)


class WhoPaidForTheHouse(Scenario):
    """Who has sent a share for the house of a trip?"""

    goals = [
        "I booked a trip with the code {code}. Who has sent me a share of the house through Harbour Bank? Give me "
        "their full names.",
        "Look up where the booking {code} goes to. Which people have paid me their part of the house there? All names, "
        "please.",
        "For the journey with booking code {code}: name everybody who, by the bank, paid me for the house.",
    ]
    apps = ("bank", "mail")
    tags = ["list", "look-up"]

    turn: int = number(0, 20)
    thread: Thread = derived(shared_booking)
    code: str = derived(lambda thread: told(thread, "code"))

    def answer(self, store: Store):
        people = [store.get(Person, entry.person_id) for entry in shares(store, told(self.thread, "town"))]
        return sorted({person.name for person in people})

    def items(self):
        yield observed("Found the booking", showing=self.code, kind="search")

    def solution(self, user):
        search(user, self.code)
        go(user, "Activity")
        user.fill(field("Search transactions"), f"{told(self.thread, 'town')}, the house")
        user.click(button("Search"))
        user.say(self.truth)


class WhatDinnerCost(Scenario):
    """What did one pay where the calendar says that one was?"""

    goals = [
        "What did I pay at the restaurant for what my calendar calls “{event.title}”?",
        "Look up “{event.title}” in Almanac and tell me what the bank shows that I paid there that evening.",
        "How much was my card charged at the place and on the day of “{event.title}”, which is in my calendar?",
    ]
    apps = ("bank", "calendar")
    tags = ["look-up"]

    event: Event = pick(Event, lambda event, store: paid_there(store, event) is not None)

    def answer(self, store: Store):
        found = paid_there(store, self.event)
        return -found.amount if found else None

    def items(self):
        yield observed("Found the event", showing=self.event.title, kind="search")
        yield observed("Found the payment", showing=str(-paid_there(self.event.store, self.event).amount))

    def solution(self, user):
        open_event(user, self.event)
        go(user, "Activity")
        user.fill(field("Search transactions"), self.event.place)
        user.click(button("Search"))
        user.say(self.truth)


def paid_there(store: Store, event: Event) -> Entry | None:
    """Return the one card payment at an event's place on its day."""
    if not event.once or not event.place or event.starts > store.now:
        return None
    found = store.all(Entry, "kind = 'card' AND title = ? AND substr(at, 1, 10) = ?", event.place, f"{event.day}")
    return found[0] if len(found) == 1 else None


class TripBehindTheCode(Scenario):
    """A mail confirms a journey; its ride out is wanted on the screen in the calendar."""

    goals = [
        "Some carrier mailed me the booking {code}. Show me the event of the ride there (not the one back) in Almanac.",
        "Find out where the booking {code} in my mail goes, and open the calendar event of the journey out.",
        "Bring up the way out of the trip with booking code {code} in Almanac, its own event, not the whole trip.",
    ]
    apps = ("calendar", "mail")

    turn: int = number(0, 20)
    thread: Thread = derived(lambda store, turn: bookings(store)[turn % len(bookings(store))])
    code: str = derived(lambda thread: told(thread, "code"))
    event: Event = derived(lambda store, code: store.first(Event, "note = ? AND title LIKE '% to %'", code))

    def reached(self):
        return f"/calendar/event/{self.event.id}"

    def solution(self, user):
        search(user, self.code)
        open_event(user, self.event)
