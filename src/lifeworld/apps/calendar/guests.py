"""What the guests of the owner's events are told: each change of what they see."""

from typing import Any

from lifeworld.apps.calendar.models import Event
from lifeworld.store import Store, tell

_FIELDS = {
    "title": "rename",
    "place": "change place",
    "note": "change note",
    "repeats": "change repeat",
    "until": "change end",
}


def changed(store: Store, event: Event, **values: Any) -> Event:
    """Change an event and tell its guests of each thing that is another now."""
    after = store.change(event, **values)
    for field, verb in _FIELDS.items():
        if getattr(after, field) != getattr(event, field):
            tell_guests(store, event, verb, getattr(after, field))
    if when(after) != when(event):
        tell_guests(store, event, "move", when(after))
    return after


def cancel(store: Store, event: Event) -> None:
    """Remove an event and tell its guests."""
    tell_guests(store, event, "cancel", event.title, when(event))
    store.remove(event)


def tell_guests(store: Store, event: Event, verb: str, *what: object) -> None:
    """Put into the outbox what an event's guests are told; the organiser of somebody else's is told nothing."""
    if event.own and event.guests:
        tell(store, "calendar", verb, "guests", *what)


def shown(event: Event) -> tuple[str, ...]:
    """Return what an invitation says."""
    return event.title, when(event), event.place, event.note


def when(event: Event) -> str:
    """Return when an event takes place."""
    if event.all_day:
        return f"{event.day} to {event.ends.date()}"
    return f"{event.starts:%Y-%m-%d %H:%M} to {event.ends:%Y-%m-%d %H:%M}"
