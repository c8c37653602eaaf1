"""Questions about money that went to people and came from them."""

from datetime import date, timedelta
from typing import TypeVar

from lifeworld.apps.bank.models import Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Days,
    Line,
    Task,
    Texts,
    User,
    amounts,
    day,
    days,
    derived,
    link,
    number,
    phrase,
    pick,
    show_all,
    sure,
    way,
)
from lifeworld.tasks.bank.purchases import until_of
from lifeworld.tasks.bank.ways import (
    added,
    amount_of,
    filtered,
    known,
    listed,
    open_person,
    search,
    title_of,
)

T = TypeVar("T")
_FLOWS = {
    "Who has sent me the largest sum in one go": "Money in",
    "To whom have I sent the largest sum in one go": "Money out",
}
MOST = 8  # people whom somebody would still list


def paid_to(store: Store, person: Person) -> list[Entry]:
    """Return what a person was paid, the latest first."""
    return store.all(Entry, "person_id = ? AND amount < 0", person.id, order="at DESC, id DESC")


def between(user: User, person: Person) -> list[Line]:
    """Return all that went to and came from somebody, as their own page lists it."""
    open_person(user, person)
    show_all(user)
    return user.page.lines("Between you")


class DaysBetweenPayments(Task):
    """How many days apart were the last two payments to a person, or the first two?"""

    goals = [
        "How many days lie between the {which} two payments that I made to {person.name}?",
        "I paid {person.name} more than once. How many days passed between the {which} two of these payments?",
        "Look up my {which} two payments to {person.name} at Harbour Bank: how many days apart are they?",
    ]
    tags = ["compare"]

    which: str = phrase("last", "first")
    person: Person = pick(Person, lambda person, store: known(person) and len(paid_to(store, person)) > 1)

    def answer(self, store: Store) -> Days | None:
        last, before = self._two(paid_to(store, self.person))
        return (last.at.date() - before.at.date()).days or None

    def solution(self, user: User) -> None:
        own = [line for line in between(user, self.person) if line.names[0].startswith("−")]
        last, before = (days(line.names[0], user.today)[0] for line in self._two(own))
        user.say((last - before).days)

    @way
    def among_all_that_went_out(self, user: User) -> None:
        search(user, self.person.name)
        user.click(link("Money out"))
        own = [line for line in listed(user) if title_of(line) == self.person.name]
        last, before = (days(line.heading, user.today)[0] for line in self._two(own))
        user.say((last - before).days)

    def _two(self, found: list[T]) -> list[T]:
        """Return the two that are meant of payments, of which the latest stand first."""
        return found[:2] if self.which == "last" else found[-2:]


class WhoseWasLargest(Task):
    """Who has sent the largest sum since a day, or got it?"""

    goals = [
        "{question} since {since}? Count that day in.",
        "Only payments of {since} and later matter here. {question}?",
        "Look through what people and I have paid each other from {since} on. {question}?",
    ]
    tags = ["compare", "filter"]

    question: str = phrase(*_FLOWS)
    since: date = day(-170, -15)

    def answer(self, store: Store) -> str | None:
        sign = "amount > 0" if _FLOWS[self.question] == "Money in" else "amount < 0"
        found = store.all(
            Entry, f"kind = 'person' AND {sign} AND at >= ?", self.since, order="abs(amount) DESC", limit=3
        )
        return sure(found[0].person).name if len(found) == 3 and abs(found[0].amount) > abs(found[1].amount) else None

    def solution(self, user: User) -> None:
        filtered(user, {"Type": "People", "From date": self.since})
        user.click(link(_FLOWS[self.question]))
        user.say(title_of(max(listed(user), key=amount_of)))

    @way
    def with_both_directions_looked_through(self, user: User) -> None:
        inward = _FLOWS[self.question] == "Money in"
        found = filtered(user, {"Type": "People", "From date": self.since})
        user.say(title_of(max((line for line in found if came_in(line) == inward), key=amount_of)))


def came_in(line: Line) -> bool:
    """Return whether a line of the transactions is of money that came in."""
    return amounts(line.names[0])[0] > Money()


class WhoPaidMe(Task):
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

    def answer(self, store: Store) -> Texts | None:
        came = "kind = 'person' AND amount > 0 AND at >= ? AND at < ?"
        found = store.all(Entry, came, self.since, self.until + timedelta(days=1))
        names = sorted({sure(entry.person).name for entry in found})
        return names if len(names) <= MOST else None

    def solution(self, user: User) -> None:
        found = filtered(user, {"Type": "People", "From date": self.since, "To date": self.until})
        user.say(sorted({title_of(line) for line in found if came_in(line)}))

    @way
    def with_the_direction_chosen(self, user: User) -> None:
        filtered(user, {"Type": "People", "From date": self.since, "To date": self.until})
        user.click(link("Money in"))
        user.say(sorted({title_of(line) for line in listed(user)}))


class BalanceWithPerson(Task):
    """How far apart are what somebody was sent and what came from them, since a day?"""

    goals = [
        "Between {person.name} and me, more money went one way than the other since {since}, that day included. By how "
        "much?",
        "Set off what I have sent {person.name} from {since} on against what {person.name} has sent me. How large is "
        "the difference?",
        "Are {person.name} and I even at Harbour Bank, if only payments of {since} and later count? Tell me how much "
        "there is between what I paid and what I got.",
    ]
    tags = ["sum", "compare", "filter"]

    since: date = day(-170, -30)
    person: Person = pick(
        Person, lambda person, store, since: known(person) and len(exchanged(store, person, since)) > 1
    )

    def answer(self, store: Store) -> Money | None:
        cents = sum(entry.amount.cents for entry in exchanged(store, self.person, self.since))
        return Money(abs(cents)) if cents else None

    def solution(self, user: User) -> None:
        own = [line.names[0] for line in between(user, self.person)]
        told = [amounts(name)[0] for name in own if days(name, user.today)[0] >= self.since]
        user.say(abs(added(told)))

    @way
    def among_the_transactions(self, user: User) -> None:
        found = filtered(user, {"Type": "People", "From date": self.since})
        user.say(abs(added(amounts(line.names[0])[0] for line in found if title_of(line) == self.person.name)))


def exchanged(store: Store, person: Person, since: date) -> list[Entry]:
    """Return what went to somebody and came from them since a day."""
    return store.all(Entry, "person_id = ? AND at >= ?", person.id, since)
