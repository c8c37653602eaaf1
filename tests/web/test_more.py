"""Long lists: what “Show more” leads to comes to those who scroll on, too, and nothing else moves or is lost."""

import asyncio
from functools import partial

import pytest
from tests.web import test_gestures as gestures

from lifeworld.core.actions import Click, OpenApp, Point, Ref, Scroll, SetValue
from lifeworld.core.observation import Node, View
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.web.look import FORMS, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

MORE = "Show more"
EACH = pytest.mark.parametrize("device", sorted(FORMS))
LISTS = [("shop", "/shop/deals", "show", 36), ("mail", "/mail/archive", "conversations", 40)]  # rows once all came


class Hand:
    """Scrolls through one list."""

    def __init__(self, driver: Chromium, world: World) -> None:
        self.driver, self.world = driver, world

    async def view(self) -> View:
        return await self.driver.view()

    async def more(self) -> Node | None:
        return (await self.view()).tree.find("link", MORE)

    async def rows(self, app: str) -> list[str]:
        """Return the addresses that the list leads to."""
        kind = {"shop": "/shop/product/", "mail": "/mail/thread/"}[app]
        found = [(node.href or "").partition("?")[0] for node in (await self.view()).tree.all("link")]
        return list(dict.fromkeys(href for href in found if href.startswith(kind)))

    async def down(self, at: Node | None = None) -> None:
        """Scroll by a screen, over the list."""
        link = at or await self.more()
        assert link and link.box
        device = self.world.look.device
        over = Point(x=(link.box.x + link.box.width / 2) / device.width, y=0.5)
        assert (await self.driver.act(Scroll(target=over, dy=1, unit="viewport"))).ok

    async def at_the_end(self) -> None:
        """Scroll until the link is wholly on the screen, as somebody does who reads."""
        height = self.world.look.device.height
        for _ in range(20):
            link = await self.more()
            assert link and link.box, "the rest came before anybody had seen where the list ended"
            if link.box.y + link.box.height <= height:
                return
            await self.down()
        raise AssertionError("the list has no end")


play = partial(gestures.play, hand=Hand)


@EACH
@pytest.mark.parametrize(("app", "start", "name", "after"), LISTS)
def test_scrolling_on_at_the_end_brings_the_rest(device: str, app: str, start: str, name: str, after: int) -> None:
    async def story(hand: Hand) -> None:
        shown = await hand.rows(app)
        assert len(shown) == 20
        await hand.at_the_end()
        assert await hand.rows(app) == shown
        await hand.down()
        view = await hand.view()
        assert view.url == f"{start}?{name}=40"
        assert (await hand.rows(app))[:20] == shown
        assert len(await hand.rows(app)) == after
        row = next(node for node in view.tree.all("link") if (node.href or "").partition("?")[0] == shown[0])
        assert row.box and row.box.y < 0, "it is still where it was scrolled to"

    play(story, device, start)


@pytest.mark.long
@EACH
def test_pressing_the_link_brings_the_same_and_keeps_the_place(device: str) -> None:
    async def story(hand: Hand) -> None:
        await hand.at_the_end()
        link = await hand.more()
        assert link and link.box
        assert (await hand.driver.act(Click(target=Ref(id=link.ref)))).ok
        assert (await hand.view()).url == "/shop/deals?show=40"
        assert len(await hand.rows("shop")) == 36
        first = next(n for n in (await hand.view()).tree.all("link") if (n.href or "").startswith("/shop/product/"))
        assert first.box and first.box.y < 0

    play(story, device, "/shop/deals")


def test_a_reference_below_the_screen_is_pressed_where_it_is() -> None:
    """Bringing the link into view loads nothing, so that the press is not one on a row that came in its place."""

    async def story(hand: Hand) -> None:
        link = await hand.more()
        assert link
        assert (await hand.driver.act(Click(target=Ref(id=link.ref)))).ok
        assert (await hand.view()).url == "/shop/deals?show=40"

    play(story, "phone", "/shop/deals")


def test_what_is_written_on_the_page_stays() -> None:
    async def story(hand: Hand) -> None:
        field = (await hand.view()).tree.find("searchbox", "Search Megacart")
        assert field
        assert (await hand.driver.act(SetValue(target=Ref(id=field.ref), value="kettle"))).ok
        await hand.at_the_end()
        await hand.down()
        view = await hand.view()
        kept = view.tree.find("searchbox", "Search Megacart")
        assert (view.url, kept and kept.value) == ("/shop/deals", "kettle")

    play(story, "desktop", "/shop/deals")


@EACH
def test_without_a_browser_it_is_a_plain_link(device: str) -> None:
    async def story() -> None:
        world = World(load(NAMES[0]).data, Look("light", FORMS[device])).start()
        driver = Dom()
        await driver.open(world)
        await driver.act(OpenApp(name="Post"))
        view = await driver.view()
        link = view.tree.find("link", MORE)
        assert link and link.href == "/mail/?conversations=40"
        await driver.act(Scroll(dy=1, unit="viewport"))
        assert (await driver.view()).url == view.url
        await driver.act(Click(target=Ref(id=link.ref)))
        assert (await driver.view()).url == "/mail/?conversations=40"
        await driver.close()
        world.close()

    asyncio.run(story())
