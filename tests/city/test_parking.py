"""Zones where one pays to park: their prices and hours, where they lie, and that they don't overlap."""

from datetime import time

from lifeworld.city.geometry import Point, by_name, inside, sheet
from lifeworld.city.parking import zone_at, zones
from lifeworld.city.places import places
from lifeworld.core.money import Money


def test_zones_have_a_letter_a_price_and_hours_of_their_own() -> None:
    found = zones()
    assert len({zone.price for zone in found.values()}) == len(found) >= 4
    for letter, zone in found.items():
        assert len(letter) == 1 and letter.isupper() and Money(50) <= zone.price <= Money(1000)
        spans = [span for day in range(7) for span in zone.hours.on(day)]
        assert spans and all(time(6) <= first < last and not first.minute + last.minute for first, last in spans)


def test_a_spot_lies_in_one_zone_or_in_none() -> None:
    for x in range(0, int(sheet().x), 70):
        for y in range(0, int(sheet().y), 70):
            around = [zone for zone in zones().values() if inside(Point(x, y), zone.outline)]
            assert len(around) < 2 and zone_at(Point(x, y)) == next(iter(around), None)


def test_one_pays_in_the_centre_and_at_the_harbour_and_elsewhere_not() -> None:
    known = places()
    assert {zone_at(one.at) for one in known.values()} == {*zones().values(), None}
    assert zone_at(known["marina"].at) == zones()["A"] and zone_at(zones()["H"].middle) == zones()["H"]
    assert zone_at(by_name()["Beacon Street"].line[0]) is None
