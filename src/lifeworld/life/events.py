"""What happens in a life. Events own the facts; each app turns them into rows of its own.

`person_id` and `business_id` are ids of `life.models` rows. A person_id equal to the owner's means "me".
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from lifeworld.core.money import Money
from lifeworld.store import Event

Purse = Literal["checking", "savings", "credit"]  # which of the owner's accounts pays or gets


class Happening(Event):
    """Something that happened at a moment."""

    at: datetime


class CardPayment(Happening):
    """The owner paid at a business with a card. `pending` while the bank has not booked it."""

    business_id: int
    amount: Money
    purse: Purse
    pending: bool = False
    memo: str = ""


class Deposit(Happening):
    """A business paid the owner: salary, refund, interest."""

    business_id: int
    amount: Money
    purse: Purse
    memo: str


class BillIssued(Happening):
    """A business asks for money. `number` is the invoice number, unique."""

    business_id: int
    amount: Money
    number: str
    due: date


class BillPaid(Happening):
    """The owner paid a bill."""

    number: str
    purse: Purse
    account: str = ""  # the account's number, where the owner has several of that purse


class MoneyMoved(Happening):
    """The owner moved money between own accounts."""

    source: Purse
    target: Purse
    amount: Money
    memo: str = ""
    accounts: tuple[str, str] = ("", "")  # numbers of source and target, where the owner has several of that purse


class PeerPayment(Happening):
    """Money between the owner and a person; `outgoing` when the owner paid."""

    person_id: int
    amount: Money
    outgoing: bool
    purse: Purse
    note: str
    account: str = ""  # the account's number, where the owner has several of that purse


class MoneyAsked(Happening):
    """The owner asked a person for money."""

    person_id: int
    amount: Money
    note: str


@dataclass(frozen=True)
class Line:
    """One article of an order. `product` is the article's key in `life.goods`; `variant` like "Blue, M" or ""."""

    product: str
    name: str
    variant: str
    quantity: int
    price: Money  # of one


class Purchase(Happening):
    """The owner ordered from the online shop. Total = lines + delivery; `number` is the order number, unique."""

    business_id: int
    number: str
    lines: tuple[Line, ...]
    delivery: Money
    purse: Purse
    address: str
    arrives: date
    recipient: str = ""  # empty: the owner
    speed: str = "standard"  # standard, express, nextday
    gift_note: str = ""

    @property
    def total(self) -> Money:
        return Money(self.delivery.cents + sum(line.price.cents * line.quantity for line in self.lines))


class Shipped(Happening):
    """An order left the warehouse."""

    number: str
    carrier: str
    tracking: str


class Delivered(Happening):
    """An order arrived."""

    number: str


class Cancelled(Happening):
    """An order was called off before it left; its price goes back to `purse`."""

    business_id: int
    number: str
    amount: Money
    purse: Purse


class Returned(Happening):
    """One article of an order went back and its price was refunded to `purse`."""

    business_id: int
    number: str
    product: str
    variant: str
    amount: Money
    purse: Purse
    quantity: int = 1
    reason: str = ""


class ReturnReceived(Happening):
    """What the owner had sent back has come to the shop, which writes so."""

    business_id: int
    number: str
    product: str
    variant: str
    amount: Money
    purse: Purse


class Repriced(Happening):
    """The online shop changed an article's price. `product` is its key in `life.goods`."""

    product: str
    name: str
    price: Money


class GroupMade(Happening):
    """A chat group came to be. `key` names it among events."""

    key: str
    title: str
    members: tuple[int, ...]  # people other than the owner
    emoji: str


class Messaged(Happening):
    """Somebody wrote in a chat: with one person ("direct:<person_id>") or in a group (its key)."""

    chat: str
    sender_id: int
    text: str
    answers: datetime | None = None  # the time of the message it quotes, within the same chat
    reactions: tuple[tuple[int, str], ...] = ()  # (person_id, emoji)
    read: bool = True
    answers_text: str = ""  # the quoted message's words, where several were written at that time
    forwarded: bool = False
    starred: bool = False  # the owner keeps it
    photo: str = ""  # the title of a photo that goes with it
    contact_id: int | None = None  # the person whose contact card it is


@dataclass(frozen=True)
class Attachment:
    """A file on a letter."""

    name: str
    kilobytes: int


class Rang(Happening):
    """The owner and a person spoke on the phone until `ended`; where one was `missed`, it rang until then."""

    person_id: int
    outgoing: bool
    ended: datetime
    missed: bool = False


class Mailed(Happening):
    """A letter by mail. Exactly one of `person_id`, `business_id` is set and is its sender."""

    thread: str  # letters with the same key form one conversation
    person_id: int | None = None
    business_id: int | None = None
    to: tuple[int, ...] = ()  # people; empty means: the owner
    cc: tuple[int, ...] = ()
    subject: str
    body: str  # paragraphs separated by a blank line
    attachments: tuple[Attachment, ...] = ()
    read: bool = True
    label: str = ""
    archived: bool = False
    bcc: tuple[int, ...] = ()
    addresses: tuple[tuple[str, str], ...] = ()  # (to|cc|bcc, e-mail address) of who is no contact
    signature: str = ""
    quote: str = ""  # the earlier letter below an answer


class LetterDue(Happening):
    """The time has come at which the owner wanted a letter to go out. `draft` is its row."""

    deed = True
    draft: int


class Planned(Happening):
    """Something was put into the owner's calendar at `at`. `key` names it among events."""

    key: str
    title: str
    start: datetime
    end: datetime
    all_day: bool = False
    place: str = ""
    guests: tuple[tuple[int, str], ...] = ()  # (person_id, accepted|declined|invited)
    organiser_id: int | None = None  # None: the owner
    answer: str = ""  # the owner's own answer to someone else's invitation: accepted|declined|invited
    calendar: str = "Personal"  # Personal, Work, Family
    repeats: str = ""  # "", daily, weekdays, weekly, monthly, yearly
    until: date | None = None
    skips: tuple[date, ...] = ()  # days on which what repeats does not take place
    reminder: int | None = None  # minutes before
    note: str = ""


class Noted(Happening):
    """The owner wrote down something to do."""

    title: str
    list: str  # the to-do list's name
    due: date | None = None
    priority: int = 4  # 1 urgent … 4 none
    done_at: datetime | None = None
    note: str = ""
    steps: tuple[tuple[str, bool], ...] = ()  # (title, done)


class Answered(Happening):
    """A guest answered the owner's invitation to what is planned under `key` (title and start name it, too)."""

    key: str
    title: str
    start: datetime
    person_id: int
    answer: str  # accepted|declined
