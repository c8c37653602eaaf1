"""What every screen of Almanac shows, and what shows of it outside."""

from datetime import date, datetime, timedelta

from lifeworld.apps.calendar.models import Calendar, Event, Settings
from lifeworld.apps.calendar.recurrence import occurrences
from lifeworld.store import Store
from lifeworld.web import Notice, Page, Pages, Request

pages = Pages("calendar")
REMINDERS = [(None, "None"), (0, "At the start"), (10, "10 minutes before"), (30, "30 minutes before")]
REMINDERS += [(60, "1 hour before"), (120, "2 hours before"), (1440, "1 day before")]


def page(request: Request, template: str, **context: object) -> Page:
    """Return a page with what the frame around it needs: the calendars, today, and the invitations waiting."""
    lists = request.store.all(Calendar)
    shared = {"calendars": lists, "today": request.now.date(), "waiting": waiting(request.store), "span": span}
    return request.page(f"calendar/{template}", **shared, **context)


def settings_of(request: Request) -> Settings:
    return request.store.get(Settings, 1)


def chosen_day(request: Request, name: str = "day") -> date:
    """Return the day that the query names, else today."""
    try:
        return date.fromisoformat(request.query.get(name, ""))
    except ValueError:
        return request.now.date()


def waiting(store: Store) -> list[Event]:
    """Return the invitations that await an answer and are not over."""
    return store.all(Event, "reply = 'invited' AND ends >= ?", store.now, order="starts, id")


def span(starts: datetime, ends: datetime) -> str:
    """Return a time span as a calendar writes it: “9:00 – 10:30 AM”."""
    first = f"{starts.hour % 12 or 12}:{starts.minute:02}"
    half = "" if (starts.hour < 12) == (ends.hour < 12) else (" AM" if starts.hour < 12 else " PM")
    last = f"{ends.hour % 12 or 12}:{ends.minute:02} {'AM' if ends.hour < 12 else 'PM'}"
    return f"{first}{half} – {last}"


def badge(store: Store) -> int:
    """Return how many invitations await an answer."""
    return len(waiting(store))


def notices(store: Store) -> list[Notice]:
    """Return the invitations, and what takes place within the next hours."""
    now = store.now
    asked = [
        Notice(event.title, f"{event.organiser.first if event.organiser else ''} invited you", _href(event), now)
        for event in waiting(store)
    ]
    soon = [
        Notice(one.event.title, span(one.starts, one.ends), one.href, one.starts - timedelta(hours=1))
        for one in occurrences(store, now.date(), now.date())
        if not one.event.all_day and now <= one.starts <= now + timedelta(hours=4)
    ]
    return asked + soon


def _href(event: Event) -> str:
    return f"/calendar/event/{event.id}"
