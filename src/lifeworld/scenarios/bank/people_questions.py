"""Questions about money that went to people and came from them."""

from datetime import date, timedelta

from lifeworld.apps.bank.models import Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.scenarios import Line, Scenario, User, amounts, day, days, derived, link, number, observed, pick, way
from lifeworld.scenarios.bank.purchases import until_of
from lifeworld.scenarios.bank.ways import (
    added,
    amount_of,
    filtered,
    known,
    listed,
    open_person,
    search,
    show_all,
    title_of,
)
from lifeworld.store import Store

MOST = 8  # people whom somebody would still list


def paid_to(store: Store, person: Person) -> list[Entry]:
    """Return what a person was paid, the latest first."""
    return store.all(Entry, "person_id = ? AND amount < 0", person.id, order="at DESC, id DESC")


def between(user: User, person: Person) -> list[Line]:
    """Return all that went to and came from somebody, as their own page lists it."""
    open_person(user, person)
    show_all(user)
    return user.page.lines("Between you")


class DaysBetweenPayments(Scenario):
    """How many days apart were the last two payments to a person?"""

    goals = [
        "How many days lie between the last two payments that I made to {person.name}?",
        "I paid {person.name} more than once. Count the days from the last payment but one to the last one.",
        "Look at my two most recent payments to {person.name} at Harbour Bank: how many days apart are they?",
    ]
    tags = ["compare"]

    person: Person = pick(Person, lambda person, store: known(person) and len(paid_to(store, person)) > 1)

    def answer(self, store: Store):
        last, before = paid_to(store, self.person)[:2]
        return (last.at.date() - before.at.date()).days or None

    def items(self):
        yield observed("Saw the payments", showing=self.person.name, kind="search")

    def solution(self, user):
        own = [line for line in between(user, self.person) if line.names[0].startswith("−")]
        last, before = (days(line.names[0], user.today)[0] for line in own[:2])
        user.say((last - before).days)

    @way
    def among_all_that_went_out(self, user):
        search(user, self.person.name)
        user.click(link("Money out"))
        own = [line for line in listed(user) if title_of(line) == self.person.name]
        last, before = (days(line.heading, user.today)[0] for line in own[:2])
        user.say((last - before).days)


class LargestFromWhom(Scenario):
    """Who has sent the largest sum since a day?"""

    goals = [
        "Who has sent me the most money in one go since {since}? Take that day in.",
        "From {since} on, whose single payment to me was the largest?",
        "Somebody sent me a larger sum than all others since {since}, in one payment. Who was it?",
    ]
    tags = ["compare", "filter"]

    since: date = day(-170, -25)

    def answer(self, store: Store):
        came = store.all(Entry, "kind = 'person' AND amount > 0 AND at >= ?", self.since, order="amount DESC", limit=3)
        return came[0].person.name if len(came) == 3 and came[0].amount > came[1].amount else None

    def solution(self, user):
        found = [line for line in filtered(user, {"Type": "People", "From date": self.since}) if came_in(line)]
        user.say(title_of(max(found, key=amount_of)))

    @way
    def with_the_direction_chosen(self, user):
        filtered(user, {"Type": "People", "From date": self.since})
        user.click(link("Money in"))
        user.say(title_of(max(listed(user), key=amount_of)))


def came_in(line: Line) -> bool:
    """Return whether a line of the transactions is of money that came in."""
    return amounts(line.names[0])[0] > Money()


class WhoPaidMe(Scenario):
    """Who has sent money in certain days? Perhaps nobody."""

    goals = [
        "Who sent me money between {since} and {until}, both days included? If nobody did, say “none”.",
        "List everybody whose payments reached me from {since} to {until}, or “none” if there weren't any.",
        "From {since} up to and including {until}, which people paid me something? The answer may be “none”.",
    ]
    tags = ["list", "filter"]

    since: date = day(-170, -25)
    length: int = number(2, 20)
    until: date = derived(until_of)

    def answer(self, store: Store):
        came = "kind = 'person' AND amount > 0 AND at >= ? AND at < ?"
        found = store.all(Entry, came, self.since, self.until + timedelta(days=1))
        names = sorted({entry.person.name for entry in found})
        return names if len(names) <= MOST else None

    def solution(self, user):
        found = filtered(user, {"Type": "People", "From date": self.since, "To date": self.until})
        user.say(sorted({title_of(line) for line in found if came_in(line)}))

    @way
    def with_the_direction_chosen(self, user):
        filtered(user, {"Type": "People", "From date": self.since, "To date": self.until})
        user.click(link("Money in"))
        user.say(sorted({title_of(line) for line in listed(user)}))


class BalanceWithPerson(Scenario):
    """How far apart are what somebody was sent and what came from them?"""

    goals = [
        "Between {person.name} and me, more money went one way than the other. By how much, over all payments that the "
        "bank shows?",
        "Set off what I have sent {person.name} against what {person.name} has sent me. How large is the difference?",
        "Are {person.name} and I even at Harbour Bank? Tell me how much there is between what I paid and what I got, "
        "all payments counted.",
    ]
    tags = ["sum", "compare"]

    person: Person = pick(
        Person,
        lambda person, store: (
            bool(paid_to(store, person)) and store.count(Entry, "person_id = ? AND amount > 0", person.id) > 1
        ),
    )

    def answer(self, store: Store):
        cents = sum(entry.amount.cents for entry in store.all(Entry, "person_id = ?", self.person.id))
        return Money(abs(cents)) if cents else None

    def items(self):
        yield observed("Saw the payments", showing=self.person.name, kind="search")

    def solution(self, user):
        own = between(user, self.person)
        user.say(abs(added(amounts(line.names[0])[0] for line in own)))

    @way
    def by_the_two_sums(self, user):
        open_person(user, self.person)
        sent, got = (amounts(user.page.fact(label))[0] for label in ("You sent", "You received"))
        user.say(abs(sent - got))
