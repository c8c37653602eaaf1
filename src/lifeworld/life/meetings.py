"""Who is with the owner when, by the calendar: nobody writes to somebody beside whom they sit."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from lifeworld.core.rhythm import rhythm
from lifeworld.life.deeds import Plan
from lifeworld.life.diary import Diary
from lifeworld.life.events import Planned

_THERE = ("", "accepted")  # the owner's answers to what they go to


class Meetings:
    """What the owner does with others: what stands in the diary, and the plans that are `arranged` since."""

    def __init__(self, diary: Diary) -> None:
        self._diary = diary
        self._on: dict[date, list[Planned]] = defaultdict(list)
        self.arranged: list[Plan] = []
        for event in diary.events:
            if isinstance(event, Planned) and event.guests and not event.all_day and event.answer in _THERE:
                for day in self._days(event):
                    self._on[day].append(event)

    def _days(self, event: Planned) -> Iterator[date]:
        first, last = event.start.date(), event.until or self._diary.end.date()
        days = rhythm(first, event.repeats, self._diary.start.date(), last) if event.repeats else iter((first,))
        return (day for day in days if day not in event.skips)

    def over(self, plan: Plan, at: datetime) -> datetime:
        """Return when those whom a plan is with part from the owner; the moment itself where they are not together."""
        others = {self._diary.people[key].id for key in plan.others()}
        made = (one.entry for one in self.arranged if one is not plan and one.entry)
        both = [_that_day(one, at) for one in (*self._on[at.date()], *made) if others <= _guests(one)]
        return max((end for start, end in both if start <= at < end), default=at)


def _guests(event: Planned) -> set[int]:
    return {person for person, answer in event.guests if answer == "accepted"}


def _that_day(event: Planned, at: datetime) -> tuple[datetime, datetime]:
    later = at.date() - event.start.date() if event.repeats else timedelta()
    return event.start + later, event.end + later
