"""How far, how long, open until when, how busy: what the city knows, in the words of the screens."""

from datetime import datetime, time, timedelta
from itertools import groupby
from math import exp
from random import Random

from lifeworld.apps.maps.kinds import kind
from lifeworld.apps.maps.models import Place, Units
from lifeworld.city.hours import Hours
from lifeworld.city.parking import Zone
from lifeworld.web.dates import clock, weekday
from lifeworld.web.formats import money, number
from lifeworld.web.language import _

FEET, MILE = 3.28084, 1609.344  # feet in a metre, metres in a mile
_DAY = timedelta(days=1)
_MONDAY = datetime.fromisoformat("2026-01-05")
_SPREAD = 2.2  # hours around a peak in which many come


def distance(far: float, units: Units) -> str:
    """Return so many metres in the units of the settings: “450 ft”, “1.3 mi”, “640 m”, “2.1 km”."""
    if units == "kilometres":
        return _("%(n)s m", n=_tens(far)) if far < 995 else _("%(n)s km", n=_tenths(far / 1000))
    return _("%(n)s ft", n=_tens(far * FEET)) if far < MILE / 10 else _("%(n)s mi", n=_tenths(far / MILE))


def _tens(length: float) -> str:
    return number(max(10, int(round(length, -1))))


def _tenths(length: float) -> str:
    return number(round(length, 1))


def duration(seconds: float) -> str:
    """Return a time on the way: “8 min”, “1 h 5 min”."""
    hours, minutes = divmod(_minutes(seconds), 60)
    if not hours:
        return _("%(n)s min", n=minutes)
    return _("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes) if minutes else _("%(n)s h", n=hours)


def arrival(leaves: datetime, seconds: float) -> datetime:
    """Return the minute at which one is there: as long after one leaves as `duration` says."""
    return leaves.replace(second=0, microsecond=0) + timedelta(minutes=_minutes(seconds))


def _minutes(seconds: float) -> int:
    return max(1, round(seconds / 60))


def opening(hours: Hours, now: datetime) -> tuple[bool, str]:
    """Return whether a place is open, and in words what comes next."""
    is_open, change = hours.is_open(now), hours.next_change(now)
    if not change:
        return is_open, _("24 hours") if is_open else ""
    at = _at(change, now)
    return is_open, _("closes %(time)s", time=at) if is_open else _("opens %(time)s", time=at)


def _at(change: datetime, now: datetime) -> str:
    return clock(change) if change.date() == now.date() else f"{weekday(change)} {clock(change)}"


def parking(zone: Zone | None, at: datetime) -> str:
    """Return what one pays to park at a moment: “Parking zone A: $3.20 an hour until 8:00 PM”."""
    change = zone and zone.hours.next_change(at)
    if not zone or not change:
        return _("Parking is free here")
    says = {"zone": zone.letter, "price": money(zone.price), "time": _at(change, at)}
    if zone.hours.is_open(at):
        return _("Parking zone %(zone)s: %(price)s an hour until %(time)s", **says)
    return _("Parking zone %(zone)s: free until %(time)s, then %(price)s an hour", **says)


def degrees(fahrenheit: int, units: Units) -> str:
    """Return a temperature, in Celsius where distances are in kilometres: “58°F”, “14°C”."""
    if units == "kilometres":
        return _("%(n)s°C", n=number(round((fahrenheit - 32) / 1.8)))
    return _("%(n)s°F", n=number(fahrenheit))


def week(hours: Hours) -> list[str]:
    """Return the hours of a week, days in a row that are alike told once: “Mon – Fri 9:00 AM – 6:00 PM”."""
    found = []
    for spans, alike in groupby(range(7), key=hours.on):
        days = [weekday(_MONDAY + one * _DAY) for one in alike]
        names = f"{days[0]} – {days[-1]}" if days[1:] else days[0]
        found += [f"{names} {', '.join(times(*each) for each in spans)}"] if spans else []
    return found


def times(first: time, last: time) -> str:
    """Return from when to when a place is open: “9:00 AM – 6:00 PM”."""
    if first == last:
        return _("24 hours")
    return f"{clock(first)} – {clock(last)}"


def busy(place: Place, weekday: int) -> list[tuple[int, int]]:
    """Return how busy a place is in the hours of a day in which it is open, in percent."""
    hours = place.known.hours
    if not hours:
        return []
    rng = Random(f"{place.key} {weekday}")
    level = rng.uniform(45, 75) + (18 if weekday in (4, 5) else 0)
    peaks = [(peak, rng.uniform(0.6, 1)) for peak in kind(place.category).peaks]
    day = _MONDAY + weekday * _DAY
    opened = [hour for hour in range(24) if hours.is_open(day.replace(hour=hour))]
    return [(hour, min(100, round(level * _crowd(hour, peaks)))) for hour in opened]


def _crowd(hour: int, peaks: list[tuple[int, float]]) -> float:
    return 0.15 + sum(share * exp(-(((hour - peak) / _SPREAD) ** 2)) for peak, share in peaks)
