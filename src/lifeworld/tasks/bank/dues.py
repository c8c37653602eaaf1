"""Questions about bills: what is due, what was paid, and out of which account."""

from datetime import date, datetime, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Payee, Scheduled
from lifeworld.core.money import Money
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import (
    Items,
    Line,
    Setup,
    Task,
    User,
    amounts,
    button,
    day,
    days,
    derived,
    field,
    link,
    money,
    nth,
    number,
    observed,
    phrase,
    pick,
    show_all,
    sure,
    way,
)
from lifeworld.tasks.bank.questions import last_paid
from lifeworld.tasks.bank.ways import added, go, listed, pays, search, title_of

_COUNTED = {"with the scheduled ones counted in": True, "without those that are scheduled already": False}


def bills_found(user: User, part: str, words: str = "") -> list[Line]:
    """Return the lines of the open or the paid bills, of all or of those with some words."""
    go(user, "Pay & transfer", "Pay bills", part)
    if words:
        user.fill(field("Search bills"), words)
        user.click(button("Search"))
    show_all(user)
    return [line for line in user.page.lines() if line.names and line.names[0].startswith("Bill ")]


class Billed:
    """A bill that came in this morning, from a sender of earlier ones that are not paid by themselves."""

    business: Business = pick(Business, lambda business, store: sends_bills(store, business))
    amount: Money = money(20, 180)
    serial: int = number(30_000, 89_999)
    code: str = derived(lambda business, serial: f"{business.name.removeprefix('The ')[:2].upper()}-{serial}")
    days_left: int = number(6, 40)

    def setup(self, store: Store) -> Setup:
        yield came_this_morning(self.business, self.amount, self.code, self.days_left)

    def _open(self, user: User) -> None:
        go(user, "Pay & transfer", "Pay bills", f"Bill {self.code} from {self.business.name}")


def came_this_morning(business: Business, amount: Money, code: str, days_left: int) -> BillIssued:
    """Return the coming of a bill that is due in so many days."""
    now = business.store.now
    due = now.date() + timedelta(days=days_left)
    return BillIssued(at=now - timedelta(hours=3), business_id=business.id, amount=amount, number=code, due=due)


def sends_bills(store: Store, business: Business) -> bool:
    """Return whether a business sends bills that one has to see to oneself."""
    by_itself = store.count(Payee, "business_id = ? AND autopay_id IS NOT NULL", business.id)
    return not by_itself and store.count(Bill, "business_id = ?", business.id) > 0


class WhichAccountPaid(Billed, Task):
    """Out of which account was a sender's last bill paid?"""

    goals = [
        "Out of which of my accounts was the last {business.name:bare} bill paid?",
        "When a bill from {business.name} was paid the last time, which of my accounts did it?",
        "Look up the most recent bill payment to {business.name}: which account did the money come from?",
    ]
    tags = ["look-up"]

    turn: int = number(0, 20)
    account: Account = derived(lambda store, amount, turn: nth(paying(store, amount), turn))

    def setup(self, store: Store) -> Setup:
        yield came_this_morning(self.business, self.amount, self.code, self.days_left)
        yield bank.PayBill(store.one(Bill, "number = ?", self.code), self.account)

    def answer(self, store: Store) -> str:
        return sure(last_paid(store, self.business)).account.name

    def solution(self, user: User) -> None:
        search(user, self.business.name)
        user.click(button("Filters"))
        user.choose(field("Type"), "Bill payments")
        user.click(button("Apply filters"))
        own = next(line for line in listed(user) if title_of(line) == self.business.name)
        user.click(link(own.names[0]))
        self._say(user)

    @way
    def from_the_bill_itself(self, user: User) -> None:
        own = next(line for line in bills_found(user, "Paid", self.business.name))
        user.click(link(own.names[0]))
        user.click(link("Show payment"))
        self._say(user)

    def _say(self, user: User) -> None:
        user.say(user.page.fact("Account").rsplit(" …", 1)[0])


def paying(store: Store, amount: Money) -> list[Account]:
    """Return the accounts out of which a bill of so much may be paid."""
    return [account for account in store.all(Account) if pays(account, amount)]


class AverageBill(Task):
    """What did a sender's last bills come to on average?"""

    goals = [
        "On average, what was a {business.name:bare} bill, taking the last {count} that I paid? To the cent, please.",
        "Work out the mean of the last {count} paid bills from {business.name}, rounded to the cent.",
        "What does {business.name} cost me per bill? Average the {count} bills that I paid most recently, to the cent.",
    ]
    tags = ["rate", "sum"]

    count: int = number(3, 6)
    business: Business = pick(Business, lambda business, store, count: len(paid_bills(store, business)) >= count)

    def answer(self, store: Store) -> Money | None:
        whole = sum(bill.amount.cents for bill in paid_bills(store, self.business)[: self.count])
        half_a_cent = 2 * (whole % self.count) == self.count
        return None if half_a_cent else Money((2 * whole + self.count) // (2 * self.count))

    def items(self) -> Items:
        yield observed("Saw the bills", at="/bank/bills", kind="search")

    def solution(self, user: User) -> None:
        found = bills_found(user, "Paid", self.business.name)[: self.count]
        whole = added(amounts(line.text)[0] for line in found)
        user.say(Money(round(whole.cents / len(found))))


def paid_bills(store: Store, business: Business) -> list[Bill]:
    """Return a sender's paid bills, the one that was paid last first."""
    return store.all(Bill, "paid_at IS NOT NULL AND business_id = ?", business.id, order="paid_at DESC, id DESC")


class DueUntil(Task):
    """What do the bills that are due by a day come to?"""

    goals = [
        "How much do I have to find for bills that fall due by {until}, that day included, {which}?",
        "What do my unpaid bills with a due date up to {until} come to altogether, {which}?",
        "Add up every bill that I haven't paid and that is due on {until} or earlier, {which}.",
    ]
    tags = ["sum", "filter"]

    until: date = day(2, 45)
    which: str = phrase(*_COUNTED)

    def answer(self, store: Store) -> Money | None:
        found = store.all(Bill, "paid_at IS NULL AND due <= ?", self.until)
        waiting = {payment.bill_id for payment in store.all(Scheduled)}
        due = [bill for bill in found if _COUNTED[self.which] or bill.id not in waiting]
        return added(bill.amount for bill in due) if len(due) > 1 else None

    def solution(self, user: User) -> None:
        due = Money()
        for line in bills_found(user, "Open"):
            if _COUNTED[self.which] or "Scheduled" not in line.text:
                user.click(link(line.names[0]))
                counts = days(user.page.fact("Due"), user.today)[0] <= self.until
                due += amounts(line.text)[0] if counts else Money()
                user.click(link("Back to bills"))
        user.say(due)


def lately(bill: Bill, now: datetime) -> bool:
    """Return whether a bill is so young that a month and a day name its date."""
    return now.date() - bill.issued < timedelta(days=170)


class WasItPaid(Task):
    """Has a certain bill of a sender been paid?"""

    goals = [
        "Has the {bill.business.name:bare} bill that was issued on {bill.issued} been paid?",
        "{bill.business.name} sent me a bill on {bill.issued}. Is it paid already?",
        "I'm not sure about the bill from {bill.business.name} dated {bill.issued}. Did I pay that one already?",
    ]
    tags = ["look-up"]

    state: str = phrase("paid", "open")
    bill: Bill = pick(
        Bill,
        lambda bill, state, now: lately(bill, now) and (bill.paid_at is not None) == (state == "paid"),
    )

    def answer(self) -> bool:
        return self.bill.paid_at is not None

    def items(self) -> Items:
        yield observed("Saw the bills", at="/bank/bills", kind="search")

    def solution(self, user: User) -> None:
        user.say(self._stands(user, "Paid"))

    @way
    def among_the_open_bills(self, user: User) -> None:
        user.say(not self._stands(user, "Open"))

    def _stands(self, user: User, part: str) -> bool:
        """Return whether the bill of that day is in a part of the list."""
        for line in bills_found(user, part, self.bill.business.name):
            user.click(link(line.names[0]))
            if days(user.page.fact("Issued"), user.today)[0] == self.bill.issued:
                return True
            user.back()
        return False
