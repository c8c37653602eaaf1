"""Questions about payments among the transactions: where, when, how many, how dear, and whose."""

from datetime import date, timedelta
from typing import Any

from lifeworld.apps.bank.models import Account, Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import Items, Line, Task, Texts, User, day, derived, money, number, observed, phrase, pick, way
from lifeworld.tasks.bank import InMonth, added, amount_of, came_in, day_of, directed, filtered, month_dates, title_of
from lifeworld.tasks.bank.spending import CARD, in_month

FLOWS = {
    "Who has sent me the largest sum in one go": "Money in",
    "To whom have I sent the largest sum in one go": "Money out",
}
MOST = 8  # people whom somebody would still list


def until_of(since: date, length: int) -> date:
    """Return the last day of so many."""
    return since + timedelta(days=length - 1)


def in_days(store: Store, condition: str, since: date, until: date) -> list[Entry]:
    """Return the entries of some days for which a condition holds, the largest sum that went out first."""
    return store.all(Entry, f"{condition} AND at >= ? AND at < ?", since, until + timedelta(days=1), order="amount")


def charges_at(store: Store, business: Business) -> list[Entry]:
    """Return all card payments at a business, from the first on."""
    return store.all(Entry, "kind = 'card' AND business_id = ?", business.id, order="at, id")


# ---- card purchases of an account


class ChargesInDays:
    """A question about the card purchases on an account from one day to another."""

    since: date = day(-160, -40)
    length: int = number(12, 39)
    until: date = derived(until_of)
    account: Account = pick(Account)

    def charges(self, store: Store) -> list[Entry]:
        return in_days(store, f"kind = 'card' AND account_id = {self.account.id}", self.since, self.until)

    @property
    def wanted(self) -> dict[str, Any]:
        return {**CARD, "Account": self.account.name, "From date": self.since, "To date": self.until}


class WhereDearest(ChargesInDays, Task):
    """Where was the dearest purchase of some weeks made?"""

    goals = [
        "Where did I make my most expensive card purchase on {account.name} from {since} to {until}?",
        "From {since} to {until}, both days included: at which place did I spend the most in one go with the card of "
        "{account.name}?",
        "Look at the card purchases on {account.name} between {since} and {until}. Who got the largest one?",
    ]
    tags = ["compare", "filter"]

    def answer(self, store: Store) -> str | None:
        found = self.charges(store)
        return found[0].title if len(found) > 3 and found[0].amount < found[1].amount else None

    def solution(self, user: User) -> None:
        user.say(title_of(max(filtered(user, self.wanted), key=amount_of)))


class CountOver(ChargesInDays, Task):
    """How many purchases of at least so much were there in a time?"""

    goals = [
        "How many card purchases of {least} or more are there on {account.name} from {since} to {until}, both days "
        "included?",
        "Count the times I paid {least} or more by card from {account.name}, between {since} and {until} inclusive.",
        "On {account.name}, how often was a card charged with at least {least} in the days from {since} to {until}?",
    ]
    tags = ["count", "filter", "long"]

    since: date = day(-170, -115)
    length: int = number(45, 110)
    least: Money = money(15, 80, cents=False)

    def answer(self, store: Store) -> int | None:
        return sum(-entry.amount >= self.least for entry in self.charges(store)) or None

    def solution(self, user: User) -> None:
        user.say(len(filtered(user, {**self.wanted, "Minimum amount": self.least})))

    @way
    def among_all_purchases(self, user: User) -> None:
        user.say(sum(amount_of(line) >= self.least for line in filtered(user, self.wanted)))


# ---- card purchases at a business


class EverPaidMore(Task):
    """Was more than so much ever paid at a place in one go?"""

    goals = [
        "Have I ever paid more than {limit} in one go at {business.name} by card?",
        "Is there any single card payment at {business.name} above {limit} in my account history?",
        "Somebody says that I once left over {limit} at {business.name} in one payment by card. Going by the bank, is "
        "that so?",
    ]
    tags = ["compare"]

    business: Business = pick(Business, lambda business, store: len(charges_at(store, business)) > 3)
    above: int = number(0, 1)
    limit: Money = derived(lambda store, business, above: limit_near(store, business, above))

    def answer(self, store: Store) -> bool:
        return any(-entry.amount > self.limit for entry in charges_at(store, self.business))

    def items(self) -> Items:
        yield observed("Looked for the payments", at="/bank/activity", kind="search")

    def solution(self, user: User) -> None:
        user.say(any(amount_of(line) > self.limit for line in filtered(user, CARD, self.business.name)))

    @way
    def by_the_least_amount(self, user: User) -> None:
        found = filtered(user, {**CARD, "Minimum amount": self.limit})
        user.say(any(title_of(line) == self.business.name and amount_of(line) > self.limit for line in found))


def limit_near(store: Store, business: Business, above: int) -> Money:
    """Return the whole dollars just below the dearest payment at a business, or just above it."""
    dearest = max(-entry.amount.cents for entry in charges_at(store, business))
    return Money((dearest - 1) // 100 * 100) if above else Money(-(-dearest // 100) * 100)


class FirstTimeAt(Task):
    """On which day was a place paid for the first time?"""

    goals = [
        "On what day did I first pay by card at {business.name}, as far back as Harbour Bank goes?",
        "Since when have I been a customer of {business.name}? I'd like the date of the first card payment that the "
        "bank still shows.",
        "Go back to the very first time that I used a card at {business.name}. Which date was that?",
    ]
    tags = ["long"]

    business: Business = pick(Business, lambda business, store: len(charges_at(store, business)) > 4)

    def answer(self, store: Store) -> date:
        return charges_at(store, self.business)[0].at.date()

    def items(self) -> Items:
        yield observed("Looked for the payments", at="/bank/activity", kind="search")

    def solution(self, user: User) -> None:
        user.say(day_of(filtered(user, CARD, self.business.name)[-1], user))


class SpentAtInMonth(InMonth, Task):
    """How much was spent at a place in a month?"""

    goals = [
        "How much did I spend at {business.name} in {month} altogether?",
        "What do my card payments at {business.name} in {month} add up to?",
        "Add up what I paid {business.name} during {month}.",
    ]
    tags = ["sum"]

    back: int = number(1, 8)
    business: Business = pick(Business, lambda business, first: only_charges(business, first))

    def answer(self, store: Store) -> Money:
        return added(-entry.amount for entry in in_month(store, "business_id = ?", self.first, self.business.id))

    def items(self) -> Items:
        yield observed("Looked for the payments", showing=self.business.name, kind="search")

    def solution(self, user: User) -> None:
        found = filtered(user, {}, self.business.name)
        user.say(added(amount_of(line) for line in found if day_of(line, user).replace(day=1) == self.first))

    @way
    def among_card_purchases_of_the_month(self, user: User) -> None:
        user.say(added(map(amount_of, filtered(user, {**CARD, **month_dates(self.first)}, self.business.name))))


def only_charges(business: Business, first: date) -> bool:
    """Return whether there are several card payments in a month, and no bill or refund that might count or not."""
    found = in_month(business.store, "business_id = ?", first, business.id)
    return len(found) > 1 and all(entry.kind == "card" for entry in found)


# ---- payments of people


class PaymentsOfPeople:
    """A question about payments in one direction: filtered by it, or told apart by their signs."""

    def direction(self) -> str:
        return "Money in"

    def wanted(self) -> dict[str, Any]:
        """Return the fields of the filters."""
        raise NotImplementedError

    def read_answer(self, lines: list[Line]) -> Any:
        """Return the answer, from the lines of the payments."""
        raise NotImplementedError

    def solution(self, user: User) -> None:
        filtered(user, self.wanted())
        user.say(self.read_answer(directed(user, self.direction())))

    @way
    def with_both_directions_looked_through(self, user: User) -> None:
        found = filtered(user, self.wanted())
        user.say(self.read_answer([line for line in found if came_in(line) == (self.direction() == "Money in")]))


class WhoseWasLargest(PaymentsOfPeople, Task):
    """Who has sent the largest sum since a day, or got it?"""

    goals = [
        "{question} since {since}? Count that day in.",
        "Only payments of {since} and later matter here. {question}?",
        "Look through what people and I have paid each other from {since} on. {question}?",
    ]
    tags = ["compare", "filter"]

    question: str = phrase(*FLOWS)
    since: date = day(-170, -15)

    def answer(self, store: Store) -> str | None:
        sign = 1 if self.direction() == "Money in" else -1
        found = store.all(
            Entry, "kind = 'person' AND amount * ? > 0 AND at >= ?", sign, self.since, order="abs(amount) DESC"
        )
        return found[0].title if len(found) > 2 and abs(found[0].amount) > abs(found[1].amount) else None

    def direction(self) -> str:
        return FLOWS[self.question]

    def wanted(self) -> dict[str, Any]:
        return {"Type": "People", "From date": self.since}

    def read_answer(self, lines: list[Line]) -> str:
        return title_of(max(lines, key=amount_of))


class WhoPaidMe(PaymentsOfPeople, Task):
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
        found = in_days(store, "kind = 'person' AND amount > 0", self.since, self.until)
        names = sorted({entry.title for entry in found})
        return names if len(names) <= MOST else None

    def wanted(self) -> dict[str, Any]:
        return {"Type": "People", "From date": self.since, "To date": self.until}

    def read_answer(self, lines: list[Line]) -> list[str]:
        return sorted({title_of(line) for line in lines})
