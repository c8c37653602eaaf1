"""An event's page, the forms that make and change one, and the calendars."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import islice

from lifeworld.apps.calendar import commands as c
from lifeworld.apps.calendar.models import Calendar, Event, days_from, next_day, takes_place
from lifeworld.apps.calendar.views import DAY, VIEWS, chosen_day, length, pages, settings_of
from lifeworld.web import Form, Page, Request
from lifeworld.web.language import _, ngettext
from lifeworld.web.plain import candidates, over

EVENT, ABOUT, WEEK = "/calendar/event/{id}", "{event.title}", timedelta(days=7)
_DAY = 24 * 60  # minutes
COMING = 4  # later times of a repeating event that its page shows


@pages.page("/event/{event_id}")
def show(request: Request, event_id: int) -> Page:
    """An event over the view that it was seen in; `?day=` names which of a repeating one's times is meant.

    What is asked about it lies over the same view, in the event's place: the view stays known as `told.under`.
    """
    event = request.row(Event, event_id)
    day = _meant(request, event)
    guests = [guest for guest in event.guests if guest.person_id != event.organiser_id]
    coming = list(islice(days_from(request.store, event, day + DAY), COMING))
    shown = {"guests": guests, "part": request.cut(guests), "coming": coming, **_facts(event, day)}
    page = over(request, _view_of(request, day), "calendar/event.html", title=event.title, **shown)
    return replace(page, context={**page.context, "told": page.context["asking"]})


def _view_of(request: Request, day: date) -> str:
    """Return the view that an event lies over: where it was opened, else the usual one of its day."""
    usual = f"/calendar/{settings_of(request).start}?day={day}"
    there = request.came_from(usual)
    return usual if there.startswith("/calendar/event/") else there


def _edited(request: Request, event: Event) -> str:
    return request.came_from(EVENT.format(id=event.id))


@pages.form("/event/{event}/edit", c.EditEvent, then=_edited, toast="Saved.")
def edit(request: Request, form: Form, event: int) -> Page:
    """Change what an event says; the rows of its facts lead to where those are changed."""
    found = request.row(Event, event)
    form.start(title=found.title, place=found.place, note=found.note)
    shown = {"form": form, **_facts(found, _meant(request, found))}
    return over(request, _edited(request, found), "calendar/edit.html", title=_("Edit event"), **shown)


def _meant(request: Request, event: Event) -> date:
    """Return the day of the time that is meant."""
    day = chosen_day(request)
    known = "day" in request.query and takes_place(request.store, event, day)
    return day if known else next_day(request.store, event, request.now.date())


def _facts(event: Event, day: date) -> dict[str, object]:
    """Return what pages say of one time of an event."""
    shift = day - event.day
    when = {"event": event, "day": day, "starts": event.starts + shift, "ends": event.ends + shift}
    when["gone"] = event.once and event.ends < event.store.now
    return {**when, "repeats": _(c.REPEATS[event.repeats]), "remind": _reminder(event.reminder)}


@pages.form("/event/{event}/invite", c.Invite, then=EVENT, toast="Invitations are sent.")
def invite(request: Request, form: Form, event: int) -> Page:
    """Choose among the contacts; `?q=` narrows them."""
    found = request.row(Event, event)
    others = f"id > 1 AND id NOT IN (SELECT person_id FROM calendar_guest WHERE event_id = {found.id})"
    people = candidates(form, "people", others, "name")
    return request.page("invite.html", title=_("Invite someone"), form=form, event=found, people=people)


@pages.form("/event/{event}/delete", c.DeleteEvent, then="/calendar/", toast="“{title}” deleted.")
def delete(request: Request, form: Form, event: int) -> Page:
    """Ask before deleting; of a repeating event, whether this one (`?day=`) or all."""
    found = request.row(Event, event)
    day = _meant(request, found)
    back = request.came_from(f"/calendar/event/{event}?day={day}")
    return over(request, back, "calendar/delete.html", title=_("Delete event?"), event=found, day=day)


def _reminder(minutes: int | None) -> str:
    known = c.REMINDERS.get("" if minutes is None else minutes)
    return _(known) if known else _("%(n)d min before", n=minutes)


def _new(request: Request) -> Mapping[str, object]:
    """Return what a new event starts with; its day (`on`), time (`at`) and `minutes` may come with the link."""
    chosen = settings_of(request)
    try:
        at = time.fromisoformat(request.query.get("at", ""))
    except ValueError:
        at = time(min(request.now.hour + 1, 23))
    begins = datetime.combine(chosen_day(request, "on"), at)
    minutes = min(request.number("minutes", chosen.length), _DAY)
    ends = min(begins + timedelta(minutes=minutes), begins.replace(hour=23, minute=59))
    times = {"starts": begins.time(), "ends": ends.time()}
    return {**times, "day": begins.date(), "calendar": 1, "reminder": chosen.reminder}


def _led_from(request: Request) -> str:
    return f"/{settings_of(request).start}?day={chosen_day(request, 'on')}"


def _week_later(request: Request, event: Event) -> Mapping[str, object]:
    return {"day": next_day(request.store, event, request.now.date()) + WEEK}


def _times(request: Request, event: Event) -> Mapping[str, object]:
    return {"starts": event.starts.time(), "ends": event.ends.time()}


def _one_time(request: Request, event: Event) -> Mapping[str, object]:
    day = chosen_day(request, "of")
    return {**_times(request, event), "of": day, "day": day}


def _moving(request: Request, event: Event) -> str:
    """Say which event moves, and of a repeating one that every time does."""
    return _("%(title)s · all events in the series", title=event.title) if event.repeats else event.title


def _that_time(request: Request, event: Event) -> str:
    return f"/event/{event.id}?day={chosen_day(request, 'of')}"


def _staying(request: Request, event: Event) -> str:
    return _("%(title)s · this event only", title=event.title)


def _gone_with(request: Request, calendar: Calendar) -> str:
    count = request.store.count(Event, "calendar_id = ?", calendar.id)
    return ngettext(
        "“%(name)s” and its %(n)s event will be permanently deleted.",
        "“%(name)s” and its %(n)s events will be permanently deleted.",
        count,
        name=calendar.name,
    )


NEW = {"start": _new, "template": "calendar/add.html", "laid": True, "back": _led_from, "then": EVENT}
MOVE = {"start": _times, "template": "plain/brief.html", "laid": True, "about": _moving}
ONCE = {"start": _one_time, "template": "calendar/move_once.html", "laid": True, "about": _staying, "back": _that_time}
COPY = {"start": _week_later, "submit": "Duplicate", "then": EVENT, "about": ABOUT}

pages.plain_form("/add", c.AddEvent, "New event", toast="“{title}” is in your calendar.", **NEW)
pages.plain_form("/event/{event}/move", c.MoveEvent, "Move event", toast="Moved.", **MOVE)
pages.plain_form("/event/{event}/move-once", c.MoveOnce, "Move event", then=EVENT, toast="Event moved.", **ONCE)
pages.plain_form("/event/{event}/copy", c.Duplicate, "Duplicate", toast="Event duplicated.", **COPY)
pages.plain_form("/event/{event}/repeat", c.SetRepeat, "Repeat", about=ABOUT, toast="Saved.")
pages.plain_form("/event/{event}/reminder", c.SetReminder, "Reminder", about=ABOUT, toast="Reminder saved.")
COLOUR = {"about": ABOUT, "laid": True, "template": "calendar/colour.html"}
pages.plain_form("/event/{event}/colour", c.SetColour, "Event colour", toast="Colour saved.", **COLOUR)
pages.plain_form("/event/{event}/calendar", c.MoveToCalendar, "Move to calendar", about=ABOUT, toast="Moved.")
pages.button("/event/{event}/remove-once", c.DeleteOnce, then="/calendar/", toast="Event deleted.")
pages.button("/event/{event}/answer", c.Answer, toast="Your answer is sent.")
pages.button("/guest/{guest}/remove", c.Uninvite, then=EVENT, toast="Guest removed.")


@pages.page("/calendars")
def all_calendars(request: Request) -> Page:
    return request.page("calendars.html", title=_("Calendars"), section="more", **_calendars(request))


def _calendars(request: Request) -> dict[str, object]:
    """Return the calendars and how many events each has."""
    counts = dict(request.store.sql("SELECT calendar_id, count(*) FROM calendar_event GROUP BY calendar_id"))
    return {"part": request.part(Calendar), "counts": counts}


@pages.form("/settings", c.SaveSettings, then="/calendar/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    """Choose what new events start with, and the calendars."""
    form.start(**vars(settings_of(request)))
    usual = settings_of(request)
    said = [length(usual.length)] + [_reminder(usual.reminder)] * (usual.reminder is not None)
    called = {} if request.device.wide else {mode: text for text, mode, _icon in VIEWS}
    modes = [(mode, _(called.get(mode, text))) for mode, text in form.options("start")]
    return request.page("settings.html", title=_("Settings"), form=form, modes=modes, usual=said, **_calendars(request))


@pages.page("/help")
def help_page(request: Request) -> Page:
    return request.page("help.html", title=_("Help"))


MADE = {"submit": "Create calendar", "toast": "Calendar “{name}” created."}
GONE = {"back": "/calendars", "text": _gone_with, "toast": "Deleted."}

pages.plain_form("/calendars/add", c.AddCalendar, "New calendar", **MADE)
pages.plain_form("/calendars/{calendar}", c.EditCalendar, "Edit calendar", toast="Saved.")
pages.confirm("/calendars/{calendar}/delete", c.DeleteCalendar, "Delete calendar?", **GONE)
pages.button("/calendars/{calendar}/show", c.ShowCalendar)
