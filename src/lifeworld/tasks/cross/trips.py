"""Journeys and evenings out: one code, one place and one day run through mail, bank and calendar."""

import re
from datetime import date, timedelta

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.mail.models import Thread
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Items,
    Setup,
    Task,
    Texts,
    User,
    days,
    derived,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.bank import known
from lifeworld.tasks.calendar import search as open_event
from lifeworld.tasks.cross.beforehand import sent_me
from lifeworld.tasks.cross.screens import payments, where_and_when
from lifeworld.tasks.mail import search

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
    """Return one of the bookings by any number; where letters come again, none that came twice."""
    every = bookings(store)
    codes = [told(thread, "code") for thread in every]
    found = [thread for thread in every if codes.count(told(thread, "code")) == 1]
    return found[turn % len(found)] if found else None


def shared_booking(store: Store, turn: int) -> Thread | None:
    """Return a booking to a town that was travelled to only once and whose house was shared."""
    found = bookings(store)
    towns = [told(thread, "town") for thread in found]
    once = [t for t in found if towns.count(told(t, "town")) == 1 and shares(store, told(t, "town"))]
    return once[turn % len(once)] if once else None


def sent_on(line: str, today: date) -> date:
    """Return the day that stands at a letter in a list, which is never to come."""
    day = days(line, today)[0]
    return day if day <= today else day.replace(year=day.year - 1)


class WhatTheTripCost(Task):
    """What did fare and house of a trip cost?"""

    goals = [
        "What did I pay for {part} of the trip to {town} that I booked in {month}? Count what carries the booking "
        "code, nothing that I spent on the way.",
        "My {town} trip, booked in {month}: how much did I pay for {part}? The bank shows fare and house under the "
        "booking code that's in my mail.",
        "Find the code of the journey to {town} that I booked in {month}, and tell me what Harbour Bank has under that "
        "code for {part}.",
    ]
    tags = ["sum", "look-up"]
    apps = ["bank", "mail"]

    turn: int = number(0, 20)
    thread: Thread = derived(some_booking)
    town: str = derived(lambda thread: told(thread, "town"))
    code: str = derived(lambda thread: told(thread, "code"))
    month: str = derived(lambda thread: f"{thread.messages[0].sent_at:%B %Y}")
    part: str = phrase("the fare and the house together", "the house alone", "the fare alone")

    def answer(self, store: Store) -> Money | None:
        carrier = self.thread.messages[0].sender_name
        paid = store.all(Entry, "kind = 'card' AND memo = ?", self.code)
        fare = [entry for entry in paid if entry.title == carrier]
        house = [entry for entry in paid if entry.title != carrier]
        wanted = paid if "together" in self.part else house if "house" in self.part else fare
        return Money(-sum(entry.amount.cents for entry in wanted)) if fare and house else None

    def items(self) -> Items:
        yield observed("Found the booking", showing=self.code, kind="search")

    def solution(self, user: User) -> None:
        search(user, f"Your booking {self.town}")
        own = next(one for one in user.page.lines() if f"{sent_on(one.text, user.today):%B %Y}" == self.month)
        user.click(link(own.names[0]))
        letter = user.page.text
        paid = payments(user, letter.split("Your reference is ")[-1].split(";")[0])
        if "alone" in self.part:
            paid = [one for one in paid if (one.who in letter) == ("fare" in self.part)]
        user.say(Money(-sum(one.amount.cents for one in paid)))


class WhoPaidForTheHouse(Task):
    """Who has sent a share for the house of a trip? Just now, somebody else has, too."""

    goals = [
        "I booked a trip with the code {code}. Who has sent me a share of the house through Harbour Bank? Give me "
        "their full names.",
        "Look up where the booking {code} goes to. Which people have paid me their part of the house there? All names, "
        "please.",
        "For the journey with booking code {code}: name everybody who, by the bank, paid me for the house.",
    ]
    tags = ["list", "look-up"]
    apps = ["bank", "mail"]

    turn: int = number(0, 20)
    thread: Thread = derived(shared_booking)
    code: str = derived(lambda thread: told(thread, "code"))
    turn_of_late: int = number(0, 1000)
    late: Person = derived(lambda store, turn_of_late: nth_person(store, turn_of_late))
    amount: Money = money(60, 160)

    def setup(self, store: Store) -> Setup:
        note = f"{told(self.thread, 'town')}, the house"
        yield sent_me(store.now - timedelta(hours=2), self.late, self.amount, note)

    def answer(self, store: Store) -> Texts:
        return sorted({sure(entry.person).name for entry in shares(store, told(self.thread, "town"))})

    def items(self) -> Items:
        yield observed("Found the booking", showing=self.code, kind="search")

    def solution(self, user: User) -> None:
        search(user, self.code)
        user.click(link(f"Your booking {self.code}…"))
        town = user.page.after("Your journey to ").split(" is booked")[0]
        paid = payments(user, f"{town}, the house")
        user.say(sorted({one.who for one in paid if one.amount > Money()}))


def nth_person(store: Store, turn: int) -> Person:
    """Return somebody whom the owner knows, by any number."""
    found = [person for person in store.all(Person) if known(person)]
    return found[turn % len(found)]


class WhatDinnerCost(Task):
    """What did one pay where the calendar says that one was?"""

    goals = [
        "What did I pay at the place of what my calendar calls “{event.title}”, on that day?",
        "Look up “{event.title}” in Almanac and tell me what the bank shows that I paid there that day.",
        "How much was my card charged at the place and on the day of “{event.title}”, which is in my calendar?",
    ]
    tags = ["look-up"]
    apps = ["bank", "calendar"]

    event: Event = pick(Event, lambda event, store: paid_there(store, event) is not None)

    def answer(self, store: Store) -> Money | None:
        found = paid_there(store, self.event)
        return -found.amount if found else None

    def items(self) -> Items:
        yield observed("Found the event", showing=self.event.title, kind="search")
        yield observed("Found the payment", showing=str(-sure(paid_there(self.event.store, self.event)).amount))

    def solution(self, user: User) -> None:
        open_event(user, self.event)
        place, on = where_and_when(user)
        found = [one for one in payments(user, place) if one.who == place and one.at.date() == on]
        user.say(-found[0].amount)


def paid_there(store: Store, event: Event) -> Entry | None:
    """Return the one card payment at an event's place on its day."""
    if not event.once or not event.place or event.starts > store.now:
        return None
    found = store.all(Entry, "kind = 'card' AND title = ? AND substr(at, 1, 10) = ?", event.place, f"{event.day}")
    return found[0] if len(found) == 1 else None


class TripBehindTheCode(Task):
    """A mail confirms a journey; one of its rides is wanted on the screen in the calendar."""

    goals = [
        "Some carrier mailed me the booking {code}. Show me the event of the ride {way_there} in Almanac.",
        "Find out where the booking {code} in my mail goes, and open the calendar event of the journey {way_there}.",
        "Bring up the ride {way_there} of the trip with booking code {code} in Almanac, its own event, not the whole "
        "trip.",
    ]
    apps = ["calendar", "mail"]

    turn: int = number(0, 20)
    thread: Thread = derived(some_booking)
    code: str = derived(lambda thread: told(thread, "code"))
    way_there: str = phrase("there", "back home")
    event: Event = derived(lambda store, code, way_there: ride(store, code, way_there == "there"))

    def reached(self) -> str:
        return f"/calendar/event/{self.event.id}"

    def solution(self, user: User) -> None:
        search(user, self.code)
        open_event(user, self.event)


def ride(store: Store, code: str, out: bool) -> Event | None:
    """Return the ride out, or the one back, of a journey."""
    return store.first(Event, f"note = ? AND title {'LIKE' if out else 'NOT LIKE'} '% to %'", code)
