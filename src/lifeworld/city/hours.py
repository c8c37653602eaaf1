"""When a place is open."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache

from lifeworld.core.errors import UserError

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
Span = tuple[time, time]  # from, to; midnight at its end is 0:00


@dataclass(frozen=True)
class Hours:
    """A place's opening hours: the spans of each day from Monday."""

    week: tuple[tuple[Span, ...], ...]

    @property
    def always(self) -> bool:
        """Whether it never closes."""
        return all(day == ((time(), time()),) for day in self.week)

    def on(self, weekday: int) -> tuple[Span, ...]:
        """Return the spans of a day, 0 for Monday; none if it is closed."""
        return self.week[weekday]

    def spans(self, day: date) -> list[tuple[datetime, datetime]]:
        """Return from when to when it is open on a day."""
        ends = ((start, end, day + timedelta(days=end == time())) for start, end in self.on(day.weekday()))
        return [(datetime.combine(day, start), datetime.combine(last, end)) for start, end, last in ends]

    def is_open(self, at: datetime) -> bool:
        """Say whether one finds it open at that moment."""
        return any(start <= at < end for start, end in self.spans(at.date()))

    def stays_open(self, start: datetime, end: datetime) -> bool:
        """Say whether it is open from one moment to another."""
        return self.always or any(opens <= start and end <= closes for opens, closes in self.spans(start.date()))

    def next_change(self, at: datetime) -> datetime | None:
        """Return when it opens next, or closes if it is open; None if it never does."""
        was = self.is_open(at)
        marks = sorted(mark for n in range(8) for span in self.spans(at.date() + timedelta(days=n)) for mark in span)
        return next((mark for mark in marks if mark > at and self.is_open(mark) != was), None)


@cache
def hours(text: str) -> Hours:
    """Return hours as files write them: "Mon-Fri 09:00-17:00, Sat 10:00-14:00 15:00-18:00"; "" is always.

    Raises:
        UserError: they are not written so.
    """
    week: list[tuple[Span, ...]] = [()] * 7
    for entry in (text or "Mon-Sun 00:00-24:00").split(", "):
        found = re.fullmatch(r"(\w{3})(?:-(\w{3}))?((?: \d\d:\d\d-\d\d:\d\d)+)", entry)
        if not found or not {found[1], found[2] or found[1]} <= set(DAYS):
            raise UserError(f"opening hours “{entry}”: write them as “Mon-Fri 09:00-17:00”")
        spans = tuple((_time(one[:5]), _time(one[6:])) for one in found[3].split())
        for day in range(DAYS.index(found[1]), DAYS.index(found[2] or found[1]) + 1):
            week[day] = spans
    return Hours(tuple(week))


def _time(text: str) -> time:
    return time.fromisoformat(text.replace("24:", "00:"))
