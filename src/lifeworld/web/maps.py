"""The city's map on a page: `kit.map`."""

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from lifeworld.city.drawing import Mark, drawn
from lifeworld.city.frame import View
from lifeworld.city.geometry import Point
from lifeworld.city.places import find

_ZOOM = 4  # streets with their names, and houses


def city_map(
    where: str | Point | View,
    name: str,
    size: tuple[int, int],
    marks: Sequence[Mark] = (),
    path: Sequence[Point] = (),
) -> Markup:
    """Return the map of `size` pixels around an address, a place by its name, or a point, with a pin there.

    A view is shown as it is, with its marks and a route's path. "" stands for an address that is not in the city.
    """
    if isinstance(where, View):
        return _drawn(where, name, size, tuple(marks), tuple(path))
    at = find(where) if isinstance(where, str) else where
    return _drawn(View(at, _ZOOM), name, size, (Mark(at),), ()) if at else Markup("")


@lru_cache(maxsize=256)
def _drawn(view: View, name: str, size: tuple[int, int], marks: tuple[Mark, ...], path: tuple[Point, ...]) -> Markup:
    return Markup(drawn(view, marks=marks, path=path, size=size, name=name))
