"""What tasks in Post pick by, and look up in the store."""

from collections.abc import Mapping

from lifeworld.apps.mail.models import Label, Line, Message, Thread
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import Money, Store

KEPT = "binned = 0 AND spam = 0"
_HOME = frozenset({"Flat", "Home", "House"})
_WORK = frozenset({"Work", "Ward", "Studio"})
_OF_LAYOUT: Mapping[str, frozenset[str]] = {
    "invoice": frozenset({"Bills"}),
    "payment": frozenset({"Bills", "Receipts"}),
    "receipt": _HOME | {"Receipts"},
    "shipping": _HOME | {"Receipts"},
}
_OF_RELATION: Mapping[str, frozenset[str]] = {
    "partner": _HOME | {"Family"},
    "family": frozenset({"Family"}),
    "colleague": _WORK,
    "neighbour": _HOME,
}
_OF_BUSINESS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("Northern Coast Rail", "Skyward Air"), frozenset({"Travel"})),
    **dict.fromkeys(("Gull House Inn", "The Tern Inn", "Pinecrest Lodge"), frozenset({"Travel"})),
    **dict.fromkeys(("Port Callow Water", "Port Callow City Council", "Fathom Broadband", "Quayside Lettings"), _HOME),
    **dict.fromkeys(("Fernhill Studio", "St. Brannoc Hospital", "Hartog Vale Architects"), _WORK),
    **dict.fromkeys(("Fern & Frond Plants", "Petalworks Florist"), _HOME | {"Garden"}),
    "Northgate High School": frozenset({"Children", "Family"}),
    "Callow Marina": frozenset({"Boat"}),
    "Callow Philharmonic Hall": frozenset({"Choir"}),
}


def known(row: Person) -> bool:
    return row.relation != "me"


def reachable(row: Thread) -> bool:
    return not (row.binned or row.spam)


def in_inbox(row: Thread) -> bool:
    """Return whether a conversation lies in the inbox and can be searched for by its subject."""
    return row.place == "inbox" and '"' not in row.subject


def from_person(row: Message) -> bool:
    """Return whether a letter in the inbox is somebody's, and the last of its conversation."""
    written = row.person_id is not None and not row.mine and row.layout == "letter"
    return written and in_inbox(row.thread) and row.thread.messages[-1].id == row.id


def received(row: Message) -> bool:
    """Return whether somebody else wrote a letter in the inbox, whatever was answered."""
    return not row.mine and in_inbox(row.thread)


def letter_of(line: Line) -> Message:
    """Return the letter that a line stands in."""
    return line.follow(Message, line.message_id)


def asks_for_payment(row: Line) -> bool:
    """Return whether a line holds the number of an invoice that can be found."""
    return row.text == "Invoice number" and letter_of(row).layout == "invoice"


def total_of(message: Message) -> Money:
    """Return the sum at the foot of a machine's mail."""
    return message.store.one(Line, "message_id = ? AND total = 1", message.id).amount or Money()


def written_by(store: Store, business: Business, where: str = "1", *values: object) -> list[Message]:
    """Return what a business has written and nobody has thrown away, from the first on."""
    kept = f"{where} AND business_id = ? AND thread_id IN (SELECT id FROM mail_thread WHERE {KEPT})"
    return store.all(Message, kept, *values, business.id, order="sent_at, id")


def held(store: Store, business: Business) -> list[Thread]:
    """Return a business's conversations in the inbox, whoever else wrote in them."""
    wrote = "id IN (SELECT thread_id FROM mail_message WHERE business_id = ?)"
    return [thread for thread in store.all(Thread, wrote, business.id) if thread.place == "inbox"]


# Which labels a conversation may well be filed under, so that no task asks for what nobody would


def fitting(thread: Thread) -> frozenset[str]:
    """Return the names of the labels that a conversation may well have, going by who wrote and in which form."""
    sender = next((one.sender for one in thread.messages if not one.mine), None)
    if isinstance(sender, Person):
        return _OF_RELATION.get(sender.relation, frozenset())
    own = _OF_BUSINESS.get(sender.name, frozenset()) if sender else frozenset()
    return own if own is _WORK else _OF_LAYOUT.get(thread.messages[-1].layout, own)


def lacks(label: Label, thread: Thread) -> bool:
    """Return whether a label fits a conversation that does not have it."""
    return label.name in fitting(thread) and label not in thread.labels


def to_file(thread: Thread) -> bool:
    """Return whether a conversation of the inbox lacks a label that fits it."""
    return in_inbox(thread) and any(lacks(label, thread) for label in thread.store.all(Label))
