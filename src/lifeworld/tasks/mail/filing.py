"""Which labels a conversation may well be filed under, so that no task asks for what nobody would."""

from collections.abc import Mapping

from lifeworld.apps.mail.models import Label, Thread
from lifeworld.life.models import Person
from lifeworld.tasks.mail.ways import in_inbox

_HOME = frozenset({"Home", "House"})
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
    **dict.fromkeys(("Northern Coast Rail", "Skyward Air", "Gull House Inn", "Pinecrest Lodge"), frozenset({"Travel"})),
    **dict.fromkeys(("Port Callow Water", "Port Callow City Council", "Fathom Broadband", "Quayside Lettings"), _HOME),
    **dict.fromkeys(("Fernhill Studio", "St. Brannoc Hospital", "Hartog Vale Architects"), _WORK),
    **dict.fromkeys(("Fern & Frond Plants", "Petalworks Florist"), _HOME | {"Garden"}),
    "Northgate High School": frozenset({"Children", "Family"}),
    "Callow Marina": frozenset({"Boat"}),
    "Callow Philharmonic Hall": frozenset({"Choir"}),
}


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


def misfits(label: Label, thread: Thread) -> bool:
    """Return whether nobody would file a conversation under this label."""
    return label.name not in fitting(thread) and label not in thread.labels
