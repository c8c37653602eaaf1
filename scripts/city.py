"""Lays out Port Callow: from scripts/city.toml, what is laid by hand, to map.json and lines.json of src/lifeworld/city.

python scripts/city.py
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from lifeworld.city.directory import directory
from lifeworld.city.geometry import DEPTHS, Point, length
from lifeworld.city.network import graph
from lifeworld.city.steps import walked
from lifeworld.core.toml import tables

Array = NDArray[np.float64]
Spot = tuple[float, float]
CITY = Path(__file__).parent.parent / "src/lifeworld/city"
PLAN = tables(Path(__file__).with_suffix(".toml"))
SLACK = 0.5  # metres by which two streets may miss each other, and meet
_REACH = 2600  # metres from a district's centre within which its streets are sought
_SHORTEST = 110  # metres of a street
_LONG = 430
_APART = 36  # between a street and a road beside it
_SHORE = 34  # metres between a street's end and the water


@dataclass(frozen=True)
class Laid:
    """A street by its middle (n, 2)."""

    name: str
    district: str
    kind: str
    line: Array


# ---- lines


def smooth(line: Any, closed: bool = False, step: float = 30) -> Array:
    """Return a curve (n, 2) through points: that of Catmull and Rom, a point in about `step` metres."""
    p = np.asarray(line, dtype=float)
    p = np.vstack([p[-1], p, p[0], p[1]]) if closed else np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    parts = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        t = np.linspace(0, 1, max(2, int(np.hypot(*(c - b)) / step)), endpoint=False)[:, None]
        parts.append(b + t * (c - a) / 2 + t**2 * (a - 2.5 * b + 2 * c - d / 2) + t**3 * (1.5 * (b - c) + (d - a) / 2))
    return np.vstack([*parts, p[-2:-1]])


def rough(line: Array, metres: float, where: str) -> Array:
    """Return a line whose points lie up to so many metres beside it, as nature has it; its ends stay."""
    rng, along, ways = Random(where), lengths(line), np.gradient(line, axis=0)
    normal = np.stack([-ways[:, 1], ways[:, 0]], axis=1) / np.hypot(ways[:, 0], ways[:, 1])[:, None]
    waves = sum(np.sin(along / far + rng.uniform(0, 6)) * far for far in (23, 41, 76, 140)) / 140
    fade = np.minimum(1, np.minimum(along, along[-1] - along) / 200)
    return line + normal * (metres * waves * fade)[:, None]


def lengths(line: Array) -> Array:
    """Return the metres (n,) from a line's beginning to each of its points."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])


def at(line: Array, metres: Any) -> Array:
    """Return the point or points (…, 2) so many metres along a line."""
    along = lengths(line)
    return np.stack([np.interp(metres, along, line[:, 0]), np.interp(metres, along, line[:, 1])], axis=-1)


def part(line: Array, start: float, end: float) -> Array:
    """Return a line's part between two distances in metres from its beginning."""
    along = lengths(line)
    inner = line[(along > start + 1) & (along < end - 1)]
    return np.vstack([at(line, start)[None], inner, at(line, end)[None]])


def inside(spots: Array, outline: Array) -> NDArray[np.bool_]:
    """Say which of the points (n, 2) lie within an outline (m, 2)."""
    x, y = spots[:, 0, None], spots[:, 1, None]
    a, b = outline, np.roll(outline, -1, axis=0)
    across = (a[:, 1] > y) != (b[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        left = x < (b[:, 0] - a[:, 0]) * (y - a[:, 1]) / (b[:, 1] - a[:, 1]) + a[:, 0]
    return np.asarray((across & left).sum(axis=1) % 2 == 1)


def segments(*lines: Array) -> Array:
    """Return the segments (n, 4) of several lines: x and y of one end and of the other."""
    return np.vstack([np.hstack([line[:-1], line[1:]]) for line in lines])


def crossings(line: Array, others: Array) -> Array:
    """Return the metres (k,) along a line at which it meets segments (m, 4), and which of these (k,), as (k, 2)."""
    one = segments(line)
    a, d = one[:, None, :2], (one[:, 2:] - one[:, :2])[:, None]
    b, e = others[None, :, :2], (others[:, 2:] - others[:, :2])[None]
    cross = d[..., 0] * e[..., 1] - d[..., 1] * e[..., 0]
    cross[np.abs(cross) < 1e-9] = np.nan  # parallel: they don't meet
    gap = b - a
    t = (gap[..., 0] * e[..., 1] - gap[..., 1] * e[..., 0]) / cross
    s = (gap[..., 0] * d[..., 1] - gap[..., 1] * d[..., 0]) / cross
    over, beyond = SLACK / np.hypot(d[..., 0], d[..., 1]), SLACK / np.hypot(e[..., 0], e[..., 1])
    i, j = np.nonzero((t >= -over) & (t <= 1 + over) & (s >= -beyond) & (s <= 1 + beyond))
    along = lengths(line)
    return np.stack([along[i] + np.clip(t[i, j], 0, 1) * np.diff(along)[i], j], axis=1)


# ---- land and water


@cache
def sea() -> Array:
    """Return the outline (n, 2) of the sea, to the sheet's southern edge."""
    width, height = PLAN["sheet"]
    coast = smooth(PLAN["coast"])
    wild = np.clip(np.maximum(4150 - coast[:, 0], coast[:, 0] - 7400) / 300, 0, 1)[:, None]
    coast = coast + wild * (rough(coast, 26, "coast") - coast)
    return np.vstack([coast, [[width + 4000, height + 4000], [-4000, height + 4000]]])


@cache
def river() -> Array:
    """Return the outline (n, 2) of the river, down one bank and up the other."""
    middle = smooth(PLAN["river"], step=60)
    ways = np.gradient(middle, axis=0)
    normal = np.stack([-ways[:, 1], ways[:, 0]], axis=1) / np.hypot(ways[:, 0], ways[:, 1])[:, None]
    known = np.linspace(0, 1, len(PLAN["widths"]))
    half = np.interp(np.linspace(0, 1, len(middle)), known, PLAN["widths"])[:, None] / 2
    return np.vstack([middle + normal * half, (middle - normal * half)[::-1]])


@cache
def shores() -> Array:
    """Return the segments (n, 4) of all banks."""
    ponds = [np.asarray([*one["outline"], one["outline"][0]], dtype=float) for one in PLAN["water"]]
    return segments(sea(), river(), *ponds)


def areas() -> Iterator[tuple[str, str, Array]]:
    """Yield land and water with kind and name; what lies on top comes last."""
    for one in PLAN["districts"].values():
        yield "town", "", smooth(one["outline"], closed=True, step=80)
    for one in PLAN["green"]:
        outline = smooth(one["outline"], closed=True)
        wild = {"wood": 60, "golf": 26}.get(one["kind"], 0)
        yield one["kind"], one["name"], rough(outline, wild, one["name"])
    yield "sea", "Callow Bay", sea()
    yield "river", "", river()
    for one in PLAN["water"]:
        sharp = one.get("sharp", False)
        outline = np.asarray(one["outline"], dtype=float) if sharp else smooth(one["outline"], closed=True)
        yield "water", "" if sharp else one["name"], outline
    for one in PLAN["land"]:
        yield "land", one["name"], smooth(one["outline"], closed=True)


# ---- streets


def by_hand() -> Iterator[Laid]:
    """Yield the roads, those around parks, and paths."""
    for road in PLAN["road"]:
        yield Laid(road["name"], "", road["kind"], smooth(road["line"]))
    for green in PLAN["green"]:
        if "street" in green:
            yield Laid(green["street"], "", "secondary", smooth(green["outline"], closed=True))
    for path in PLAN["path"]:
        yield Laid("", "", "path", smooth(path["line"]))


def within(name: str, roads: Array) -> list[Array]:
    """Return the lines of a district's streets: cut at roads and water, then partly at each other."""
    rng, grid = Random(f"streets of {name}"), PLAN["districts"][name]
    outline = np.asarray(grid["outline"], dtype=float)
    barriers = [rows[near(outline, rows)] for rows in (roads, shores())]
    barriers.append(segments(np.vstack([outline, outline[:1]])))
    families = rings(grid, rng) if grid.get("shape") == "rings" else grids(grid, rng)
    first, second = ([piece for line in lines for piece in cut(line, outline, barriers)] for lines in families)
    return first + [piece for line in second if (piece := shortened(line, first, rng)) is not None]


def near(line: Array, rows: Array, metres: float = 200) -> NDArray[np.bool_]:
    """Say which segments (n, 4) lie about a line or an outline, or cross the box around it."""
    low, high = line.min(axis=0) - metres, line.max(axis=0) + metres
    return np.asarray(
        ((np.minimum(rows[:, :2], rows[:, 2:]) < high) & (np.maximum(rows[:, :2], rows[:, 2:]) > low)).all(axis=1)
    )


def beside(spots: Array, rows: Array) -> Array:
    """Return the metres (n, m) from points (n, 2) to segments (m, 4)."""
    way = rows[:, 2:] - rows[:, :2]
    gap = spots[:, None] - rows[None, :, :2]
    share = np.clip((gap * way).sum(axis=2) / (way**2).sum(axis=1), 0, 1)
    return np.asarray(np.hypot(*(gap - share[..., None] * way).transpose(2, 0, 1)))


def grids(grid: dict[str, Any], rng: Random) -> tuple[list[Array], list[Array]]:
    """Return lines one way and across, longer than the district is wide."""
    turn, bend = np.radians(grid["angle"]), grid["bend"]
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    run = np.linspace(-_REACH, _REACH, 90 if bend else 2)
    waves = bend * np.sin(run / 310 + rng.uniform(0, 6)) + bend * 0.6 * np.sin(run / 170 + rng.uniform(0, 6))
    both = []
    for gap, flip in ((grid["along"], 1), (grid["across"], -1)):
        count, jitter = int(_REACH / gap), grid["jitter"]
        offsets = [gap * (n + rng.uniform(-jitter, jitter)) for n in range(-count, count)]
        rows = [np.stack([run, offset + waves], axis=1)[:, ::flip] for offset in offsets]
        both.append([np.asarray(grid["centre"]) + row @ axes for row in rows])
    return both[0], both[1]


def rings(grid: dict[str, Any], rng: Random) -> tuple[list[Array], list[Array]]:
    """Return crescents around a hill, and the lanes that climb it, fewer towards the top."""
    centre, stretch, gap = np.asarray(grid["centre"]), np.array([1.18, 0.94]), grid["along"]
    turn = np.linspace(0, 2 * np.pi, 100)
    wave = 1 + 0.06 * np.sin(3 * turn + 1) + 0.04 * np.sin(5 * turn)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1) * wave[:, None] * stretch
    radii = [gap * (n + rng.uniform(-grid["jitter"], grid["jitter"])) for n in range(3, 16)]
    lanes = []
    for number, angle in enumerate(np.linspace(0, 2 * np.pi, 44, endpoint=False)):
        run = np.linspace(gap * (1.5 if number % 4 == 0 else 6 if number % 2 == 0 else 9), _REACH, 40)
        way = angle + rng.uniform(-0.04, 0.04) + grid["bend"] / 260 * np.sin(run / 330)
        lanes.append(centre + np.stack([np.cos(way), np.sin(way)], axis=1) * run[:, None] * stretch)
    return [centre + circle * radius for radius in radii], lanes


def cut(line: Array, outline: Array, barriers: list[Array]) -> Iterator[Array]:
    """Yield a line's pieces between roads, banks and the district's outline, as far as they lie in it on dry land."""
    if len(line) > 2:
        about = ((line > outline.min(axis=0) - 150) & (line < outline.max(axis=0) + 150)).all(axis=1).nonzero()[0]
        line = line[about[0] : about[-1] + 1] if len(about) else line[:0]
    if len(line) < 2:
        return
    cuts = {(round(metres, 2), kind) for kind, lines in enumerate(barriers) for metres, _ in crossings(line, lines)}
    cuts |= {(0.0, 2), (float(lengths(line)[-1]), 2)}
    for (start, one), (end, other) in pairwise(sorted(cuts)):
        start, end = start + _SHORE * (one == 1), end - _SHORE * (other == 1)
        if end - start < _SHORTEST:
            continue
        piece = part(line, start, end)
        if dry(piece, outline) and apart(piece, barriers[0]):
            yield piece


def dry(piece: Array, outline: Array) -> bool:
    """Say whether a piece of a street lies within an outline, and on land that may be built on."""
    spots = at(piece, lengths(piece)[-1] * np.array([0.3, 0.5, 0.7]))
    shapes = (np.asarray(one["outline"], dtype=float) for one in (*PLAN["green"], *PLAN["water"]))
    return bool(inside(spots, outline).all()) and not any(inside(spots, one).any() for one in (sea(), river(), *shapes))


def apart(piece: Array, roads: Array) -> bool:
    """Say whether a piece of a street keeps its distance from roads, but for its ends."""
    spots = at(piece, lengths(piece)[-1] * np.array([0.25, 0.5, 0.75]))
    return bool(beside(spots, roads).min() > _APART)


def shortened(line: Array, others: list[Array], rng: Random) -> Array | None:
    """Return a line that may end at a street rather than cross it, as lanes do; None if little is left."""
    met = sorted(crossings(line, segments(*others))[:, 0])
    start, end = 0.0, float(lengths(line)[-1])
    if len(met) > 3 and rng.random() < 0.45:
        start = met[rng.randrange(1, max(2, len(met) // 2))]
    if len(met) > 3 and rng.random() < 0.45:
        end = met[-rng.randrange(1, max(2, len(met) // 2)) - 1]
    return part(line, start, end) if end - start >= _SHORTEST else None


def words() -> Iterator[str]:
    """Yield the words that streets are named after, each with another kind of street when it comes again."""
    rng, found = Random("street names of port callow"), PLAN["names"]["words"]
    for _ in range(4):
        yield from rng.sample(found, len(found))


def named(district: str, lines: list[Array], left: Iterator[str], taken: set[str]) -> Iterator[Laid]:
    """Yield a district's streets: the longest have the directory's names; houses are counted from the market."""
    own, market = directory().districts[district].streets, np.asarray(PLAN["districts"]["Old Quay"]["centre"])
    kind = "lane" if district == "Old Quay" else "street"
    for number, line in enumerate(sorted(lines, key=lambda line: -lengths(line)[-1])):
        suffixes = PLAN["names"]["long" if lengths(line)[-1] > _LONG else "short"]
        names = (f"{word} {suffix}" for word in left for suffix in suffixes[number % 2 :])
        name = own[number] if number < len(own) else next(name for name in names if name not in taken)
        taken.add(name)
        far = np.hypot(*(line[[0, -1]] - market).T)
        yield Laid(name, district, kind, line if far[0] <= far[1] else line[::-1])


def all_streets() -> list[Laid]:
    """Return every street."""
    found, left, taken = list(by_hand()), words(), {road["name"] for road in PLAN["road"]}
    roads = segments(*(one.line for one in found if one.kind != "path"))
    for name in PLAN["districts"]:
        found += named(name, within(name, roads), left, taken)
    return reached(joined(found))


def reached(found: list[Laid]) -> list[Laid]:
    """Return the streets that one can drive to from all others, and the paths."""
    graph: nx.Graph[Any] = nx.Graph()
    for number, one in enumerate(found):
        graph.add_edges_from((number, tuple(spot)) for spot in one.line if one.kind != "path")
    most = max(nx.connected_components(graph), key=len)
    return [one for number, one in enumerate(found) if number in most or one.kind == "path"]


def joined(found: list[Laid]) -> list[Laid]:
    """Return streets with a point wherever they meet others; points nearer than three metres are one."""
    owners = np.concatenate([np.full(len(one.line) - 1, n) for n, one in enumerate(found)])
    every = segments(*(one.line for one in found))
    known: dict[tuple[int, int], Spot] = {}
    lines = []
    for number, one in enumerate(found):
        others = every[near(one.line, every, 5) & (owners != number)]
        met = crossings(one.line, others)[:, 0] if len(others) else np.zeros(0)
        own = [metres for metres in lengths(one.line) if not len(met) or np.abs(met - metres).min() > 4]
        stops = sorted([(metres, True) for metres in met] + [(metres, False) for metres in own])
        spots = [node(at(one.line, metres), known if meets else {}) for metres, meets in stops]
        lines.append(np.asarray([spot for spot, after in pairwise([*spots, None]) if spot != after]))
    return [replace(one, line=line) for one, line in zip(found, lines, strict=True)]


def node(spot: Array, known: dict[tuple[int, int], Spot]) -> Spot:
    """Return the junction that a point is at."""
    x, y = (round(float(value), 1) for value in spot)
    cells = [(int(x // 3) + i, int(y // 3) + j) for i in (0, -1, 1) for j in (0, -1, 1)]
    found = next((known[cell] for cell in cells if cell in known), None)
    return found or known.setdefault(cells[0], (x, y))


# ---- houses


def fronts(found: list[Laid]) -> Iterator[list[list[int]]]:
    """Yield for each street where houses may stand on its left and right: from, to, from, to in metres along it."""
    owners = np.concatenate([np.full(len(one.line) - 1, n) for n, one in enumerate(found)])
    depths = np.asarray([DEPTHS.get(found[n].kind, (5.0, 0.0)) for n in owners])
    rows, bare = segments(*(one.line for one in found)), [outline for kind, _, outline in areas() if kind != "town"]
    for number, one in enumerate(found):
        if one.kind not in DEPTHS:
            yield [[], []]
            continue
        close = near(one.line, rows, 90) & (owners != number)
        stronger = owners[close] < number  # at a corner, the houses are the greater street's
        clear = np.where(stronger, depths[close].sum(axis=1) + 4, depths[close, 0])
        boxes = np.stack([np.hstack([outline.min(axis=0), outline.max(axis=0)]) for outline in bare])
        around = [outline for outline, close_by in zip(bare, near(one.line, boxes, 40), strict=True) if close_by]
        yield [stretches(one, side, rows[close], clear, around) for side in (1, -1)]


def stretches(one: Laid, side: int, rows: Array, clear: Array, bare: list[Array]) -> list[int]:
    """Return the stretches of a street's side on which houses stand clear of other streets, water and parks."""
    metres, (front, depth) = np.arange(2.0, lengths(one.line)[-1] - 2, 3.0), DEPTHS[one.kind]
    here, way = at(one.line, metres), at(one.line, metres + 1) - at(one.line, metres - 1)
    normal = side * np.stack([way[:, 1], -way[:, 0]], axis=1) / np.hypot(way[:, 0], way[:, 1])[:, None]
    free = np.ones(len(metres), dtype=bool)
    for left in (front, front + depth * 0.6, front + depth * 1.2):
        spots = here + normal * left
        free &= (beside(spots, rows) > clear).all(axis=1)
        for outline in bare:
            free &= ~inside(spots, outline)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], free, [False]]).astype(int)))
    pairs = [(int(metres[a]), int(metres[b - 1])) for a, b in edges.reshape(-1, 2)]
    return [metre for a, b in pairs if b - a >= 9 for metre in (a, b)]


# ---- the map as its file holds it


def numbers(line: Any) -> list[float]:
    """Return x and y of each point, one after the other, in metres to a tenth."""
    values = np.asarray(line, dtype=float).round(1).ravel().tolist()
    return [int(value) if value.is_integer() else value for value in values]


def drawn() -> dict[str, Any]:
    """Return the map as its file holds it."""
    found = all_streets()
    rails = [("stream", PLAN["river"]), ("rail", PLAN["railway"]), *(("siding", line) for line in PLAN["sidings"])]
    return {
        "sheet": PLAN["sheet"],
        "districts": [[name, one["centre"], numbers(one["outline"])] for name, one in PLAN["districts"].items()],
        "areas": [[kind, name, numbers(outline)] for kind, name, outline in areas()],
        "rails": [[kind, numbers(smooth(line))] for kind, line in rails]
        + [["pier", numbers(one["line"])] for one in PLAN["pier"]],
        "streets": [[one.name, one.district, one.kind, numbers(one.line)] for one in found],
        "fronts": list(fronts(found)),
    }


# ---- lines


def stops() -> dict[str, Spot]:
    """Return where each stop is: at the nearest corner of the streets, or where the ferry lands."""
    wide = {"trunk", "primary", "secondary"}
    roads = [edge.line for _, _, edge in graph("car").edges.data("edge") if edge.street.kind in wide]
    corners = sorted({end for line in roads for end in (line[0], line[-1])})
    by_ferry = {name for line in PLAN["lines"].values() if line["kind"] == "ferry" for name in line["stops"]}
    return {
        name: min(graph("foot") if name in by_ferry else corners, key=lambda point: point.to(Point(*at)))
        for name, at in PLAN["stops"].items()
    }


def way(kind: str, start: Point, end: Point) -> list[Point]:
    """Return the points of a line's way between two stops: over the water, or along the streets that cars take."""
    if kind == "ferry":
        return [start, end]
    return list(dict.fromkeys(point for step in walked(start, end, "car") for point in step.path))


def lines() -> dict[str, Any]:
    """Return stops and lines as their file holds them, with the minutes and the way between stops."""
    found, rows = stops(), []
    for key, line in PLAN["lines"].items():
        ways = [way(line["kind"], found[a], found[b]) for a, b in pairwise(line["stops"])]
        minutes = [max(1, round(length(tuple(one)) / line["kmh"] * 0.06)) for one in ways]
        times = {name: line[name] for name in ("first", "last", "every", "peak", "holiday")}
        rows.append([key, line["kind"], line["colour"], times, line["stops"], minutes, [numbers(one) for one in ways]])
    return {"stops": [[name, *spot] for name, spot in found.items()], "lines": rows}


# ---- the files


def text(told: dict[str, Any]) -> str:
    """Return what a file says: a line for each thing."""
    rows = []
    for key, value in told.items():
        found = ",\n".join(json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in value)
        rows.append(f'"{key}": [\n{found}\n]')
    return "{" + ",\n".join(rows) + "}\n"


if __name__ == "__main__":
    (CITY / "map.json").write_text(text(drawn()))
    (CITY / "lines.json").write_text(text(lines()))
