"""The houses along the streets, as the map shows them from near."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

from lifeworld.city.frame import Frame, data
from lifeworld.city.geometry import DEPTHS, Fronts, Line, Street, along, built, streets


def buildings(frame: Frame) -> Iterator[str]:
    """Yield the houses as one path; from far away none."""
    if frame.view.zoom < 4:
        return
    near = ((one, fronts) for one, fronts in zip(streets(), built(), strict=True) if frame.reaches(one.line))
    found = (house for one, fronts in near for house in _houses(one, fronts, frame.view.zoom < 5))
    d = "".join(f"{data([[*map(frame.xy, house)]])}z" for house in found if frame.shows(house[0]))
    if d:
        yield f'<path class="house" d="{d}"/>'


@cache
def _houses(street: Street, fronts: Fronts, rows: bool) -> tuple[Line, ...]:
    """Return the corners of a street's houses on both sides, or of whole rows of them."""
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


def _house(street: Street, start: float, end: float, side: int, rng: Random) -> Line:
    front, depth = DEPTHS[street.kind]
    ends = [along(street.line, metres) for metres in (start, end)]
    deep = front + depth * rng.uniform(0.7, 1.2)
    near, far = ([at.aside(way, side * left) for at, way in ends] for left in (front, deep))
    return (*near, *far[::-1])[::side]
