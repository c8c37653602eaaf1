"""The houses along the streets, as the map shows them from near."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
from numpy.typing import NDArray

from lifeworld.city.frame import Frame, box, data
from lifeworld.city.geometry import Line, Point, Street, areas, beside, inside, length, streets

_SET = {"lane": (5.0, 17.0), "street": (9.0, 13.0), "secondary": (12.0, 15.0), "primary": (13.0, 17.0)}
_BARE = ("sea", "river", "water", "park", "golf", "cemetery", "beach", "wood", "pitch")


def buildings(frame: Frame) -> Iterator[str]:
    """Yield the houses as one path; from far away none."""
    if frame.view.zoom < 4:
        return
    found = [house for street in streets() if frame.reaches(street.line) for house in _along(street, frame.view.zoom)]
    d = "".join(f"{data([[frame.xy(point) for point in house]])}z" for house in found if frame.shows(house[0]))
    if d:
        yield f'<path class="house" d="{d}"/>'


@cache
def _along(street: Street, zoom: int) -> tuple[Line, ...]:
    """Return the corners of a street's houses on both sides; those from farther away stand for several."""
    if street.kind not in _SET:
        return ()
    rng, whole = Random(f"{street.name} {street.district}"), length(street.line)
    (front, depth), boxes = _SET[street.kind], []
    for side in (1, -1):
        metres = front + 9
        while (wide := rng.uniform(13, 26) * (3 if zoom < 5 else 1)) and metres + wide < whole - front - 9:
            deep = front + depth * rng.uniform(0.75, 1.25)
            if rng.random() > 0.08:
                ends = ((metres, front), (metres + wide, front), (metres + wide, deep), (metres, deep))
                boxes.append(tuple(beside(street.line, far, side * left) for far, left in ends))
            metres += wide + (1 if street.kind == "lane" else rng.uniform(2, 7))
    return tuple(one for one, free in zip(boxes, _free(boxes, street), strict=True) if free) if boxes else ()


def _free(boxes: list[Line], street: Street) -> NDArray[np.bool_]:
    """Say of each house whether it stands clear of other streets, and on land that may be built on."""
    spots = np.asarray(boxes).reshape(-1, 2)
    low, high = spots.min(axis=0) - 30, spots.max(axis=0) + 30
    rows, widths = _segments()
    near = (np.minimum(rows[:, :2], rows[:, 2:]) < high) & (np.maximum(rows[:, :2], rows[:, 2:]) > low)
    rows, widths = rows[near.all(axis=1)], widths[near.all(axis=1)]
    way = rows[:, 2:] - rows[:, :2]
    gap = spots[:, None] - rows[None, :, :2]
    share = np.clip((gap * way).sum(axis=2) / (way**2).sum(axis=1), 0, 1)
    clear = np.hypot(*(gap - share[..., None] * way).transpose(2, 0, 1)) > widths - 1
    built = clear.all(axis=1).reshape(-1, 4).all(axis=1)
    bare = [one.outline for one in areas() if one.kind in _BARE]
    dry = [not any(_within(one[2], outline) for outline in bare) for one in boxes]
    free: NDArray[np.bool_] = np.logical_and(built, dry)
    return free


@cache
def _segments() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the segments (n, 4) of all streets, and how far (n,) houses stand from each."""
    found = [((*a, *b), _SET.get(one.kind, (4.0, 0))[0]) for one in streets() for a, b in pairwise(one.line)]
    return np.asarray([row for row, _ in found]), np.asarray([width for _, width in found])


def _within(point: Point, outline: Line) -> bool:
    low, high = box(outline)
    return low.x < point.x < high.x and low.y < point.y < high.y and inside(point, outline)
