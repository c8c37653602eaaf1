"""The weather of Port Callow, from the date alone: the seasons of a mild coast, and fronts that last some days."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from math import cos, pi
from random import Random
from typing import Literal

Sky = Literal["clear", "fair", "cloudy", "fog", "showers", "rain", "storm", "snow"]
AHEAD = 9  # days for which it is told
_FRONT = 3  # days from one front to the next
_YEAR, _COLDEST = 365.25, 22  # days; the 22nd of January is the middle of winter


@dataclass(frozen=True)
class Weather:
    """What a day is like: low and high in whole degrees Fahrenheit, the chance of rain or snow in percent, by fives."""

    sky: Sky
    low: int
    high: int
    rain: int


@cache
def weather(day: date) -> Weather:
    """Return the weather of a day: the same for the same date, and like that of the day before."""
    summer = (1 - cos(2 * pi * (day.timetuple().tm_yday - _COLDEST) / _YEAR)) / 2
    wet = 0.7 * _drift("wet", day) + 0.3 * _drawn("wet today", day.toordinal())
    rain = 5 * round(20 * min(max(1.8 * wet - 0.4 - 0.3 * summer, 0), 0.95))
    high = round(47 + 24 * summer + 18 * (_drift("warm", day) - 0.5) - 6 * (wet - 0.5))
    low = high - round(8 + 12 * (1 - wet))
    return Weather(_sky(rain, low, summer, _drawn("sky", day.toordinal())), low, high, rain)


def ahead(today: date) -> dict[date, Weather]:
    """Return the weather of the days after a day, as far as it is told ahead."""
    return {day: weather(day) for day in (today + timedelta(days=one) for one in range(1, AHEAD + 1))}


def _sky(rain: int, low: int, summer: float, chance: float) -> Sky:
    if rain >= 50:
        return "snow" if low <= 30 else "storm" if chance < summer - 0.5 else "rain" if rain >= 70 else "showers"
    if rain >= 30:
        return "cloudy"
    return "fog" if chance < 0.25 * (1 - summer) else "fair" if rain >= 15 else "clear"


def _drift(what: str, day: date) -> float:
    """Return a number from 0 to 1 that wanders over the days, from front to front."""
    front, since = divmod(day.toordinal(), _FRONT)
    share = (1 - cos(pi * since / _FRONT)) / 2
    return _drawn(what, front) * (1 - share) + _drawn(what, front + 1) * share


def _drawn(what: str, number: int) -> float:
    return Random(f"{what} {number}").random()
