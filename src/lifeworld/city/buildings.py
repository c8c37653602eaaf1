"""The houses that the map shows, each with a number of its street that stands there."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random

from lifeworld.city.frame import Frame
from lifeworld.city.geometry import DEPTHS, Fronts, Line, Point, Street, along, built, streets
from lifeworld.city.places import number_at

_SINGLE = 5  # the zoom where houses are drawn one by one; from farther away they are rows


@dataclass(frozen=True)
class House:
    """A house, or a row of them: its corners, and the number of the middle one."""

    corners: Line
    number: int

    @property
    def middle(self) -> Point:
        a, _, b, _ = self.corners
        return a.towards(b, 0.5)


def houses(frame: Frame) -> Iterator[House]:
    """Yield the houses in a picture, or rows of them."""
    rows = frame.view.zoom < _SINGLE
    for street, fronts in zip(streets(), built(), strict=True):
        if frame.reaches(street.line):
            yield from (one for one in _houses(street, fronts, rows) if frame.shows(one.corners[0]))


@cache
def _houses(street: Street, fronts: Fronts, rows: bool) -> tuple[House, ...]:
    """Return a street's houses on both sides, or whole rows of them."""
    found = []
    for side, spans in zip((1, -1), fronts, strict=True):
        rng = Random(f"{street.name} {street.district} {side}")
        for start, end in spans:
            found += [_house(street, *plot, side, rng) for plot in _plots(street, start, end, 60 if rows else 18, rng)]
    return tuple(found)


def _plots(street: Street, start: float, end: float, wide: float, rng: Random) -> Iterator[tuple[float, float]]:
    """Yield where houses of about `wide` metres begin and end, on a stretch between two distances along a street."""
    count = max(1, round((end - start) / wide))
    cuts = [start, *(start + (end - start) * (n + rng.uniform(-0.25, 0.25)) / count for n in range(1, count)), end]
    for a, b in pairwise(cuts):
        if rng.random() > 0.06:
            yield a, b - (0.5 if street.kind == "lane" else rng.uniform(2, 5))


def _house(street: Street, start: float, end: float, side: int, rng: Random) -> House:
    front, depth = DEPTHS[street.kind]
    ends = [along(street.line, metres) for metres in (start, end)]
    deep = front + depth * rng.uniform(0.7, 1.2)
    near, far = ([at.aside(way, side * left) for at, way in ends] for left in (front, deep))
    number = number_at(street, (start + end) / 2 / street.metres, side > 0)
    return House((*near, *far[::-1])[::side], number)
