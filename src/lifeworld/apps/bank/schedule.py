"""What is paid later, a bill or by a person who was asked: the event that life holds ready for it."""

from datetime import date, datetime, time

from lifeworld.apps.bank.models import Account, Bill, MoneyRequest, Scheduled
from lifeworld.life.events import BillPaid, PeerPayment
from lifeworld.store import Due, Store, schedule_event

HOUR = time(6)


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
