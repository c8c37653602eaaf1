"""Money that goes somewhere: to another own account, to a bill, a payee, a person."""

from datetime import date, timedelta

from lifeworld.apps.bank.ledger import available, owed, sent_today
from lifeworld.apps.bank.models import Account, Bill, Card, Entry, Payee, Scheduled
from lifeworld.apps.bank.schedule import paid, schedule, unschedule
from lifeworld.core.money import Money
from lifeworld.life.events import MoneyMoved, PeerPayment
from lifeworld.life.models import Person
from lifeworld.store import Command, Store, tell

TRANSFER_LIMIT = Money(2_500_000)
PEOPLE_LIMIT = Money(200_000)
FURTHEST = timedelta(days=90)
LONGEST_MEMO = 140

_AMOUNT = {
    "not_positive": "Enter an amount above $0.00.",
    "short": "There is only {available} available in {account}.",
    "closed": "{account} is closed.",
    "long": "Keep the note under 140 characters.",
}


class Transfer(Command, seen_by="the bank"):
    """Move money between two own accounts."""

    source: Account
    target: Account
    amount: Money
    memo: str = ""
    refusals = {
        **_AMOUNT,
        "same_account": "Choose two different accounts.",
        "from_credit": "Money can't be moved out of a credit card.",
        "overpaid": "You owe {owed} on {account}. Enter that much at most.",
        "limit": "One transfer can be {limit} at most.",
    }

    def run(self, store: Store) -> Account:
        _check_ends(self)
        if self.amount > TRANSFER_LIMIT:
            raise self.refuse("limit", "amount", limit=TRANSFER_LIMIT)
        _check(self, store, self.source, self.amount, self.memo)
        debt = owed(store, self.target)
        if self.target.credit and self.amount > debt:
            raise self.refuse("overpaid", "amount", owed=max(debt, Money()), account=self.target.name)
        tell(store, "bank", "transfer", self.target.number, self.amount)
        store.emit(
            MoneyMoved(
                at=store.now,
                source=self.source.kind,
                target=self.target.kind,
                amount=self.amount,
                memo=self.memo.strip(),
                accounts=(self.source.number, self.target.number),
            )
        )
        return self.source


class PayBill(Command, seen_by="who is paid"):
    """Pay a bill now."""

    bill: Bill
    account: Account
    refusals = {
        "paid": "This bill is paid already.",
        "scheduled": "A payment of this bill is scheduled for {day}. Cancel it first.",
        "short": _AMOUNT["short"],
        "closed": _AMOUNT["closed"],
        "frozen": "The card of {account} is frozen.",
    }

    def run(self, store: Store) -> Account:
        _check_bill(self, store, self.bill, self.account)
        if self.bill.amount > available(store, self.account):
            raise self.refuse("short", "account", account=self.account.name, available=available(store, self.account))
        tell(store, "bank", "pay bill", self.bill.business.name, self.bill.number)
        store.emit(paid(self.bill, self.account, store.now))
        return self.account


class SchedulePayment(Command, seen_by="who is paid"):
    """Have a bill paid on a later day."""

    bill: Bill
    account: Account
    on: date
    refusals = {
        **{code: text for code, text in PayBill.refusals.items() if code != "short"},
        "past": "Choose a day after today.",
        "far": "Choose a day within the next 90 days.",
    }

    def run(self, store: Store) -> Scheduled:
        _check_bill(self, store, self.bill, self.account)
        if self.on <= store.now.date():
            raise self.refuse("past", "on")
        if self.on > store.now.date() + FURTHEST:
            raise self.refuse("far", "on")
        tell(store, "bank", "schedule bill", self.bill.business.name, self.bill.number)
        return schedule(store, self.bill, self.account, self.on)


class CancelScheduled(Command, seen_by="who is paid"):
    """Call a scheduled payment off."""

    payment: Scheduled

    def run(self, store: Store) -> Scheduled:
        unschedule(store, self.payment)
        tell(store, "bank", "cancel scheduled bill", self.payment.bill.business.name, self.payment.bill.number)
        return self.payment


class PayPayee(Command, seen_by="who is paid"):
    """Pay a payee any amount, without a bill."""

    payee: Payee
    account: Account
    amount: Money
    memo: str = ""
    refusals = {**_AMOUNT, "from_credit": "Payees are paid from checking or savings."}

    def run(self, store: Store) -> Account:
        if self.account.credit:
            raise self.refuse("from_credit", "account")
        _check(self, store, self.account, self.amount, self.memo, "account")
        tell(store, "bank", "pay payee", self.payee.name, self.amount, self.memo.strip())
        store.add(
            Entry,
            account_id=self.account.id,
            at=store.now,
            amount=-self.amount,
            kind="payee",
            title=self.payee.name,
            category=self.payee.category,
            memo=self.memo.strip(),
            reference=self.payee.reference,
            business_id=self.payee.business_id,
        )
        return self.account


class SendMoney(Command, seen_by="who is paid"):
    """Pay a person."""

    person: Person
    account: Account
    amount: Money
    note: str = ""
    refusals = {
        **_AMOUNT,
        "from_credit": "People are paid from checking or savings.",
        "limit": "You can send {left} more to people today.",
        "self": "That's you. To move money between your accounts, make a transfer.",
    }

    def run(self, store: Store) -> Account:
        if self.person.relation == "me":
            raise self.refuse("self", "person")
        if self.account.credit:
            raise self.refuse("from_credit", "account")
        left = PEOPLE_LIMIT - sent_today(store)
        if self.amount > left:
            raise self.refuse("limit", "amount", left=left)
        _check(self, store, self.account, self.amount, self.note, "account", "note")
        tell(store, "bank", "send money", self.person.name, self.amount, self.note.strip())
        store.emit(
            PeerPayment(
                at=store.now,
                person_id=self.person.id,
                amount=self.amount,
                outgoing=True,
                purse=self.account.kind,
                note=self.note.strip(),
                account=self.account.number,
            )
        )
        return self.account


def _check_ends(command: Transfer) -> None:
    if command.source == command.target:
        raise command.refuse("same_account", "target")
    if command.source.credit:
        raise command.refuse("from_credit", "source")
    for field, account in (("source", command.source), ("target", command.target)):
        if account.closed:
            raise command.refuse("closed", field, account=account.name)


def _check(
    command: Command,
    store: Store,
    account: Account,
    amount: Money,
    memo: str,
    field: str = "source",
    memo_field: str = "memo",
) -> None:
    if account.closed:
        raise command.refuse("closed", field, account=account.name)
    if amount <= Money():
        raise command.refuse("not_positive", "amount")
    left = available(store, account)
    if amount > left:
        raise command.refuse("short", "amount", account=account.name, available=left)
    if len(memo.strip()) > LONGEST_MEMO:
        raise command.refuse("long", memo_field)


def _check_bill(command: Command, store: Store, bill: Bill, account: Account) -> None:
    if not bill.open:
        raise command.refuse("paid")
    waiting = store.first(Scheduled, "bill_id = ?", bill.id)
    if waiting:
        raise command.refuse("scheduled", day=f"{waiting.on:%B} {waiting.on.day}")
    if account.closed:
        raise command.refuse("closed", "account", account=account.name)
    if account.credit and store.count(Card, "account_id = ? AND frozen AND NOT closed", account.id):
        raise command.refuse("frozen", "account", account=account.name)
