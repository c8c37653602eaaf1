"""Harbour Bank's rows: accounts and their ledger, cards, bills, payees, favourites, settings."""

from datetime import date, datetime
from typing import Annotated, Literal

from lifeworld.core.money import Money
from lifeworld.life.models import Business, Person
from lifeworld.store import Followed, Row, between, free, incidental, ref, stamp, unshown, volatile

AccountKind = Literal["checking", "savings", "credit"]
EntryKind = Literal["opening", "card", "deposit", "bill", "payee", "person", "transfer", "refund", "interest"]
_Bought = Literal[
    "Groceries",
    "Eating out",
    "Transport",
    "Travel",
    "Home",
    "Health",
    "Shopping",
    "Leisure",
    "Insurance",
    "Education",
    "Giving",
    "People",
]
Spent = Literal[_Bought, "Other"]  # what a budget can be for
Category = Literal[_Bought, "Income", "Transfers", "Other"]
CardDesign = Literal["harbour", "tideline", "compass", "lighthouse", "driftwood"]
Reason = Literal["not mine", "charged twice", "wrong amount", "not received"]


class Account(Row, table="bank_account", unique=(("number",),)):
    """An account. What is on it is the sum of its entries; on a credit card that is below zero."""

    kind: AccountKind
    product: str
    nickname: str = free("the form offers a name of one's own", default="", worded=True)
    number: str
    limit: Money = Money(0)  # how far a credit card may go below zero
    closed: bool = False
    opened_at: datetime | None = stamp()

    @property
    def name(self) -> str:
        """What the person calls it."""
        return self.nickname or self.product

    @property
    def ending(self) -> str:
        return self.number[-4:]

    @property
    def open(self) -> bool:
        return not self.closed

    @property
    def credit(self) -> bool:
        return self.kind == "credit"


class Entry(Row, table="bank_entry", index=(("account_id", "at"), ("at",))):
    """One line of a ledger, signed as the account sees it. `title` is what the statement prints."""

    account_id: int = ref(Account)
    at: datetime = stamp()
    amount: Money
    kind: EntryKind
    title: str
    category: str
    memo: str = free("the form offers a memo; who is paid reads it", default="", worded=True)
    note: str = ""
    pending: bool = False
    reference: str = ""  # the bill's or the order's own number
    business_id: int | None = ref(Business, default=None)
    person_id: int | None = ref(Person, default=None)
    counter_id: int | None = ref(Account, default=None)

    faults = {"kind = 'transfer' AND counter_id IS NULL": "a transfer has the account at its other end in counter_id"}

    account = Followed(Account)

    @property
    def counter(self) -> Account | None:
        """The own account at the other end of a transfer."""
        return self.follow(Account, self.counter_id) if self.counter_id else None

    @property
    def business(self) -> Business | None:
        return self.follow(Business, self.business_id) if self.business_id else None

    @property
    def person(self) -> Person | None:
        return self.follow(Person, self.person_id) if self.person_id else None


_MASKED = "the card's screen masks it until one asks for it"


class Card(Row, table="bank_card"):
    """A card that pays from an account. Its number is masked but for five minutes after it was asked for."""

    account_id: int = ref(Account)
    product: str
    design: CardDesign
    number: str = unshown(_MASKED)
    expires: date = unshown(_MASKED)
    code: str = unshown(_MASKED)
    frozen: bool = False
    closed: bool = False
    shown_at: datetime | None = incidental("asking to see one's own number changes nothing", default=None, pressed=True)

    account = Followed(Account)

    @property
    def name(self) -> str:
        return self.product

    @property
    def ending(self) -> str:
        return self.number[-4:]

    @property
    def open(self) -> bool:
        return not self.closed


class Payee(Row, table="bank_payee"):
    """Someone who may be paid by name. `reference` is the customer number there."""

    name: str
    nickname: str = free("the form offers a name of one's own", default="", worded=True)
    reference: str
    category: Category = free("the form offers categories", default="Other")
    business_id: int | None = ref(Business, default=None)
    autopay_id: int | None = ref(Account, default=None)
    added_at: datetime | None = stamp()

    @property
    def business(self) -> Business | None:
        return self.follow(Business, self.business_id) if self.business_id else None

    @property
    def autopay(self) -> Account | None:
        """The account that pays each of this payee's bills on the day it is due."""
        return self.follow(Account, self.autopay_id) if self.autopay_id else None

    @property
    def shown(self) -> str:
        return self.nickname or self.name


class Bill(Row, table="bank_bill", unique=(("number",),)):
    """A request for money that came to the bank electronically."""

    business_id: int = ref(Business)
    number: str
    amount: Money
    issued: date
    due: date
    paid_at: datetime | None = stamp()

    business = Followed(Business)

    @property
    def open(self) -> bool:
        return self.paid_at is None


class Scheduled(Row, table="bank_scheduled", called="scheduled payment", unique=(("bill_id",),)):
    """A bill's payment that waits for its day."""

    bill_id: int = ref(Bill)
    account_id: int = ref(Account)
    on: date

    bill = Followed(Bill)
    account = Followed(Account)


class Favourite(Row, table="bank_favourite", unique=(("person_id",),)):
    """A person who stands on top of the list."""

    person_id: int = ref(Person)

    person = Followed(Person)


class Dispute(Row, table="bank_dispute", unique=(("entry_id",),)):
    """A charge that the person doesn't accept."""

    entry_id: int = ref(Entry)
    reason: Reason
    details: str = free("the form offers details; the bank reads them", default="", worded=True)
    opened_at: datetime | None = stamp()

    entry = Followed(Entry)


class MoneyRequest(Row, table="bank_request", called="request"):
    """Money that a person was asked for; open until they pay it. With an entry it is their share of a card payment."""

    person_id: int = ref(Person)
    amount: Money
    note: str = free("the form offers a note; who is asked reads it", default="", worded=True)
    entry_id: int | None = ref(Entry, default=None)
    asked_at: datetime | None = stamp()
    paid_at: datetime | None = stamp()

    person = Followed(Person)

    @property
    def open(self) -> bool:
        return self.paid_at is None


class Budget(Row, table="bank_budget", unique=(("category",),)):
    """How much one means to spend on a category in a month."""

    category: Spent
    limit: Annotated[Money, between(1, 10**12)]


class Profile(Row, table="bank_profile", called="the profile"):
    """How the bank reaches its customer: one row."""

    preferred_name: str
    email: str
    phone: str
    address: str


class Session(Row, table="bank_session", called="the session"):
    """Whether the customer is signed in, and how often a wrong PIN was tried: one row."""

    signed_in: bool = True
    pin: str = unshown("no screen shows a PIN")
    missed: int = volatile("a wrong PIN changes nothing, and the right one clears it", default=0)
    shut_until: datetime | None = volatile("it passes by itself", default=None)

    def is_locked(self, now: datetime) -> bool:
        """Return whether too many wrong PINs were tried just now."""
        return self.shut_until is not None and now < self.shut_until


class Settings(Row, table="bank_settings", called="the settings"):
    """The one row of settings. The primary account is offered first wherever one pays."""

    primary_id: int = ref(Account)
    hide_numbers: bool = False
    paperless: bool = True
    contact: Literal["email", "text", "letter"] = "email"

    primary = Followed(Account)


class Alerts(Row, table="bank_alerts", called="the alerts"):
    """What the bank gives word of: one row."""

    low_on: bool = True
    low: Money = Money(30000)
    large_on: bool = True
    large: Money = Money(25000)
    deposits_on: bool = True
    bills_on: bool = True
