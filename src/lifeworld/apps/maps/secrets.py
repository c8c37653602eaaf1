"""Where the owner lives, as the map knows it: nothing to tell everybody who reads reviews."""

from collections.abc import Iterator
from itertools import chain

from lifeworld.apps.maps.models import Spot
from lifeworld.life.secrets import Secret, street
from lifeworld.store import Store


def secrets(store: Store) -> Iterator[Secret]:
    """Yield the address of home, which the owner's contacts and the city's businesses know anyway."""
    for home in store.all(Spot, "label = 'home' AND address <> ''"):
        known = store.sql("SELECT name, email FROM life_person UNION ALL SELECT name, email FROM life_business")
        yield Secret("the home address", street(home.address), frozenset(chain.from_iterable(known)))
