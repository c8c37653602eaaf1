"""Month, week, day and agenda; search; free time."""

from dataclasses import dataclass
from datetime import date, time, timedelta

from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.recurrence import Free, Occurrence, Placed, free_slots, occurrences, side_by_side
from lifeworld.apps.calendar.views.frame import chosen_day, first_of_week, page, pages, settings_of, weeks_of_month
from lifeworld.web import Page, Redirect, Request

HOUR = 48  # pixels
LENGTHS = (15, 30, 45, 60, 90, 120)


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
    day = chosen_day(request)
    dates = weeks_of_month(request, day)
    days = _days(request, dates[0][0], dates[-1][-1])
    weeks = [days[n : n + 7] for n in range(0, len(days), 7)]
    chosen = next(one for one in days if one.date == day)
    return page(
        request,
        "month.html",
        title=f"{day:%B %Y}",
        mode="month",
        day=day,
        weeks=weeks,
        chosen=chosen,
        before=(day.replace(day=1) - timedelta(days=1)).replace(day=1),
        after=(day.replace(day=28) + timedelta(days=4)).replace(day=1),
    )


@pages.page("/week")
def week(request: Request) -> Page:
    """Seven days side by side; on the phone three."""
    day = chosen_day(request)
    first, length = (first_of_week(request, day), 7) if request.device.wide else (day, 3)
    days = _days(request, first, first + timedelta(days=length - 1))
    step = timedelta(days=length)
    return page(
        request,
        "grid.html",
        title=_range_title(days),
        day=day,
        days=days,
        mode="week",
        before=first - step,
        after=first + step,
        **_grid(request, days),
    )


@pages.page("/day")
def one_day(request: Request) -> Page:
    day = chosen_day(request)
    days, step = _days(request, day, day), timedelta(days=1)
    title = f"{day:%A, %B} {day.day}"
    return page(
        request,
        "grid.html",
        title=title,
        day=day,
        days=days,
        mode="day",
        before=day - step,
        after=day + step,
        **_grid(request, days),
    )


@pages.page("/agenda")
def agenda(request: Request) -> Page:
    """Four weeks as a list; days without events are left out."""
    day = chosen_day(request)
    days = [one for one in _days(request, day, day + timedelta(days=27)) if one.count]
    step = timedelta(days=28)
    return page(
        request, "agenda.html", title="Schedule", mode="agenda", day=day, days=days, before=day - step, after=day + step
    )


@pages.page("/invitations")
def invitations(request: Request) -> Page:
    return page(request, "invitations.html", title="Invitations", mode="more")


@pages.page("/search")
def search(request: Request) -> Page:
    """Events whose title, place or note has the words, the next ones first."""
    q = request.search()
    like = f"%{q}%"
    found = (
        request.store.all(
            Event, "title LIKE ? OR place LIKE ? OR note LIKE ?", like, like, like, order="starts DESC, id"
        )
        if q
        else []
    )
    return page(request, "search.html", title="Search", mode="more", q=q, found=found[:60], more=len(found) > 60)


@pages.page("/free")
def free_time(request: Request) -> Page:
    """When a day has room for something: `day` and `minutes` are asked for."""
    day, minutes = chosen_day(request), int(request.choice("minutes", tuple(map(str, (60, *LENGTHS)))))
    days = [day + timedelta(days=n) for n in range(3)]
    found = [(one, _free(request, one, minutes)) for one in days]
    step = timedelta(days=3)
    return page(
        request,
        "free.html",
        title="Find a time",
        mode="more",
        day=day,
        minutes=minutes,
        found=found,
        lengths=LENGTHS,
        before=day - step,
        after=day + step,
    )


def _free(request: Request, day: date, minutes: int) -> list[Free]:
    """Return a day's gaps between eight and eight; of today what is left of it."""
    start = max(time(8), request.now.time()) if day == request.now.date() else time(8)
    return free_slots(occurrences(request.store, day, day), day, minutes, start, time(20))


def _grid(request: Request, days: list[Day]) -> dict[str, object]:
    """Return what places events in columns of hours, from seven o'clock or the first event's hour."""
    now, timed = request.now, [one for day in days for one in day.timed]
    begin = min([7, *(one.starts.hour for one in timed)])
    line = (now.hour + now.minute / 60 - begin) * HOUR
    return {"px": HOUR, "begin": begin, "hours": range(begin, 24), "now_line": line}


def _days(request: Request, first: date, last: date) -> list[Day]:
    dates = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    days = {one: Day(one, [], []) for one in dates}
    for found in occurrences(request.store, first, last):
        if not _is_long(found):
            days[found.day].timed.append(found)
            continue
        for n in range((found.ends.date() - found.day).days + 1):
            touched = days.get(found.day + timedelta(days=n))
            if touched:
                touched.all_day.append(found)
    return list(days.values())


def _is_long(one: Occurrence) -> bool:
    return one.event.all_day or one.ends.date() > one.day


def _range_title(days: list[Day]) -> str:
    first, last = days[0].date, days[-1].date
    return (
        f"{first:%b} {first.day} – {last.day}"
        if first.month == last.month
        else f"{first:%b} {first.day} – {last:%b} {last.day}"
    )
