"""What a search finds shows while one types, the same with and without a browser."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from lifeworld.apps.maps.models import Search as MapsSearch
from lifeworld.apps.shop.models import Search as ShopSearch
from lifeworld.core.actions import Key, Navigate, Ref, SetValue, System, Text
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


@pytest.fixture(scope="module")
def chromium() -> Iterator[SyncEnvironment]:
    with opened("chromium", pictures=False) as environment:
        yield environment


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
    episode = environment.environment
    environment.reset(Configuration("todo.CompleteTask", "nora", device=device))
    episode.driver._reach.show((address,))  # type: ignore[attr-defined]
    yield (first := environment.step(Navigate(url=address)))
    yield (found := environment.step(Text(text="ma", target=Ref(id=searched(first.tree).ref), clear=True)))
    yield environment.step(Text(text="r"))
    yield environment.step(Key(chord=("Backspace",), repeat=2))
    yield environment.step(SetValue(target=Ref(id=searched(found.tree).ref), value="lo"))
    yield environment.step(System(name="enter"))
    yield environment.step(System(name="back"))
    yield environment.step(System(name="back"))


def searched(tree: Node) -> Node:
    fields = [node for node in tree.walk() if node.role == "searchbox"]
    return next((one for one in fields if "focused" in one.states), fields[-1])


def bare(node: Node) -> Node:
    return replace(node, box=None, children=tuple(map(bare, node.children)))


@pytest.mark.parametrize(("address", "searches"), [("/maps/", MapsSearch), ("/shop/search", ShopSearch)])
def test_only_what_one_asks_for_is_remembered(address: str, searches: type[Row]) -> None:
    with opened("dom") as dom:
        steps = typed(dom, address, "phone")
        kept = [len(dom.environment.episode.world.store.all(searches)) for _ in steps]  # type: ignore[union-attr]
    assert kept[5:6] == [kept[0] + 1] and len(set(kept[:5])) == 1
