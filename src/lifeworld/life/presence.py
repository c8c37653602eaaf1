"""Where the owner of a life is when, and when people are awake: nobody writes asleep, nobody is at a closed door."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from lifeworld.city.places import find, stays_open
from lifeworld.life.models import Person

if TYPE_CHECKING:
    from lifeworld.life.diary import Diary

# kinds of businesses that are paid where they are; all others from anywhere
GONE_TO = frozenset(("grocer", "bakery", "cafe", "restaurant", "bar", "leisure", "health", "shop"))
AT_THE_TILL = timedelta(minutes=3)

_DAY = timedelta(days=1)
_STEP = timedelta(minutes=20)
_NIGHT_FELL = 5  # the hours before it belong to the evening before
_HOME, _RESTED = 8, 14  # when who has worked at night goes to bed, and gets up
_PACE = 5.0  # metres a second, as the crow flies, from one place to the next
_LATER = timedelta(hours=3)  # for which a visit may be put off


@dataclass
class Whereabouts:
    """What the owner of a life has on, day by day, and where."""

    _busy: dict[date, list[tuple[datetime, datetime, str]]] = field(default_factory=lambda: defaultdict(list))

    def occupy(self, start: datetime, end: datetime, place: str = "") -> None:
        """Say that the owner has something on then, perhaps at `place`."""
        for days in range((end.date() - start.date()).days + 1):
            self._busy[start.date() + timedelta(days=days)].append((start, end, place))

    def free(self, start: datetime, end: datetime, place: str = "", *, within: bool = False) -> bool:
        """Say whether the owner has nothing on then, gets there and away, and finds it open; or is there (`within`)."""
        busy = [(*one, timedelta() if within else _way(one[2], place)) for one in self._busy[start.date()]]
        return stays_open(place, start, end) and all(
            over + way <= start or end + way <= begun or (within and at == place) for begun, over, at, way in busy
        )

    def visit(self, at: datetime, place: str, rng: Random) -> datetime | None:
        """Return when the owner pays at a place, then or hours later, and let them be there; None if they can't be."""
        marks = [over + _way(before, place) for _, over, before in sorted(self._busy[at.date()])]
        after = (mark + AT_THE_TILL + timedelta(seconds=rng.randint(60, 600)) for mark in marks)
        for till in (at, *(one for one in after if at < one < at + _LATER)):
            if self.free(till - AT_THE_TILL, till, place):
                self.occupy(till - AT_THE_TILL, till, place)
                return till
        return None


@cache
def _way(place: str, other: str) -> timedelta:
    """Return how long one needs from a place to another; no time where it isn't said where that is."""
    start, end = find(place), find(other)
    return timedelta(seconds=round(start.to(end) / _PACE)) if start and end else timedelta()


class Presence:
    """Who of a life is awake when.

    Attributes:
        nights: the dates on whose evenings the owner goes to work.
        rota: the keys of those who work with the owner then, and the owner's.
    """

    def __init__(self, diary: "Diary") -> None:
        late = [entry for entry in diary.bio.standing if entry.calendar == "Work" and entry.start >= "20:00"]
        days = ((entry, day) for entry in late for day in diary.days(-entry.begun, -entry.ends))
        self.nights = frozenset(day for entry, day in days if day.weekday() == entry.day and diary.at_home(day))
        shifts = (circle.members for circle in diary.bio.circles if "shift" in circle.topics)
        self.rota = frozenset(("me", *chain(*shifts)) if self.nights else ())
        self._hours = {key: _hours(diary, key, person) for key, person in diary.people.items()}

    def awake(self, key: str, at: datetime) -> bool:
        """Return whether a person is awake at a moment."""
        hour = at.hour + at.minute / 60
        if key in self.rota and at.date() - _DAY in self.nights and hour < _RESTED:
            return hour < _HOME
        if key in self.rota and at.date() in self.nights and hour >= _RESTED:
            return True
        up, down = self._hours[key]
        return up <= (hour + 24 if hour < _NIGHT_FELL else hour) < down

    def when_awake(self, key: str, at: datetime, rng: Random) -> datetime:
        """Return the moment, or a later one at which somebody is awake."""
        later = at
        while not self.awake(key, later):
            later += _STEP
        return at if later == at else later + timedelta(minutes=rng.randint(0, 19))


def _hours(diary: "Diary", key: str, person: Person) -> tuple[float, float]:
    """Return when somebody gets up and goes to bed, in hours of the day: the young late, the old early."""
    rng = diary.rng(f"hours of {key}")
    age = (diary.now.date() - person.birthday).days / 365.25
    shift = 1.1 if 15 <= age < 32 else -0.7 if age >= 62 else 0
    shift += 0.4 if person.temper == "chaotic" else 0
    down = 21.2 if age < 15 else 23.3 + shift + rng.uniform(-0.5, 0.5)
    return 6.5 + shift / 2 + rng.uniform(-0.5, 0.5), down
