"""How a life shows in Almanac: three calendars, what was planned, and what guests answer."""

from datetime import datetime, time, timedelta

from lifeworld.apps.calendar.models import Calendar, Event, Guest, Settings, Skipped
from lifeworld.life import Life
from lifeworld.life.events import Answered, Planned
from lifeworld.store import Store
from lifeworld.web import Handlers

_CALENDARS = (("Personal", "peacock"), ("Work", "grape"), ("Family", "tangerine"))


def seed(store: Store, life: Life) -> None:
    """Set up the calendars and the settings."""
    for name, colour in _CALENDARS:
        store.add(Calendar, name=name, colour=colour)
    store.add(Settings)


def planned(store: Store, event: Planned) -> None:
    """Put what was planned into its calendar; what is there already only gets the new guests."""
    found = store.first(Event, "title = ? AND starts = ?", event.title, event.start) or _added(store, event)
    for person_id, reply in event.guests:
        store.add(Guest, event_id=found.id, person_id=person_id, reply=reply)
    for day in event.skips:
        store.add(Skipped, event_id=found.id, day=day)


def answered(store: Store, event: Answered) -> None:
    """Note what a guest has answered."""
    found = store.first(Event, "title = ? AND starts = ?", event.title, event.start)
    guest = store.first(Guest, "event_id = ? AND person_id = ?", found.id, event.person_id) if found else None
    if guest:
        store.change(guest, reply=event.answer)


def _added(store: Store, event: Planned) -> Event:
    calendar = store.first(Calendar, "name = ?", event.calendar) or store.one(Calendar)
    named = ("title", "all_day", "place", "note", "repeats", "until", "reminder", "organiser_id")
    kept = {name: getattr(event, name) for name in named}
    kept |= {"starts": event.start, "ends": _last_minute(event), "reply": event.answer}
    return store.add(Event, calendar_id=calendar.id, asked_at=event.at if event.organiser_id else None, **kept)


def _last_minute(event: Planned) -> datetime:
    """Return when it ends; a whole day ends within itself and not with the next one's midnight."""
    whole = event.all_day and event.end > event.start and event.end.time() == time()
    return event.end - timedelta(minutes=1) if whole else event.end


ON: Handlers = {Planned: planned, Answered: answered}
