"""Days, spans of time and words of a person who is drawn."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from lifeworld.life.biography import Standing


def birthday_of(now: date, age: int, rng: Random) -> str:
    """Return a birthday of somebody who is so old now."""
    day = date(now.year - age, 1, 1) + timedelta(days=rng.randint(0, 364))
    passed = (day.month, day.day) <= (now.month, now.day)
    return (day if passed else day.replace(year=day.year - 1, day=min(day.day, 28))).isoformat()


def falls(entry: Standing, day: date) -> bool:
    """Return whether something standing may be on that day; what is monthly finds a day by itself."""
    if entry.repeats == "weekdays":
        return day.weekday() < 5
    return entry.repeats == "weekly" and day.weekday() == entry.day


def span_of(start: str, minutes: int) -> tuple[datetime, datetime]:
    begun = datetime.combine(date.min, time.fromisoformat(start))
    return begun, begun + timedelta(minutes=minutes)


def overlap(one: tuple[datetime, datetime], other: tuple[datetime, datetime]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def filled_in(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda place: words[place[1]], value)
    if isinstance(value, tuple):
        return tuple(filled_in(one, words) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: filled_in(getattr(value, one.name), words) for one in fields(value)})
    return value
