"""What a search finds shows while one types, the same with and without a browser."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from lifeworld.apps.maps.models import Search as MapsSearch
from lifeworld.apps.shop.models import Search as ShopSearch
from lifeworld.core.actions import Click, Key, Navigate, Ref, SetValue, System, Text
from lifeworld.core.observation import Node, Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.store import Row
from lifeworld.taskkit import Configuration

SEARCHES = (
    "/search",
    "/bank/payees",
    "/bank/people",
    "/calendar/search",
    "/code/project/1/search",
    "/mail/files?sheet=/mail/compose",
    "/mail/people?field=to&sheet=/mail/compose",
    "/mail/search?q=a",
    "/maps/",
    "/maps/search",
    "/messenger/new",
    "/messenger/search",
    "/shop/orders",
    "/shop/search",
    "/todo/search",
)
ENTER, BACK = System(name="enter"), System(name="back")
BACKSPACE, ESCAPE = Key(chord=("Backspace",)), Key(chord=("Escape",))


def apps_search(tree: Node) -> Click:
    return Click(target=Ref(id=next(one.ref for one in tree.all("link") if one.name == "Search apps")))


def search_field(tree: Node) -> Click:
    return Click(target=Ref(id=searched(tree).ref))


@pytest.mark.parametrize("device", ["phone", "desktop"])
@pytest.mark.parametrize("address", SEARCHES)
def test_what_is_found_shows_while_one_types(address: str, device: str, chromium: SyncEnvironment) -> None:
    with opened("dom") as dom:
        pages = zip(typed(dom, address, device), typed(chromium, address, device), strict=True)
        for step, (one, other) in enumerate(pages):
            assert (one.url, bare(one.tree)) == (other.url, bare(other.tree)), f"step {step}"
            if step in (1, 2, 3):
                field = searched(one.tree)
                assert "focused" in field.states and field.value == ["ma", "mar", "m"][step - 1]
                assert one.url.endswith(f"={field.value}") or f"={field.value}&" in one.url


def typed(environment: SyncEnvironment, address: str, device: str) -> Iterator[Observation]:
    """Yield what a search shows before, while and after something is typed, and the page one comes back to."""
    yield (first := begun(environment, address, device))
    yield (found := environment.step(Text(text="ma", target=Ref(id=searched(first.tree).ref), clear=True)))
    yield environment.step(Text(text="r"))
    yield environment.step(Key(chord=("Backspace",), repeat=2))
    yield environment.step(SetValue(target=Ref(id=searched(found.tree).ref), value="lo"))
    yield environment.step(System(name="enter"))
    yield environment.step(System(name="back"))
    yield environment.step(System(name="back"))


def begun(environment: SyncEnvironment, address: str, device: str) -> Observation:
    environment.reset(Configuration("todo.CompleteTask", "nora", device=device))
    environment.environment.driver._reach.show((address,))  # type: ignore[attr-defined]
    return environment.step(Navigate(url=address))


def searched(tree: Node) -> Node:
    fields = [node for node in tree.walk() if node.role == "searchbox"]
    return next((one for one in fields if "focused" in one.states), fields[-1])


def bare(node: Node) -> Node:
    return replace(node, box=None, children=tuple(map(bare, node.children)))


ODD = {
    "over a page that searches": ("/todo/search", [apps_search, Text(text="tick"), Text(text="ed"), ENTER]),
    "away while nothing is typed": ("/todo/search", [Text(text="mar"), ENTER, Text(text="x"), BACK, Text(text="y")]),
    "reloaded": ("/calendar/search", [Text(text="mar"), System(name="reload"), BACKSPACE, BACKSPACE]),
    "keys alone": ("/search", [Key(chord=("z",), repeat=2), Key(chord=("Shift", "a"))]),
    "emptied": ("/bank/payees", [search_field, Text(text="ma"), ESCAPE, Text(text="l*~", submit=True), BACK]),
    "in a sheet": ("/mail/people?field=to&sheet=/mail/compose", [search_field, Text(text="ma"), ESCAPE]),
    "all of it": ("/messenger/search", [Text(text="ma"), Key(chord=("Control", "a")), Text(text="lo"), BACKSPACE]),
    "emoji": (
        "/bank/payees",
        [
            search_field,
            *(Text(text="aé❤️👍🏽👨‍👩‍👧🇩🇪🇫🇷5️⃣"), *[BACKSPACE] * 8),
            *(
                Text(text="🇫🇷🇩🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007fa🏽👍🏽🏽"),
                *[BACKSPACE] * 7,
            ),
            *(Text(text="a\u200dbका\u200dबa\u20e3葛\U000e0100"), *[BACKSPACE] * 11),
            *(Text(text="😀" * 60), BACKSPACE),
        ],
    ),
    "as long as may be": ("/bank/payees", [search_field, Text(text="a" * 300), Text(text="b"), Text(text="\n")]),
}


@pytest.mark.parametrize(("address", "actions"), ODD.values(), ids=ODD)
def test_odd_ways_come_to_the_same(address: str, actions: list[Any], chromium: SyncEnvironment) -> None:
    with opened("dom") as dom:
        pages = zip(done(dom, address, actions), done(chromium, address, actions), strict=True)
        for step, (one, other) in enumerate(pages):
            assert (one.url, bare(one.tree)) == (other.url, bare(other.tree)), f"step {step}"


def done(environment: SyncEnvironment, address: str, actions: list[Any]) -> Iterator[Observation]:
    """Yield what a desktop shows after each of some actions; a function makes one of the page."""
    now = begun(environment, address, "desktop")
    for action in actions:
        now = environment.step(action(now.tree) if callable(action) else action)
        yield now


@pytest.mark.parametrize(("address", "searches"), [("/maps/", MapsSearch), ("/shop/search", ShopSearch)])
def test_only_what_one_asks_for_is_remembered(address: str, searches: type[Row]) -> None:
    with opened("dom") as dom:
        steps = typed(dom, address, "phone")
        kept = [len(dom.environment.episode.world.store.all(searches)) for _ in steps]  # type: ignore[union-attr]
    assert kept[5:6] == [kept[0] + 1] and len(set(kept[:5])) == 1
