"""What an almanac says of a day in Port Callow: its weather, its moon, its tides and its river, from the date alone."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import cache
from math import cos, pi, sin

from lifeworld.city.weather import weather

_NEW_MOON = datetime.fromisoformat("2000-01-06T18:14")
_MONTH = timedelta(days=29.530589)
_TIDE = _MONTH / 57  # from one high water to the next
_DAY = timedelta(days=1)
_PHASES = (
    *("new moon", "a waxing crescent", "first quarter", "a waxing moon"),
    *("full moon", "a waning moon", "last quarter", "a waning crescent"),
)


@cache
def almanac(day: date) -> dict[str, str]:
    """Return the facts of a day by name: `reach` is the height of its tides, `river` that of the river, in metres."""
    age = (datetime.combine(day, time(12)) - _NEW_MOON) % _MONTH / _MONTH
    turn = 2 * pi * day.timetuple().tm_yday / 365.25
    minutes = round(60 * (12 - 3.6 * cos(turn + 0.17)))
    here, after = weather(day), weather(day + _DAY)
    told = {"date": f"{day:%A, %B} {day.day}", "sky": here.sky, "rain": here.rain, "rain_after": after.rain}
    told |= {"sky_after": after.sky, "low": _celsius(here.low), "high": _celsius(here.high)}
    told |= {"low_after": _celsius(after.low), "high_after": _celsius(after.high)}
    told |= {"floods": _turns(day, timedelta()), "ebbs": _turns(day, _TIDE / 2)}
    told |= {"reach": f"{2.3 + 0.6 * cos(4 * pi * age):.1f}", "moon": _PHASES[round(8 * age) % 8]}
    told |= {"daylight": f"{minutes // 60} h {minutes % 60} min", "sea": round(11 - 4 * sin(turn + 0.9))}
    told |= {"river": f"{0.7 + sum(weather(day - _DAY * ago).rain for ago in range(6)) / 430:.1f}"}
    return {name: str(value) for name, value in told.items()}


def facts() -> frozenset[str]:
    """Return the names of the facts, which are the same on all days."""
    return frozenset(almanac(_NEW_MOON.date()))


def _celsius(fahrenheit: int) -> int:
    return round((fahrenheit - 32) / 1.8)


def _turns(day: date, after: timedelta) -> str:
    return " and ".join(f"{at:%H:%M}" for at in _tides(day, after))


def _tides(day: date, after: timedelta) -> Iterator[datetime]:
    """Yield when the water turns on a day, so long after the moon's own time."""
    first = _NEW_MOON + after
    at = first + _TIDE * -((first - datetime.combine(day, time())) // _TIDE)
    while at.date() == day:
        yield at
        at += _TIDE
