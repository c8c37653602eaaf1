"""Ways through the city: on foot, by bicycle, by car over the streets; by line with walks at both ends."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from lifeworld.city.geometry import Line, Point
from lifeworld.city.riding import ridden
from lifeworld.city.steps import Step, walked

Mode = Literal["foot", "bicycle", "car", "transit"]


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
    def path(self) -> Line:
        """Its points, each once."""
        spots = [point for step in self.steps for point in step.path]
        return tuple(point for point, after in pairwise((*spots, None)) if point != after and point is not None)


@lru_cache(maxsize=1024)
def route(start: Point, end: Point, mode: Mode, at: datetime, via: tuple[Point, ...] = ()) -> Route:
    """Return the quickest way that leaves at a moment, through other places in their order."""
    steps: list[Step] = []
    for one, other in pairwise((start, *via, end)):
        now = at + timedelta(seconds=sum(step.seconds for step in steps))
        steps += ridden(one, other, now) if mode == "transit" else walked(one, other, mode)
    return Route(mode, tuple(steps), at)
