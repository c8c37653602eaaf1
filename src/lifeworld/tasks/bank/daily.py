"""What people ask of their bank every day: a balance, the last payment, one small change, to be signed out or in."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Entry, Payee, Scheduled, Session
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Money, Setup, Store, Task, User, amounts, days, derived, money, phrase, pick
from lifeworld.tasks.bank import (
    BOOKED,
    OPEN_BILL,
    balance_of,
    debit,
    holds,
    open_account,
    open_bill,
    pays,
    recent,
    shown,
    starred,
)


class HowMuchIsOn(Task):
    """What can be spent from an account?"""

    goals = [
        "How much money is in {account.name} right now?",
        "What's the available balance of my {account.name} account?",
        "Check {account.name} at Harbour Bank: how much can I spend from it?",
    ]
    tags = ["daily"]
    account: Account = pick(Account, debit)

    def answer(self, store: Store) -> Money:
        return ledger.available(store, self.account)

    def solution(self, user: User) -> None:
        user.say(balance_of(user, self.account))


class WhatIOweOn(Task):
    """What is owed on a credit card?"""

    goals = [
        "What do I owe on {account.name}?",
        "How high is the balance on my {account.name} at Harbour Bank, the sum that I owe?",
        "Tell me what would have to be paid to bring {account.name} to zero.",
    ]
    tags = ["daily"]
    account: Account = pick(Account, lambda account: account.credit and account.open)

    def answer(self, store: Store) -> Money:
        return ledger.owed(store, self.account)

    def solution(self, user: User) -> None:
        user.say(balance_of(user, self.account))


def has_moved(account: Account) -> bool:
    """Return whether an account is open, and anything was ever paid in or out."""
    return account.open and account.store.count(Entry, "account_id = ?", account.id) > 0


class LastTransaction(Task):
    """How much was the last transaction of an account?"""

    goals = [
        "How much was the last transaction on {account.name}, pending ones included?",
        "What amount is at the very top of the transactions of {account.name}, pending or not?",
        "Look at the latest thing that went through {account.name}, even if it is still pending. How much was it?",
    ]
    tags = ["daily"]
    account: Account = pick(Account, has_moved)

    def answer(self, store: Store) -> Money:
        return store.all(Entry, "account_id = ?", self.account.id, order="pending DESC, at DESC, id DESC")[0].amount

    def solution(self, user: User) -> None:
        open_account(user, self.account)
        user.say(amounts(shown(user)[0].names[0])[-1])


class BillOnCredit(Task):
    """A bill is paid by credit card."""

    goals = [
        "Pay bill {bill.number} from {bill.business.name} by credit card, with {account.name}.",
        "Put the {bill.business.name:bare} bill {bill.number} on my {account.name}.",
        "Use {account.name} to pay what {bill.business.name} asks for on {bill.number}. It should go out today.",
    ]
    tags = ["daily"]
    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: account.credit and pays(account, bill.amount))

    def effects(self) -> Commands:
        yield bank.PayBill(self.bill, self.account)


class WhenToPay(Task):
    """By when does a bill have to be paid?"""

    goals = [
        "When is bill {bill.number} from {bill.business.name} due?",
        "By which day do I have to pay the {bill.business.name:bare} bill {bill.number}?",
        "What's the due date on {bill.number}, the open bill from {bill.business.name}?",
    ]
    tags = ["daily"]
    bill: Bill = pick(Bill, where=OPEN_BILL)

    def answer(self, store: Store) -> date:
        return self.bill.due

    def solution(self, user: User) -> None:
        open_bill(user, self.bill)
        user.say(days(user.page.fact("Due"), user.today)[0])


class PaySomeoneByName(Task):
    """A payee gets an amount, without a bill."""

    goals = [
        "Pay {payee.name} {amount} from {account.name}.",
        "{payee.name} should get {amount} out of my {account.name} account, without a bill.",
        "Transfer {amount} to my payee {payee.name}; take it from {account.name}.",
    ]
    tags = ["daily"]
    payee: Payee = pick(Payee)
    amount: Money = money(10, 120)
    account: Account = pick(Account, holds)

    def effects(self) -> Commands:
        yield bank.PayPayee(self.payee, self.account, self.amount)


class CallOffPayment(Task):
    """A scheduled payment is called off."""

    goals = [
        "Cancel the scheduled payment of bill {payment.bill.number} from {payment.bill.business.name}.",
        "Call off the payment of {payment.bill.number} ({payment.bill.business.name}) that is waiting for its day.",
        "A payment for {payment.bill.business.name} is waiting, for {payment.bill.number}. Take it back.",
    ]
    tags = ["daily"]
    payment: Scheduled = pick(Scheduled)

    def effects(self) -> Commands:
        yield bank.CancelScheduled(self.payment)


class NickAccount(Task):
    """An account gets a nickname."""

    goals = [
        "Give my {account.name} account the nickname “{name}”.",
        "Call {account.name} “{name}” in Harbour Bank from now on.",
        "I'd rather see “{name}” than {account.name} on my list of accounts. Rename it.",
    ]
    tags = ["daily"]
    account: Account = pick(Account, lambda account: account.open)
    name: str = phrase("For a rainy day", "Mine", "The usual one", "Not to be touched", "Bills and rent", "Plan B")

    def effects(self) -> Commands:
        yield bank.RenameAccount(self.account, self.name)


class NoteOnCharge(Task):
    """A charge gets a note."""

    goals = [
        "Put the note “{note}” on the {entry.title:bare} charge of {entry.at} for {amount}.",
        "I paid {amount} at {entry.title} on {entry.at}. Write “{note}” on that transaction.",
        "Annotate a transaction for me: {entry.title}, {entry.at}, {amount}. The note is “{note}”.",
    ]
    tags = ["daily"]
    entry: Entry = pick(Entry, recent, where=BOOKED)
    amount: Money = derived(lambda entry: -entry.amount)
    note: str = phrase("for the tax folder", "somebody owes me half", "was worth it", "claim it back", "never again")

    def effects(self) -> Commands:
        yield bank.Annotate(self.entry, self.note)


class NoFavourite(Task):
    """A person is no longer among the favourites."""

    goals = [
        "Take {person.name} off my favourites at the bank.",
        "{person.name} needn't be a favourite in Harbour Bank any more. Remove the star.",
        "Unstar {person.name} among the people I send money to.",
    ]
    tags = ["daily"]
    person: Person = pick(Person, starred)

    def effects(self) -> Commands:
        yield bank.Unstar(self.person)


class ShowAccount(Task):
    """An account is on the screen."""

    goals = [
        "Open {account.name} and leave it on the screen.",
        "Show me the transactions of my {account.name} account.",
        "Bring up {account.name} in Harbour Bank.",
    ]
    tags = ["daily"]
    account: Account = pick(Account, lambda account: account.open)

    def reached(self) -> str:
        return f"/bank/account/{self.account.id}"

    def solution(self, user: User) -> None:
        open_account(user, self.account)


def pin_of(store: Store) -> str:
    """Return the owner's PIN."""
    return store.get(Session, 1).pin


class SignOut(Task):
    """The owner is signed out of the bank."""

    goals = [
        "Sign out of Harbour Bank.",
        "Sign me out of the bank app, please.",
        "Harbour Bank should ask for my PIN again before anybody sees anything there: sign me out.",
    ]
    tags = ["daily"]

    def effects(self) -> Commands:
        yield bank.SignOut()


class SignInForBalance(Task):
    """The owner is signed in again, and hears what is on an account."""

    goals = [
        "Sign in to Harbour Bank with my PIN, {pin}, and tell me how much money is in {account.name}.",
        "I'm signed out of the bank. My PIN is {pin}: get me in again, and say what I can spend from {account.name}.",
        "Harbour Bank wants my PIN, which is {pin}. Sign in with it. What is the available balance of {account.name}?",
    ]
    account: Account = pick(Account, debit)
    pin: str = derived(pin_of)

    def setup(self) -> Setup:
        yield bank.SignOut()

    def effects(self) -> Commands:
        yield bank.SignIn(self.pin)

    def answer(self, store: Store) -> Money:
        return ledger.available(store, self.account)

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(balance_of(user, self.account))
