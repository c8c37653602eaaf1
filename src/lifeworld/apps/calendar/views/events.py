"""An event's page, making one, and its small choices."""

from datetime import datetime, time, timedelta

from lifeworld.apps.calendar import commands
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.recurrence import next_day, takes_place
from lifeworld.apps.calendar.views.frame import REMINDERS, chosen_day, page, pages, settings_of
from lifeworld.web import Form, Page, Request

REPEATS = [("", "Does not repeat"), ("daily", "Every day"), ("weekdays", "Every weekday"), ("weekly", "Every week")]
REPEATS += [("monthly", "Every month"), ("yearly", "Every year")]
COLOURS = [("", "Calendar's colour"), ("tomato", "Tomato"), ("tangerine", "Tangerine"), ("banana", "Banana")]
COLOURS += [
    ("sage", "Sage"),
    ("peacock", "Peacock"),
    ("blueberry", "Blueberry"),
    ("grape", "Grape"),
    ("graphite", "Graphite"),
]


@pages.page("/event/{event_id}")
def show(request: Request, event_id: int) -> Page:
    """An event; `?day=` names which of a repeating one's times is meant, else it is the next one."""
    event = request.row(Event, event_id)
    day = chosen_day(request)
    if "day" not in request.query or not takes_place(request.store, event, day):
        day = next_day(request.store, event, request.now.date())
    shift = day - event.day
    words = {"repeats": dict(REPEATS)[event.repeats], "reminder": _reminder(event.reminder)}
    times = {"starts": event.starts + shift, "ends": event.ends + shift}
    return page(
        request, "event.html", title=event.title, event=event, day=day, guests=event.guests, words=words, **times
    )


@pages.form("/add", commands.AddEvent, then="/calendar/event/{id}", toast="“{title}” is in your calendar.")
def add(request: Request, form: Form) -> Page:
    """Make an event; its day (`on`), time (`at`, as 14:30) and length (`minutes`) may come with the link."""
    chosen = settings_of(request)
    begins = _begins(request)
    ends = min(begins + timedelta(minutes=request.number("minutes", chosen.length)), begins.replace(hour=23, minute=59))
    form.start(
        day=chosen_day(request, "on"), starts=begins.time(), ends=ends.time(), reminder=chosen.reminder, calendar=1
    )
    return page(request, "add.html", title="New event", form=form, reminders=REMINDERS, repeats=REPEATS)


@pages.form("/event/{event}/edit", commands.EditEvent, then="/calendar/event/{id}", toast="Saved.")
def edit(request: Request, form: Form, event: int) -> Page:
    found = request.row(Event, event)
    form.start(title=found.title, place=found.place, note=found.note)
    return page(request, "edit.html", title="Edit event", form=form, event=found)


@pages.form("/event/{event}/repeat", commands.SetRepeat, then="/calendar/event/{id}", toast="Saved.")
def repeat(request: Request, form: Form, event: int) -> Page:
    found = request.row(Event, event)
    form.start(repeats=found.repeats, until=found.until)
    return page(request, "repeat.html", title="Repeat", form=form, event=found, repeats=REPEATS)


@pages.form("/event/{event}/reminder", commands.SetReminder, then="/calendar/event/{id}", toast="Reminder saved.")
def reminder(request: Request, form: Form, event: int) -> Page:
    found = request.row(Event, event)
    form.start(reminder=found.reminder)
    return page(request, "reminder.html", title="Reminder", form=form, event=found, reminders=REMINDERS)


@pages.form("/event/{event}/colour", commands.SetColour, then="/calendar/event/{id}", toast="Colour saved.")
def colour(request: Request, form: Form, event: int) -> Page:
    found = request.row(Event, event)
    form.start(colour=found.colour)
    return page(request, "colour.html", title="Colour", form=form, event=found, colours=COLOURS)


@pages.form("/event/{event}/calendar", commands.MoveToCalendar, then="/calendar/event/{id}", toast="Moved.")
def calendar(request: Request, form: Form, event: int) -> Page:
    found = request.row(Event, event)
    form.start(calendar=found.calendar)
    return page(request, "calendar.html", title="Calendar", form=form, event=found)


pages.button("/event/{event}/answer", commands.Answer, toast="Your answer is sent.")


def _begins(request: Request) -> datetime:
    """Return the time asked for, else the next full hour."""
    try:
        at = time.fromisoformat(request.query.get("at", ""))
    except ValueError:
        at = time(min(request.now.hour + 1, 23))
    return datetime.combine(chosen_day(request, "on"), at)


def _reminder(minutes: int | None) -> str:
    known = dict(REMINDERS)
    return known.get(minutes) or f"{minutes} min before"
