"""Journeys: one code, one place and one day run through mail, bank and calendar."""

import re
from collections import Counter
from datetime import timedelta

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.mail.models import Thread
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    FullNames,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    days,
    derived,
    link,
    money,
    nth,
    number,
    observed,
    phrase,
    sure,
)
from lifeworld.tasks.bank import apply_filters, go, known
from lifeworld.tasks.calendar import search as open_event
from lifeworld.tasks.calendar.ways import look_for
from lifeworld.tasks.cross.beforehand import sent_me
from lifeworld.tasks.cross.screens import conversation, listed, payment, payments
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
    """Return what people have paid for the house in a town, whatever else one of them has written below that."""
    return store.all(Entry, "kind = 'person' AND amount > 0 AND memo LIKE ?", f"{town}, the house%", order="at")


def some_booking(store: Store, turn: int) -> Thread | None:
    """Return one of the bookings by any number; where letters come again, none that came twice."""
    found = told_once(store)
    return found[turn % len(found)] if found else None


def told_once(store: Store) -> list[Thread]:
    """Return the bookings that no other letter is of."""
    codes = Counter(told(thread, "code") for thread in bookings(store))
    return [thread for thread in bookings(store) if codes[told(thread, "code")] == 1]


def shared_booking(store: Store, turn: int) -> Thread | None:
    """Return a booking to a town that was travelled to only once and whose house was shared."""
    found = bookings(store)
    towns = [told(thread, "town") for thread in found]
    once = [t for t in found if towns.count(told(t, "town")) == 1 and shares(store, told(t, "town"))]
    return once[turn % len(once)] if once else None


def gone_by(store: Store, turn: int) -> Thread | None:
    """Return the booking of a journey that is over, by any number; where letters come again, none that came twice."""
    trips = [(one, trip_of(store, one)) for one in told_once(store)]
    return nth([one for one, trip in trips if trip and trip.ends < store.now], turn)


def trip_of(store: Store, thread: Thread) -> Event | None:
    """Return the days away that a booking is for, as the calendar has them."""
    return store.first(Event, "all_day AND note LIKE ?", f"%Booking {told(thread, 'code')}.%")


def ride(store: Store, code: str, out: bool) -> Event | None:
    """Return the ride out, or the one back, of a journey."""
    return store.first(Event, f"note = ? AND title {'LIKE' if out else 'NOT LIKE'} '% to %'", code)


class Booked:
    """A trip that a carrier's letter confirms."""

    turn: int = number(0, 20)
    thread: Thread = derived(some_booking)
    town: str = derived(lambda thread: told(thread, "town"))
    code: str = derived(lambda thread: told(thread, "code"))
    month: str = derived(lambda thread: f"{thread.messages[0].sent_at:%B %Y}")

    def items(self) -> Items:
        yield observed("Found the booking", showing=self.code, kind="search")

    def read(self, user: User) -> tuple[str, str]:
        """Find the letter of the month and return what it says, and the code in it."""
        search(user, f"Your booking {self.town}")
        lines = [(line.names[0], days(line.text, user.today)[0]) for line in user.page.lines()]
        sent = [(name, on if on <= user.today else on.replace(year=on.year - 1)) for name, on in lines]
        user.click(link(next(name for name, on in sent if f"{on:%B %Y}" == self.month)))
        text = conversation(user)
        return text, text.split("Your reference is ")[-1].split(";")[0]


class WhatTheTripCost(Booked, Task):
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

    part: str = phrase("the fare and the house together", "the house alone", "the fare alone")

    def answer(self, store: Store) -> Money | None:
        carrier = self.thread.messages[0].sender_name
        paid = store.all(Entry, "kind = 'card' AND memo = ?", self.code)
        fare = [entry for entry in paid if entry.title == carrier]
        house = [entry for entry in paid if entry.title != carrier]
        wanted = paid if "together" in self.part else house if "house" in self.part else fare
        return Money(-sum(entry.amount.cents for entry in wanted)) if fare and house else None

    def solution(self, user: User) -> None:
        letter, code = self.read(user)
        paid = payments(user, code)
        if "alone" in self.part:
            paid = [one for one in paid if (one.who in letter) == ("fare" in self.part)]
        user.say(Money(-sum(one.amount.cents for one in paid)))


class WhoPaidForTheHouse(Booked, Task):
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

    thread: Thread = derived(shared_booking)
    turn_of_late: int = number(0, 1000)
    late: Person = derived(lambda store, turn_of_late: nth(list(filter(known, store.all(Person))), turn_of_late))
    amount: Money = money(60, 160)

    def setup(self, store: Store) -> Setup:
        yield sent_me(store.now - timedelta(hours=2), self.late, self.amount, f"{self.town}, the house")

    def answer(self, store: Store) -> FullNames:
        return sorted({sure(entry.person).name for entry in shares(store, self.town)})

    def solution(self, user: User) -> None:
        search(user, self.code)
        user.click(link(f"Your booking {self.code}…"))
        town = user.page.after("Your journey to ").split(" is booked")[0]
        paid = payments(user, f"{town}, the house")
        user.say(sorted({one.who for one in paid if one.amount > Money()}))


class TripBehindTheCode(Booked, Task):
    """A mail confirms a journey; one of its rides is wanted on the screen in the calendar."""

    goals = [
        "Some carrier mailed me the booking {code}. Show me the event of the ride {way_there} in Almanac, "
        "on its own page.",
        "Find out where the booking {code} in my mail goes, and open the calendar event of the journey {way_there}.",
        "Bring up the ride {way_there} of the trip with booking code {code} in Almanac, its own event, not the whole "
        "trip.",
    ]
    apps = ["calendar", "mail"]

    way_there: str = phrase("there", "back home")
    event: Event = derived(lambda store, code, way_there: ride(store, code, way_there == "there"))

    def reached(self) -> str:
        return f"/calendar/event/{self.event.id}"

    def items(self) -> Items:
        return ()

    def solution(self, user: User) -> None:
        search(user, self.code)
        open_event(user, self.event)


class SpentOnTheWay(Booked, Task):
    """What was spent on a journey, from its first to its last day?"""

    goals = [
        "I booked a trip to {town} in {month}; the code is in my mail, and Almanac has the days under that code. "
        "{question} Go by Harbour Bank, the first and the last day included.",
        "About my journey to {town}, the one with the booking mail from {month}: {question} Its days are in my "
        "calendar, from the first to the last one, and the card purchases are at the bank.",
        "Find the booking of {month} for {town} in Post and see in Almanac how long I was away with it. {question} I "
        "mean the card purchases that the bank has for these days, both ends included.",
    ]
    tags = ["sum", "count", "look-up"]
    apps = ["bank", "calendar", "mail"]

    turn: int = number(0, 40)
    thread: Thread = derived(gone_by)
    trip: Event = derived(trip_of)
    question: str = phrase(
        "How much did I pay by card during that trip?",
        "How many times did I pay by card during that trip?",
        "What was the highest sum that I paid by card during that trip?",
    )

    def answer(self, store: Store) -> Money | int | None:
        where = "kind = 'card' AND substr(at, 1, 10) BETWEEN ? AND ?"
        found = store.all(Entry, where, f"{self.trip.day}", f"{self.trip.ends.date()}")
        return self._told([-one.amount.cents for one in found])

    def _told(self, paid: list[int]) -> Money | int | None:
        """Return what is asked for, of sums in cents."""
        if not paid:
            return None
        if "many" in self.question:
            return len(paid)
        return Money(max(paid) if "highest" in self.question else sum(paid))

    def items(self) -> Items:
        yield from super().items()
        yield observed("Saw the days", showing=self.trip.title, kind="search")
        yield observed("Looked at the bank", at="/bank/activity", kind="search")

    def solution(self, user: User) -> None:
        _, code = self.read(user)
        look_for(user, code)
        user.click(link(next(line.names[0] for line in user.page.lines("Results") if "All day" in line.text)))
        first, last = days(user.page.text, user.today)[:2]
        go(user, "Activity")
        apply_filters(user, {"Type": "Card purchases", "From date": first, "To date": last})
        user.say(self._told([-found.amount.cents for line in listed(user) if (found := payment(user, line))]))
