"""The names on the map, each where it finds room: districts and water from afar, then roads, streets and places."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import accumulate, islice
from math import atan2, copysign, cos, degrees, dist, sin

from lifeworld.city.buildings import houses
from lifeworld.city.frame import DEEPEST, Frame, simplified
from lifeworld.city.geometry import Line, Point, areas, districts, inside, rails, streets
from lifeworld.city.places import Place, places

_CELL = 8  # pixels of the squares in which room is counted
_LETTER = 0.6  # a letter's width, as a share of its size
_SIZES = {"city": 20, "district": 14, "water-name": 12, "no": 9}  # by class; all other names have that of the zoom
_PLAIN = (11, 11, 11, 11, 12, 13)  # by zoom
_FINGER = 45  # pixels at least from one place's icon to the next, so that each can be pressed
_NAMED = {"trunk": 1, "primary": 2, "secondary": 3, "street": 3, "lane": 3}  # from which zoom a street's name is shown
_GROUNDS = {"sea": -1, "pitch": 2}  # from beyond which zoom the name of an area is shown; of all others 1
_NEAR, _MUCH = 3, 12  # where areas are larger than the picture; of 81 points in it, those that must lie in one
_BAY = Point(4750, 6500)
_APART = 360  # pixels between two names of one street
_STEP, _BENT = 12, 8  # pixels from one try to the next along a line; between which it may bend beneath its name
GROUPS = {
    "food": ("restaurant", "cafe", "bar", "bakery"),
    "shop": ("shop", "grocer", "market"),
    "fun": ("leisure", "sight", "library", "pitch"),
    "health": ("health",),
    "stay": ("hotel",),
    "travel": ("transport", "station", "stop", "airline"),
    "green": ("park",),
}
_GLYPHS = {  # by kind of place, else by group
    "cafe": "M-4.5-3h7v3.5a3 3 0 0 1-3 3h-1a3 3 0 0 1-3-3zM2.5-2h1a1.5 1.5 0 0 1 0 3.5h-1",
    "bar": "M-4-4.5h8l-4 5zM0 .5v4M-2.5 4.5h5",
    "food": "M-3.5-5v3a1.5 1.5 0 0 0 3 0v-3M-2-5v10M3.5 5v-10c-2 1-2 4-2 6h2",
    "shop": "M-4-1.5h8l.8 6.5h-9.6zM-2-2v-1a2 2 0 0 1 4 0v1",
    "fun": "M0-5l1.5 3.3 3.5.4-2.6 2.4.7 3.6-3.1-1.8-3.1 1.8.7-3.6-2.6-2.4 3.5-.4z",
    "health": "M0-4.5v9M-4.5 0h9",
    "stay": "M-5-4v8M-5 2h10v2M5 2v-2a2 2 0 0 0-2-2h-5v4",
    "travel": "M-3.5-4.5h7v7h-7zM-3.5-1h7M-2 2.5v2M2 2.5v2",
    "green": "M0 5.5v-4M-4 1.5h8l-4-7.5z",
    "civic": "M-4 4.5h8M-3 4v-5M0 4v-5M3 4v-5M-4.5-1.5l4.5-3 4.5 3z",
}


class Room:
    """The parts of a picture that are still free."""

    def __init__(self, frame: Frame, kept: Iterable[tuple[Point, str]]) -> None:
        """Begin with only the points of `kept` taken, where pins stand, and their names below them.

        What lies under something else has no room: what stands there could not be read.
        """
        self._frame = frame
        self._taken: set[tuple[int, int]] = set()
        for left, top, right, bottom in frame.under:
            across, down = range(left // _CELL, -(-right // _CELL)), range(top // _CELL, -(-bottom // _CELL))
            self._taken |= {(x, y) for x in across for y in down}
        for point, name in kept:
            x, y = frame.xy(point)
            self.take(self.box(x, y - 14, 26, 36), True)
            if name:
                self.take(self.box(x, y + 14, len(name) * 12 * _LETTER, 20), True)

    def box(self, x: float, y: float, width: float, height: float, angle: float = 0) -> list[tuple[float, float]]:
        """Return points all over a box around a point, turned by an angle in radians."""
        across, down = (max(2, round(size * 1.6 / _CELL) + 1) for size in (width, height))
        spots = [
            (width * (i / (across - 1) - 0.5), height * (j / (down - 1) - 0.5))
            for i in range(across)
            for j in range(down)
        ]
        along, aslant = cos(angle), sin(angle)
        return [(x + u * along - v * aslant, y + u * aslant + v * along) for u, v in spots]

    def size(self, kind: str = "") -> int:
        """Return how high the letters of such a name are."""
        return _SIZES.get(kind, _PLAIN[self._frame.view.detail])

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a point lies in the picture, a little from its edge."""
        return 3 < x < self._frame.width - 3 and 3 < y < self._frame.height - 3

    def take(self, spots: Sequence[tuple[float, float]], always: bool = False) -> bool:
        """Take room if all of it is free, and in the picture; say whether."""
        if not always:
            across, down = zip(*spots, strict=True)
            if not (self.holds(min(across), min(down)) and self.holds(max(across), max(down))):
                return False
        cells = {(int(x // _CELL), int(y // _CELL)) for x, y in spots}
        if not always and cells & self._taken:
            return False
        self._taken |= cells
        return True


def labelled(frame: Frame, kept: Iterable[tuple[Point, str]]) -> Iterator[str]:
    """Yield the names that have room, the weightiest first; `kept` are points where a pin stands, with its name."""
    room, zoom = Room(frame, kept), frame.view.detail
    if zoom == 0:
        yield from _flat(frame, room, "city", "Port Callow", Point(5560, 4180))
    if zoom < 3:
        for one in districts().values():
            yield from _flat(frame, room, "district", one.name, one.centre)
    yield from _grounds(frame, room)
    if zoom > 2:
        yield from _poi(frame, room)
    if zoom > 1:
        stream = next(line for kind, line in rails() if kind == "stream")
        for spots in frame.shown(simplified(stream, frame.view.scale * 4), 0):
            yield from _along(room, spots, "River Callow", "water-name")
    yield from _along_streets(frame, room)
    if zoom == DEEPEST:
        yield from _numbers(frame, room)


def _grounds(frame: Frame, room: Room) -> Iterator[str]:
    """Yield the names of the bay, parks, woods and pitches, the bay's first."""
    named = [one for one in areas() if one.name and frame.view.detail > _GROUNDS.get(one.kind, 1)]
    for area in sorted(named, key=lambda one: one.kind != "sea"):
        if frame.reaches(area.outline):
            kind = "water-name" if area.kind in ("sea", "water") else "green-name"
            for at in _middles(frame, area.outline, _BAY if area.kind == "sea" else _middle(area.outline)):
                yield from _flat(frame, room, kind, area.name, at)


def _middles(frame: Frame, outline: Line, own: Point) -> Iterator[Point]:
    """Yield an area's own middle, or that of its part in the picture; none where little of it is seen."""
    x, y = frame.xy(own)
    if frame.view.zoom < _NEAR or (0 < x < frame.width and 0 < y < frame.height):
        yield own
        return
    shares = [n / 10 - 0.5 for n in range(1, 10)]
    seen = [at for u in shares for v in shares if inside(at := frame.point(u, v), outline)]
    if len(seen) >= _MUCH:
        middle = _middle(tuple(seen))
        yield min(seen, key=middle.to)


def _middle(outline: Line) -> Point:
    return Point(sum(point.x for point in outline) / len(outline), sum(point.y for point in outline) / len(outline))


def _flat(frame: Frame, room: Room, kind: str, name: str, at: Point) -> Iterator[str]:
    """Yield a name where it belongs; that of a whole district or city else above or below."""
    (x, y), size = frame.xy(at), room.size(kind)
    wide = len(name) * size * _LETTER * (1.2 if kind == "district" else 1)
    rows = (y + lines * size for lines in ((0, 2, -2, 4, -4) if kind in ("city", "district") else (0,)))
    free = (row for row in rows if room.take(room.box(x, row, wide, size * 1.2)))
    for row in islice(free, 1):
        yield f'<text class="{kind}" x="{x:.0f}" y="{row + size * 0.35:.0f}">{escape(name)}</text>'


def _poi(frame: Frame, room: Room) -> Iterator[str]:
    """Yield places as round icons, a finger apart, with their names beside them where there is room."""
    stand: list[tuple[float, float]] = []
    for place in sorted((one for one in places().values() if one.category != "park"), key=_weight):
        x, y = frame.xy(place.at)
        shown = room.holds(x, y)
        apart = all((x - u) ** 2 + (y - v) ** 2 >= _FINGER**2 for u, v in stand)
        if shown and apart and room.take(room.box(x, y, 18, 18)):
            stand.append((x, y))
            group, text = group_of(place), _beside(room, place.name, x, y)
            yield (
                f'<g class="poi {group}" transform="translate({x:.0f} {y:.0f})">'
                f'<circle r="9"/><path d="{glyph(place)}"/>{text}</g>'
            )


def _beside(room: Room, name: str, x: float, y: float) -> str:
    """Return the name of an icon's place to its right, to its left, or below; "" where none of these has room.

    The squares that the icon takes may reach 8 pixels beyond it: a name beside it is looked for from there on.
    """
    wide, high = len(name) * room.size() * _LETTER, room.size() + 3
    for side, shift in (("", 14), (' class="before"', -14)):
        if room.take(room.box(x + shift + copysign(wide / 2 + 3, shift), y, wide, high)):
            return f'<text{side} x="{shift}" y="4">{escape(name)}</text>'
    if room.take(room.box(x, y + 18 + high / 2, wide, high)):
        return f'<text class="below" y="23">{escape(name)}</text>'
    return ""


def group_of(place: Place) -> str:
    """Return which icon and colour a place has."""
    return next((group for group, kinds in GROUPS.items() if place.category in kinds), "civic")


def glyph(place: Place) -> str:
    """Return the lines of a place's sign."""
    return _GLYPHS.get(place.category) or _GLYPHS[group_of(place)]


def _weight(place: Place) -> tuple[int, str]:
    order = ("travel", "fun", "stay", "health", "food", "shop", "civic")
    return order.index(group_of(place)) // 3, place.key


def _along_streets(frame: Frame, room: Room) -> Iterator[str]:
    """Yield the names of streets, the greatest first, along their straightest parts."""
    order = tuple(_NAMED)
    named = (one for one in streets() if one.name and _NAMED.get(one.kind, 9) <= frame.view.zoom)
    found = (one for one in named if frame.reaches(one.line))
    for street in sorted(found, key=lambda one: (order.index(one.kind), -one.metres, one.name)):
        for spots in frame.shown(simplified(street.line, frame.view.scale), 0):
            yield from _along(room, spots, street.name)


def _along(room: Room, spots: list[tuple[float, float]], name: str, kind: str = "") -> Iterator[str]:
    """Yield a name along each part of a line that is nearly straight, from the middle of what is seen of it on."""
    size = room.size(kind)
    wide = len(name) * size * _LETTER + 6
    far = [0.0, *accumulate(map(dist, spots, spots[1:]))]
    starts = [one for one in range(0, int(far[-1] - wide) + 1, _STEP) if room.holds(*_at(spots, far, one + wide / 2))]
    middle, taken = sum(starts) / max(1, len(starts)), list[int]()
    for start in sorted(starts, key=lambda one: abs(one - middle)):
        if any(abs(start - other) < _APART for other in taken):
            continue
        (ax, ay), (bx, by) = _at(spots, far, start), _at(spots, far, start + wide)
        x, y, angle = (ax + bx) / 2, (ay + by) / 2, atan2(by - ay, bx - ax)
        between = spots[bisect_right(far, start) : bisect_left(far, start + wide)]
        aside = [0.0, *((v - ay) * cos(angle) - (u - ax) * sin(angle) for u, v in between)]
        least, most = min(aside), max(aside)
        x, y = x - sin(angle) * (least + most) / 2, y + cos(angle) * (least + most) / 2
        if most - least <= _BENT and room.take(room.box(x, y, wide, size * 1.3, angle)):
            turn = (degrees(angle) + 90) % 180 - 90
            place = f"translate({x:.0f} {y:.0f})rotate({turn:.0f})"
            sort = f' class="{kind}"' if kind else ""
            yield f'<text{sort} transform="{place}" y="{size * 0.34:.1f}">{escape(name)}</text>'
            taken.append(start)


def _numbers(frame: Frame, room: Room) -> Iterator[str]:
    """Yield the numbers of the houses on which nothing else stands; of neighbours that would have one, the first's."""
    last = 0
    for one in houses(frame):
        (x, y), before, last = frame.xy(one.middle), last, one.number
        if one.number != before and room.take(room.box(x, y, 3 * 9 * _LETTER, 9)):
            yield f'<text class="no" x="{x:.0f}" y="{y + 3:.0f}">{one.number}</text>'


def _at(spots: Sequence[tuple[float, float]], far: Sequence[float], along: float) -> tuple[float, float]:
    """Return the point so far along a line, of which `far` tells how far along it each of its spots is."""
    n = min(max(bisect_right(far, along), 1), len(spots) - 1)
    (ax, ay), (bx, by), whole = spots[n - 1], spots[n], far[n] - far[n - 1]
    share = (along - far[n - 1]) / whole if whole else 0.0
    return ax + (bx - ax) * share, ay + (by - ay) * share
