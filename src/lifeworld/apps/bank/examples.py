"""Examples of the bank's commands and refusals that do not follow from their declarations."""

from collections.abc import Iterator
from datetime import timedelta

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import (
    Account,
    Bill,
    Budget,
    Card,
    Dispute,
    Entry,
    MoneyRequest,
    Payee,
    Scheduled,
    Session,
)
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.web import Example, done, refused

SWEET = {"kind": "card", "title": "A sweet", "category": "Other"}
FIFTY, RICHES = Money(50), Money(100_000_000)  # so many cents are in anybody's savings


def examples(store: Store) -> Iterator[Example]:
    """Yield them on a lived-in world."""
    yield from _transfers(store)
    yield from _bills(store)
    yield from _payees(store)
    yield from _people(store)
    yield from _budgets(store)
    yield from _accounts(store)
    yield from _entries(store)
    yield from _cards_and_settings()
    yield from _session(store)


def _transfers(store: Store) -> Iterator[Example]:
    checking, savings, credit, spare, closed = _accounts_of(store)
    most = ledger.available(store, checking)
    yield done(c.Transfer(savings, checking, FIFTY, "For the trip"))
    yield refused("same_account", c.Transfer(savings, savings, FIFTY))
    yield refused("from_credit", c.Transfer(credit, savings, FIFTY))
    yield refused("closed", c.Transfer(savings, closed, FIFTY))
    yield refused("not_positive", c.Transfer(savings, checking, -FIFTY))
    yield refused("short", c.Transfer(checking, savings, most + Money(1)))
    yield refused("limit", c.Transfer(savings, checking, RICHES))
    yield refused("overpaid", c.Transfer(savings, spare, FIFTY))


def _bills(store: Store) -> Iterator[Example]:
    checking, _, _, spare, closed = _accounts_of(store)
    bill = store.one(Bill, "paid_at IS NULL AND id NOT IN (SELECT bill_id FROM bank_scheduled)", order="amount")
    rich = next(one for one in ledger.open_accounts(store) if ledger.available(store, one) >= bill.amount)
    waiting, paid = store.one(Scheduled).bill, store.one(Bill, "paid_at IS NOT NULL")
    tomorrow = store.now.date() + timedelta(days=1)
    yield done(c.PayBill(bill, rich))
    yield refused("short", c.PayBill(bill, _empty(store)))
    yield done(c.SchedulePayment(bill, checking, tomorrow))
    yield refused("past", c.SchedulePayment(bill, checking, store.now.date()))
    yield refused("far", c.SchedulePayment(bill, checking, tomorrow + timedelta(days=90)))
    for code, of, account in (
        ("paid", paid, rich),
        ("scheduled", waiting, rich),
        ("closed", bill, closed),
        ("frozen", bill, spare),
    ):
        yield refused(code, c.PayBill(of, account))
        yield refused(code, c.SchedulePayment(of, account, tomorrow))


def _payees(store: Store) -> Iterator[Example]:
    checking, savings, credit, _, closed = _accounts_of(store)
    quiet = store.one(Payee, "business_id NOT IN (SELECT business_id FROM bank_bill WHERE paid_at IS NULL)")
    automatic = store.one(Payee, "autopay_id IS NOT NULL")
    manual = store.one(Payee, "autopay_id IS NULL AND business_id IS NOT NULL")
    yield done(c.AddPayee("Weaver Street Nursery", "WSN 4471", "Education", "Nursery"))
    yield done(c.EditPayee(quiet, quiet.name, "AB-1234", "Home"))
    yield done(c.StartAutopay(manual, savings))
    yield refused("no_bills", c.StartAutopay(store.one(Payee, "business_id IS NULL"), savings))
    yield refused("closed", c.StartAutopay(manual, closed))
    yield refused("already", c.StartAutopay(automatic, checking))
    yield done(c.PayPayee(quiet, savings, FIFTY))
    yield refused("short", c.PayPayee(quiet, savings, RICHES))
    yield refused("closed", c.PayPayee(quiet, closed, FIFTY))
    yield refused("from_credit", c.PayPayee(quiet, credit, FIFTY))


def _people(store: Store) -> Iterator[Example]:
    _, savings, credit, _, closed = _accounts_of(store)
    other, me = store.one(Person, "relation <> 'me'"), store.one(Person, "relation = 'me'")
    yield done(c.SendMoney(other, savings, FIFTY, "Lunch"))
    yield refused("short", c.SendMoney(other, _empty(store), FIFTY))
    yield refused("closed", c.SendMoney(other, closed, FIFTY))
    yield refused("from_credit", c.SendMoney(other, credit, FIFTY))
    yield refused("limit", c.SendMoney(other, savings, c.PEOPLE_LIMIT + Money(1)))
    yield refused("self", c.SendMoney(me, savings, FIFTY))
    yield from _requests(store, other, me)


def _requests(store: Store, other: Person, me: Person) -> Iterator[Example]:
    charge = store.one(Entry, "kind = 'card' AND NOT pending", order="at DESC, id")
    yield done(c.RequestMoney(other, FIFTY, "Taxi"))
    yield refused("self", c.RequestMoney(me, FIFTY))
    yield done(c.SplitPayment(charge, (other,)))
    yield refused("no_charge", c.SplitPayment(store.one(Entry, "kind = 'deposit'"), (other,)))
    yield refused("self", c.SplitPayment(charge, (me,)))
    with store.writing():
        about = {"person_id": other.id, "amount": FIFTY, "note": "Taxi", "asked_at": store.now}
        waiting = store.add(MoneyRequest, **about, entry_id=charge.id)
        settled = store.add(MoneyRequest, **about, paid_at=store.now)
        cent = store.add(Entry, account_id=charge.account_id, at=store.now, amount=Money(-1), **SWEET)
    yield refused("already", c.RequestMoney(other, FIFTY, "Taxi"))
    yield refused("already", c.SplitPayment(charge, (other,)))
    yield refused("small", c.SplitPayment(cent, (other,)))
    yield done(c.WithdrawRequest(waiting))
    yield refused("paid", c.WithdrawRequest(settled))


def _budgets(store: Store) -> Iterator[Example]:
    yield done(c.SetBudget("Giving", FIFTY))
    with store.writing():
        budget = store.first(Budget) or store.add(Budget, category="Home", limit=FIFTY)
    yield refused("already", c.SetBudget(budget.category, budget.limit))
    yield done(c.RemoveBudget(budget))


def _accounts(store: Store) -> Iterator[Example]:
    checking, savings, credit, _, closed = _accounts_of(store)
    yield done(c.OpenAccount("checking", "House", savings, FIFTY))
    yield refused("taken", c.OpenAccount("savings", savings.name))
    yield refused("negative", c.OpenAccount("savings", "House", savings, -FIFTY))
    yield refused("no_source", c.OpenAccount("savings", "House", None, FIFTY))
    yield refused("from_credit", c.OpenAccount("savings", "House", credit, FIFTY))
    yield refused("short", c.OpenAccount("savings", "House", savings, RICHES))
    yield refused("closed", c.OpenAccount("savings", "House", closed, FIFTY))
    yield done(c.RenameAccount(savings, "House"))
    yield refused("taken", c.RenameAccount(savings, checking.name.lower()))
    yield refused("closed", c.RenameAccount(closed, "House"))


def _entries(store: Store) -> Iterator[Example]:
    recent = "kind = 'card' AND NOT pending AND id NOT IN (SELECT entry_id FROM bank_dispute)"
    charge, moved = store.one(Entry, recent, order="at DESC, id"), store.one(Entry, "kind = 'transfer'")
    yield done(c.Recategorise(charge, "Giving" if charge.category != "Giving" else "Home"))
    yield refused("transfer", c.Recategorise(moved, "Home"))
    yield done(c.Annotate(charge, "For the office"))
    yield done(c.DisputeCharge(charge, "charged twice", "Twice on the same evening."))
    yield refused("already", c.DisputeCharge(store.one(Dispute).entry, "not mine"))
    yield refused("no_charge", c.DisputeCharge(moved, "not mine"))
    yield refused("pending", c.DisputeCharge(_pending(store, charge), "not mine"))
    yield refused("old", c.DisputeCharge(store.one(Entry, "kind = 'card'", order="at"), "not mine"))


def _pending(store: Store, like: Entry) -> Entry:
    """Return what the bank has not booked yet; of a person who has nothing of the kind, something bought just now."""
    found = store.first(Entry, "kind = 'card' AND pending")
    if found:
        return found
    bought = {"account_id": like.account_id, "amount": like.amount, "title": like.title, "category": like.category}
    with store.writing():
        return store.add(Entry, **bought, at=store.now, kind="card", pending=True)


def _cards_and_settings() -> Iterator[Example]:
    yield done(c.ApplyForCard("compass", Money(6_000_000)))
    yield refused("held", c.ApplyForCard("lighthouse", Money(6_000_000)))
    yield refused("income", c.ApplyForCard("compass", Money(100_000)))
    yield done(c.HideNumbers(hide=True))
    yield done(c.SaveSettings(hide_numbers=True, paperless=False, contact="text"))
    yield done(c.SaveAlerts(low=FIFTY))
    yield done(c.SaveProfile("Sam", "sam@letters.example", "(360) 555-0100", "1 Lantern Street"))


def _session(store: Store) -> Iterator[Example]:
    session = store.get(Session, 1)
    yield refused("already", c.SignIn(session.pin))
    with store.writing():
        store.change(session, signed_in=False)
    yield done(c.SignIn(session.pin))
    with store.writing():
        store.change(session, shut_until=store.now + timedelta(minutes=1))
    yield refused("locked", c.SignIn(session.pin))
    with store.writing():
        store.change(session, signed_in=True, shut_until=None)


def _empty(store: Store) -> Account:
    return store.one(Account, "NOT closed AND kind = 'savings' AND id NOT IN (SELECT account_id FROM bank_entry)")


def _accounts_of(store: Store) -> tuple[Account, Account, Account, Account, Account]:
    """Return the primary checking and savings accounts, the credit card, the frozen one, and a closed account."""
    first = {kind: ledger.account_for(store, kind) for kind in ("checking", "savings", "credit")}
    spare = store.one(Card, "frozen AND NOT closed").account
    closed = store.one(Account, "closed")
    return first["checking"], first["savings"], first["credit"], spare, closed
