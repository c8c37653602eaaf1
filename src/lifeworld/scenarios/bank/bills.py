"""Bills paid now, later, and from an account that has to be asked for."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Scheduled
from lifeworld.scenarios import Scenario, button, day, pick
from lifeworld.scenarios.bank.ways import OPEN_BILL, holds, open_bill, pay_bill, schedule


class PayBillNow(Scenario):
    """A bill is paid at once."""

    goals = [
        "Pay the open {bill.business.name} bill ({bill.number}) from {account.name} now.",
        "Settle bill {bill.number} from {bill.business.name}; use {account.name}.",
        "Please pay {bill.business.name} what they ask for on {bill.number}. Take it from my {account.name} account.",
    ]

    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))

    def effects(self):
        yield bank.PayBill(self.bill, self.account)

    def solution(self, user):
        pay_bill(user, self.bill, self.account)


class ScheduleBill(Scenario):
    """A bill's payment is put on a later day."""

    goals = [
        "Schedule the {bill.business.name} bill {bill.number} to be paid on {on} from {account.name}.",
        "Don't pay {bill.number} ({bill.business.name}) yet: have it paid on {on}, out of {account.name}.",
        "Set up bill {bill.number} from {bill.business.name} so that {account.name} pays it on {on}.",
    ]

    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))
    on: date = day(1, 40)

    def effects(self):
        yield bank.SchedulePayment(self.bill, self.account, self.on)

    def solution(self, user):
        open_bill(user, self.bill)
        schedule(user, self.account, self.on)


class PostponeScheduled(Scenario):
    """A scheduled payment moves to another day."""

    goals = [
        "The {payment.bill.business.name} payment is scheduled too early. Have it paid on {on} instead, "
        "from the same account.",
        "Move the scheduled payment of {payment.bill.business.name} to {on}; leave the account as it is.",
        "Reschedule the {payment.bill.business.name} bill: same account, but on {on}.",
    ]
    tags = ["long"]

    payment: Scheduled = pick(Scheduled)
    on: date = day(25, 60)

    def effects(self):
        yield bank.CancelScheduled(self.payment)
        yield bank.SchedulePayment(self.payment.bill, self.payment.account, self.on)

    def solution(self, user):
        open_bill(user, self.payment.bill)
        user.click(button("Cancel scheduled payment"))
        schedule(user, self.payment.account, self.on)


class PayBillWhenAsked(Scenario):
    """A bill is paid from an account that only the person knows."""

    goals = [
        "Pay the {bill.business.name} bill {bill.number}. Ask me which account the money should come from.",
        "Settle {bill.number} ({bill.business.name}) for me, but check with me first from which account.",
        "Bill {bill.number} from {bill.business.name} has to be paid today. I'll tell you the account when you ask.",
    ]

    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))
    withheld = "Take {account.name}."
    about = ["which|what|where", "account|from"]

    def effects(self):
        yield bank.PayBill(self.bill, self.account)

    def solution(self, user):
        user.ask("Which account should the money come from?")
        pay_bill(user, self.bill, self.account)
