"""Questions about bills: what is due, what was paid, and out of which account; and bills that are paid and told of."""

from datetime import date, timedelta
from typing import Any

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Entry, Scheduled
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    button,
    day,
    days,
    derived,
    link,
    money,
    nth,
    number,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.bank import added, balance_of, bills_found, choose, filtered, go, holds, pay_now, pays

SENDERS = (  # of bills that one has to see to oneself
    "id IN (SELECT business_id FROM bank_bill) AND id NOT IN "
    "(SELECT business_id FROM bank_payee WHERE autopay_id IS NOT NULL AND business_id IS NOT NULL)"
)
COUNTED = {"with the scheduled ones counted in": True, "without those that are scheduled already": False}
LATELY = timedelta(days=170)  # within which a month and a day name a date


def last_paid(store: Store, business: Business) -> Entry | None:
    """Return the last payment of a bill from a business."""
    return store.first(Entry, "kind = 'bill' AND business_id = ?", business.id, order="at DESC")


class Billed:
    """A bill that came in this morning, from a sender of earlier ones that are not paid by themselves."""

    business: Business = pick(Business, where=SENDERS)
    amount: Money = money(20, 180)
    serial: int = number(30_000, 89_999)
    code: str = derived(lambda business, serial: f"{business.name.removeprefix('The ')[:2].upper()}-{serial}")
    days_left: int = number(6, 40)

    def setup(self, store: Store) -> Setup:
        at, due = store.now - timedelta(hours=3), store.now.date() + timedelta(days=self.days_left)
        yield BillIssued(at=at, business_id=self.business.id, amount=self.amount, number=self.code, due=due)

    def open_billed(self, user: User) -> None:
        go(user, "Pay & transfer", "Pay bills", f"Bill {self.code} from {self.business.name}")

    def billed(self, store: Store) -> Bill:
        return store.one(Bill, "number = ?", self.code)


class LastPayment:
    """A question about the last payment of a bill from a sender, as the transactions or its bill lead to it."""

    business: Business = pick(Business, lambda business, store: last_paid(store, business) is not None)

    def read_answer(self, user: User) -> Any:
        """Return the answer, from the page of the payment."""
        raise NotImplementedError

    def solution(self, user: User) -> None:
        user.click(link(filtered(user, {"Type": "Bill payments"}, self.business.name)[0].names[0]))
        user.say(self.read_answer(user))

    @way
    def from_the_bill_itself(self, user: User) -> None:
        user.click(link(bills_found(user, "Paid", self.business.name)[0].names[0]))
        user.click(link("Show payment"))
        user.say(self.read_answer(user))


class WhichAccountPaid(Billed, LastPayment, Task):
    """Out of which account was a sender's last bill paid?"""

    goals = [
        "Out of which of my accounts was the last {business.name:bare} bill paid?",
        "When a bill from {business.name} was paid the last time, which of my accounts did it?",
        "Look up the most recent bill payment to {business.name}: which account did the money come from?",
    ]
    tags = ["look-up"]

    turn: int = number(0, 20)
    account: Account = derived(
        lambda store, amount, turn: nth([one for one in store.all(Account) if pays(one, amount)], turn)
    )

    def setup(self, store: Store) -> Setup:
        yield from super().setup(store)
        yield bank.PayBill(self.billed(store), self.account)

    def answer(self, store: Store) -> str:
        return sure(last_paid(store, self.business)).account.name

    def read_answer(self, user: User) -> str:
        return user.page.fact("Account").rsplit(" …", 1)[0]


class WhenWasBillPaid(LastPayment, Task):
    """On which day was the last bill of a sender paid?"""

    goals = [
        "On what day did I last pay a bill from {business.name}?",
        "When was the most recent {business.name:bare} bill paid?",
        "Look up the date of my latest bill payment to {business.name}.",
    ]

    def answer(self, store: Store) -> date:
        return sure(last_paid(store, self.business)).at.date()

    def items(self) -> Items:
        yield observed("Saw the bills", showing=self.business.name, kind="search")

    def read_answer(self, user: User) -> date:
        return days(user.page.text, user.today)[0]


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
        user.say(Money(round(added(amounts(line.text)[0] for line in found).cents / len(found))))


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
    which: str = phrase(*COUNTED)

    def answer(self, store: Store) -> Money | None:
        found = store.all(Bill, "paid_at IS NULL AND due <= ?", self.until)
        due = [bill for bill in found if COUNTED[self.which] or not store.count(Scheduled, "bill_id = ?", bill.id)]
        return added(bill.amount for bill in due) if len(due) > 1 else None

    def solution(self, user: User) -> None:
        due = Money()
        for line in bills_found(user, "Open"):
            if COUNTED[self.which] or "Scheduled" not in line.text:
                user.click(link(line.names[0]))
                counts = days(user.page.fact("Due"), user.today)[0] <= self.until
                due += amounts(line.text)[0] if counts else Money()
                user.click(link("Back to bills"))
        user.say(due)


class WasItPaid(Task):
    """Has a certain bill of a sender been paid?"""

    goals = [
        "Has the {bill.business.name:bare} bill that was issued on {bill.issued} been paid?",
        "{bill.business.name} sent me a bill on {bill.issued}. Is it paid already?",
        "I'm not sure about the bill from {bill.business.name} dated {bill.issued}. Did I pay that one already?",
    ]
    tags = ["look-up"]
    step_budgets = 2

    state: str = phrase("paid", "open")
    bill: Bill = pick(
        Bill,
        lambda bill, state, now: now.date() - bill.issued < LATELY and (bill.paid_at is not None) == (state == "paid"),
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


class PayAndTellWhatIsLeft(Billed, Task):
    """A bill is paid, and what is then left in the account is told."""

    goals = [
        "Pay bill {code} from {business.name} out of {account.name} and tell me what is left in that account to spend.",
        "Settle the {business.name:bare} bill {code} from {account.name}. How much is available there afterwards?",
        "Get {code} ({business.name}) paid from {account.name}, then let me have the available balance that remains.",
    ]

    account: Account = pick(Account, holds)

    def effects(self, store: Store) -> Commands:
        yield bank.PayBill(self.billed(store), self.account)

    def answer(self, store: Store) -> Money:
        return ledger.available(store, self.account)

    def solution(self, user: User) -> None:
        self._pay(user)
        user.say(balance_of(user, self.account))

    @way
    def worked_out_before(self, user: User) -> None:
        user.say(balance_of(user, self.account) - self._pay(user))

    def _pay(self, user: User) -> Money:
        """Pay the bill, and return what it asks for."""
        self.open_billed(user)
        asked = amounts(user.page.text)[0]
        pay_now(user, self.account)
        return asked


class ScheduleOnTheDueDate(Billed, Task):
    """A bill is to be paid on the very day on which it is due, and that day is told."""

    goals = [
        "Schedule bill {code} from {business.name} for the day it is due, to be paid from {account.name}, and tell me "
        "which day that is.",
        "Have {account.name} pay the {business.name:bare} bill {code} on its due date, not before. Which date is it?",
        "Don't pay {code} ({business.name}) today. Let it go out of {account.name} on the very day when it falls due, "
        "and give me the date.",
    ]

    account: Account = pick(Account, pays)

    def effects(self, store: Store) -> Commands:
        yield bank.SchedulePayment(self.billed(store), self.account, self.billed(store).due)

    def answer(self, store: Store) -> date:
        return self.billed(store).due

    def solution(self, user: User) -> None:
        self.open_billed(user)
        told = days(user.page.fact("Due"), user.today)[0]
        user.follow(self)
        user.say(told)

    @way
    def with_the_day_that_the_form_proposes(self, user: User) -> None:
        self.open_billed(user)
        user.click(link("Schedule payment"))
        choose(user, "From", self.account)
        user.click(button("Schedule"))
        user.say(days(user.page.fact("Will be paid"), user.today)[0])
