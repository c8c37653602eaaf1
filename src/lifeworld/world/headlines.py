"""What the device says for a moment when something comes: who it is from and what it is about."""

from collections.abc import Mapping

from lifeworld.life import events
from lifeworld.life.models import Business, Person
from lifeworld.store import Event, Store

_SAID: Mapping[type[Event], str] = {
    events.Messaged: "{first}: {event.text}",
    events.Mailed: "{name}: {event.subject}",
    events.Planned: "{first} invited you: {event.title}",
    events.Answered: "{first} {event.answer}: {event.title}",
    events.PeerPayment: "{first} sent you {event.amount}: {event.note}",
    events.Deposit: "{name} paid you {event.amount}",
    events.BillIssued: "{name}: a bill of {event.amount}",
    events.Shipped: "Order {event.number} is on its way",
    events.Delivered: "Order {event.number} was delivered",
    events.Cancelled: "Order {event.number} was cancelled",
    events.ReturnReceived: "{name} has what you sent back",
    events.Repriced: "{event.name} is now {event.price}",
}
_BY = ("sender_id", "person_id", "organiser_id")


def headline(event: Event, store: Store) -> str:
    """Return the words of the notification; "" for what nobody is notified of."""
    told, by = _SAID.get(type(event), ""), next((one for name in _BY if (one := getattr(event, name, None))), None)
    if getattr(event, "outgoing", False) or (isinstance(event, events.Planned) and not by):
        return ""
    house = None if by else getattr(event, "business_id", None)
    name = store.get(Person, by).name if by else store.get(Business, house).name if house else ""
    return told.format(event=event, name=name, first=store.get(Person, by).first if by else "")


def telling(event: Event, store: Store) -> str:
    """Return words that a screen shows of it, by which one knows that an agent has seen it; "" where none are known."""
    if isinstance(event, events.Mailed):
        return max(event.body.split("\n\n"), key=len)[:40].rstrip()
    return event.text if isinstance(event, events.Messaged) else headline(event, store)
