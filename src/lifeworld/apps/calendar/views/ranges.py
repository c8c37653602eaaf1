"""Month, week, day and agenda; search; free time."""

from dataclasses import dataclass
from datetime import date, time, timedelta

from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.recurrence import Occurrence, Placed, free_slots, occurrences, side_by_side
from lifeworld.apps.calendar.views.frame import chosen_day, page, pages, settings_of
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
    first = _week_of(request, day.replace(day=1))
    after = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    last = _week_of(request, after - timedelta(days=1)) + timedelta(days=6)
    days = _days(request, first, last)
    weeks = [days[n : n + 7] for n in range(0, len(days), 7)]
    chosen = next(one for one in days if one.date == day)
    return page(
        request,
        "month.html",
        title=f"{day:%B %Y}",
        day=day,
        weeks=weeks,
        chosen=chosen,
        before=(day.replace(day=1) - timedelta(days=1)).replace(day=1),
        after=after,
    )


@pages.page("/week")
def week(request: Request) -> Page:
    """Seven days side by side; on the phone three."""
    day = chosen_day(request)
    first, length = (_week_of(request, day), 7) if request.device.wide else (day, 3)
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
        **_grid(request),
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
        **_grid(request),
    )


@pages.page("/agenda")
def agenda(request: Request) -> Page:
    """Four weeks as a list; days without events are left out."""
    day = chosen_day(request)
    days = [one for one in _days(request, day, day + timedelta(days=27)) if one.count]
    step = timedelta(days=28)
    return page(request, "agenda.html", title="Schedule", day=day, days=days, before=day - step, after=day + step)


@pages.page("/invitations")
def invitations(request: Request) -> Page:
    return page(request, "invitations.html", title="Invitations")


@pages.page("/search")
def search(request: Request) -> Page:
    """Events whose title, place or note has the words, the next ones first."""
    q = request.query.get("q", "").strip()
    like = f"%{q}%"
    found = (
        request.store.all(
            Event, "title LIKE ? OR place LIKE ? OR note LIKE ?", like, like, like, order="starts DESC, id"
        )
        if q
        else []
    )
    return page(request, "search.html", title="Search", q=q, found=found[:60], more=len(found) > 60)


@pages.page("/free")
def free_time(request: Request) -> Page:
    """When a day has room for something: `day` and `minutes` are asked for."""
    day, minutes = chosen_day(request), int(request.choice("minutes", tuple(map(str, (60, *LENGTHS)))))
    days = [day + timedelta(days=n) for n in range(3)]
    found = [(one, free_slots(occurrences(request.store, one, one), one, minutes, time(8), time(20))) for one in days]
    step = timedelta(days=3)
    return page(
        request,
        "free.html",
        title="Find a time",
        day=day,
        minutes=minutes,
        found=found,
        lengths=LENGTHS,
        before=day - step,
        after=day + step,
    )


def _grid(request: Request) -> dict[str, object]:
    now = request.now
    return {"hour": HOUR, "hours": range(24), "now_line": (now.hour + now.minute / 60) * HOUR, "begin": 7}


def _days(request: Request, first: date, last: date) -> list[Day]:
    found = occurrences(request.store, first, last)
    dates = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return [_day(one, found) for one in dates]


def _day(day: date, found: list[Occurrence]) -> Day:
    long = [one for one in found if one.day <= day <= one.ends.date() and _is_long(one)]
    return Day(day, long, [one for one in found if one.day == day and not _is_long(one)])


def _is_long(one: Occurrence) -> bool:
    return one.event.all_day or one.ends.date() > one.day


def _week_of(request: Request, day: date) -> date:
    past = day.weekday() if settings_of(request).week_starts == "monday" else (day.weekday() + 1) % 7
    return day - timedelta(days=past)


def _range_title(days: list[Day]) -> str:
    first, last = days[0].date, days[-1].date
    return (
        f"{first:%b} {first.day} – {last.day}"
        if first.month == last.month
        else f"{first:%b} {first.day} – {last:%b} {last.day}"
    )
