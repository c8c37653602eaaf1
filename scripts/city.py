"""Lays out Port Callow: from scripts/city.toml, what is laid by hand, to map.json and lines.json of src/lifeworld/city.

python scripts/city.py
"""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from city_land import PLAN, Array, areas, at, beside, inside, lengths, near, segments, smooth
from city_streets import Laid, Spot, all_streets

from lifeworld.city.geometry import DEPTHS, Point, length
from lifeworld.city.steps import graph, walked

CITY = Path(__file__).parent.parent / "src/lifeworld/city"


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
        "zones": [[one["letter"], one["cents"], one["hours"], numbers(one["outline"])] for one in PLAN["zone"]],
    }


# ---- lines and stops


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
