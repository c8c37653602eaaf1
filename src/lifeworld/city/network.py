"""The streets as a graph: its nodes are the points at which they meet or end."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from lifeworld.city.geometry import Line, Point, Street, length, streets

Wheels = Literal["foot", "bicycle", "car"]
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


def usable(edge: Edge, mode: Wheels) -> bool:
    """Say whether one may go along it."""
    return edge.street.kind in _METRES_A_SECOND[mode]


@cache
def graph(mode: Wheels) -> "nx.Graph[Point]":
    """Return the nodes that one can reach from the market, with the `edge` between two and its `seconds`."""
    found: nx.Graph[Point] = nx.Graph()
    for edge in edges():
        if usable(edge, mode):
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
