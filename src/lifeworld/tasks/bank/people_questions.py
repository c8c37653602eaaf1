"""Questions about money that went to people and came from them."""

from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from lifeworld.apps.bank.models import Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.taskkit import Days, Items, Store, Task, User, amounts, day, days, observed, phrase, pick, show_all, way
from lifeworld.tasks.bank import added, day_of, filtered, known, open_person
from lifeworld.tasks.bank.people import paid_to

T = TypeVar("T")
Payment = tuple[date, Money]  # its sum is above zero where it came in
COUNTED = 60  # payments that somebody still counts


class BetweenThem:
    """A question about all payments to and from a person, as their own page lists them, or the transactions."""

    if TYPE_CHECKING:  # each task binds it in its turn
        person: Person

    def read_answer(self, payments: list[Payment]) -> Any:
        """Return the answer, from the payments as they are read, the latest first."""
        raise NotImplementedError

    def solution(self, user: User) -> None:
        open_person(user, self.person)
        show_all(user)
        names = [line.names[0] for line in user.page.lines("Between you")]
        user.say(self.read_answer([(days(name, user.today)[0], amounts(name)[0]) for name in names]))

    @way
    def among_the_transactions(self, user: User) -> None:
        found = filtered(user, {"Type": "People"}, self.person.name)
        user.say(self.read_answer([(day_of(line, user), amounts(line.names[0])[0]) for line in found]))


class CountPaymentsToPerson(BetweenThem, Task):
    """How often was a person paid?"""

    goals = [
        "How many times have I sent {person.name} money through Harbour Bank?",
        "Count the payments that I made to {person.name}, not those I received.",
        "How often did money go from me to {person.name}, as far as the bank shows?",
        "Going by my account history, how many times did I pay {person.name}?",
        "How many payments of mine to {person.name} does the bank list?",
    ]
    tags = ["count"]

    person: Person = pick(
        Person,
        lambda person, store: (
            len(paid_to(store, person)) > 1 and store.count(Entry, "person_id = ?", person.id) <= COUNTED
        ),
    )

    def answer(self, store: Store) -> int:
        return len(paid_to(store, self.person))

    def items(self) -> Items:
        yield observed("Saw the payments", showing=self.person.name, kind="search")

    def read_answer(self, payments: list[Payment]) -> int:
        return sum(amount < Money() for _, amount in payments)


class DaysBetweenPayments(BetweenThem, Task):
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

    def read_answer(self, payments: list[Payment]) -> int:
        last, before = self._two([day for day, amount in payments if amount < Money()])
        return (last - before).days

    def _two(self, found: list[T]) -> list[T]:
        """Return the two that are meant of payments, of which the latest stand first."""
        return found[:2] if self.which == "last" else found[-2:]


class BalanceWithPerson(BetweenThem, Task):
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

    def read_answer(self, payments: list[Payment]) -> Money:
        return abs(added(amount for day, amount in payments if day >= self.since))


def exchanged(store: Store, person: Person, since: date) -> list[Entry]:
    """Return what went to somebody and came from them since a day."""
    return store.all(Entry, "person_id = ? AND at >= ?", person.id, since)
