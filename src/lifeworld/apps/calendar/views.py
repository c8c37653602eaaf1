"""What every screen of Almanac shows; month, week, day and agenda; search; free time; notices."""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import partial

from lifeworld.apps.calendar.models import (
    Calendar,
    Event,
    Free,
    Occurrence,
    Settings,
    free_slots,
    occurrences,
    reminded,
    side_by_side,
)
from lifeworld.store import Store
from lifeworld.web import Notice, Page, Pages, Place, Redirect, Request, dates
from lifeworld.web.language import N_, _
from lifeworld.web.look import Look
from lifeworld.web.parse import parse_day

HOUR, LOW_HOUR, LEAST_HOUR = 48, 44, 36  # pixels: for a finger, for a mouse, and where the whole day is looked over
SOON = 6  # events that stand where one has not searched yet
USUAL, LATE = 7, 11  # o'clock: when a day begins that has nothing earlier; one that begins late still fills its screen
OPENS, CLOSES = time(8), time(20)  # between which one looks for a time
LENGTHS = (15, 30, 45, 60, 90, 120)
DAY = timedelta(days=1)
NUMBER, LINE = 26, 24  # pixels: a day's number in the month, and each event below it, apart enough for a mouse
ABOVE = {"side": 177, "bottom": 226, "top": 226}  # pixels that a wide screen shows beside the month's weeks
FAR = 100  # years: as far as one may turn the pages
VIEWS = [(N_("Schedule"), "agenda", "layout-list"), (N_("Day"), "day", "square"), (N_("3 days"), "week", "columns-3")]
VIEWS += [(N_("Month"), "month", "grid-3x3")]


def frame(request: Request) -> dict[str, object]:
    """Return what every screen shows: the places, the calendars, the invitations waiting, the chosen day.

    A view is a screen with a day, or days, to turn; its `section` is its name. All others lead back.
    """
    day, asked = chosen_day(request), badge(request.store)
    tabs = [Place(_(text), f"/calendar/{view}?day={day}", icon, section=view, side=False) for text, view, icon in VIEWS]
    return {
        "nav": [
            *tabs,
            Place(_("Calendars"), "/calendar/calendars", "calendars", tab=False, side=False),
            Place(_("Search events"), "/calendar/search", "search", tab=False),
            Place(_("Find a time"), "/calendar/free", "hourglass", tab=False),
            Place(_("Invitations"), "/calendar/invitations", "mail-open", count=asked, tab=False),
        ],
        "calendars": request.store.all(Calendar),
        "waiting": asked,
        "today": request.now.date(),
        "day": day,
        "first": settings_of(request).start,
        "weeks_of": partial(weeks_of_month, request),
        **{word.__name__: word for word in (dates.span, dates.hour, short_span, brief_hour, length, side_by_side)},
    }


pages = Pages("calendar", frame, {"/event": "all views lead to an event"})


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


def short_span(starts: datetime, ends: datetime) -> str:
    """Return a time span as short as it may be written: “9 – 10:30 AM”."""
    return re.sub(r"(?<=\d):00(?=.*[AP]M$)", "", dates.span(starts, ends))


def brief_hour(moment: datetime) -> str:
    """Return a time as a cell has room for it: “9a”, “9:30a”."""
    return re.sub(r" ([AP])M$", lambda half: half[1].lower(), dates.hour(moment))


def length(minutes: int) -> str:
    """Return a length of time: “45 min”, “2 h”, “1 h 30 min”."""
    hours, rest = divmod(minutes, 60)
    said = [_("%(n)d h", n=hours)] * bool(hours) + [_("%(n)d min", n=rest)] * bool(rest or not hours)
    return " ".join(said)


@dataclass(frozen=True)
class Day:
    """A day's cell or column."""

    date: date
    all_day: list[Occurrence]
    timed: list[Occurrence]

    @property
    def count(self) -> int:
        return len(self.all_day) + len(self.timed)


@pages.page("/")
def start(request: Request) -> Redirect:
    """Open in the view chosen in the settings."""
    return request.redirect(f"/calendar/{settings_of(request).start}")


@pages.page("/month")
def month(request: Request) -> Page:
    """A month of whole weeks; on the phone the chosen day's events stand below, and the next ones."""
    day, after = chosen_day(request), month_after(chosen_day(request))
    last = first_of_week(request, after - DAY) + 6 * DAY
    days = _days(request, first_of_week(request, day.replace(day=1)), last)
    weeks = [days[n : n + 7] for n in range(0, len(days), 7)]
    chosen, look = next(one for one in days if one.date == day), request.host.look
    turn = {"before": (day.replace(day=1) - DAY).replace(day=1), "after": after}
    room = room_for(look, len(weeks)) if look.device.wide else 0
    cells = {date: told for week in weeks for date, told in cells_of(week, room).items()}
    later = [] if look.device.wide else _later(request, day)
    shown = {"weeks": weeks, "cells": cells, "chosen": chosen, "later": later}
    return request.page("month.html", title=dates.month(day), section="month", **shown, **turn)


def room_for(look: Look, weeks: int) -> int:
    """Return how many events a day of a wide screen's month can show."""
    height = (look.device.height - ABOVE[look.navigation]) / weeks
    return int(height - NUMBER) // LINE


def cells_of(week: list[Day], room: int) -> dict[date, list[tuple[Occurrence, int]]]:
    """Return what each day of a month's week shows, with the days that its title goes over: 0 where it began before.

    A day with more than there is room for leaves the last line to how many more.
    """
    shown = [(day.all_day + day.timed)[: room if day.count <= room else max(0, room - 1)] for day in week]
    over = [[1] * len(found) for found in shown]
    for n in range(len(week) - 1, 0, -1):
        for place, (before, found) in enumerate(zip(shown[n - 1], shown[n], strict=False)):
            if before is found:
                over[n - 1][place], over[n][place] = 1 + over[n][place], 0
    return {day.date: list(zip(found, days, strict=True)) for day, found, days in zip(week, shown, over, strict=True)}


@pages.page("/week")
def week(request: Request) -> Page:
    """Seven days side by side; on the phone three."""
    day = chosen_day(request)
    first, length = (first_of_week(request, day), 7) if request.device.wide else (day, 3)
    last = first + (length - 1) * DAY
    return _grid(request, "week", dates.from_to(first, last), first, length)


@pages.page("/day")
def one_day(request: Request) -> Page:
    """One day; above it on the phone its week, beside it on a wide screen what is free and what comes next."""
    day = chosen_day(request)
    if not request.device.wide:
        week = first_of_week(request, day)
        return _grid(request, "day", dates.coming_day(day), day, 1, strip=_days(request, week, week + 6 * DAY))
    slots = _free(request, day, 60) if day >= request.now.date() else []
    return _grid(request, "day", dates.long_day(day), day, 1, later=_later(request, day), slots=slots)


def _later(request: Request, day: date) -> list[Day]:
    """Return the next days of a week on which something takes place."""
    return [one for one in _days(request, day + DAY, day + 6 * DAY) if one.count][:3]


@pages.page("/agenda")
def agenda(request: Request) -> Page:
    """Four weeks as a list; days without events are left out."""
    day = chosen_day(request)
    last = day + 27 * DAY
    days = [one for one in _days(request, day, last) if one.count]
    return request.page("agenda.html", title=dates.from_to(day, last), section="agenda", days=days, **_turn(day, 28))


@pages.page("/invitations")
def invitations(request: Request) -> Page:
    part = request.cut(waiting(request.store))
    return request.page("invitations.html", title=_("Invitations"), part=part)


@pages.page("/search")
def search(request: Request) -> Page:
    """Events whose title, place or note has the words, the latest ones first; before one has searched, the next."""
    found, today = request.found(Event, "title", "place", "note", order="starts DESC, id"), request.now.date()
    soon = [one for one in occurrences(request.store, today, today + 13 * DAY) if one.starts > request.now][:SOON]
    return request.page("search.html", title=_("Search"), q=request.search(), found=found, soon=soon)


@pages.page("/free")
def free_time(request: Request) -> Page:
    """When three days side by side have room for something: `day` and `minutes` are asked for."""
    day, minutes = chosen_day(request), int(request.choice("minutes", tuple(map(str, (60, *LENGTHS)))))
    days = [_within(one) for one in _days(request, day, day + 2 * DAY)]
    gaps = {one.date: _free(request, one.date, minutes) for one in days}
    begin = min([OPENS.hour, *(it.starts.hour for one in days for it in one.timed)])
    grid = {"days": days, "gaps": gaps, "begin": begin, "hours": [time(n) for n in range(begin, CLOSES.hour)]}
    grid |= {"whole": (CLOSES.hour - OPENS.hour) * 60, "px": LEAST_HOUR if request.device.wide else LOW_HOUR}
    asked = {"minutes": minutes, "lengths": LENGTHS}
    return request.page("free.html", title=_("Find a time"), **asked, **grid, **_turn(day, 3))


def _within(day: Day) -> Day:
    """Return a day with only what touches the hours in which one looks for a time."""
    return replace(day, timed=[one for one in day.timed if one.starts.time() < CLOSES and one.ends.time() > OPENS])


def _free(request: Request, day: date, minutes: int) -> list[Free]:
    """Return a day's gaps in these hours; of today what is left of it."""
    start = max(OPENS, request.now.time()) if day == request.now.date() else OPENS
    busy = (one for one in occurrences(request.store, day, day) if one.event.reply != "declined")
    return free_slots(busy, day, minutes, start, CLOSES)


def _turn(first: date, days: int) -> dict[str, date]:
    """Return where turning the page leads."""
    return {"before": first - days * DAY, "after": first + days * DAY}


def _grid(request: Request, view: str, title: str, first: date, length: int, **beside: object) -> Page:
    """Return columns of hours from one before the first event on: of several days or of today not what is empty."""
    days, now = _days(request, first, first + (length - 1) * DAY), request.now
    soonest = max(USUAL, now.hour - 1) if any(day.date == now.date() for day in days) else LATE
    usual = min(soonest, LATE) if length > 1 or first == now.date() else USUAL
    begin = min([usual, *(max(0, one.starts.hour - 1) for day in days for one in day.timed)])
    px = (LOW_HOUR if length == 1 else LEAST_HOUR) if request.device.wide else HOUR
    line = (now.hour + now.minute / 60 - begin) * px
    placed = {"px": px, "begin": begin, "hours": [time(n) for n in range(begin, 24)], "now_line": line}
    shown = {"strip": (), "slots": (), "later": (), **beside, **placed, **_turn(first, length)}
    return request.page("grid.html", title=title, section=view, days=days, **shown)


def _days(request: Request, first: date, last: date) -> list[Day]:
    days = {one: Day(one, [], []) for one in (first + n * DAY for n in range((last - first).days + 1))}
    for found in occurrences(request.store, first, last):
        if found.long:
            for n in range((found.ends.date() - found.day).days + 1):
                days.get(found.day + n * DAY, Day(first, [], [])).all_day.append(found)
        else:
            days[found.day].timed.append(found)
    return list(days.values())


def badge(store: Store) -> int:
    """Return how many invitations await an answer."""
    return len(waiting(store))


def notices(store: Store) -> list[Notice]:
    """Return the invitations, at the time each came, and the reminders, at the time each was due."""
    found = []
    for event in waiting(store):
        if event.organiser and event.asked_at:
            said = _("%(name)s invited you", name=event.organiser.first)
            found.append(Notice(event.title, said, f"/calendar/event/{event.id}", event.asked_at))
    for one, at in reminded(store):
        day = "" if one.day == store.now.date() else f"{dates.weekday(one.day)}, {dates.day(one.day)} · "
        said = _("All day") if one.event.all_day else dates.span(one.starts, one.ends)
        found.append(Notice(one.event.title, day + said, one.href, at))
    return found
