"""Whatever address a life writes is on the map; places are open when their hours say so."""

from datetime import datetime

import pytest

from lifeworld.apps.calendar.models import Event
from lifeworld.city.directory import CITY, entries
from lifeworld.city.geometry import Point, areas, inside
from lifeworld.city.hours import hours
from lifeworld.city.places import district_of, find, nearest, places
from lifeworld.core.choices import PEOPLE
from lifeworld.core.errors import UserError
from lifeworld.life.models import Business, Person
from lifeworld.world import World, load

ELSEWHERE = {  # other towns, and rooms that only those know who are asked there
    *("Alder Falls", "Gannet Bay", "San Telmo", "Valmare", "Verlaine"),
    *("Farida's kitchen", "No. 31, kitchen", "Number 12"),
}
WET = ("sea", "river", "water")


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.long
def test_every_address_of_a_life_is_on_the_map(name: str) -> None:
    store = World(load(name).data).store
    told = {one.address for kind in (Business, Person) for one in store.all(kind) if CITY in one.address}
    told |= {one.place for one in store.all(Event) if one.place} - ELSEWHERE
    assert len(told) > 100
    assert [text for text in told if find(text) is None] == []
    abroad = {one.address for one in store.all(Person)} - told
    assert len(abroad) < 5 and [text for text in abroad if find(text)] == []


def test_a_place_has_one_spot_however_it_is_told() -> None:
    marina = places()["marina"]
    assert marina.at == find("Callow Marina") == find("callow marina, berth 14") == find(marina.address)
    assert find("Depot, tram shed 2") == places()["depot"].at
    assert find("Barley Road") is not None and find("Barley Road") != find("1 Barley Road")
    assert find("Glasshouse") == find("glasshouse") is not None
    assert find("14 Weaver Street") == find("14 weaver  street, Apt 2B") != find("Weaver Street") is not None
    wrong = (
        "",
        "12 Nowhere Street",
        "0 Weaver Street",
        "241 Weaver Street",
        "nowhere Weaver Street",
        "1a Weaver Street",
    )
    assert [address for address in wrong if find(address)] == []


def test_a_life_and_the_city_tell_the_same_of_a_business() -> None:
    for key, one in ((key, one) for key, one in entries().items() if one.district):
        place = places()[key]
        assert (place.name, place.address, place.phone) == (one.name, one.address, one.phone)
        assert district_of(place.at).code in place.address or place.district == one.district


def test_no_place_stands_in_the_water() -> None:
    waters = [one.outline for one in areas() if one.kind in WET]
    piers = {"mole", "lighthouse", "ferrystage", "Ferry Stage", "Mole Head", "Sands Pier"}
    wet = {one.key for one in places().values() if any(inside(one.at, outline) for outline in waters)}
    assert wet <= piers and "mole" in wet


def test_the_nearest_come_first() -> None:
    here = Point(5400, 4900)
    found = nearest(here, "cafe")
    assert {one.category for one in found} == {"cafe"}
    assert [here.to(one.at) for one in found] == sorted(here.to(one.at) for one in found)


@pytest.mark.parametrize(
    ("key", "at", "opened", "change"),
    [
        ("dentist", "2026-04-22T12:00", True, "2026-04-22T18:00"),
        ("dentist", "2026-04-25T12:00", False, "2026-04-27T08:00"),
        ("saffron", "2026-04-22T15:00", False, "2026-04-22T18:00"),
        ("halyard", "2026-04-24T23:59", True, "2026-04-25T00:00"),
        ("saturdaymarket", "2026-04-25T14:00", False, "2026-05-02T07:00"),
        ("nightowl", "2026-04-25T03:00", True, None),
    ],
)
def test_a_place_is_open_by_its_hours(key: str, at: str, opened: bool, change: str | None) -> None:
    known = places()[key].hours
    assert known is not None and known.always == (change is None)
    moment = datetime.fromisoformat(at)
    assert known.is_open(moment) == opened
    assert known.next_change(moment) == (datetime.fromisoformat(change) if change else None)


@pytest.mark.parametrize("text", ["Mon-Fri", "Mo 09:00-17:00", "Mon 9-17", "daily"])
def test_hours_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(UserError, match="write them as “Mon-Fri 09:00-17:00”"):
        hours(text)
