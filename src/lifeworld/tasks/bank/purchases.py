"""Questions about card purchases: where, when, how many, how dear."""

from datetime import date, timedelta

from lifeworld.apps.bank.models import Account, Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import Items, Line, Task, User, day, days, derived, money, number, observed, pick, way
from lifeworld.tasks.bank.ways import amount_of, filtered, listed, purchases, title_of

BETWEEN = "kind = 'card' AND account_id = ? AND at >= ? AND at < ?"


def until_of(since: date, length: int) -> date:
    """Return the last day of so many."""
    return since + timedelta(days=length - 1)


def charges_at(store: Store, business: Business) -> list[Entry]:
    """Return all card payments at a business, from the first on."""
    return store.all(Entry, "kind = 'card' AND business_id = ?", business.id, order="at, id")


def charges_found(user: User, business: Business) -> list[Line]:
    """Search the card payments at a business and return their lines, the latest first."""
    purchases(user, business.name)
    return [line for line in listed(user) if title_of(line) == business.name]


class WhereDearest(Task):
    """Where was the dearest purchase of some weeks made?"""

    goals = [
        "Where did I make my most expensive card purchase on {account.name} from {since} to {until}?",
        "From {since} to {until}, both days included: at which place did I spend the most in one go with the card of "
        "{account.name}?",
        "Look at the card purchases on {account.name} between {since} and {until}. Who got the largest one?",
    ]
    tags = ["compare", "filter"]

    since: date = day(-160, -40)
    length: int = number(12, 39)
    until: date = derived(until_of)
    account: Account = pick(Account)

    def answer(self, store: Store) -> str | None:
        after = self.until + timedelta(days=1)
        found = store.all(Entry, BETWEEN, self.account.id, self.since, after, order="amount", limit=4)
        return found[0].title if len(found) == 4 and found[0].amount < found[1].amount else None

    def solution(self, user: User) -> None:
        wanted = {"Account": self.account.name, "Type": "Card purchases"}
        found = filtered(user, {**wanted, "From date": self.since, "To date": self.until})
        user.say(title_of(max(found, key=amount_of)))


class CountOver(Task):
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
    until: date = derived(until_of)
    account: Account = pick(Account)
    least: Money = money(15, 80, cents=False)

    def answer(self, store: Store) -> int | None:
        after = self.until + timedelta(days=1)
        found = store.all(Entry, BETWEEN, self.account.id, self.since, after)
        return sum(-entry.amount >= self.least for entry in found) or None

    def solution(self, user: User) -> None:
        user.say(len(filtered(user, {**self._wanted, "Least amount": self.least})))

    @way
    def among_all_purchases(self, user: User) -> None:
        user.say(sum(amount_of(line) >= self.least for line in filtered(user, self._wanted)))

    @property
    def _wanted(self) -> dict[str, str | date]:
        of_account = {"Account": self.account.name, "Type": "Card purchases"}
        return {**of_account, "From date": self.since, "To date": self.until}


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
        user.say(any(amount_of(line) > self.limit for line in charges_found(user, self.business)))

    @way
    def by_the_least_amount(self, user: User) -> None:
        found = filtered(user, {"Type": "Card purchases", "Least amount": self.limit})
        dear = [line for line in found if title_of(line) == self.business.name]
        user.say(any(amount_of(line) > self.limit for line in dear))


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
        user.say(days(charges_found(user, self.business)[-1].heading, user.today)[0])
