"""Questions that the bank can answer."""

from datetime import date

from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Items,
    Line,
    Task,
    User,
    amounts,
    button,
    days,
    derived,
    field,
    link,
    number,
    observed,
    pick,
    show_all,
    way,
)
from lifeworld.taskkit.months import last_day, month_name, month_of
from lifeworld.tasks.bank.ways import (
    go,
    listed,
    open_account,
    open_filters,
    open_person,
    purchases,
    search,
)

COUNTED_OF_A_PERSON = 60  # payments that somebody still counts


class SpentAtInMonth(Task):
    """How much was spent at a place in a month?"""

    goals = [
        "How much did I spend at {business.name} in {month} altogether?",
        "What do my card payments at {business.name} in {month} add up to?",
        "Add up what I paid {business.name} during {month}.",
    ]
    tags = ["sum"]

    back: int = number(1, 8)
    first: date = derived(month_of)
    month: str = derived(month_name)
    business: Business = pick(Business, lambda business, first: only_charges(business, first))

    def answer(self, store: Store) -> Money:
        found = in_month(store, self.business, self.first)
        return Money(-sum(entry.amount.cents for entry in found))

    def items(self) -> Items:
        yield observed("Looked for the payments", showing=self.business.name, kind="search")

    def solution(self, user: User) -> None:
        search(user, self.business.name)
        user.say(self._sum(user))

    @way
    def among_card_purchases_of_the_month(self, user: User) -> None:
        purchases(user, self.business.name)
        user.click(button("Filters"))
        user.fill(field("From date"), self.first)
        user.fill(field("To date"), last_day(self.first))
        user.click(button("Apply filters"))
        user.say(self._sum(user))

    def _sum(self, user: User) -> Money:
        own = [line for line in listed(user) if line.names[0].startswith(f"{self.business.name}, −")]
        spent = [amounts(line.names[0])[0].cents for line in own if self._of_the_month(line, user)]
        return Money(-sum(spent))

    def _of_the_month(self, line: Line, user: User) -> bool:
        dates = days(line.heading, user.today)
        return bool(dates) and dates[0].replace(day=1) == self.first


def in_month(store: Store, business: Business, first: date) -> list[Entry]:
    """Return all that stands in the ledgers of a business in a month."""
    return store.all(Entry, "business_id = ? AND substr(at, 1, 7) = ?", business.id, f"{first:%Y-%m}")


def only_charges(business: Business, first: date) -> bool:
    """Return whether there are several card payments in a month, and no bill or refund that might count or not."""
    found = in_month(business.store, business, first)
    return len(found) > 1 and all(entry.kind == "card" for entry in found)


class DearestPurchase(Task):
    """How much was the dearest card purchase of a month?"""

    goals = [
        "How much was my largest single card purchase in {month}, over all my accounts?",
        "What did the dearest thing that I paid by card in {month} cost?",
        "Looking at {month}: what is the most that I spent with a card in one go?",
    ]
    tags = ["compare"]

    back: int = number(1, 9)
    first: date = derived(month_of)
    month: str = derived(month_name)

    def answer(self, store: Store) -> Money | None:
        where = "kind = 'card' AND substr(at, 1, 7) = ?"
        dearest = store.first(Entry, where, f"{self.first:%Y-%m}", order="amount")
        return -dearest.amount if dearest else None

    def solution(self, user: User) -> None:
        open_filters(user)
        user.choose(field("Type"), "Card purchases")
        user.fill(field("From date"), self.first)
        user.fill(field("To date"), last_day(self.first))
        user.click(button("Apply filters"))
        user.say(max(abs(amounts(line.names[0])[0]) for line in listed(user)))


class WhenWasBillPaid(Task):
    """On which day was the last bill of a sender paid?"""

    goals = [
        "On what day did I last pay a bill from {business.name}?",
        "When was the most recent {business.name:bare} bill paid?",
        "Look up the date of my latest bill payment to {business.name}.",
    ]

    business: Business = pick(Business, lambda business, store: last_paid(store, business) is not None)

    def answer(self, store: Store) -> date | None:
        paid = last_paid(store, self.business)
        return paid.at.date() if paid else None

    def items(self) -> Items:
        yield observed("Saw the bills", showing=self.business.name, kind="search")

    def solution(self, user: User) -> None:
        go(user, "Pay & transfer", "Pay bills", "Paid")
        user.fill(field("Search bills"), self.business.name)
        user.click(button("Search"))
        own = user.page.line(f"from {self.business.name}")
        user.say(days(own.text.split("Paid ")[1], user.today)[0])

    @way
    def among_the_transactions(self, user: User) -> None:
        search(user, self.business.name)
        user.click(button("Filters"))
        user.choose(field("Type"), "Bill payments")
        user.click(button("Apply filters"))
        own = next(line for line in listed(user) if line.names[0].startswith(f"{self.business.name}, "))
        user.say(days(own.heading, user.today)[0])


def last_paid(store: Store, business: Business) -> Entry | None:
    """Return the last payment of a bill from a business."""
    return store.first(Entry, "kind = 'bill' AND business_id = ?", business.id, order="at DESC")


class CountPaymentsToPerson(Task):
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
            store.count(Entry, "person_id = ? AND amount < 0", person.id) > 1
            and store.count(Entry, "person_id = ?", person.id) <= COUNTED_OF_A_PERSON
        ),
    )

    def answer(self, store: Store) -> int:
        return store.count(Entry, "person_id = ? AND amount < 0", self.person.id)

    def items(self) -> Items:
        yield observed("Saw the payments", showing=self.person.name, kind="search")

    def solution(self, user: User) -> None:
        search(user, self.person.name)
        user.click(link("Money out"))
        user.say(sum(line.names[0].startswith(f"{self.person.name}, ") for line in listed(user)))

    @way
    def on_their_own_page(self, user: User) -> None:
        open_person(user, self.person)
        show_all(user)
        user.say(sum(line.names[0].startswith("−") for line in user.page.lines("Between you")))


class ClosingBalance(Task):
    """What did an account hold at the end of a month?"""

    goals = [
        "What was the closing balance of {account.name} on the {month} statement?",
        "How much was in {account.name} at the end of {month}, according to its statement?",
        "Look at the {month} statement of my {account.name} account: what closing balance does it give?",
    ]

    back: int = number(1, 9)
    month: str = derived(month_name)
    account: Account = pick(
        Account,
        lambda account, store, now, back: (
            not account.credit and f"{month_of(now, back):%Y-%m}" in ledger.months(store, account)
        ),
    )

    def answer(self, store: Store) -> Money:
        return ledger.statement(store, self.account, f"{month_of(store.now, self.back):%Y-%m}").after

    def solution(self, user: User) -> None:
        open_account(user, self.account)
        user.click(link("Statements"))
        user.click(link(self.month))
        user.say(amounts(user.page.fact("Closing balance"))[0])

    @way
    def in_the_list_of_statements(self, user: User) -> None:
        open_account(user, self.account)
        user.click(link("Statements"))
        user.say(amounts(user.page.line(self.month).text)[0])


class GrownBy(Task):
    """By how much did an account grow or shrink in a month?"""

    goals = [
        "By how much did the balance of {account.name} change over {month}, going by the statement?",
        "Did {account.name} gain or lose in {month}, and how much? The sum is all I need.",
        "Compare what {account.name} held at the beginning of {month} with what it held at the end. What's the "
        "difference?",
    ]
    tags = ["compare"]

    back: int = number(1, 9)
    first: date = derived(month_of)
    month: str = derived(month_name)
    account: Account = pick(
        Account, lambda account, store: not account.credit and store.count(Entry, "account_id = ?", account.id) > 9
    )

    def answer(self, store: Store) -> Money | None:
        where = "account_id = ? AND kind <> 'opening' AND substr(at, 1, 7) = ?"
        found = store.all(Entry, where, self.account.id, f"{self.first:%Y-%m}")
        return Money(abs(sum(entry.amount.cents for entry in found))) or None

    def solution(self, user: User) -> None:
        self._open_statement(user)
        user.say(abs(amounts(user.page.fact("Closing balance"))[0] - amounts(user.page.fact("Opening balance"))[0]))

    @way
    def by_what_was_paid_in_and_out(self, user: User) -> None:
        self._open_statement(user)
        paid_in, paid_out = (amounts(user.page.fact(label))[0] for label in ("Paid in", "Paid out"))
        user.say(abs(paid_in - abs(paid_out)))

    def _open_statement(self, user: User) -> None:
        open_account(user, self.account)
        user.click(link("Statements"))
        user.click(link(self.month))
