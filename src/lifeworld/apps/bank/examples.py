"""Each of the bank's commands done once, and each refusal met once."""

from collections.abc import Iterator
from datetime import timedelta

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Card, Dispute, Entry, Favourite, Payee, Scheduled
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.web import Example, done, refused

FIFTY = Money(5000)
RICHES = Money(100_000_000)


def examples(store: Store) -> Iterator[Example]:
    """Yield an example for every command and every refusal, on a lived-in world."""
    yield from _transfers(store)
    yield from _bills(store)
    yield from _payees(store)
    yield from _people(store)
    yield from _cards(store)
    yield from _accounts(store)
    yield from _entries(store)
    yield from _settings()


def _transfers(store: Store) -> Iterator[Example]:
    checking, savings, credit, spare, closed = _accounts_of(store)
    most = ledger.available(store, checking)
    yield done(c.Transfer(savings, checking, FIFTY, "For the trip"))
    yield refused("same_account", c.Transfer(savings, savings, FIFTY))
    yield refused("from_credit", c.Transfer(credit, savings, FIFTY))
    yield refused("closed", c.Transfer(savings, closed, FIFTY))
    yield refused("not_positive", c.Transfer(savings, checking, Money()))
    yield refused("not_positive", c.Transfer(savings, checking, -FIFTY))
    yield refused("short", c.Transfer(checking, savings, most + Money(1)))
    yield refused("limit", c.Transfer(savings, checking, RICHES))
    yield refused("overpaid", c.Transfer(savings, spare, FIFTY))
    yield refused("long", c.Transfer(savings, checking, FIFTY, "x" * 141))


def _bills(store: Store) -> Iterator[Example]:
    checking, _, _, spare, closed = _accounts_of(store)
    bill = store.one(Bill, "paid_at IS NULL AND id NOT IN (SELECT bill_id FROM bank_scheduled)", order="amount")
    rich = next(one for one in ledger.open_accounts(store) if ledger.available(store, one) >= bill.amount)
    waiting = store.one(Scheduled)
    paid = store.one(Bill, "paid_at IS NOT NULL")
    empty = store.one(Account, "NOT closed AND kind = 'savings' AND id NOT IN (SELECT account_id FROM bank_entry)")
    tomorrow = store.now.date() + timedelta(days=1)
    yield done(c.PayBill(bill, rich))
    yield refused("paid", c.PayBill(paid, rich))
    yield refused("scheduled", c.PayBill(waiting.bill, rich))
    yield refused("short", c.PayBill(bill, empty))
    yield refused("closed", c.PayBill(bill, closed))
    yield refused("frozen", c.PayBill(bill, spare))
    yield done(c.SchedulePayment(bill, checking, tomorrow))
    yield refused("paid", c.SchedulePayment(paid, checking, tomorrow))
    yield refused("scheduled", c.SchedulePayment(waiting.bill, checking, tomorrow))
    yield refused("closed", c.SchedulePayment(bill, closed, tomorrow))
    yield refused("frozen", c.SchedulePayment(bill, spare, tomorrow))
    yield refused("past", c.SchedulePayment(bill, checking, store.now.date()))
    yield refused("far", c.SchedulePayment(bill, checking, tomorrow + timedelta(days=90)))
    yield done(c.CancelScheduled(waiting))


def _payees(store: Store) -> Iterator[Example]:
    checking, savings, credit, _, closed = _accounts_of(store)
    busy = store.one(Payee, "business_id IN (SELECT business_id FROM bank_bill WHERE paid_at IS NULL)")
    quiet = store.one(Payee, "business_id NOT IN (SELECT business_id FROM bank_bill WHERE paid_at IS NULL)")
    automatic = store.one(Payee, "autopay_id IS NOT NULL")
    manual = store.one(Payee, "autopay_id IS NULL AND business_id IS NOT NULL")
    private = store.one(Payee, "business_id IS NULL")
    yield done(c.AddPayee("Weaver Street Nursery", "WSN 4471", "Education", "Nursery"))
    yield done(c.EditPayee(quiet, quiet.name, "AB-1234", "Home"))
    for code, name, reference, nickname in (
        ("empty", " ", "AB-1234", ""),
        ("long", "x" * 61, "AB-1234", ""),
        ("long", "Weaver Street Nursery", "AB-1234", "x" * 61),
        ("taken", busy.name.upper(), "AB-1234", ""),
        ("no_reference", "Weaver Street Nursery", "?", ""),
    ):
        yield refused(code, c.AddPayee(name, reference, "Other", nickname))
        yield refused(code, c.EditPayee(quiet, name, reference, "Other", nickname))
    yield done(c.DeletePayee(quiet))
    yield refused("unpaid", c.DeletePayee(busy))
    yield done(c.StartAutopay(manual, savings))
    yield refused("no_bills", c.StartAutopay(private, savings))
    yield refused("closed", c.StartAutopay(manual, closed))
    yield refused("already", c.StartAutopay(automatic, checking))
    yield done(c.StopAutopay(automatic))
    yield refused("off", c.StopAutopay(manual))
    yield done(c.PayPayee(quiet, savings, FIFTY))
    yield refused("not_positive", c.PayPayee(quiet, savings, Money()))
    yield refused("short", c.PayPayee(quiet, savings, RICHES))
    yield refused("closed", c.PayPayee(quiet, closed, FIFTY))
    yield refused("long", c.PayPayee(quiet, savings, FIFTY, "x" * 141))
    yield refused("from_credit", c.PayPayee(quiet, credit, FIFTY))


def _people(store: Store) -> Iterator[Example]:
    _, savings, credit, _, closed = _accounts_of(store)
    empty = store.one(Account, "NOT closed AND kind = 'savings' AND id NOT IN (SELECT account_id FROM bank_entry)")
    starred = store.one(Favourite).person
    other = store.one(Person, "relation <> 'me' AND id NOT IN (SELECT person_id FROM bank_favourite)")
    me = store.one(Person, "relation = 'me'")
    yield done(c.SendMoney(other, savings, FIFTY, "Lunch"))
    yield refused("not_positive", c.SendMoney(other, savings, Money()))
    yield refused("short", c.SendMoney(other, empty, FIFTY))
    yield refused("closed", c.SendMoney(other, closed, FIFTY))
    yield refused("long", c.SendMoney(other, savings, FIFTY, "x" * 141))
    yield refused("from_credit", c.SendMoney(other, credit, FIFTY))
    yield refused("limit", c.SendMoney(other, savings, c.PEOPLE_LIMIT + Money(1)))
    yield refused("self", c.SendMoney(me, savings, FIFTY))
    yield done(c.Star(other))
    yield refused("starred", c.Star(starred))
    yield refused("self", c.Star(me))
    yield done(c.Unstar(starred))
    yield refused("not_starred", c.Unstar(other))


def _cards(store: Store) -> Iterator[Example]:
    active = store.one(Card, "NOT frozen AND NOT closed")
    frozen = store.one(Card, "frozen AND NOT closed")
    closed = store.one(Card, "closed")
    owing = next(card for card in store.all(Card, "NOT closed") if ledger.owed(store, card.account) > Money())
    yield done(c.Freeze(active))
    yield refused("frozen", c.Freeze(frozen))
    yield refused("closed", c.Freeze(closed))
    yield done(c.Unfreeze(frozen))
    yield refused("not_frozen", c.Unfreeze(active))
    yield refused("closed", c.Unfreeze(closed))
    yield done(c.ShowNumber(active))
    yield refused("closed", c.ShowNumber(closed))
    yield done(c.HideNumber(active))
    yield done(c.ApplyForCard("compass", Money(6_000_000)))
    yield refused("held", c.ApplyForCard("lighthouse", Money(6_000_000)))
    yield refused("not_positive", c.ApplyForCard("compass", Money()))
    yield refused("income", c.ApplyForCard("compass", Money(100_000)))
    yield done(c.CloseCard(frozen))
    yield refused("closed", c.CloseCard(closed))
    yield refused("owing", c.CloseCard(owing))


def _accounts(store: Store) -> Iterator[Example]:
    checking, savings, credit, _, closed = _accounts_of(store)
    empty = store.one(Account, "NOT closed AND kind = 'savings' AND id NOT IN (SELECT account_id FROM bank_entry)")
    yield done(c.OpenAccount())
    yield done(c.OpenAccount("checking", "House", savings, FIFTY))
    yield refused("long", c.OpenAccount("savings", "x" * 31))
    yield refused("taken", c.OpenAccount("savings", savings.name))
    yield refused("negative", c.OpenAccount("savings", "House", savings, -FIFTY))
    yield refused("no_source", c.OpenAccount("savings", "House", None, FIFTY))
    yield refused("from_credit", c.OpenAccount("savings", "House", credit, FIFTY))
    yield refused("short", c.OpenAccount("savings", "House", savings, RICHES))
    yield refused("closed", c.OpenAccount("savings", "House", closed, FIFTY))
    yield done(c.RenameAccount(savings, "House"))
    yield refused("long", c.RenameAccount(savings, "x" * 31))
    yield refused("taken", c.RenameAccount(savings, checking.name.lower()))
    yield refused("closed", c.RenameAccount(closed, "House"))
    yield done(c.SetPrimary(savings))
    yield refused("already", c.SetPrimary(checking))
    yield refused("credit", c.SetPrimary(credit))
    yield refused("closed", c.SetPrimary(closed))
    yield done(c.CloseAccount(empty))
    yield refused("closed", c.CloseAccount(closed))
    yield refused("primary", c.CloseAccount(checking))
    yield refused("credit", c.CloseAccount(credit))
    yield refused("not_empty", c.CloseAccount(savings))


def _entries(store: Store) -> Iterator[Example]:
    recent = "kind = 'card' AND NOT pending AND id NOT IN (SELECT entry_id FROM bank_dispute)"
    charge = store.one(Entry, recent, order="at DESC, id")
    moved = store.one(Entry, "kind = 'transfer'")
    dispute = store.one(Dispute)
    yield done(c.Recategorise(charge, "Giving" if charge.category != "Giving" else "Home"))
    yield refused("same", c.Recategorise(dispute.entry, "Transport"))
    yield refused("transfer", c.Recategorise(moved, "Home"))
    yield done(c.Annotate(charge, "For the office"))
    yield refused("long", c.Annotate(charge, "x" * 141))
    yield done(c.DisputeCharge(charge, "charged twice", "Twice on the same evening."))
    yield refused("already", c.DisputeCharge(dispute.entry, "not mine"))
    yield refused("no_charge", c.DisputeCharge(moved, "not mine"))
    yield refused("pending", c.DisputeCharge(store.one(Entry, "kind = 'card' AND pending"), "not mine"))
    yield refused("old", c.DisputeCharge(store.one(Entry, "kind = 'card'", order="at"), "not mine"))
    yield done(c.WithdrawDispute(dispute))


def _settings() -> Iterator[Example]:
    profile = {"preferred_name": "Sam", "email": "sam@letters.example", "phone": "(360) 555-0100"}
    address = "1 Lantern Street"
    yield done(c.HideNumbers(hide=True))
    yield done(c.SaveSettings(hide_numbers=True, paperless=False, contact="text"))
    yield done(c.SaveAlerts(low=FIFTY))
    yield refused("not_positive", c.SaveAlerts(low=Money()))
    yield done(c.SaveProfile(**profile, address=address))
    yield refused("empty", c.SaveProfile(**profile, address=" "))
    yield refused("email", c.SaveProfile(**{**profile, "email": "sam"}, address=address))
    yield refused("phone", c.SaveProfile(**{**profile, "phone": "555"}, address=address))


def _accounts_of(store: Store) -> tuple[Account, Account, Account, Account, Account]:
    """Return the primary checking and savings accounts, the credit card, the frozen one, and a closed account."""
    first = {kind: ledger.account_for(store, kind) for kind in ("checking", "savings", "credit")}
    spare = store.one(Card, "frozen AND NOT closed").account
    closed = store.one(Account, "closed")
    return first["checking"], first["savings"], first["credit"], spare, closed
