"""What the device says for a moment when something comes: who it is from and what it is about."""

from lifeworld.life.events import (
    Answered,
    BillIssued,
    Cancelled,
    Delivered,
    Deposit,
    Mailed,
    Messaged,
    PeerPayment,
    Planned,
    Repriced,
    Shipped,
)
from lifeworld.life.models import Business, Person
from lifeworld.store import Event, Store


def headline(event: Event, store: Store) -> str:
    """Return the words of the notification; "" for what nobody is notified of."""
    match event:
        case Messaged():
            return f"{_first(store, event.sender_id)}: {event.text}"
        case Mailed() if event.person_id:
            return f"{store.get(Person, event.person_id).name}: {event.subject}"
        case Mailed() if event.business_id:
            return f"{_business(store, event.business_id)}: {event.subject}"
        case Planned() if event.organiser_id:
            return f"{_first(store, event.organiser_id)} invited you: {event.title}"
        case Answered():
            return f"{_first(store, event.person_id)} {event.answer}: {event.title}"
    return _of_money(event, store) or _of_shopping(event)


def _of_money(event: Event, store: Store) -> str:
    match event:
        case PeerPayment() if not event.outgoing:
            return f"{_first(store, event.person_id)} sent you {event.amount}: {event.note}"
        case Deposit():
            return f"{_business(store, event.business_id)} paid you {event.amount}"
        case BillIssued():
            return f"{_business(store, event.business_id)}: a bill of {event.amount}"
    return ""


def _of_shopping(event: Event) -> str:
    match event:
        case Shipped():
            return f"Order {event.number} is on its way"
        case Delivered():
            return f"Order {event.number} was delivered"
        case Cancelled():
            return f"Order {event.number} was cancelled"
        case Repriced():
            return f"{event.name} is now {event.price}"
    return ""


def telling(event: Event, store: Store) -> str:
    """Return words that a screen shows of it, by which one knows that an agent has seen it; "" where none are known."""
    if isinstance(event, Mailed):
        return max(event.body.split("\n\n"), key=len)[:40].rstrip()
    return event.text if isinstance(event, Messaged) else headline(event, store)


def _first(store: Store, person_id: int) -> str:
    return store.get(Person, person_id).first


def _business(store: Store, business_id: int) -> str:
    return store.get(Business, business_id).name
