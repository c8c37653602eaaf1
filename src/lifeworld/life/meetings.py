"""Who is with the owner when, by the calendar: nobody writes to somebody beside whom they sit."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta

from lifeworld.core.rhythm import rhythm
from lifeworld.life.deeds import Plan
from lifeworld.life.diary import Diary
from lifeworld.life.events import Planned

_THERE = ("", "accepted")  # the owner's answers to what they go to
_LATE = 20  # the hour from which on it is evening that is over
_DAY = timedelta(days=1)
_Planned = tuple[Planned, datetime, datetime]  # from when to when on a day


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
        first, last = event.start.date(), event.until or self._diary.end.date()
        if not event.repeats:
            return (first + number * _DAY for number in range(max(1, (event.end - event.start).days)))
        return (day for day in rhythm(first, event.repeats, self._diary.start.date(), last) if day not in event.skips)

    def part(self, others: Collection[str], first: datetime, last: datetime, *, late: bool) -> bool:
        """Return whether what the owner does with others ends within that time; an evening out, where it is `late`."""
        days = (first.date() + number * _DAY for number in range((last.date() - first.date()).days + 1))
        both = (one for day in days for one in self._together(others, day))
        return any(first < end < last and (not late or (one.place and end.hour >= _LATE)) for one, _, end in both)

    def over(self, plan: Plan, at: datetime, speaker: str, *, around: bool) -> datetime:
        """Return when the owner parts from whom the next words are from or for; the moment itself where they are apart.

        Around its start, who comes late writes to who is there.
        """
        readers = self._members.get(plan.chat) or [one for one in plan.others() if self._diary.direct(one) == plan.chat]
        near = readers if speaker == "me" else (speaker,)
        travels = ((one, start, end) for one, start, end in self._together(readers, at.date(), plan) if one.all_day)
        meets = ((one, start, end) for one, start, end in self._together(near, at.date(), plan) if not one.all_day)
        both = (*travels, *((one, start, end) for one, start, end in meets if not (around and start == plan.start)))
        return max((end for _, start, end in both if start <= at < end), default=at)

    def _together(self, others: Collection[str], day: date, but: Plan | None = None) -> Iterator[_Planned]:
        """Yield what the owner does with all of them on a day, from when to when."""
        ids = {self._diary.people[key].id for key in others}
        made = (one.entry for one in self.arranged if one is not but and one.entry)
        for event in (*self._on[day], *made):
            if ids <= {person for person, answer in event.guests if answer == "accepted"}:
                later = day - event.start.date() if event.repeats else timedelta()
                yield event, event.start + later, event.end + later
