"""What the guests of the owner's events are told: each change of what they see."""

from lifeworld.apps.calendar.models import Event
from lifeworld.store import Store, tell

_FIELDS = {"title": "rename", "place": "change place", "note": "change note"}
_FIELDS |= {"repeats": "change repeat", "until": "change end"}


def tell_changes(store: Store, before: Event, after: Event) -> None:
    """Tell the guests of each thing that is another now."""
    for field, verb in _FIELDS.items():
        if getattr(after, field) != getattr(before, field):
            tell_guests(store, before, verb, getattr(after, field))
    if when(after) != when(before):
        tell_guests(store, before, "move", when(after))


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
