"""Moving, copying and deleting events."""

from datetime import timedelta

from lifeworld.apps.calendar import commands
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.views.frame import chosen_day, page, pages
from lifeworld.web import Form, Page, Request


@pages.form("/event/{event}/move", commands.MoveEvent, then="/calendar/event/{id}", toast="Moved.")
def move(request: Request, form: Form, event: int) -> Page:
    """Another day and time; of a repeating event every time moves."""
    found = request.row(Event, event)
    form.start(day=found.day, starts=found.starts.time(), ends=found.ends.time(), all_day=found.all_day)
    return page(request, "move.html", title="Change the time", form=form, event=found, of=None)


@pages.form("/event/{event}/move-once", commands.MoveOnce, then="/calendar/event/{id}", toast="Moved this one.")
def move_once(request: Request, form: Form, event: int) -> Page:
    found, day = request.row(Event, event), chosen_day(request, "of")
    form.start(of=day, day=day, starts=found.starts.time(), ends=found.ends.time())
    return page(request, "move.html", title="Change this one", form=form, event=found, of=day)


@pages.form("/event/{event}/copy", commands.Duplicate, then="/calendar/event/{id}", toast="Copied.")
def duplicate(request: Request, form: Form, event: int) -> Page:
    found = request.row(Event, event)
    form.start(day=found.day + timedelta(days=7))
    return page(request, "copy.html", title="Copy event", form=form, event=found)


@pages.page("/event/{event_id}/delete")
def confirm_delete(request: Request, event_id: int) -> Page:
    """Ask before deleting; of a repeating event, whether this one (`?day=`) or all."""
    found = request.row(Event, event_id)
    return page(request, "delete.html", title="Delete event?", event=found, day=chosen_day(request))


pages.button("/event/{event}/remove", commands.DeleteEvent, then="/calendar/", toast="“{title}” deleted.")
pages.button("/event/{event}/remove-once", commands.DeleteOnce, then="/calendar/", toast="This one is deleted.")
