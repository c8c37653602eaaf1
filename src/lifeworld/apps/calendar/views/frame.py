"""What every screen of Almanac shows, and what shows of it outside."""

from datetime import date, datetime, timedelta

from lifeworld.apps.calendar.models import Calendar, Event, Settings
from lifeworld.apps.calendar.recurrence import occurrences
from lifeworld.store import Store
from lifeworld.web import Notice, Page, Pages, Request
from lifeworld.web.parse import parse_day

pages = Pages("calendar")
FAR = 100  # years: as far as one may turn the pages
REMINDERS = [(None, "None"), (0, "At the start"), (10, "10 min before"), (30, "30 min before")]
REMINDERS += [(60, "1 hour before"), (120, "2 hours before"), (1440, "1 day before")]


def page(request: Request, template: str, **context: object) -> Page:
    """Return a page with what the frame around it needs: the calendars, today, and the invitations waiting.

    `mode` says which entry of the navigation it belongs to; a form belongs to none.
    """
    today = request.now.date()
    day = context.get("day")
    shared: dict[str, object] = {"calendars": request.store.all(Calendar), "today": today, "mode": "", "q": ""}
    shared |= {"waiting": waiting(request.store), "span": span, "hour": hour, "length": length}
    if request.device.wide:
        shared["mini"] = weeks_of_month(request, day if isinstance(day, date) else today)
    return request.page(f"calendar/{template}", **{**shared, "day": today, **context})


def settings_of(request: Request) -> Settings:
    return request.store.get(Settings, 1)


def chosen_day(request: Request, name: str = "day") -> date:
    """Return the day that the query names, else today."""
    today, written = request.now.date(), request.query.get(name, "")
    try:
        day = parse_day(written, today) if written else today
    except ValueError:
        return today
    return day if abs(day.year - today.year) <= FAR else today


def first_of_week(request: Request, day: date) -> date:
    """Return the Monday or Sunday that a day's week starts with."""
    past = day.weekday() if settings_of(request).week_starts == "monday" else (day.weekday() + 1) % 7
    return day - timedelta(days=past)


def weeks_of_month(request: Request, day: date) -> list[list[date]]:
    """Return the whole weeks that a month touches."""
    after = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    first, last = first_of_week(request, day.replace(day=1)), first_of_week(request, after - timedelta(days=1))
    mondays = [first + timedelta(days=n) for n in range(0, (last - first).days + 1, 7)]
    return [[monday + timedelta(days=n) for n in range(7)] for monday in mondays]


def waiting(store: Store) -> list[Event]:
    """Return the invitations that await an answer and are not over."""
    return store.all(Event, "reply = 'invited' AND ends >= ?", store.now, order="starts, id")


def span(starts: datetime, ends: datetime) -> str:
    """Return a time span as a calendar writes it: “9:00 – 10:30 AM”."""
    first = f"{starts.hour % 12 or 12}:{starts.minute:02}"
    half = "" if (starts.hour < 12) == (ends.hour < 12) else (" AM" if starts.hour < 12 else " PM")
    last = f"{ends.hour % 12 or 12}:{ends.minute:02} {'AM' if ends.hour < 12 else 'PM'}"
    return f"{first}{half} – {last}"


def hour(moment: datetime | int) -> str:
    """Return a time as short as it may be written: “9 AM”, “9:30 AM”."""
    whole, minute = (moment, 0) if isinstance(moment, int) else (moment.hour, moment.minute)
    return f"{whole % 12 or 12}{f':{minute:02}' if minute else ''} {'AM' if whole % 24 < 12 else 'PM'}"


def length(minutes: int) -> str:
    """Return a length of time: “45 min”, “2 h”, “1 h 30 min”."""
    hours, rest = divmod(minutes, 60)
    return " ".join([f"{hours} h"] * bool(hours) + [f"{rest} min"] * bool(rest or not hours))


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
