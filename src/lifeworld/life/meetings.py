"""Who is with the owner when, by the calendar: nobody writes to somebody beside whom they sit."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta

from lifeworld.core.rhythm import rhythm
from lifeworld.life.deeds import Plan
from lifeworld.life.diary import BED, Diary
from lifeworld.life.events import Planned

_THERE = ("", "accepted")  # the owner's answers to what they go to
_LATE = 20  # the hour from which on it is evening that is over
_DAY = timedelta(days=1)


class Meetings:
    """What the owner does with others: what stands in the diary, and the plans that are `arranged` since."""

    def __init__(self, diary: Diary) -> None:
        self._diary = diary
        self._on: dict[date, list[Planned]] = defaultdict(list)
        self._members = {circle.key: circle.members for circle in diary.bio.circles}
        self.arranged: list[Plan] = []
        for event in diary.events:
            if isinstance(event, Planned) and event.guests and event.answer in _THERE:
                for day in self._days(event):
                    self._on[day].append(event)

    def _days(self, event: Planned) -> Iterator[date]:
        """Yield the days on which it is; of a journey each, of another whole day none."""
        first, last = event.start.date(), event.until or self._diary.end.date()
        if event.all_day:
            days = (event.end - event.start).days
            return (first + number * _DAY for number in range(days if days > 1 else 0))
        every = rhythm(first, event.repeats, self._diary.start.date(), last) if event.repeats else iter((first,))
        return (day for day in every if day not in event.skips)

    def parted(self, others: Collection[str], first: datetime, last: datetime) -> bool:
        """Return whether an evening out of the owner with others was over within that time."""
        days = (first.date() + number * _DAY for number in range((last.date() - first.date()).days + 1))
        out = (one for day in days for one in self._together(others, day) if one[0].place)
        return any(first < end < last and end.hour >= _LATE for _, _, end in out)

    def ahead(self, others: Collection[str], at: datetime) -> bool:
        """Return whether the owner meets others in the days for which one lies in bed."""
        days = (at.date() + number * _DAY for number in range(BED.days + 1))
        return any(end > at for day in days for _, _, end in self._together(others, day))

    def over(self, plan: Plan, at: datetime, *, afar: bool) -> datetime:
        """Return when those who read a plan's chat part from the owner; the moment itself where they are not together.

        What one writes to who comes later (`afar`), nobody writes while they travel together.
        """
        both = self._together(self._members.get(plan.chat, plan.others()), at.date(), plan)
        return max((end for one, start, end in both if start <= at < end and (one.all_day or not afar)), default=at)

    def _together(
        self, others: Collection[str], day: date, but: Plan | None = None
    ) -> Iterator[tuple[Planned, datetime, datetime]]:
        """Yield what the owner does with all of them on a day, from when to when."""
        ids = {self._diary.people[key].id for key in others}
        made = (one.entry for one in self.arranged if one is not but and one.entry)
        for event in (*self._on[day], *made):
            if ids <= {person for person, answer in event.guests if answer == "accepted"}:
                later = day - event.start.date() if event.repeats else timedelta()
                yield event, event.start + later, event.end + later
