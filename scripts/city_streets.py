"""The streets for scripts/city.py: those laid by hand, and within the districts those laid by rule between them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

import networkx as nx
import numpy as np
from city_land import (
    PLAN,
    Array,
    at,
    beside,
    crossings,
    inside,
    lengths,
    near,
    part,
    river,
    sea,
    segments,
    shores,
    smooth,
)

from lifeworld.city.directory import directory

Spot = tuple[float, float]
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
    greens = [smooth(one["outline"], closed=True) for one in PLAN["green"] if one["kind"] not in ("wood", "beach")]
    barriers.append(segments(np.vstack([outline, outline[:1]]), *greens))
    families = rings(grid, rng) if grid.get("shape") == "rings" else grids(grid, rng)
    first, second = ([piece for line in lines for piece in cut(line, outline, barriers)] for lines in families)
    return first + [piece for line in second if (piece := shortened(line, first, rng)) is not None]


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
    spots = at(piece, lengths(piece)[-1] * np.linspace(0.1, 0.9, 9))
    shapes = (smooth(one["outline"], closed=True) for one in (*PLAN["green"], *PLAN["water"]))
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
