"""The city's streets: each can be reached, houses stand along them, and the map is what its script lays."""

import importlib
from itertools import pairwise
from pathlib import Path

import pytest

from lifeworld.city import directory, geometry
from lifeworld.city.geometry import by_name, length, streets
from lifeworld.city.places import find, house
from lifeworld.city.steps import graph

ROOT = Path(__file__).parent.parent.parent


def test_every_street_can_be_reached() -> None:
    on_foot, driving = graph("foot"), graph("car")
    for street in streets():
        assert any(point in on_foot for point in street.line), street.name
        assert street.kind == "path" or any(point in driving for point in street.line), street.name
    assert len(by_name()) > 500 and len([one for one in streets() if one.name]) == len(by_name())


def test_the_streets_of_the_directory_are_in_their_districts_and_long_enough() -> None:
    for name, quarter in directory.directory().districts.items():
        for street in (by_name()[one] for one in quarter.streets):
            assert street.district == name
            assert length(street.line) > 430  # 240 houses on both sides


def test_houses_stand_in_order_along_their_street() -> None:
    for quarter in directory.directory().districts.values():
        for name in quarter.streets:
            street = by_name()[name]
            spots = [house(street, number) for number in range(1, directory.HOUSES + 1)]
            assert len(set(spots)) == directory.HOUSES
            assert all(a.to(b) < 40 for side in (spots[::2], spots[1::2]) for a, b in pairwise(side))
            nearest = min(spots[99].to(a.towards(b, n / 99)) for a, b in pairwise(street.line) for n in range(100))
            assert nearest < 25
            assert find(f"100 {name}, Apt 2B, Port Callow {quarter.code}") == spots[99]


@pytest.mark.slow
def test_the_map_is_what_its_script_lays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    script = importlib.import_module("city")
    folder = Path(geometry.__file__).parent
    assert (folder / "map.json").read_text() == script.text(script.drawn())
    assert (folder / "lines.json").read_text() == script.text(script.lines())
