"""Ways over the streets, street by street; the streets are a graph, whose nodes are where they meet or end."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import groupby, pairwise, product
from math import atan2, degrees
from typing import Literal

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from lifeworld.city.geometry import Line, Point, Street, length, streets

Wheels = Literal["foot", "bicycle", "car"]
Turn = Literal["start", "straight", "left", "right", "slight_left", "slight_right", "back", "wait", "ride"]
_ENDS: tuple[Literal[0, -1], ...] = (0, -1)  # of an edge
_ASIDE = 45  # metres from a street beyond which the way to it is a step of its own
_METRES_A_SECOND = {  # by kind of street
    "foot": dict.fromkeys(("trunk", "primary", "secondary", "street", "lane", "path"), 1.35),
    "bicycle": {"trunk": 4.6, "primary": 4.6, "secondary": 4.6, "street": 4.4, "lane": 3.6, "path": 3.4},
    "car": {"trunk": 16.5, "primary": 10.0, "secondary": 9.0, "street": 6.8, "lane": 3.8},
}
ON_FOOT = 1.35  # metres a second


@dataclass(frozen=True)
class Edge:
    """A street between two nodes."""

    street: Street
    line: Line
    metres: float


@dataclass(frozen=True)
class Landing:
    """The point of the streets that is nearest to a place: on which edge, and how far along it."""

    at: Point
    edge: Edge
    metres: float
    away: float  # metres from the place to it


@cache
def edges() -> tuple[Edge, ...]:
    """Return all streets, cut at the nodes."""
    met = Counter(point for street in streets() for point in street.line)
    found = []
    for street in streets():
        last = len(street.line) - 1
        stops = [n for n, point in enumerate(street.line) if met[point] > 1 or n in (0, last)]
        lines = (street.line[start : end + 1] for start, end in pairwise(stops))
        found += [Edge(street, line, length(line)) for line in lines]
    return tuple(found)


def seconds(edge: Edge, mode: Wheels) -> float:
    """Return how long one takes along the whole of an edge."""
    return edge.metres / _METRES_A_SECOND[mode][edge.street.kind]


@cache
def graph(mode: Wheels) -> "nx.Graph[Point]":
    """Return the nodes that one can reach from the market, with the `edge` between two and its `seconds`."""
    found: nx.Graph[Point] = nx.Graph()
    for edge in edges():
        if edge.street.kind in _METRES_A_SECOND[mode]:
            a, b, time = edge.line[0], edge.line[-1], seconds(edge, mode)
            if a != b and time < found.get_edge_data(a, b, {"seconds": np.inf})["seconds"]:
                found.add_edge(a, b, edge=edge, seconds=time)
    return found.subgraph(max(nx.connected_components(found), key=len)).copy()


@cache
def _segments(mode: Wheels) -> tuple[NDArray[np.float64], tuple[Edge, ...], tuple[float, ...]]:
    """Return the segments (n, 4) of all edges, the edge of each, and the metres of it before the segment."""
    rows, owners, before = [], [], []
    for _, _, edge in graph(mode).edges.data("edge"):
        metres = 0.0
        for a, b in pairwise(edge.line):
            rows.append((*a, *b))
            owners.append(edge)
            before.append(metres)
            metres += a.to(b)
    return np.asarray(rows), tuple(owners), tuple(before)


@cache
def landing(point: Point, mode: Wheels) -> Landing:
    """Return where one gets from a place to a street."""
    rows, owners, before = _segments(mode)
    way = rows[:, 2:] - rows[:, :2]
    share = np.clip(((point - rows[:, :2]) * way).sum(axis=1) / (way**2).sum(axis=1), 0, 1)
    feet = rows[:, :2] + share[:, None] * way
    away = np.hypot(*(feet - point).T)
    n = int(away.argmin())
    on_way = float(share[n] * np.hypot(*way[n]))
    return Landing(Point(float(feet[n, 0]), float(feet[n, 1])), owners[n], before[n] + on_way, float(away[n]))


# ---- the quickest way, as steps


@dataclass(frozen=True)
class Step:
    """A part of a route: along a street after a turn, across where none is, waiting at a stop, or riding a line."""

    kind: Turn
    street: str  # "" on a path, and where there is none
    metres: int
    seconds: int
    path: Line
    line: str = ""  # its key, while waiting and riding
    departs: datetime | None = None
    arrives: datetime | None = None
    stop_from: str = ""  # keys of stops
    stop_to: str = ""


@dataclass(frozen=True)
class _Leg:
    """A stretch of one street."""

    street: str
    line: Line
    seconds: float


@cache
def walked(start: Point, end: Point, mode: Wheels) -> tuple[Step, ...]:
    """Return the steps of the quickest way over the streets."""
    one, other = landing(start, mode), landing(end, mode)
    return tuple(_steps([*_aside(start, one.at), *_legs(one, other, mode), *_aside(other.at, end)]))


def _aside(start: Point, end: Point) -> list[_Leg]:
    return [_Leg("", (start, end), start.to(end) / ON_FOOT)] if start != end else []


def _legs(one: Landing, other: Landing, mode: Wheels) -> list[_Leg]:
    """Return the quickest of the ways from one point of the streets to another: by either end of both their edges."""
    ways = []
    for a, b in product(_ENDS, _ENDS):
        between = _between(one.edge.line[a], other.edge.line[b], mode)
        ways.append([*_part(one, a, mode), *between, *_part(other, b, mode, True)])
    if one.edge == other.edge:
        ways.append(_within(one, other, mode))
    return min(ways, key=lambda legs: sum(leg.seconds for leg in legs))


def _part(spot: Landing, end: Literal[0, -1], mode: Wheels, back: bool = False) -> list[_Leg]:
    """Return the way along an edge from a point on it to one of its ends, or back."""
    line = _cut(spot.edge.line, spot.metres, spot.at)[0 if end == 0 else 1]
    line = line[::-1] if (end == 0) != back else line
    share = length(line) / spot.edge.metres
    return [_Leg(spot.edge.street.name, line, share * seconds(spot.edge, mode))] if len(line) > 1 else []


def _cut(line: Line, metres: float, here: Point) -> tuple[Line, Line]:
    """Return a line's parts up to a point so many metres along it, and from there."""
    far, count = 0.0, len(line) - 1
    for n, (a, b) in enumerate(pairwise(line), 1):
        far += a.to(b)
        if far >= metres:
            count = n
            break
    first, second = (*line[:count], here), (here, *line[count:])
    return tuple(dict.fromkeys(first)), tuple(dict.fromkeys(second))


def _within(one: Landing, other: Landing, mode: Wheels) -> list[_Leg]:
    """Return the way between two points of one edge."""
    first, last = sorted((one, other), key=lambda spot: spot.metres)
    line = _cut(_cut(one.edge.line, last.metres, last.at)[0], first.metres, first.at)[1]
    share = (last.metres - first.metres) / one.edge.metres
    return [_Leg(one.edge.street.name, line if first is one else line[::-1], share * seconds(one.edge, mode))]


@cache
def _between(start: Point, end: Point, mode: Wheels) -> tuple[_Leg, ...]:
    """Return the quickest way between two nodes, the same there and back."""
    if start > end:
        return tuple(_Leg(leg.street, leg.line[::-1], leg.seconds) for leg in reversed(_between(end, start, mode)))
    net = graph(mode)
    nodes = nx.bidirectional_dijkstra(net, start, end, weight="seconds")[1]
    legs = []
    for a, b in pairwise(nodes):
        edge: Edge = net[a][b]["edge"]
        line = edge.line if edge.line[0] == a else edge.line[::-1]
        legs.append(_Leg(edge.street.name, line, net[a][b]["seconds"]))
    return tuple(legs)


def _steps(legs: list[_Leg]) -> Iterator[Step]:
    """Yield a step for each street, with the turn into it."""
    before: Line = ()
    for street, group in groupby(_kept(legs), key=lambda leg: leg.street):
        found = list(group)
        line = tuple(dict.fromkeys(point for leg in found for point in leg.line))
        kind = _turn(before, line) if before else "start"
        yield Step(kind, street, round(length(line)), round(sum(leg.seconds for leg in found)), line)
        before = line


def _kept(legs: list[_Leg]) -> list[_Leg]:
    """Return legs with those that lead a few metres from a door counted to the street."""
    found = [leg for leg in legs if len(leg.line) > 1]
    for end, beside in ((0, 1), (-1, -2)):
        if len(found) > 1 and not found[end].street and length(found[end].line) < _ASIDE:
            found[end] = replace(found[end], street=found[beside].street)
    return found


def _turn(before: Line, after: Line) -> Turn:
    """Return how one turns from the end of one line into another."""
    a, b, c = before[-2], before[-1], after[1]
    angle = degrees(atan2(c.y - b.y, c.x - b.x) - atan2(b.y - a.y, b.x - a.x))
    angle = (angle + 180) % 360 - 180
    side: Literal["left", "right"] = "right" if angle > 0 else "left"
    if abs(angle) < 22:
        return "straight"
    if abs(angle) > 160:
        return "back"
    if abs(angle) >= 50:
        return side
    return "slight_right" if side == "right" else "slight_left"
