"""Worlds made wrong on purpose are wrong: rows that are what they join can't be told from each other by their ids."""

from dataclasses import replace

from lifeworld.apps.shop.orders import CartItem, WishList
from lifeworld.proof.tamper import confused
from lifeworld.scenarios.draw import drawn
from lifeworld.store import Change, Changes, Row
from lifeworld.verify import Happened
from lifeworld.world import World, load
from lifeworld.world.world import by_name


def made_wrong(row: Row, **changed: object) -> list[str]:
    before = {name: getattr(row, name) for name in type(row).table().names}
    change = Change(type(row).table().name, row.id, before, {**before, **changed})
    wanted = replace(drawn("shop.PutIntoCart", "nora", 0).expectation, chooses=False)
    happened = Happened(Changes((change,)), row.store.now.date())
    return [wrong.what for wrong in confused(happened, wanted, by_name(), row.store)]


def test_two_rows_that_are_what_they_join_are_not_swapped() -> None:
    store = World(load("nora").data).store
    found = made_wrong(store.one(CartItem, "later = 0"), quantity=9)
    assert any("taken for" in what for what in found)
    assert not any("swapped" in what for what in found)


def test_two_rows_of_their_own_are_swapped() -> None:
    store = World(load("nora").data).store
    assert any("swapped" in what for what in made_wrong(store.get(WishList, 1), name="Another"))
