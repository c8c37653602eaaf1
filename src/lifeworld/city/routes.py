"""Ways through the city: on foot, by bicycle, by car over the streets; by line with walks at both ends."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import Literal, NamedTuple

import networkx as nx

from lifeworld.city.geometry import Line as Way
from lifeworld.city.geometry import Point, length
from lifeworld.city.lines import Direction, Line, calling, departures, stops
from lifeworld.city.steps import ON_FOOT, Step, graph, landing, walked

Mode = Literal["foot", "bicycle", "car", "transit"]
_FAR = 1500.0  # seconds that one walks to a stop or from it at most
_CHANGE = 480.0  # and between two
_SLACK = 45  # seconds that one is at a stop before a line leaves


@dataclass(frozen=True)
class Route:
    """A way from one place to another, over others if asked for; it is as long as its steps."""

    mode: Mode
    steps: tuple[Step, ...]
    leaves: datetime

    @property
    def metres(self) -> int:
        """How long it is."""
        return sum(step.metres for step in self.steps)

    @property
    def seconds(self) -> int:
        """How long it takes."""
        return sum(step.seconds for step in self.steps)

    @property
    def arrives(self) -> datetime:
        """When one is there."""
        return self.leaves + timedelta(seconds=self.seconds)

    @property
    def path(self) -> Way:
        """Its points, each once."""
        spots = [point for step in self.steps for point in step.path]
        return tuple(point for point, after in pairwise((*spots, None)) if point != after and point is not None)


@lru_cache(maxsize=1024)
def route(start: Point, end: Point, mode: Mode, at: datetime, via: tuple[Point, ...] = ()) -> Route:
    """Return the quickest way that leaves at a moment, through other places in their order."""
    steps: list[Step] = []
    for one, other in pairwise((start, *via, end)):
        now = at + timedelta(seconds=sum(step.seconds for step in steps))
        steps += _ridden(one, other, now) if mode == "transit" else walked(one, other, mode)
    return Route(mode, tuple(steps), at)


# ---- the soonest way by line: on foot to a stop, over the timetable with changes, on foot from the last stop


class Ride(NamedTuple):
    """A ride on one line between two of its stops, by their keys."""

    line: Line
    direction: Direction
    start: str
    end: str
    departs: datetime
    arrives: datetime


def _ridden(start: Point, end: Point, leaves: datetime) -> tuple[Step, ...]:
    """Return the steps of the soonest way that leaves at a moment; on foot all the way if no line is sooner."""
    on_foot = walked(start, end, "foot")
    soonest, last = leaves + timedelta(seconds=sum(step.seconds for step in on_foot)), _near(end, _FAR)
    best: tuple[Ride, ...] = ()
    for stop, arrives, rides in _reached(start, leaves):
        if arrives >= soonest:
            break
        if rides and stop in last and arrives + last[stop] < soonest:
            soonest, best = arrives + last[stop], rides
    return tuple(_steps(start, end, leaves, best)) if best else on_foot


def _reached(start: Point, leaves: datetime) -> Iterator[tuple[str, datetime, tuple[Ride, ...]]]:
    """Yield stops with when and by which rides one is there, the soonest first."""
    number, done = count(), set()
    heap: list[tuple[datetime, int, str, tuple[Ride, ...]]] = []
    for stop, walk in _near(start, _FAR).items():
        heappush(heap, (leaves + walk, next(number), stop, ()))
    while heap:
        arrives, _, stop, rides = heappop(heap)
        if stop in done:
            continue
        done.add(stop)
        yield stop, arrives, rides
        for ride in _rides(stop, arrives):
            heappush(heap, (ride.arrives, next(number), ride.end, (*rides, ride)))
        if rides:
            for other, walk in _near(stops()[stop].at, _CHANGE).items():
                heappush(heap, (arrives + walk, next(number), other, rides))


def _rides(stop: str, after: datetime) -> Iterator[Ride]:
    """Yield the next ride on each line that calls at a stop, to each of the stops that follow."""
    here = stops()[stop]
    directions: tuple[Direction, Direction] = (0, 1)
    for line in calling(here):
        for direction in directions:
            for departs in departures(here, line, direction, after + timedelta(seconds=_SLACK), 1):
                way, offsets = line.towards(direction), line.offsets(direction)
                where = way.index(here)
                for n in range(where + 1, len(way)):
                    arrives = departs + timedelta(minutes=offsets[n] - offsets[where])
                    yield Ride(line, direction, stop, way[n].key, departs, arrives)


@cache
def _near(point: Point, most: float) -> dict[str, timedelta]:
    """Return how long one walks between a place and the stops around it, by their keys."""
    spot, net, times = landing(point, "foot"), graph("foot"), dict[Point, float]()
    for node, metres in ((spot.edge.line[0], spot.metres), (spot.edge.line[-1], spot.edge.metres - spot.metres)):
        first = (spot.away + metres) / ON_FOOT
        for other, time in nx.single_source_dijkstra_path_length(net, node, most, weight="seconds").items():
            times[other] = min(times.get(other, most), first + time)
    return {key: timedelta(seconds=times[stop.at]) for key, stop in stops().items() if times.get(stop.at, most) < most}


def _steps(start: Point, end: Point, leaves: datetime, rides: tuple[Ride, ...]) -> Iterator[Step]:
    here, now = start, leaves
    for ride in rides:
        walk = walked(here, stops()[ride.start].at, "foot")
        yield from walk
        now += timedelta(seconds=sum(step.seconds for step in walk))
        yield _wait(ride, now)
        yield _ride(ride)
        here, now = stops()[ride.end].at, ride.arrives
    yield from walked(here, end, "foot")


def _wait(ride: Ride, since: datetime) -> Step:
    seconds = round((ride.departs - since).total_seconds())
    at = stops()[ride.start].at
    return Step("wait", "", 0, seconds, (at,), ride.line.key, departs=ride.departs, stop_from=ride.start)


def _ride(ride: Ride) -> Step:
    """Return a ride as a step, with the way that its line takes."""
    names = [stop.key for stop in ride.line.stops]
    first, last = sorted((names.index(ride.start), names.index(ride.end)))
    path: Way = tuple(point for way in ride.line.ways[first:last] for point in way)
    path = path if ride.direction == 0 else path[::-1]
    return Step(
        kind="ride",
        street="",
        metres=round(length(path)),
        seconds=round((ride.arrives - ride.departs).total_seconds()),
        path=path,
        line=ride.line.key,
        departs=ride.departs,
        arrives=ride.arrives,
        stop_from=ride.start,
        stop_to=ride.end,
    )
