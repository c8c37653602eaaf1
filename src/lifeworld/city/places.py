"""Where everything is: businesses, sights, parks and stops by key; any address of the city by its words."""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from lifeworld.city.directory import CITY, HOUSES, directory, entries
from lifeworld.city.geometry import District, Point, Street, beside, by_name, districts, inside
from lifeworld.city.hours import Hours, hours
from lifeworld.city.lines import calling, stops
from lifeworld.core import words
from lifeworld.core.words import Text

_VEHICLES = {"tram": "tram", "bus": "bus", "ferry": "ferry"}  # pictures of stops
_SETBACK = {"lane": 9.0, "primary": 17.0, "trunk": 20.0}  # metres from a street's middle to a house's


@dataclass(frozen=True)
class Sight:
    """What stands in the city beside its businesses; see `en/sights.toml`."""

    name: Text
    kind: Text
    district: Text
    emoji: Text
    address: str = ""
    spot: tuple[float, float] | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sights:
    """Sights by key; hours by kind of place, and by a place's key where it keeps its own."""

    hours: dict[str, str]
    own_hours: dict[str, str]
    sights: dict[str, Sight]


@dataclass(frozen=True)
class Place:
    """A place that the map shows; `category` is the kind of business, or park, sight, station or stop."""

    key: str
    name: str
    category: str
    address: str
    district: str
    at: Point
    phone: str  # "" if it has none
    hours: Hours | None
    emoji: str


@cache
def _sights() -> Sights:
    return words.read(Sights, words.folder(__file__) / "sights.toml")


@cache
def places() -> dict[str, Place]:
    """Return every business and sight by its key, then the stops."""
    found = {
        key: Place(
            key=key,
            name=one.name,
            category=one.kind,
            address=one.address,
            district=one.district,
            at=_house(one.address),
            phone=one.phone,
            hours=_hours(key, one.kind),
            emoji=one.emoji,
        )
        for key, one in entries().items()
        if one.district
    }
    for key, one in _sights().sights.items():
        code = districts()[one.district].code
        spot = Point(*one.spot) if one.spot else _house(one.address)
        address = f"{one.address or one.district}, {CITY} {code}"
        found[key] = Place(key, one.name, one.kind, address, one.district, spot, "", _hours(key, one.kind), one.emoji)
    for stop in stops().values():
        district = district_of(stop.at)
        address = f"{district.name}, {CITY} {district.code}"
        kind = next(line.kind for line in calling(stop))
        found[stop.key] = Place(stop.key, stop.name, "stop", address, district.name, stop.at, "", None, _VEHICLES[kind])
    return found


def district_of(point: Point) -> District:
    """Return the district that a point lies in, or lies next to."""
    around = [one for one in districts().values() if inside(point, one.outline)]
    return min(around or districts().values(), key=lambda one: point.to(one.centre))


def _hours(key: str, kind: str) -> Hours | None:
    text = _sights().own_hours.get(key, _sights().hours.get(kind))
    return None if text is None else hours(text)


def houses(street: Street) -> int:
    """Return the highest number of a house in a street."""
    named = street.district and street.name in directory().districts[street.district].streets
    return HOUSES if named else max(4, int(street.metres / 7))


def house(street: Street, number: int) -> Point:
    """Return where a house stands: number 1 at the street's beginning, odd ones to its left."""
    most = houses(street)
    left = _SETBACK.get(street.kind, 13.0) * (1 if number % 2 else -1)
    return beside(street.line, street.metres * min(number, most) / (most + 1), left)


def number_at(street: Street, share: float, left: bool) -> int:
    """Return which house stands at a share of the way along a street, on its left side or its right."""
    return max(2 - left, 2 * round((share * (houses(street) + 1) - left) / 2) + left)


def _house(address: str) -> Point:
    found = find(address)
    if found is None:
        raise ValueError(f"no such address in the city: {address}")
    return found


@cache
def _of_street() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(by_name(), key=len, reverse=True))
    return re.compile(rf"(?:([0-9]{{1,5}}) )?({names})\b", re.IGNORECASE)


@cache
def _streets() -> dict[str, Street]:
    return {name.casefold(): street for name, street in by_name().items()}


@cache
def _named() -> dict[str, Point]:
    """Return what has a name, in small letters, but for streets."""
    spots = {name.lower(): stop.at for name, stop in stops().items()}
    spots |= {name.lower(): one.centre for name, one in districts().items()}
    spots |= {one.name.lower(): one.at for one in places().values() if one.category != "stop"}
    for key, sight in _sights().sights.items():
        spots |= {name.lower(): places()[key].at for name in sight.also}
    return spots


@cache
def find(address: str) -> Point | None:
    """Return where an address is, or a place by its name; None where the city has none such.

    A house counts before a place's name, that before a street's middle: "14 Weaver Street, Apt 2B", "Callow Marina",
    "Depot, shed 2", "Clover Street clubhouse". Nothing but a number that the street has stands before its name.
    """
    parts = [" ".join(part.split()) for part in address.split(",")]
    on_streets = [found for part in parts if (found := _of_street().match(part))]
    for found in on_streets:
        if found[1]:
            return _numbered(_streets()[found[2].casefold()], int(found[1]))
    if parts[0].lower() in _named():
        return _named()[parts[0].lower()]
    if on_streets:
        street = _streets()[on_streets[0][2].casefold()]
        return house(street, houses(street) // 2)
    return None


def _numbered(street: Street, number: int) -> Point | None:
    """Return where a house stands; None where the street has none of this number."""
    return house(street, number) if 1 <= number <= houses(street) else None


@cache
def called(text: str) -> Place | None:
    """Return the place that a text names before its first comma: “Callow Marina, berth 14”; None where it is none."""
    name = text.partition(",")[0].casefold()
    return next((one for one in places().values() if one.name.casefold() == name and one.category != "stop"), None)


def stays_open(text: str, start: datetime, end: datetime) -> bool:
    """Say whether what a text names is open from one moment to another; what keeps no hours is."""
    place = called(text)
    return not (place and place.hours) or place.hours.stays_open(start, end)


def nearest(point: Point, category: str = "") -> list[Place]:
    """Return the places of a category, or of all, the nearest first."""
    found = (one for one in places().values() if category in ("", one.category))
    return sorted(found, key=lambda one: (point.to(one.at), one.key))
