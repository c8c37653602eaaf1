"""What every screen of Almanac shows, and what shows of it outside."""

from datetime import date, datetime, time, timedelta
from functools import partial

from lifeworld.apps.calendar.models import Calendar, Event, Settings
from lifeworld.apps.calendar.recurrence import reminded
from lifeworld.store import Store
from lifeworld.web import Notice, Pages, Place, Request
from lifeworld.web.parse import parse_day

FAR = 100  # years: as far as one may turn the pages
VIEWS = [("Schedule", "agenda", "layout-list"), ("Day", "day", "square"), ("3 days", "week", "columns-3")]
VIEWS += [("Month", "month", "grid-3x3")]


def frame(request: Request) -> dict[str, object]:
    """Return what every screen shows: the places, the calendars, the invitations waiting, the chosen day.

    A view is a screen with a day, or days, to turn; its `section` is its name.
    """
    day, asked = chosen_day(request), badge(request.store)
    tabs = [Place(text, f"/calendar/{view}?day={day}", icon, section=view, side=False) for text, view, icon in VIEWS]
    return {
        "nav": [
            *tabs,
            Place("Calendars", "/calendar/calendars", "calendars", badge=asked, section="more", side=False),
            Place("Search events", "/calendar/search", "search", tab=False),
            Place("Find a time", "/calendar/free", "hourglass", tab=False),
            Place("Invitations", "/calendar/invitations", "mail-open", count=asked, tab=False),
        ],
        "calendars": request.store.all(Calendar),
        "waiting": asked,
        "today": request.now.date(),
        "day": day,
        "weeks_of": partial(weeks_of_month, request),
        **{word.__name__: word for word in (span, hour, length)},
    }


pages = Pages("calendar", frame)


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


def month_after(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1)


def weeks_of_month(request: Request, day: date) -> list[list[date]]:
    """Return the whole weeks that a month touches."""
    first = first_of_week(request, day.replace(day=1))
    weeks = (month_after(day) - first).days + 6
    return [[first + timedelta(days=7 * week + n) for n in range(7)] for week in range(weeks // 7)]


def waiting(store: Store) -> list[Event]:
    """Return the invitations that await an answer and are not over."""
    return store.all(Event, "reply = 'invited' AND ends >= ?", store.now, order="starts, id")


def span(starts: datetime, ends: datetime) -> str:
    """Return a time span as a calendar writes it: “9:00 – 10:30 AM”."""
    half = f" {starts:%p}" if (starts.hour < 12) != (ends.hour < 12) else ""
    return f"{starts.hour % 12 or 12}:{starts:%M}{half} – {ends.hour % 12 or 12}:{ends:%M %p}"


def hour(moment: datetime | time) -> str:
    """Return a time as short as it may be written: “9 AM”, “9:30 AM”."""
    return f"{moment.hour % 12 or 12}{f':{moment:%M}' if moment.minute else ''} {moment:%p}"


def length(minutes: int) -> str:
    """Return a length of time: “45 min”, “2 h”, “1 h 30 min”."""
    hours, rest = divmod(minutes, 60)
    return " ".join([f"{hours} h"] * bool(hours) + [f"{rest} min"] * bool(rest or not hours))


def badge(store: Store) -> int:
    """Return how many invitations await an answer."""
    return len(waiting(store))


def notices(store: Store) -> list[Notice]:
    """Return the invitations, at the time each came, and the reminders, at the time each was due."""
    found = []
    for event in waiting(store):
        if event.organiser and event.asked_at:
            said = f"{event.organiser.first} invited you"
            found.append(Notice(event.title, said, f"/calendar/event/{event.id}", event.asked_at))
    for one, at in reminded(store):
        day = "" if one.day == store.now.date() else f"{one.starts:%a, %b} {one.starts.day} · "
        said = "All day" if one.event.all_day else span(one.starts, one.ends)
        found.append(Notice(one.event.title, day + said, one.href, at))
    return found
