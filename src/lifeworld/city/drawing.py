"""The map as a picture: an SVG whose shapes have classes, so that themes colour it; see `web/static/map.css`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from markupsafe import Markup, escape

from lifeworld.city.buildings import houses
from lifeworld.city.frame import Frame, Size, View, data, simplified
from lifeworld.city.geometry import DEPTHS, Point, areas, rails, streets
from lifeworld.city.labels import labelled
from lifeworld.city.parking import Zone, zones
from lifeworld.city.places import find

_WIDTHS = {  # pixels of each kind of street, by zoom; 0: not drawn
    "path": (0, 0, 0, 1, 1.5, 2.5),
    "lane": (0, 0.6, 1.4, 3, 6, 11),
    "street": (0, 0.8, 1.7, 4, 8, 14),
    "secondary": (0.7, 1.5, 2.8, 5.5, 10, 17),
    "primary": (1.4, 2.4, 4, 7, 12, 19),
    "trunk": (2, 3.2, 5, 8.5, 14, 22),
}
_EDGE = 1.6  # pixels that a street's edge adds to its width
_LAND = ("town", "wood", "golf", "cemetery", "park", "pitch", "beach", "sea", "river", "water", "land")
Ride = tuple[Sequence[Point], str]  # the points of a way by line, and its colour
_STREETS = 3  # streets with their names, which may stand on a way, and rows of houses
_NEAR = 4  # streets with their names, and houses
_LETTER, _HIGH = 3.6, 18  # pixels: half a letter of a mark's name is wide, the name is high
_PIN = "M0 0c-8-10-12-15-12-21a12 12 0 0 1 24 0c0 6-4 11-12 21z"


@dataclass(frozen=True)
class Mark:
    """What is marked on the map: a pin, or a dot as at a route's beginning, with a name that is shown beside it.

    A pin may hold the lines of a sign, have the colour of a class, and be `large`.
    """

    at: Point
    kind: str = "pin"
    name: str = ""
    sign: str = ""
    of: str = ""
    large: bool = False


def drawn(
    view: View,
    *,
    marks: Sequence[Mark] = (),
    path: Sequence[Point] = (),
    rides: Sequence[Ride] | None = None,
    size: Size = (360, 240),
    name: str = "",
    parking: bool = False,
) -> str:
    """Return the map as an SVG of so many pixels, with a route's `path`; `name` is what it is called.

    Where `rides` are given the path is walked between them. With `parking` it shows the zones where one pays to park.
    """
    frame = Frame(view, *size)
    marks = _readable(frame, marks)
    parts = [_sheet(view, *size[:2])]
    shown = [one for one in zones().values() if parking and frame.reaches(one.outline)]
    parts += [f'<path class="zone" d="{data([[*map(frame.xy, one.outline)]])}z"/>' for one in shown]
    over = [*_way(frame, path, rides)] if path else []
    kept = (*(one.middle for one in shown), *(path if view.zoom < _STREETS else ()))
    taken = (*((mark.at, mark.name) for mark in marks), *((point, "") for point in kept))
    tops = [
        _names(frame, taken),
        *(_marked(frame, mark) for mark in sorted(marks, key=lambda one: one.at.y)),  # what is nearer lies over it
        *(_lettered(frame, one) for one in shown),
    ]
    said = f'role="img" aria-label="{escape(name)}"' if name else 'aria-hidden="true"'
    return (
        f'<svg class="map z{view.zoom}" viewBox="0 0 {size[0]} {size[1]}" preserveAspectRatio="xMidYMid slice" {said}>'
        f'<g transform="scale(.5)">{"".join(parts + over)}</g>{"".join(tops)}</svg>'
    )


def _readable(frame: Frame, marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks, without the names that would lie on another mark or its name, or under something."""
    spots, found = [frame.xy(mark.at) for mark in marks], list[Mark]()
    for number, (mark, (x, y)) in enumerate(zip(marks, spots, strict=True)):
        wide = len(mark.name) * _LETTER
        near = ((u - x, v - y, one.name) for one, (u, v) in zip(found, spots, strict=False) if one.name)
        beside = any(abs(u) < wide + len(name) * _LETTER and abs(v) < _HIGH for u, v, name in near)
        on = any(abs(u - x) < wide + 12 and 0 < v - y < 46 for u, v in spots[:number] + spots[number + 1 :])
        under = any(a < x + wide and x - wide < c and b < y + _HIGH and y < d for a, b, c, d in frame.under)
        found.append(replace(mark, name="") if beside or on or under else mark)
    return found


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
        return _kept(where, name, size, tuple(marks), tuple(path))
    at = find(where) if isinstance(where, str) else where
    return _kept(View(at, _NEAR), name, size, (Mark(at),), ()) if at else Markup("")


@lru_cache(maxsize=256)
def _kept(view: View, name: str, size: tuple[int, int], marks: tuple[Mark, ...], path: tuple[Point, ...]) -> Markup:
    return Markup(drawn(view, marks=marks, path=path, size=size, name=name))


@lru_cache(maxsize=256)
def _sheet(view: View, width: int, height: int) -> str:
    """Return what lies beneath names, marks and ways: the same whoever looks."""
    frame = Frame(view, width, height)
    town, other = _LAND[:1], _LAND[1:]
    ground = [*_ground(frame, town), *_rows(frame), *_ground(frame, other), *_rails(frame)]
    return "".join([*ground, *_roads(frame), *_buildings(frame)])


@lru_cache(maxsize=256)
def _names(frame: Frame, taken: tuple[tuple[Point, str], ...]) -> str:
    return "".join(labelled(frame, taken))


def _way(frame: Frame, path: Sequence[Point], rides: Sequence[Ride] | None) -> Iterator[str]:
    """Yield a route: a line, or dots where it is walked, and what is ridden in its colour."""
    whole = data(frame.shown(path))
    if rides is None:
        yield f'<path class="way-edge" d="{whole}"/>'
    yield f'<path class="way{"" if rides is None else " walked"}" d="{whole}"/>'
    for points, colour in rides or ():
        ride = data(frame.shown(points))
        yield f'<path class="way-edge" d="{ride}"/><path class="way ride" style="--line:{colour}" d="{ride}"/>'


def _ground(frame: Frame, kinds: Sequence[str]) -> Iterator[str]:
    """Yield land and water, what lies on top last."""
    for kind in kinds:
        shapes = [area.outline for area in areas() if area.kind == kind and frame.reaches(area.outline)]
        if shapes:
            d = "".join(f"{data([[*map(frame.xy, simplified(one, frame.view.scale))]])}z" for one in shapes)
            yield f'<path class="{kind}" d="{d}"/>'


def _rails(frame: Frame) -> Iterator[str]:
    """Yield railways and piers."""
    for kind in ("pier", "siding", "rail"):
        d = "".join(data(frame.shown(line)) for other, line in rails() if other == kind)
        if d and (frame.view.zoom > 1 or kind == "rail"):
            yield f'<path class="{kind}" d="{d}"/>' + (f'<path class="{kind}-ties" d="{d}"/>' if kind == "rail" else "")


def _roads(frame: Frame) -> Iterator[str]:
    """Yield the streets' edges, then the streets, small ones first; the lines of those with edges stand there once."""
    zoom, place = frame.view.detail, _place(frame)
    plain: list[str] = []
    edged: list[str] = []
    for kind, widths in _WIDTHS.items():
        lines = [one.line for one in streets() if widths[zoom] and one.kind == kind and frame.reaches(one.line)]
        d = "".join(data(frame.shown(simplified(line, frame.view.scale))) for line in lines)
        shape, width = f'path d="{d}"', 2 * widths[zoom]
        if d and width >= 2 and kind != "path":
            yield f'<defs><path id="{kind}-{place}" d="{d}"/></defs>'
            shape = f'use href="#{kind}-{place}"'
            edged.append(f'<{shape} class="{kind} edge" stroke-width="{width + 2 * _EDGE:g}"/>')
        plain += [f'<{shape} class="{kind}" stroke-width="{width:g}"/>'] if d else []
    yield from edged + plain


def _place(frame: Frame) -> str:
    """Return what tells the lines of one map from those of others on a page."""
    centre = frame.view.centre
    return f"{centre.x}-{centre.y}-{frame.view.zoom}-{frame.width}-{frame.height}"


def _rows(frame: Frame) -> Iterator[str]:
    """Yield rows of houses, as broad dashes of the streets' lines, where houses are too small to be drawn."""
    if frame.view.zoom != _STREETS:
        return
    place, scale = _place(frame), frame.view.scale
    kinds = [kind for kind in DEPTHS if any(one.kind == kind and frame.reaches(one.line) for one in streets())]
    for colour, dashes, deep in (("house", ' stroke-dasharray="26 3 40 3 18 3 34 3"', 1), ("town", "", 0)):
        widths = {kind: 4 * (DEPTHS[kind][0] + deep * DEPTHS[kind][1]) / scale for kind in kinds}
        uses = (f'<use href="#{kind}-{place}" stroke-width="{width:.0f}"/>' for kind, width in widths.items())
        yield f'<g style="stroke:var(--{colour})"{dashes}>{"".join(uses)}</g>'


def _lettered(frame: Frame, zone: Zone) -> str:
    x, y = (round(value) for value in frame.xy(zone.middle))
    return f'<g class="zone-name" transform="translate({x} {y})"><circle r="13"/><text y="5">{zone.letter}</text></g>'


def _marked(frame: Frame, mark: Mark) -> str:
    x, y = (round(value) for value in frame.xy(mark.at))
    shape, below = (_pin(mark), 16) if mark.kind == "pin" else ('<circle class="dot" r="7"/>', 22)
    name = f'<text class="mark-name" y="{below}">{escape(mark.name)}</text>' if mark.name else ""
    return f'<g class="mark {mark.of}" transform="translate({x} {y})">{shape}{name}</g>'


def _pin(mark: Mark) -> str:
    glyph = f'<path transform="translate(0 -21)" d="{mark.sign}"/>' if mark.sign else '<circle cy="-21" r="4.5"/>'
    shape = f'<path class="pin" d="{_PIN}"/>{glyph}'
    return f'<g transform="scale(1.4)">{shape}</g>' if mark.large else shape


def _buildings(frame: Frame) -> Iterator[str]:
    """Yield the houses as one path; from far away none."""
    if frame.view.zoom < 4:
        return
    d = "".join(f"{data([[*map(frame.xy, one.corners)]])}z" for one in houses(frame))
    if d:
        yield f'<path class="house" d="{d}"/>'
