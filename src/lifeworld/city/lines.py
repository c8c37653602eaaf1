"""The city's lines: trams, buses and a ferry, with their stops and timetables (`lines.json`, by `scripts/city.py`)."""

import json
from bisect import bisect_left
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal

from lifeworld.city.geometry import Line as Path2d
from lifeworld.city.geometry import Point, line_of

_PEAKS = ((7 * 60, 9 * 60), (16 * 60, 18 * 60 + 30))  # minutes of a workday
Direction = Literal[0, 1]  # to the last of a line's stops, or to the first


@dataclass(frozen=True, eq=False)  # there is one of each: to compare them by all their points takes long
class Stop:
    """Where lines call; its key is its name."""

    key: str
    name: str
    at: Point


@dataclass(frozen=True, eq=False)
class Line:
    """A line: its stops, the minutes and the way from each to the next, and when it leaves its ends, in minutes."""

    key: str
    name: str
    kind: str  # tram, bus or ferry
    colour: str
    stops: tuple[Stop, ...]
    minutes: tuple[int, ...]
    ways: tuple[Path2d, ...]
    workday: tuple[int, ...]
    sunday: tuple[int, ...]

    def leaving(self, day: date) -> tuple[int, ...]:
        """Return the minutes of a day at which it leaves its ends; those after midnight are above 1440."""
        return self.sunday if day.weekday() == 6 else self.workday

    @cache  # noqa: B019  # lines live as long as the process
    def offsets(self, direction: Direction) -> tuple[int, ...]:
        """Return the minutes from its end to each of its stops, in the order of its way."""
        return tuple(accumulate(self.minutes if direction == 0 else self.minutes[::-1], initial=0))

    def towards(self, direction: Direction) -> tuple[Stop, ...]:
        """Return its stops in the order of its way."""
        return self.stops if direction == 0 else self.stops[::-1]


@cache
def _file() -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = json.loads((Path(__file__).parent / "lines.json").read_text())
    return found


@cache
def stops() -> dict[str, Stop]:
    """Return every stop by its key."""
    return {name: Stop(name, name, Point(x, y)) for name, x, y in _file()["stops"]}


@cache
def lines() -> dict[str, Line]:
    """Return every line by its key."""
    found = {}
    for key, kind, colour, times, names, minutes, ways in _file()["lines"]:
        found[key] = Line(
            key=key,
            name=f"{names[0]} – {names[-1]}",
            kind=kind,
            colour=colour,
            stops=tuple(stops()[name] for name in names),
            minutes=tuple(minutes),
            ways=tuple(map(line_of, ways)),
            workday=_leaving(times, times["every"], times["peak"]),
            sunday=_leaving(times, times["holiday"], times["holiday"]),
        )
    return found


def _leaving(times: dict[str, Any], every: int, peak: int) -> tuple[int, ...]:
    now, last, found = _minutes(times["first"]), _minutes(times["last"]), []
    while now <= last:
        found.append(now)
        now += peak if any(start <= now < end for start, end in _PEAKS) else every
    return tuple(found)


def _minutes(clock: str) -> int:
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


def departures(stop: Stop, line: Line, direction: Direction, after: datetime, count: int) -> tuple[datetime, ...]:
    """Return the next times at which a line leaves a stop one way; none from where it ends."""
    where = line.towards(direction).index(stop)
    if where == len(line.stops) - 1:
        return ()
    offset = line.offsets(direction)[where]
    found: list[datetime] = []
    for day in (after.date() + timedelta(days=n) for n in range(-1, 8)):
        midnight = datetime.combine(day, time())
        leaving = line.leaving(day)
        begin = bisect_left(leaving, (after - midnight).total_seconds() / 60 - offset)
        found += [midnight + timedelta(minutes=m + offset) for m in leaving[begin : begin + count - len(found)]]
        if len(found) >= count:
            break
    return tuple(found)


def calling(stop: Stop) -> tuple[Line, ...]:
    """Return the lines that call at a stop."""
    return tuple(line for line in lines().values() if stop in line.stops)
