"""Routes: no shorter than the crow flies, the same there and back, as long as their steps, and by the timetable."""

from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from lifeworld.city.geometry import length
from lifeworld.city.lines import departures, lines, stops
from lifeworld.city.places import Place, find, places
from lifeworld.city.routes import Mode, Route, route

NOW = datetime(2026, 4, 22, 8, 40)  # a Wednesday
LONGEST = {"foot": 3.0, "bicycle": 3.0, "car": 3.0}  # times as long as the crow flies
NEAR = 250  # metres within which a way round a block may be longer than that


def pairs(count: int) -> list[tuple[Place, Place]]:
    rng, found = Random("two places"), list(places().values())
    return [tuple(rng.sample(found, 2)) for _ in range(count)]  # type: ignore[misc]


def whole(found: Route) -> None:
    """Hold what is true of any route: it is one line, and as long as its steps."""
    assert found.metres == sum(step.metres for step in found.steps)
    assert found.arrives - found.leaves == timedelta(seconds=sum(step.seconds for step in found.steps))
    assert all(step.seconds >= 0 for step in found.steps)
    for one, other in pairwise(found.steps):
        assert one.path[-1].to(other.path[0]) < 1
    assert abs(length(found.path) - found.metres) <= 2 + len(found.steps)


@pytest.mark.parametrize("mode", LONGEST)
def test_ways_between_places(mode: Mode) -> None:
    for start, end in pairs(200):
        found, straight = route(start.at, end.at, mode, NOW), start.at.to(end.at)
        whole(found)
        assert found.path[0] == start.at and found.path[-1] == end.at
        assert found.metres >= straight - len(found.steps), (start.key, end.key)
        assert straight < NEAR or found.metres <= LONGEST[mode] * straight, (start.key, end.key)


def test_the_way_back_is_as_long_on_foot() -> None:
    for start, end in pairs(200):
        there, back = route(start.at, end.at, "foot", NOW), route(end.at, start.at, "foot", NOW)
        assert (there.metres, there.seconds) == (back.metres, back.seconds)


def test_who_rides_is_never_later_than_who_walks_and_keeps_the_timetable() -> None:
    rides = 0
    for start, end in pairs(80):
        found = route(start.at, end.at, "transit", NOW)
        whole(found)
        assert found.arrives <= route(start.at, end.at, "foot", NOW).arrives
        now = NOW
        for step in found.steps:
            if step.kind == "ride":
                rides += 1
                line, stop = lines()[step.line], stops()[step.stop_from]
                names = [one.key for one in line.stops]
                way = 0 if names.index(step.stop_from) < names.index(step.stop_to) else 1
                assert step.departs == now == departures(stop, line, way, now, 1)[0]
                assert step.arrives == now + timedelta(seconds=step.seconds)
            now += timedelta(seconds=step.seconds)
    assert rides > 60


def test_lines_run_to_their_timetable() -> None:
    assert len(lines()) == 12
    for line in lines().values():
        assert len(line.stops) == len(line.ways) + 1 == len(line.minutes) + 1
        for stop in line.stops[:-1]:
            times = departures(stop, line, 0, NOW, 20)
            assert len(times) == 20 and list(times) == sorted(set(times)) and times[0] >= NOW
        assert departures(line.stops[-1], line, 0, NOW, 3) == ()
    night = departures(stops()["Harbour Square"], lines()["1"], 1, datetime(2026, 4, 23, 0, 5), 2)
    assert night[0].day == 23 and night[0].hour == 0 and night[1].hour in (0, 5)
    sunday = departures(stops()["Hill Foot"], lines()["2"], 0, datetime(2026, 4, 26, 9), 2)
    assert sunday[1] - sunday[0] == timedelta(minutes=15)


def test_a_way_over_other_places_is_that_of_its_parts() -> None:
    a, b, c = (find(text) for text in ("14 Weaver Street", "Callow Marina", "St. Brannoc Hospital"))
    assert a and b and c
    whole_way, first = route(a, c, "bicycle", NOW, (b,)), route(a, b, "bicycle", NOW)
    second = route(b, c, "bicycle", first.arrives)
    assert whole_way.metres == first.metres + second.metres and whole_way.arrives == second.arrives
    assert b in whole_way.path


def test_who_is_there_has_no_way_to_go() -> None:
    here = places()["marina"].at
    for mode in ("foot", "bicycle", "car", "transit"):
        found = route(here, here, mode, NOW)  # type: ignore[arg-type]
        assert (found.metres, found.seconds) == (0, 0) or found.metres < 60
