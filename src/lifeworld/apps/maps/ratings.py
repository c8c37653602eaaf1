"""How places are rated: by those who have written of them, and by the many more who only gave stars."""

from functools import cache
from math import exp, log
from random import Random
from typing import NamedTuple

from lifeworld.apps.maps.kinds import kind
from lifeworld.store import Store

_MANY, _FEW = (120, 2400), (14, 170)  # who only gave stars: where people go, and of an office


class Rated(NamedTuple):
    """The mean of a place's stars, how many gave some, and how many gave one star to five."""

    mean: float
    many: int
    stars: tuple[int, ...]


def rated(store: Store) -> dict[int, Rated]:
    """Return how each place is rated; a stop that nobody has written of is not."""
    found: dict[int, list[int]] = {}
    for place, key, category, stars, count in store.sql(
        "SELECT p.id, p.key, p.category, r.stars, count(r.id) FROM maps_place p "
        "LEFT JOIN maps_review r ON r.place_id = p.id GROUP BY p.id, r.stars"
    ):
        given = found.setdefault(place, [*_without_words(key, category)])
        if count:
            given[int(stars) - 1] += count
    return {place: _rated(tuple(given)) for place, given in found.items() if any(given)}


def _rated(stars: tuple[int, ...]) -> Rated:
    return Rated(sum(n * count for n, count in enumerate(stars, 1)) / sum(stars), sum(stars), stars)


@cache
def _without_words(key: str, category: str) -> tuple[int, ...]:
    """Return how many gave a place one star to five and wrote nothing: the same in all lives, as the city is."""
    if category == "stop":
        return (0,) * 5
    rng, goes_there = Random(f"{key} stars"), kind(category).said != "service"
    liked = rng.uniform(0.7, 2.4) if goes_there else rng.uniform(0.35, 1.2)
    least, most = _MANY if goes_there else _FEW
    shares = (0.5 / liked, 0.4 / liked, 0.8, 2, 5 * liked)
    one = exp(rng.uniform(log(least), log(most))) / sum(shares)
    return tuple(round(one * share * rng.uniform(0.85, 1.15)) for share in shares)
