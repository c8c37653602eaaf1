"""Bills paid now, later, and from an account that has to be asked for."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Scheduled
from lifeworld.taskkit import Commands, Task, User, button, day, link, pick, way
from lifeworld.tasks.bank.ways import OPEN_BILL, choose, go, open_bill, pay_bill, pays, schedule


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
        go(user, "Pay & transfer", f"Bill {self.bill.number} from {self.bill.business.name}", "Pay now")
        choose(user, "From", self.account)
        user.click(button("Confirm payment"))


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
        schedule(user, self.account, self.on)


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

    @way
    def from_the_payee(self, user: User) -> None:
        bill = self.payment.bill
        go(user, "Pay & transfer", "Payees", bill.business.name, f"Bill {bill.number} from {bill.business.name}")
        user.click(button("Cancel scheduled payment"))
        schedule(user, self.payment.account, self.on)


class PayBillWhenAsked(Task):
    """A bill is paid from an account that only the person knows."""

    goals = [
        "Pay the {bill.business.name:bare} bill {bill.number} today. Out of which of my accounts is not all the same "
        "to me.",
        "Settle {bill.number} ({bill.business.name}) for me now, out of the account that I have in mind for it.",
        "Bill {bill.number} from {bill.business.name} has to be paid today. It isn't always the same account that "
        "pays them, and this time it matters.",
    ]

    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: pays(account, bill.amount))
    hidden_info = "Take {account.name}."
    question_topics = ["account", "where"]

    def effects(self) -> Commands:
        yield bank.PayBill(self.bill, self.account)

    def solution(self, user: User) -> None:
        user.ask("Which account should the money come from?")
        pay_bill(user, self.bill, self.account)

    @way
    def with_the_bill_looked_at_first(self, user: User) -> None:
        open_bill(user, self.bill)
        user.click(link("Pay now"))
        user.ask(f"From where should I pay {self.bill.business.name}?")
        choose(user, "From", self.account)
        user.click(button("Confirm payment"))
