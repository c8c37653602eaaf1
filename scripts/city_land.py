"""The lie of the land for scripts/city.py: coast, river and parks by city.toml; and what is done with lines."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifeworld.core.toml import tables

Array = NDArray[np.float64]
PLAN = tables(Path(__file__).with_name("city.toml"))
SLACK = 0.5  # metres by which two streets may miss each other, and meet


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
