"""The map of Port Callow: points and lines in metres east and south of its north-western corner.

Streets, land and water are laid by `scripts/city.py` and stand in `map.json`; where streets meet, they share a point.
"""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

from lifeworld.city.directory import directory


class Point(NamedTuple):
    """A place on the map."""

    x: float
    y: float

    def to(self, other: "Point") -> float:
        """Return the metres to another as the crow flies."""
        return hypot(other.x - self.x, other.y - self.y)

    def towards(self, other: "Point", share: float) -> "Point":
        """Return the point at a share of the way to another."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)

    def aside(self, way: "Point", left: float) -> "Point":
        """Return the point so many metres to the left of a way (a unit vector), or to its right if negative."""
        return Point(self.x + way.y * left, self.y - way.x * left)


Line = tuple[Point, ...]
Spans = tuple[tuple[float, float], ...]
Fronts = tuple[Spans, Spans]
DEPTHS = {  # metres from a street's middle to its houses, and how deep these are
    "lane": (5.0, 15.0),
    "street": (9.0, 13.0),
    "secondary": (12.0, 15.0),
    "primary": (13.0, 17.0),
}


@dataclass(frozen=True)
class Street:
    """A street by its middle; `kind` is trunk, primary, secondary, street, lane, or path, where no cars go."""

    name: str  # "" for a path
    district: str  # "" where it leads through several
    kind: str
    line: Line

    @cached_property
    def metres(self) -> float:
        """How long it is."""
        return length(self.line)


@dataclass(frozen=True)
class Area:
    """Land or water by its outline; `kind` is town, park, wood …, sea, river, water or land."""

    kind: str
    name: str
    outline: Line


@dataclass(frozen=True)
class District:
    """A part of the city: its postal code, and where it lies."""

    name: str
    code: str
    centre: Point
    outline: Line


@cache
def laid() -> dict[str, list[Any]]:
    """Return the map as its file holds it: lists of each kind of thing."""
    found: dict[str, list[Any]] = json.loads((Path(__file__).parent / "map.json").read_text())
    return found


def line_of(numbers: list[float]) -> Line:
    """Return points from x and y of each, one after the other."""
    return tuple(map(Point, numbers[::2], numbers[1::2]))


@cache
def sheet() -> Point:
    """Return the map's south-eastern corner."""
    return Point(*laid()["sheet"])


@cache
def streets() -> tuple[Street, ...]:
    """Return every street, road and path."""
    return tuple(Street(name, district, kind, line_of(line)) for name, district, kind, line in laid()["streets"])


@cache
def built() -> tuple[Fronts, ...]:
    """Return for each street where houses stand to its left and right: stretches between two distances along it."""
    return tuple((_spans(left), _spans(right)) for left, right in laid()["fronts"])


def _spans(numbers: list[float]) -> Spans:
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


@cache
def by_name() -> dict[str, Street]:
    """Return the streets that have a name by it."""
    return {one.name: one for one in streets() if one.name}


@cache
def areas() -> tuple[Area, ...]:
    """Return land and water; what lies on top comes last."""
    return tuple(Area(kind, name, line_of(line)) for kind, name, line in laid()["areas"])


@cache
def districts() -> dict[str, District]:
    """Return the parts of the city by name."""
    codes = directory().districts
    return {
        name: District(name, codes[name].code, Point(*centre), line_of(line))
        for name, centre, line in laid()["districts"]
    }


@cache
def rails() -> tuple[tuple[str, Line], ...]:
    """Return the middle of the river, railways and piers, each with its kind: stream, rail, siding or pier."""
    return tuple((kind, line_of(line)) for kind, line in laid()["rails"])


def length(line: Line) -> float:
    """Return a line's length in metres."""
    return sum(a.to(b) for a, b in pairwise(line))


def along(line: Line, metres: float) -> tuple[Point, Point]:
    """Return the point so many metres from a line's beginning, and the unit vector of its way there."""
    for a, b in pairwise(line):
        if metres <= (one := a.to(b)) or b is line[-1]:
            return a.towards(b, metres / one), Point((b.x - a.x) / one, (b.y - a.y) / one)
        metres -= one
    raise ValueError("a line has two points or more")


def beside(line: Line, metres: float, left: float) -> Point:
    """Return the point so many metres from a line's beginning, and to its left (to its right if negative)."""
    here, way = along(line, metres)
    return here.aside(way, left)


def inside(point: Point, outline: Line) -> bool:
    """Say whether a point lies within an outline."""
    odd = False
    for a, b in pairwise((*outline, outline[0])):
        if (a.y > point.y) != (b.y > point.y) and point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y):
            odd = not odd
    return odd
