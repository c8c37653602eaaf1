"""When people are awake: nobody writes asleep, and who works at night writes at night."""

from datetime import datetime, timedelta
from itertools import chain
from random import Random

from lifeworld.city.directory import ahead
from lifeworld.life.diary import Diary
from lifeworld.life.models import age

_DAY = timedelta(days=1)
_STEP = timedelta(minutes=20)
_NIGHT_FELL = 5  # the hours before it belong to the evening before
_STIRS = 150  # minutes within which one writes again
_HOME, _RESTED = 8, 14  # when who has worked at night goes to bed, and gets up


class Presence:
    """Who of a life is awake when.

    Attributes:
        nights: the dates on whose evenings the owner goes to work.
        rota: the keys of those who work with the owner then, and the owner's.
    """

    def __init__(self, diary: Diary) -> None:
        late = [entry for entry in diary.bio.standing if entry.calendar == "Work" and entry.start >= "20:00"]
        days = ((entry, day) for entry in late for day in diary.days(-entry.begun, -entry.ends))
        self.nights = frozenset(day for entry, day in days if day.weekday() == entry.day and diary.at_home(day))
        shifts = (circle.members for circle in diary.bio.circles if "shift" in circle.topics)
        self.rota = frozenset(("me", *chain(*shifts)) if self.nights else ())
        self._diary, self._hours = diary, dict[str, tuple[float, float]]()  # found when they are asked for

    def awake(self, key: str, at: datetime) -> bool:
        """Return whether a person is awake at a moment of the city's, by their own clock."""
        at += ahead(self._diary.people[key].address)
        hour = at.hour + at.minute / 60
        if key in self.rota and at.date() - _DAY in self.nights and hour < _RESTED:
            return hour < _HOME
        if key in self.rota and at.date() in self.nights and hour >= _RESTED:
            return True
        if key not in self._hours:
            self._hours[key] = _hours(self._diary, key)
        up, down = self._hours[key]
        return up <= (hour + 24 if hour < _NIGHT_FELL else hour) < down

    def when_awake(self, key: str, at: datetime, rng: Random) -> datetime:
        """Return the moment, or a later one at which somebody is awake."""
        later = at
        while not self.awake(key, later):
            later += _STEP
        return at if later == at else later + timedelta(minutes=rng.randint(0, _STIRS))


def _hours(diary: Diary, key: str) -> tuple[float, float]:
    """Return when somebody gets up and goes to bed, in hours of the day: the young late, the old early."""
    person, rng = diary.people[key], diary.rng(f"hours of {key}")
    years = age(person.birthday, diary.now.date())
    shift = 1.1 if 15 <= years < 32 else -0.7 if years >= 62 else 0
    shift += 0.4 if person.temper == "chaotic" else 0
    down = 21.2 if years < 15 else 23.3 + shift + rng.uniform(-0.5, 0.5)
    return 6.5 + shift / 2 + rng.uniform(-0.5, 0.5), down
