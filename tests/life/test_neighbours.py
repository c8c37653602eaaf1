"""Neighbours: who lives in a house of flats has them behind other doors of it, and shares stairs with nobody else."""

import re

import pytest
from tests.life.lives import lived

from lifeworld.core.choices import PEOPLE
from lifeworld.life.biographies import biography
from lifeworld.life.events import Messaged

LIVES = [*PEOPLE, "person-17", "person-3", "person-41"]
SHARED = re.compile(r"\b([Oo]n the stairs|[Tt]he landing|these walls|your wall|the pipes|our floor|letter boxes)\b")


def _house(address: str) -> tuple[str, bool]:
    """Return the house of an address, and whether it has several doors."""
    parts = address.split(", ")
    return parts[0], len(parts) > 2


@pytest.mark.parametrize("name", LIVES)
def test_neighbours_of_a_flat_live_in_its_house(name: str) -> None:
    life = lived(name, None)
    (own, flats), elsewhere = _house(life.me.address), {who.name for who in biography(name).cast if who.home}
    near = [who.address for who in life.people if who.relation == "neighbour" and who.name not in elsewhere]
    assert {_house(address)[0] == own for address in near} <= {flats}
    assert len({*near, life.me.address}) == len(near) + 1


@pytest.mark.parametrize("name", LIVES)
def test_only_who_lives_in_the_house_speaks_of_what_it_shares(name: str) -> None:
    life = lived(name, None)
    people = {who.id: who for who in life.people}
    (own, flats), of_house = _house(life.me.address), {one.key for one in life.circles if "neighbours" in one.topics}
    spoken = []
    for event in life.events:
        if isinstance(event, Messaged) and SHARED.search(event.text):
            direct = event.chat.removeprefix("direct:")
            other = people[int(direct)] if direct != event.chat else people[event.sender_id]
            near = other.relation == "neighbour" or event.chat in of_house
            if near and not (flats and _house(other.address)[0] == own):
                spoken.append(event.text)
    assert spoken == []
