"""Pictures of places: each has one, neighbours of a kind look unlike, and they are small together."""

import itertools

from lifeworld.apps.maps.pictures import FOLDER, picture
from lifeworld.city.places import places

MOST_BYTES = 2_000_000


def test_each_place_has_a_picture_and_only_stops_share_theirs() -> None:
    shown = {key: picture(key) for key in places()}
    assert all(shown.values())
    own = [path for key, path in shown.items() if places()[key].category != "stop"]
    assert len(own) == len(set(own))


def test_stops_take_the_pictures_of_their_kind_in_turn() -> None:
    shown = [picture(key) for key, place in sorted(places().items()) if place.category == "stop"]
    assert len(set(shown)) > 2
    assert all(one != other for one, other in itertools.pairwise(shown))


def test_pictures_are_small_and_no_two_are_the_same() -> None:
    files = [path.read_bytes() for path in FOLDER.iterdir()]
    assert sum(map(len, files)) <= MOST_BYTES
    assert len(set(files)) == len(files)
