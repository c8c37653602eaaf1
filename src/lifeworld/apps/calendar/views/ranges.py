"""Month, week, day and agenda; search; free time."""

from dataclasses import dataclass
from datetime import date, time, timedelta

from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.recurrence import Free, Occurrence, Placed, free_slots, occurrences, side_by_side
from lifeworld.apps.calendar.views.frame import chosen_day, first_of_week, month_after, pages, settings_of, waiting
from lifeworld.web import Page, Redirect, Request

HOUR = 48  # pixels
LENGTHS = (15, 30, 45, 60, 90, 120)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Day:
    """A day's cell or column."""

    date: date
    all_day: list[Occurrence]
    timed: list[Occurrence]

    @property
    def placed(self) -> list[Placed]:
        return side_by_side(self.timed)

    @property
    def count(self) -> int:
        return len(self.all_day) + len(self.timed)


@pages.page("/")
def start(request: Request) -> Redirect:
    """Open in the view chosen in the settings."""
    return request.redirect(f"/calendar/{settings_of(request).start}")


@pages.page("/month")
def month(request: Request) -> Page:
    """A month of whole weeks; on the phone the chosen day's events stand below."""
    day, after = chosen_day(request), month_after(chosen_day(request))
    last = first_of_week(request, after - DAY) + 6 * DAY
    days = _days(request, first_of_week(request, day.replace(day=1)), last)
    weeks = [days[n : n + 7] for n in range(0, len(days), 7)]
    chosen = next(one for one in days if one.date == day)
    turn = {"before": (day.replace(day=1) - DAY).replace(day=1), "after": after}
    return request.page("month.html", title=f"{day:%B %Y}", section="month", weeks=weeks, chosen=chosen, **turn)


@pages.page("/week")
def week(request: Request) -> Page:
    """Seven days side by side; on the phone three."""
    day = chosen_day(request)
    first, length = (first_of_week(request, day), 7) if request.device.wide else (day, 3)
    last = first + (length - 1) * DAY
    end = last.day if first.month == last.month else f"{last:%b} {last.day}"
    return _grid(request, "week", f"{first:%b} {first.day} – {end}", first, length)


@pages.page("/day")
def one_day(request: Request) -> Page:
    day = chosen_day(request)
    return _grid(request, "day", f"{day:%A, %B} {day.day}", day, 1)


@pages.page("/agenda")
def agenda(request: Request) -> Page:
    """Four weeks as a list; days without events are left out."""
    day = chosen_day(request)
    days = [one for one in _days(request, day, day + 27 * DAY) if one.count]
    return request.page("agenda.html", title="Schedule", section="agenda", days=days, **_turn(day, 28))


@pages.page("/invitations")
def invitations(request: Request) -> Page:
    part = request.cut(waiting(request.store))
    return request.page("invitations.html", title="Invitations", section="more", part=part)


@pages.page("/search")
def search(request: Request) -> Page:
    """Events whose title, place or note has the words, the latest ones first."""
    found = request.found(Event, "title", "place", "note", order="starts DESC, id")
    return request.page("search.html", title="Search", section="more", q=request.search(), found=found)


@pages.page("/free")
def free_time(request: Request) -> Page:
    """When a day has room for something: `day` and `minutes` are asked for."""
    day, minutes = chosen_day(request), int(request.choice("minutes", tuple(map(str, (60, *LENGTHS)))))
    found = [(one, _free(request, one, minutes)) for one in (day, day + DAY, day + 2 * DAY)]
    asked = {"minutes": minutes, "lengths": LENGTHS, "found": found, **_turn(day, 3)}
    return request.page("free.html", title="Find a time", section="more", **asked)


def _free(request: Request, day: date, minutes: int) -> list[Free]:
    """Return a day's gaps between eight and eight; of today what is left of it."""
    start = max(time(8), request.now.time()) if day == request.now.date() else time(8)
    return free_slots(occurrences(request.store, day, day), day, minutes, start, time(20))


def _turn(first: date, days: int) -> dict[str, date]:
    """Return where turning the page leads."""
    return {"before": first - days * DAY, "after": first + days * DAY}


def _grid(request: Request, view: str, title: str, first: date, length: int) -> Page:
    """Return columns of hours, from seven o'clock or the first event's hour."""
    days, now = _days(request, first, first + (length - 1) * DAY), request.now
    begin = min([7, *(one.starts.hour for day in days for one in day.timed)])
    line = (now.hour + now.minute / 60 - begin) * HOUR
    placed = {"px": HOUR, "begin": begin, "hours": [time(n) for n in range(begin, 24)], "now_line": line}
    return request.page("grid.html", title=title, section=view, days=days, **placed, **_turn(first, length))


def _days(request: Request, first: date, last: date) -> list[Day]:
    days = {one: Day(one, [], []) for one in (first + n * DAY for n in range((last - first).days + 1))}
    for found in occurrences(request.store, first, last):
        if found.long:
            for n in range((found.ends.date() - found.day).days + 1):
                days.get(found.day + n * DAY, Day(first, [], [])).all_day.append(found)
        else:
            days[found.day].timed.append(found)
    return list(days.values())
