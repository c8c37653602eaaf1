"""The weather of a day is the same whenever one asks, fits the season, and is like that of the day before."""

from datetime import date, timedelta
from itertools import pairwise
from statistics import mean

from lifeworld.city.weather import weather

DAYS = [date(2025, 1, 1) + timedelta(days=n) for n in range(3 * 365)]


def test_a_date_has_one_weather() -> None:
    now = [weather(day) for day in DAYS[:60]]
    weather.cache_clear()
    assert [weather(day) for day in reversed(DAYS[:60])] == now[::-1]


def test_seasons_are_those_of_a_mild_coast() -> None:
    months = {month: [weather(day) for day in DAYS if day.month == month] for month in range(1, 13)}
    assert all(20 <= one.low < one.high <= 85 for found in months.values() for one in found)
    assert mean(one.high for one in months[7]) > mean(one.high for one in months[1]) + 18
    assert mean(one.rain for one in months[12]) > mean(one.rain for one in months[8]) + 10
    assert {month for month, found in months.items() if any(one.sky == "snow" for one in found)} <= {11, 12, 1, 2, 3}
    assert all(one.low <= 30 for found in months.values() for one in found if one.sky == "snow")


def test_the_sky_agrees_with_the_chance_of_rain() -> None:
    wet = {"showers", "rain", "storm", "snow"}
    for one in map(weather, DAYS):
        assert one.rain in range(0, 100, 5)
        assert (one.sky in wet) == (one.rain >= 50)
    assert {weather(day).sky for day in DAYS} == wet | {"clear", "fair", "cloudy", "fog"}


def test_neighbouring_days_are_alike_but_weeks_are_not() -> None:
    found = [weather(day) for day in DAYS]
    assert all(abs(one.high - other.high) <= 14 for one, other in pairwise(found))
    for value in ("high", "rain"):
        steps = [abs(getattr(one, value) - getattr(other, value)) for one, other in pairwise(found)]
        far = [abs(getattr(one, value) - getattr(other, value)) for one, other in zip(found, found[14:], strict=False)]
        assert mean(steps) < 0.6 * mean(far)
