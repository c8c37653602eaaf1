"""Money that goes somewhere, at once or later: to another own account, to a bill, a payee, a person."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.bank.ledger import DEBIT, OPEN, PRIMARY_FIRST, available, labelled, owed, sent_today
from lifeworld.apps.bank.models import Account, Bill, Card, Entry, MoneyRequest, Payee, Scheduled
from lifeworld.core.money import Money
from lifeworld.life.events import BillPaid, MoneyMoved, PeerPayment
from lifeworld.life.models import Person
from lifeworld.store import Command, Due, Store, ask, line, schedule_event, tell
from lifeworld.web import dates

TRANSFER_LIMIT, PEOPLE_LIMIT = Money(2_500_000), Money(200_000)
FURTHEST = timedelta(days=90)
LONGEST = 140
NOTHING = "Enter an amount above $0.00."
SHORT, CLOSED = "There is only {left} available in {account}.", "{account} is closed."
FROM_CREDIT = "Money can't be moved out of a credit card."
HOUR = time(6)


class Transfer(Command, seen_by="the bank"):
    """Move money between two own accounts."""

    source: Account = ask("From", rows=DEBIT, order=PRIMARY_FIRST, shows=labelled)
    target: Account = ask("To", placeholder="Choose an account", rows=OPEN, order=PRIMARY_FIRST, shows=labelled)
    amount: Money = ask("Amount", positive=NOTHING)
    memo: str = line("Memo", longest=LONGEST, default="", placeholder="Optional")
    refusals = {
        "short": SHORT,
        "closed": CLOSED,
        "same_account": "Choose two different accounts.",
        "from_credit": FROM_CREDIT,
        "overpaid": "You owe {owed} on {target.name}. Enter that much at most.",
        "limit": "One transfer can be {limit} at most.",
    }

    def run(self, store: Store) -> Account:
        debt = max(owed(store, self.target), Money())
        self.need(self.source != self.target, "same_account", "target")
        self.need(not self.source.credit, "from_credit", "source")
        self.need(self.target.open, "closed", "target", account=self.target.name)
        self.need(self.amount <= TRANSFER_LIMIT, "limit", "amount", limit=TRANSFER_LIMIT)
        check_purse(self, store, self.source, self.amount, "source")
        self.need(not self.target.credit or self.amount <= debt, "overpaid", "amount", owed=debt)
        move(store, self.source, self.target, self.amount, self.memo)
        return self.source


class _OfBill(Command, seen_by="who is paid"):
    bill: Bill
    account: Account = ask("From", rows=OPEN, order=PRIMARY_FIRST, shows=labelled)
    refusals = {
        "paid": "This bill is paid already.",
        "scheduled": "A payment of this bill is scheduled for {day}. Cancel it first.",
        "closed": "{account.name} is closed.",
        "frozen": "The card of {account.name} is frozen.",
    }

    def check(self, store: Store) -> None:
        waiting = store.first(Scheduled, "bill_id = ?", self.bill.id)
        frozen = store.count(Card, "account_id = ? AND frozen AND NOT closed", self.account.id)
        self.need(self.bill.open, "paid")
        self.need(waiting is None, "scheduled", day=waiting and dates.Stated(waiting.on))
        self.need(self.account.open, "closed", "account")
        self.need(not (self.account.credit and frozen), "frozen", "account")


class PayBill(_OfBill, seen_by="who is paid"):
    """Pay a bill now."""

    refusals = {**_OfBill.refusals, "short": "There is only {left} available in {account.name}."}

    def run(self, store: Store) -> Account:
        self.check(store)
        left = available(store, self.account)
        self.need(self.bill.amount <= left, "short", "account", left=left)
        tell(store, "bank", "pay bill", self.bill.business.name, self.bill.number)
        store.emit(paid(self.bill, self.account, store.now))
        return self.account


class SchedulePayment(_OfBill, seen_by="who is paid"):
    """Have a bill paid on a later day."""

    on: date = ask("Pay on", hint="A day within the next 90 days.")
    refusals = {
        **_OfBill.refusals,
        "past": "Choose a day after today.",
        "far": "Choose a day within the next 90 days.",
    }

    def run(self, store: Store) -> Scheduled:
        self.check(store)
        self.need(self.on > store.now.date(), "past", "on")
        self.need(self.on <= store.now.date() + FURTHEST, "far", "on")
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
    account: Account = ask("From", rows=DEBIT, order=PRIMARY_FIRST, shows=labelled)
    amount: Money = ask("Amount", positive=NOTHING)
    memo: str = line("Memo", longest=LONGEST, default="", placeholder="Optional")
    refusals = {"short": SHORT, "closed": CLOSED, "from_credit": "Payees are paid from checking or savings."}

    def run(self, store: Store) -> Account:
        self.need(not self.account.credit, "from_credit", "account")
        check_purse(self, store, self.account, self.amount)
        tell(store, "bank", "pay payee", self.payee.name, self.amount, self.memo)
        payee = self.payee
        whom = {"title": payee.name, "reference": payee.reference, "business_id": payee.business_id}
        what = {"kind": "payee", "category": payee.category, "memo": self.memo}
        store.add(Entry, account_id=self.account.id, at=store.now, amount=-self.amount, **whom, **what)
        return self.account


class SendMoney(Command, seen_by="who is paid"):
    """Pay a person."""

    person: Person
    account: Account = ask("From", rows=DEBIT, order=PRIMARY_FIRST, shows=labelled)
    amount: Money = ask("Amount", positive=NOTHING)
    note: str = line("Memo", longest=LONGEST, default="", placeholder="Optional")
    refusals = {
        "short": SHORT,
        "closed": CLOSED,
        "from_credit": "People are paid from checking or savings.",
        "limit": "You can send {left} more to people today.",
        "self": "That's you. To move money between your accounts, make a transfer.",
    }

    def run(self, store: Store) -> Account:
        left = PEOPLE_LIMIT - sent_today(store)
        self.need(self.person.relation != "me", "self", "person")
        self.need(not self.account.credit, "from_credit", "account")
        self.need(self.amount <= left, "limit", "amount", left=left)
        check_purse(self, store, self.account, self.amount)
        tell(store, "bank", "send money", self.person.name, self.amount, self.note)
        store.emit(
            PeerPayment(
                at=store.now,
                person_id=self.person.id,
                amount=self.amount,
                outgoing=True,
                purse=self.account.kind,
                note=self.note,
                account=self.account.number,
            )
        )
        return self.account


def check_purse(command: Command, store: Store, account: Account, amount: Money, field: str = "account") -> None:
    """Refuse a closed account, and an amount that an account does not hold."""
    left = available(store, account)
    command.need(account.open, "closed", field, account=account.name)
    command.need(amount <= left, "short", "amount", account=account.name, left=left)


def move(store: Store, source: Account, target: Account, amount: Money, memo: str) -> None:
    """Move money from one own account to another."""
    tell(store, "bank", "transfer", target.number, amount)
    purses, numbers = {"source": source.kind, "target": target.kind}, (source.number, target.number)
    store.emit(MoneyMoved(at=store.now, amount=amount, memo=memo, accounts=numbers, **purses))


def paid(bill: Bill, account: Account, at: datetime) -> BillPaid:
    """Return the event of paying a bill from an account."""
    return BillPaid(at=at, number=bill.number, purse=account.kind, account=account.number)


def schedule(store: Store, bill: Bill, account: Account, on: date) -> Scheduled:
    """Have a bill paid on a day, in the morning."""
    payment = store.add(Scheduled, bill_id=bill.id, account_id=account.id, on=on)
    schedule_event(store, paid(bill, account, datetime.combine(on, HOUR)))
    return payment


def unschedule(store: Store, payment: Scheduled) -> None:
    """Take a scheduled payment off."""
    event = paid(payment.bill, payment.account, datetime.combine(payment.on, HOUR))
    for due in store.all(Due, "kind = 'BillPaid' AND at = ?", event.at):
        if due.holds(BillPaid) == event:
            store.remove(due)
    store.remove(payment)


def call_off(store: Store, request: MoneyRequest) -> None:
    """Let nobody pay what they are no longer asked for."""
    for due in store.all(Due, "kind = 'PeerPayment'"):
        if answers(due.holds(PeerPayment), request):
            store.remove(due)
            return


def answers(event: PeerPayment, request: MoneyRequest) -> bool:
    """Return whether a payment is the one that was asked for."""
    asked = (request.person_id, request.amount, request.note)
    return not event.outgoing and (event.person_id, event.amount, event.note) == asked
