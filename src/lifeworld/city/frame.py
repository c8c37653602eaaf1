"""What of the map is shown, and where in the picture: pixels to the right and down."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from lifeworld.city.geometry import Line, Point, sheet

SCALES = {-1: 28.0, 0: 14.0, 1: 7.5, 2: 4.0, 3: 2.1, 4: 1.1, 5: 0.6}  # metres a pixel, by zoom
FARTHEST, DEEPEST = min(SCALES), max(SCALES)
Box = tuple[int, int, int, int]  # pixels: left, top, right, bottom
Size = tuple[int, int] | tuple[int, int, tuple[Box, ...]]  # of a picture, and what of it lies under something else


@dataclass(frozen=True)
class View:
    """What of the map is shown: the point in its middle, and how near, 0 to 5; -1 where little room is to show all."""

    centre: Point
    zoom: int = 3

    @property
    def scale(self) -> float:
        """Metres a pixel."""
        return SCALES[self.zoom]

    @property
    def detail(self) -> int:
        """How much is drawn, 0 to 5."""
        return max(self.zoom, 0)

    def moved(self, dx: float, dy: float) -> "View":
        """Return the view so many pixels to the right and down, within the sheet."""
        x, y = self.centre.x + dx * self.scale, self.centre.y + dy * self.scale
        return replace(self, centre=Point(min(max(x, 0), sheet().x), min(max(y, 0), sheet().y)))

    def zoomed(self, by: int, farthest: int = 0) -> "View":
        """Return the view from nearer, or from farther away; there is a nearest and a farthest."""
        return replace(self, zoom=min(max(self.zoom + by, farthest), DEEPEST))

    @classmethod
    def around(cls, points: Sequence[Point], size: tuple[int, int], nearest: int = 4, farthest: int = 0) -> "View":
        """Return the nearest view of that size that shows all points, with a margin; the farthest if none does."""
        x, y = [point.x for point in points], [point.y for point in points]
        centre = Point((min(x) + max(x)) / 2, (min(y) + max(y)) / 2)
        share = max((max(x) - min(x)) / max(size[0] - 90, 60), (max(y) - min(y)) / max(size[1] - 110, 50))
        enough = (zoom for zoom in range(farthest, nearest + 1) if SCALES[zoom] >= share)
        return cls(centre, max(enough, default=farthest))


@dataclass(frozen=True)
class Frame:
    """A view in a picture of so many pixels, of which parts may lie `under` something else."""

    view: View
    width: int
    height: int
    under: tuple[Box, ...] = ()

    def xy(self, point: Point) -> tuple[float, float]:
        """Return where in the picture a point of the map is, in pixels."""
        scale, centre = self.view.scale, self.view.centre
        return (point.x - centre.x) / scale + self.width / 2, (point.y - centre.y) / scale + self.height / 2

    def point(self, across: float, down: float) -> Point:
        """Return the point of the map so much of the picture's width and height away from its middle."""
        scale, centre = self.view.scale, self.view.centre
        return Point(centre.x + across * self.width * scale, centre.y + down * self.height * scale)

    def shown(self, line: Iterable[Point], margin: float = 30) -> Iterator[list[tuple[float, float]]]:
        """Yield the parts of a line, in pixels, that lie in the picture or cross it."""
        part: list[tuple[float, float]] = []
        before: tuple[float, float] | None = None
        for x, y in map(self.xy, line):
            if before and self._touches(before, (x, y), margin):
                part = part or [before]
                part.append((x, y))
            elif part:
                yield part
                part = []
            before = (x, y)
        if part:
            yield part

    def _touches(self, a: tuple[float, float], b: tuple[float, float], margin: float) -> bool:
        """Say whether the box around two points reaches into the picture."""
        return (
            max(a[0], b[0]) > -margin
            and min(a[0], b[0]) < self.width + margin
            and max(a[1], b[1]) > -margin
            and min(a[1], b[1]) < self.height + margin
        )

    def shows(self, point: Point) -> bool:
        """Say whether a point lies in the picture, or just outside."""
        x, y = self.xy(point)
        return -30 < x < self.width + 30 and -30 < y < self.height + 30

    def reaches(self, line: Line) -> bool:
        """Say whether the box around a line reaches into the picture."""
        low, high = box(line)
        return self._touches(self.xy(low), self.xy(high), 30)


@cache
def box(line: Line) -> tuple[Point, Point]:
    """Return the north-western and south-eastern corner of the box around a line."""
    xs, ys = [point.x for point in line], [point.y for point in line]
    return Point(min(xs), min(ys)), Point(max(xs), max(ys))


def data(lines: Iterable[Sequence[tuple[float, float]]]) -> str:
    """Return lines, given in pixels, as a path's data in half pixels."""
    found = []
    for line in lines:
        spots = [(round(2 * x), round(2 * y)) for x, y in line]
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(spots) if a != b]
        found.append(f"M{spots[0][0]} {spots[0][1]}l" + " ".join(f"{x} {y}" for x, y in steps) if steps else "")
    return "".join(found).replace(" -", "-")


@cache
def simplified(line: Line, scale: float) -> Line:
    """Return a line without points that lie less than half a pixel beside it, at so many metres a pixel."""
    kept = {0, len(line) - 1}
    parts = [(0, len(line) - 1)]
    while parts:
        start, end = parts.pop()
        far = [(_beside(line[n], line[start], line[end]), n) for n in range(start + 1, end)]
        away, n = max(far, default=(0.0, 0))
        if away > 0.5 * scale:
            kept.add(n)
            parts += [(start, n), (n, end)]
    return tuple(line[n] for n in sorted(kept))


def _beside(point: Point, a: Point, b: Point) -> float:
    """Return the metres from a point to the straight line through two others; to these where they are one."""
    if a == b:
        return a.to(point)
    return abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / a.to(b)
