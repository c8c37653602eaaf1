"""Bills paid now, later, and from an account that has to be asked for."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Payee, Scheduled
from lifeworld.core.money import Money
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
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
    number,
    pick,
    way,
)
from lifeworld.tasks.bank import (
    OPEN_BILL,
    balance_of,
    choose,
    confirm_bill,
    go,
    holds,
    open_bill,
    pay_bill,
    pays,
    titled,
)


class PayBillNow(Task):
    """A bill is paid at once."""

    goals = [
        "Pay the open {bill.business.name:bare} bill ({bill.number}) from {account.name} now.",
        "Settle bill {bill.number} from {bill.business.name}; use {account.name}.",
        "Please pay {bill.business.name} what they ask for on {bill.number}. Take it from my {account.name} account.",
        "Get bill {bill.number} out of the way. It's from {bill.business.name}, and {account.name} should pay it.",
    ]

    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: pays(account, bill.amount))

    def effects(self) -> Commands:
        yield bank.PayBill(self.bill, self.account)

    def solution(self, user: User) -> None:
        pay_bill(user, self.bill, self.account)

    @way
    def from_the_open_bills_of_the_hub(self, user: User) -> None:
        go(user, "Pay & transfer", titled(self.bill), "Pay now")
        self.settle(user)

    def settle(self, user: User) -> None:
        """Pay the bill whose form is open."""
        confirm_bill(user, self.account)


class PayBillWhenAsked(PayBillNow):
    """A bill is paid from an account that only the person knows."""

    goals = [
        "Pay the {bill.business.name:bare} bill {bill.number} today. Out of which of my accounts is not all the same "
        "to me.",
        "Settle {bill.number} ({bill.business.name}) for me now, out of the account that I have in mind for it.",
        "Bill {bill.number} from {bill.business.name} has to be paid today. It isn't always the same account that "
        "pays them, and this time it matters.",
    ]
    hidden_info = "Take {account.name}."
    question_topics = ["account", "where"]

    def solution(self, user: User) -> None:
        user.ask("Which account should the money come from?")
        super().solution(user)

    def settle(self, user: User) -> None:
        user.ask(f"From where should I pay {self.bill.business.name}?")
        super().settle(user)


class ScheduleBill(Task):
    """A bill's payment is put on a later day."""

    goals = [
        "Schedule the {bill.business.name:bare} bill {bill.number} to be paid on {on} from {account.name}.",
        "Don't pay {bill.number} ({bill.business.name}) yet: have it paid on {on}, out of {account.name}.",
        "Set up bill {bill.number} from {bill.business.name} so that {account.name} pays it on {on}.",
    ]

    on: date = day(2, 14)
    bill: Bill = pick(Bill, lambda bill, on: on <= bill.due, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: pays(account, bill.amount))

    def effects(self) -> Commands:
        yield bank.SchedulePayment(self.bill, self.account, self.on)

    def solution(self, user: User) -> None:
        open_bill(user, self.bill)
        user.click(link("Schedule payment"))
        choose(user, "From", self.account)
        user.fill(field("Pay on"), self.on)
        user.click(button("Schedule"))


class PostponeScheduled(Task):
    """A scheduled payment moves to another day."""

    goals = [
        "The {payment.bill.business.name:bare} payment is scheduled too early. Have it paid on {on} instead, "
        "from the same account.",
        "Move the scheduled payment of {payment.bill.business.name} to {on}; leave the account as it is.",
        "Reschedule the {payment.bill.business.name:bare} bill: same account, but on {on}.",
    ]
    tags = ["long"]

    payment: Scheduled = pick(Scheduled)
    on: date = day(12, 60)

    def effects(self) -> Commands:
        yield bank.CancelScheduled(self.payment)
        yield bank.SchedulePayment(self.payment.bill, self.payment.account, self.on)


class Billed:
    """A bill that came in this morning, from a sender of earlier ones that are not paid by themselves."""

    business: Business = pick(Business, lambda business, store: sends_bills(store, business))
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


def sends_bills(store: Store, business: Business) -> bool:
    """Return whether a business sends bills that one has to see to oneself."""
    by_itself = store.count(Payee, "business_id = ? AND autopay_id IS NOT NULL", business.id)
    return not by_itself and store.count(Bill, "business_id = ?", business.id) > 0


class PayAndTellWhatIsLeft(Billed, Task):
    """A bill is paid, and what is then left in the account is told."""

    goals = [
        "Pay bill {code} from {business.name} out of {account.name} and tell me what is left in that account to spend.",
        "Settle the {business.name:bare} bill {code} from {account.name}. How much is available there afterwards?",
        "Get {code} ({business.name}) paid from {account.name}, then let me have the available balance that remains.",
    ]
    tags = ["effects and answer"]

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
        user.click(link("Pay now"))
        confirm_bill(user, self.account)
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
    tags = ["effects and answer"]

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
