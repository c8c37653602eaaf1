"""Who is with the owner when, by the calendar: nobody writes to somebody beside whom they sit."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta

from lifeworld.core.rhythm import rhythm
from lifeworld.life.deeds import Plan
from lifeworld.life.diary import Diary
from lifeworld.life.events import Planned
from lifeworld.life.words.kinds import Step

_THERE = ("", "accepted")  # the owner's answers to what they go to
_LATE = 20  # the hour from which on it is evening that is over
_Occasion = tuple[Planned, datetime, datetime]  # what takes place, and from when to when


class Meetings:
    """What the owner does with others, or elsewhere: what the diary has, and the plans that are `arranged` since."""

    def __init__(self, diary: Diary) -> None:
        self._diary = diary
        self._on: dict[date, list[Planned]] = defaultdict(list)
        self._members = {circle.key: circle.members for circle in diary.bio.circles}
        self.arranged: list[Plan] = []
        for event in diary.events:
            if isinstance(event, Planned) and (event.guests or event.place) and event.answer in _THERE:
                for day in self._dates(event):
                    self._on[day].append(event)

    def _dates(self, event: Planned) -> Iterator[date]:
        first, last = event.start.date(), event.until or self._diary.end.date()
        if not event.repeats:
            return _days(first, max(1, (event.end - event.start).days))
        return (day for day in rhythm(first, event.repeats, self._diary.start.date(), last) if day not in event.skips)

    def part(self, others: Collection[str], first: datetime, last: datetime, *, late: bool) -> bool:
        """Return whether what the owner does with others ends within that time; an evening out, where it is `late`."""
        days = _days(first.date(), (last.date() - first.date()).days + 1)
        on = (one for day in days for one in self._each(day) if self._with(one[0], others))
        return any(first < end < last and (not late or (one.place and end.hour >= _LATE)) for one, _, end in on)

    def over(self, plan: Plan, at: datetime, speaker: str, *, around: bool) -> datetime:
        """Return when the owner parts from whom the next words are from or for, or leaves where they write none.

        Around its start, who comes late writes to who is there; at work, one writes at one's desk.
        """
        readers = self._members.get(plan.chat) or [one for one in plan.others() if self._diary.direct(one) == plan.chat]
        on = [one for one in self._each(at.date(), plan) if one[1] <= at < one[2]]
        travels = [end for one, _, end in on if one.all_day and self._with(one, readers)]
        on = [one for one in on if not (one[0].all_day or (around and one[1] == plan.start))]
        met = [end for one, _, end in on if self._with(one, readers if speaker == "me" else (speaker,))]
        out = [end for one, _, end in on if speaker == "me" and one.place and one.calendar != "Work"]
        return max((*travels, *met, *out), default=at)

    def allow(self, step: Step, at: datetime) -> bool:
        """Return whether the owner has nothing on for as long as a step wants them at home."""
        return not step.indoors or self._diary.where.free(at, at + timedelta(hours=step.indoors))

    def _with(self, event: Planned, others: Collection[str]) -> bool:
        there = {person for person, answer in event.guests if answer == "accepted"}
        return {self._diary.people[key].id for key in others} <= there

    def _each(self, day: date, but: Plan | None = None) -> Iterator[_Occasion]:
        made = (one.entry for one in self.arranged if one is not but and one.entry)
        for event in (*self._on[day], *made):
            later = day - event.start.date() if event.repeats else timedelta()
            yield event, event.start + later, event.end + later


def _days(first: date, number: int) -> Iterator[date]:
    return (first + timedelta(days=day) for day in range(number))
