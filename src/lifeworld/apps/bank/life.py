"""How a life shows at Harbour Bank: accounts and cards at first, then a line for whatever costs or brings money."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Any
from zlib import crc32

from lifeworld.apps.bank.commands.payments import answers, schedule, unschedule
from lifeworld.apps.bank.ledger import account_for, available
from lifeworld.apps.bank.models import (
    Account,
    Alerts,
    Bill,
    Budget,
    Card,
    Dispute,
    Entry,
    Favourite,
    MoneyRequest,
    Payee,
    Profile,
    Scheduled,
    Session,
    Settings,
)
from lifeworld.core.money import Money
from lifeworld.life import Life
from lifeworld.life.events import (
    BillIssued,
    BillPaid,
    Cancelled,
    CardPayment,
    Deposit,
    MoneyMoved,
    PeerPayment,
    Purchase,
    Purse,
    Returned,
)
from lifeworld.life.models import Business, Person
from lifeworld.store import Event, Store
from lifeworld.web import Handlers

BOOKING_TAKES = timedelta(days=2)
FAVOURITES = 4
CHARITY = "charity"
DOUBTS = (
    "I left one stop earlier.",
    "That was to be the reduced fare.",
    "It took the fare for two, and I was alone.",
    "The tram didn't come, so I walked.",
    "I'd held up the day ticket.",
)
CLUBS = (
    ("Weir Lane Allotments", "PLOT {n}-A", "Leisure"),
    ("Old Quay Rowing Club", "LOCKER {n}", "Leisure"),
    ("Tenants' Union", "MEMBER 40{n}", "Home"),
    ("Friends of the Harbour Museum", "FRIEND {n}", "Leisure"),
)
BUDGETED = ("Groceries", "Eating out", "Shopping", "Leisure")
_NUMBER = re.compile(r"\d[\d.,]*")
PRODUCTS: tuple[tuple[Purse, str, Money], ...] = (
    ("checking", "Everyday Checking", Money()),
    ("savings", "Rainy Day Savings", Money()),
    ("credit", "Tideline Credit Card", Money(800_000)),
)
USED_CARDS: tuple[tuple[Purse, str, str], ...] = (
    ("checking", "Harbour Debit", "harbour"),
    ("credit", "Tideline", "tideline"),
)
SPARE: tuple[tuple[Purse, str, Money, bool], ...] = (  # held beside, hardly used
    ("savings", "Holiday Fund", Money(), False),
    ("credit", "Lighthouse Low Rate", Money(250_000), False),
    ("checking", "First Checking", Money(), True),
)


def seed(store: Store, life: Life) -> None:
    """Open the accounts with what was on them at first, and give out the cards."""
    accounts = {kind: _account(store, life, kind, product, limit) for kind, product, limit in PRODUCTS}
    for kind, account in accounts.items():
        _opening(store, account, life.opening[kind], life.begun)
    spare = {product: _account(store, life, kind, product, limit, closed) for kind, product, limit, closed in SPARE}
    _cards(store, life, accounts, spare)
    store.add(Settings, primary_id=accounts["checking"].id)
    store.add(Alerts)
    store.add(Session, pin=_pin(life))
    me = store.get(Person, 1)
    store.add(Profile, preferred_name=me.first, email=me.email, phone=me.phone, address=me.address)
    _payees(store, life, accounts["checking"])
    _favourites(store, life.events)
    _budgets(store, life)


def card_paid(store: Store, event: CardPayment) -> None:
    business, account = _ends(store, event)
    paid = {"kind": "card", "amount": -event.amount, "pending": event.pending, "memo": event.memo}
    entry = _entry(store, account, event, business, **paid)
    if business.category == "Transport" and timedelta(days=20) < store.now - event.at < timedelta(days=60):
        _doubt(store, entry)


def deposited(store: Store, event: Deposit) -> None:
    business, account = _ends(store, event)
    salary = event.business_id == store.get(Person, 1).employer_id and not event.memo.startswith("Refund")
    kind = "interest" if business.kind == "bank" else "deposit" if salary else "refund"
    category = "Income" if salary else business.category
    _entry(store, account, event, business, kind=kind, category=category, amount=event.amount, memo=event.memo)


def bill_issued(store: Store, event: BillIssued) -> None:
    """File the bill, and its sender among the payees."""
    business = store.get(Business, event.business_id)
    payee = store.first(Payee, "business_id = ?", business.id) or _payee(store, business, event.at)
    dates = {"issued": event.at.date(), "due": event.due}
    bill = store.add(Bill, business_id=business.id, number=event.number, amount=event.amount, **dates)
    if payee.autopay and event.due > store.now.date():
        schedule(store, bill, payee.autopay, event.due)


def bill_paid(store: Store, event: BillPaid) -> None:
    """Settle a bill. A scheduled payment that finds too little money leaves it open."""
    bill = store.one(Bill, "number = ?", event.number)
    account = account_for(store, event.purse, event.account)
    waiting = store.first(Scheduled, "bill_id = ?", bill.id)
    if waiting:
        unschedule(store, waiting)
        if available(store, account) < bill.amount:
            return
    _entry(store, account, event, bill.business, kind="bill", amount=-bill.amount, reference=bill.number)
    store.change(bill, paid_at=event.at)


def moved(store: Store, event: MoneyMoved) -> None:
    """Write both ends of a transfer."""
    source = account_for(store, event.source, event.accounts[0])
    target = account_for(store, event.target, event.accounts[1])
    ends = ((source, target, -event.amount, "Transfer to "), (target, source, event.amount, "Transfer from "))
    for account, other, amount, title in ends:
        what = {"kind": "transfer", "title": title + other.product, "category": "Transfers", "memo": event.memo}
        store.add(Entry, account_id=account.id, at=event.at, amount=amount, counter_id=other.id, **what)


def peer_paid(store: Store, event: PeerPayment) -> None:
    """Write what a person paid or got; what they had been asked for is settled by it."""
    person = store.get(Person, event.person_id)
    account, amount = account_for(store, event.purse, event.account), -event.amount if event.outgoing else event.amount
    what = {"kind": "person", "title": person.name, "category": "People", "memo": event.note}
    store.add(Entry, account_id=account.id, at=event.at, amount=amount, person_id=person.id, **what)
    asked = store.all(MoneyRequest, "paid_at IS NULL AND person_id = ?", person.id)
    for request in [one for one in asked if answers(event, one)][:1]:
        store.change(request, paid_at=event.at)


def purchased(store: Store, event: Purchase) -> None:
    """Charge an order; the bank books it two days later."""
    business, account = _ends(store, event)
    charged = {"kind": "card", "amount": -event.total, "pending": store.now - event.at < BOOKING_TAKES}
    _entry(store, account, event, business, reference=event.number, **charged)


def refunded(store: Store, event: Cancelled | Returned) -> None:
    business, account = _ends(store, event)
    memo = "Order cancelled" if isinstance(event, Cancelled) else "Return"
    _entry(store, account, event, business, kind="refund", amount=event.amount, reference=event.number, memo=memo)


ON: Handlers = {
    CardPayment: card_paid,
    Deposit: deposited,
    BillIssued: bill_issued,
    BillPaid: bill_paid,
    MoneyMoved: moved,
    PeerPayment: peer_paid,
    Purchase: purchased,
    Cancelled: refunded,
    Returned: refunded,
}


def _ends(store: Store, event: CardPayment | Deposit | Purchase | Cancelled | Returned) -> tuple[Business, Account]:
    """Return who is paid, or pays, and the account."""
    return store.get(Business, event.business_id), account_for(store, event.purse)


def _entry(store: Store, account: Account, event: Event, business: Business, **values: object) -> Entry:
    about: dict[str, Any] = {"title": business.name, "category": business.category, "business_id": business.id}
    return store.add(Entry, account_id=account.id, at=event.at, **{**about, **values})


def _doubt(store: Store, entry: Entry) -> None:
    """Dispute the first fare that comes by: the one complaint that every life has open."""
    if not store.count(Dispute):
        details = DOUBTS[crc32(store.get(Person, 1).name.encode()) % len(DOUBTS)]
        opened = entry.at + timedelta(days=3)
        store.add(Dispute, entry_id=entry.id, reason="wrong amount", details=details, opened_at=opened)


def _customer_number(store: Store, business: Business) -> str:
    """Return the owner's customer number there: made of the two names, so the same in every run."""
    me = store.get(Person, 1)
    digits = sum(ord(letter) * place for place, letter in enumerate(me.name + business.name, start=7))
    return f"{business.name[:2].upper()}-{digits % 900000 + 100000}"


def _account(store: Store, life: Life, kind: Purse, product: str, limit: Money, closed: bool = False) -> Account:
    number = f"4{life.rng(f'account {product}').randrange(10**8, 10**9)}"
    opened = life.begun
    return store.add(Account, kind=kind, product=product, number=number, limit=limit, closed=closed, opened_at=opened)


def _pin(life: Life) -> str:
    """Draw a number that stands in no message or letter, so that nobody tells it who names a sum."""
    rng, texts = life.rng("pin"), (getattr(event, "text", "") or getattr(event, "body", "") for event in life.events)
    said = {re.sub(r"\D", "", number) for text in texts for number in _NUMBER.findall(text)}
    return next(pin for _ in range(10**6) if (pin := f"{rng.randrange(10**4):04d}") not in said)


def _cards(store: Store, life: Life, accounts: Mapping[Purse, Account], spare: Mapping[str, Account]) -> None:
    """Give out the cards that receipts name, one that lies frozen in a drawer, and one that was replaced."""
    for purse, product, design in USED_CARDS:
        code = f"{life.rng(f'code {purse}').randrange(1000):03d}"
        _card(store, accounts[purse], product, design, life.card_number(purse), life.card_expires(purse), code)
    rng = life.rng("spare cards")
    for account, product, design in (
        (spare["Lighthouse Low Rate"], "Lighthouse Low Rate", "lighthouse"),
        (accounts["checking"], "Classic Debit", "driftwood"),
    ):
        number = f"9{rng.randrange(10**14, 10**15)}"
        expires = date(life.now.year + rng.randint(1, 3), rng.randint(1, 12), 1)
        card = _card(store, account, product, design, number, expires, f"{rng.randrange(1000):03d}")
        store.change(card, frozen=account.credit, closed=not account.credit)


def _card(store: Store, account: Account, product: str, design: str, number: str, expires: date, code: str) -> Card:
    return store.add(
        Card, account_id=account.id, product=product, design=design, number=number, expires=expires, code=code
    )


def _payees(store: Store, life: Life, account: Account) -> None:
    """File two that send no bills, and have the first of the bills that are open paid automatically."""
    rng = life.rng("payees")
    name, reference, category = rng.choice(CLUBS)
    store.add(
        Payee, name=name, reference=reference.format(n=rng.randint(11, 58)), category=category, added_at=life.begun
    )
    charity = store.first(Business, "kind = ?", CHARITY)
    if charity:
        _payee(store, charity, life.begun)
    paid = {event.number for event in life.events if isinstance(event, BillPaid)}
    issued = [event for event in life.events if isinstance(event, BillIssued) and event.at <= life.now]
    waiting = [event for event in issued if event.number not in paid and event.due > life.now.date()]
    if waiting:
        first = min(waiting, key=lambda event: (event.due, event.number))
        payee = _payee(store, store.get(Business, first.business_id), life.begun)
        store.change(payee, autopay_id=account.id)


def _payee(store: Store, business: Business, at: datetime) -> Payee:
    about = {"name": business.name, "category": business.category, "business_id": business.id}
    return store.add(Payee, reference=_customer_number(store, business), added_at=at, **about)


def _favourites(store: Store, events: Iterable[Event]) -> None:
    """Star the people who were paid most often."""
    times: dict[int, int] = {}
    for event in events:
        if isinstance(event, PeerPayment) and event.outgoing:
            times[event.person_id] = times.get(event.person_id, 0) + 1
    for person_id in sorted(times, key=lambda one: (-times[one], one))[:FAVOURITES]:
        store.add(Favourite, person_id=person_id)


def _budgets(store: Store, life: Life) -> None:
    """Set a budget for two of the things that cost something every month: a little above what they cost in one."""
    spent: Counter[str] = Counter()
    category = dict(store.sql("SELECT id, category FROM life_business"))
    for event in life.events:
        if isinstance(event, CardPayment | BillIssued | Purchase) and event.at < life.now:
            cost = event.total if isinstance(event, Purchase) else event.amount
            spent[category[event.business_id]] += cost.cents
    months = (life.now - life.begun).days / 30
    known = [name for name in BUDGETED if spent[name]]
    for name in life.rng("budgets").sample(known, min(2, len(known))):
        store.add(Budget, category=name, limit=Money((int(spent[name] / months) // 1000 + 2) * 1000))


def _opening(store: Store, account: Account, amount: Money, begun: datetime) -> None:
    """Write what was on the account at first, so that its balance is the sum of its lines."""
    midnight = begun.replace(hour=0, minute=0)
    what = {"kind": "opening", "title": "Balance brought forward", "category": "Other"}
    store.add(Entry, account_id=account.id, at=midnight, amount=amount, **what)
