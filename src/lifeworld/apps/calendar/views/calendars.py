"""The calendars, settings and help."""

from lifeworld.apps.calendar import commands
from lifeworld.apps.calendar.models import Calendar, Event
from lifeworld.apps.calendar.views.events import COLOURS
from lifeworld.apps.calendar.views.frame import REMINDERS, page, pages, settings_of
from lifeworld.web import Form, Page, Request


@pages.page("/calendars")
def all_calendars(request: Request) -> Page:
    counts = dict(request.store.sql("SELECT calendar_id, count(*) FROM calendar_event GROUP BY calendar_id"))
    return page(request, "calendars.html", title="Calendars", mode="more", counts=counts)


@pages.form("/calendars/add", commands.AddCalendar, then="/calendar/calendars", toast="Calendar “{name}” made.")
def add_calendar(request: Request, form: Form) -> Page:
    return page(request, "edit_calendar.html", title="New calendar", form=form, calendar=None, colours=COLOURS[1:])


@pages.form("/calendars/{calendar}", commands.EditCalendar, then="/calendar/calendars", toast="Saved.")
def edit_calendar(request: Request, form: Form, calendar: int) -> Page:
    found = request.row(Calendar, calendar)
    form.start(name=found.name, colour=found.colour)
    return page(request, "edit_calendar.html", title="Edit calendar", form=form, calendar=found, colours=COLOURS[1:])


@pages.page("/calendars/{calendar_id}/delete")
def confirm_delete_calendar(request: Request, calendar_id: int) -> Page:
    found = request.row(Calendar, calendar_id)
    count = request.store.count(Event, "calendar_id = ?", calendar_id)
    return page(request, "delete_calendar.html", title="Delete calendar?", calendar=found, count=count)


@pages.form("/settings", commands.SaveSettings, then="/calendar/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    now = settings_of(request)
    names = ("start", "week_starts", "length", "reminder", "declined")
    form.start(**{name: getattr(now, name) for name in names})
    return page(request, "settings.html", title="Settings", form=form, reminders=REMINDERS)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return page(request, "help.html", title="Help")


pages.button("/calendars/{calendar}/show", commands.ShowCalendar)
pages.button("/calendars/{calendar}/remove", commands.DeleteCalendar, then="/calendar/calendars", toast="Deleted.")
