"""Fingers and mice in Chromium: each gesture does what its plain control does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.browsers import in_browser

from lifeworld.apps.todo.models import Task
from lifeworld.core.actions import Click, Drag, Key, OpenApp, Point, Ref, Text
from lifeworld.core.observation import Node, View
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.proof.crawl import get
from lifeworld.web.look import FORMS, Look
from lifeworld.web.shell.models import device
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

Story = Callable[[Any], Awaitable[None]]


class Hand:
    """Acts on one screen by role and name."""

    def __init__(self, driver: Chromium, world: World) -> None:
        self.driver, self.world = driver, world
        self.width, self.height = world.look.device.width, world.look.device.height

    async def view(self) -> View:
        return await self.driver.view()

    async def go(self, *hrefs: str) -> None:
        """Open the app and follow links to these addresses."""
        assert (await self.driver.act(OpenApp(name="Ticked"))).ok
        for href in hrefs:
            tree = (await self.view()).tree
            link = next(node for node in tree.all("link") if node.href == href)
            assert (await self.driver.act(Click(target=Ref(id=link.ref)))).ok

    async def to_list(self) -> None:
        """Open the busy list, the way there is on this device."""
        own = f"/todo/list/{busy(self.world)}"
        await self.go(*([own] if self.world.look.device.wide else ["/todo/browse", own]))

    async def node(self, role: str, name: str) -> Node:
        found = (await self.view()).tree.find(role, name)
        assert found, f"no {role} “{name}”"
        return found

    async def click(self, role: str, name: str) -> None:
        assert (await self.driver.act(Click(target=Ref(id=(await self.node(role, name)).ref)))).ok

    async def drag(self, *spots: tuple[float, float]) -> None:
        path = tuple(Point(x=x / self.width, y=y / self.height) for x, y in spots)
        assert (await self.driver.act(Drag(path=path))).ok


def play(
    story: Story, device: str = "phone", start: str = "/", *, pictures: bool = False, hand: type[Any] = Hand
) -> None:
    """Let a hand act on a screen of the browser, which begins at an address."""

    async def played(browser: Browser) -> None:
        world = World(load(NAMES[0]).data, Look("light", FORMS[device])).start()
        driver = Chromium(browser, pictures)
        try:
            await driver.open(world, start)
            await story(hand(driver, world))
        finally:
            await driver.close()
            world.close()

    in_browser(played)


def orders(world: World) -> list[str]:
    """Return the open tasks of the first list of several, in order."""
    return [
        task.title for task in world.store.all(Task, "list_id = ? AND done_at IS NULL", busy(world), order="position")
    ]


def busy(world: World) -> int:
    """Return a list with more than four open tasks, which stays the same when one of them is ticked off."""
    sql = "SELECT list_id FROM todo_task WHERE done_at IS NULL GROUP BY list_id HAVING count(*) > 4 ORDER BY 1"
    return int(world.store.value(sql))


async def middle(hand: Hand, role: str, name: str) -> tuple[float, float]:
    box = (await hand.node(role, name)).box
    assert box
    return box.x + box.width / 2, box.y + box.height / 2


@pytest.mark.long
@pytest.mark.parametrize("device", sorted(FORMS))
def test_dragging_a_grip_moves_the_task(device: str) -> None:
    async def story(hand: Hand) -> None:
        titles = orders(hand.world)
        await hand.to_list()
        spots = [await middle(hand, "button", f"Move {titles[n]}") for n in (0, 2)]
        await hand.drag(spots[0], (spots[1][0], spots[1][1] + 8))
        assert orders(hand.world) == [titles[1], titles[2], titles[0], *titles[3:]]
        assert (await hand.view()).url == f"/todo/list/{busy(hand.world)}"

    play(story, device)


@pytest.mark.long
def test_swiping_a_task_ticks_it_off() -> None:
    async def story(hand: Hand) -> None:
        titles = orders(hand.world)
        await hand.to_list()
        _, y = await middle(hand, "link", titles[1])
        await hand.drag((60, y), (160, y), (280, y))
        assert orders(hand.world) == [titles[0], *titles[2:]]

    play(story)


def test_a_short_swipe_is_none_and_a_tap_is_a_tap() -> None:
    async def story(hand: Hand) -> None:
        titles = orders(hand.world)
        await hand.to_list()
        _, y = await middle(hand, "link", titles[1])
        await hand.drag((60, y), (100, y))
        assert orders(hand.world) == titles
        await hand.click("link", titles[1])
        assert (await hand.view()).url.startswith("/todo/task/")

    play(story)


@pytest.mark.long
def test_swiping_from_the_edges() -> None:
    async def story(hand: Hand) -> None:
        await hand.go("/todo/browse", "/todo/help")
        await hand.drag((4, 400), (120, 402), (240, 404))
        assert (await hand.view()).url == "/todo/browse"
        await hand.drag((200, hand.height - 8), (200, 600), (200, 400))
        assert (await hand.view()).url == "/"
        await hand.drag((200, 8), (200, 150), (200, 300))
        assert (await hand.view()).url == "/notifications"

    play(story)


@pytest.mark.long
def test_the_gestures_of_the_device_do_what_its_controls_do() -> None:
    """A notification swiped away, quick settings from above at the right, a locked screen swiped up."""

    async def story(hand: Hand) -> None:
        await hand.drag((200, 8), (200, 150), (200, 300))
        told = get(hand.world, "/notifications").body.count(b"notice-card")
        row = next(node for node in (await hand.view()).tree.all("button") if node.name.startswith("Options for “"))
        assert row.box
        y = row.box.y + 10
        for start, end in ((60, 280), (300, 80)):  # to either side
            await hand.drag((start, y), ((start + end) / 2, y), (end, y))
        assert get(hand.world, "/notifications").body.count(b"notice-card") == told - 2
        await hand.drag((350, 8), (350, 150), (350, 300))
        assert (await hand.view()).url.startswith("/device/quick")
        await hand.click("button", "Lock")
        assert (await hand.view()).url == "/device/lock" and device(hand.world.store).locked
        await hand.drag((200, hand.height - 8), (200, 600), (200, 400))
        assert (await hand.view()).url == "/" and not device(hand.world.store).locked

    play(story)


def test_a_boosted_page_is_the_page_a_plain_load_would_show() -> None:
    async def story(hand: Hand) -> None:
        await hand.to_list()
        await hand.click("link", orders(hand.world)[0])
        node = await hand.node("textbox", "New step")
        await hand.driver.act(Click(target=Ref(id=node.ref)))
        await hand.driver.act(Text(text="First of all"))
        await hand.click("button", "Add step")
        boosted = (await hand.view()).tree
        assert boosted.find("textbox", "New step").value == ""  # type: ignore[union-attr]
        assert "focused" not in boosted.find("textbox", "New step").states  # type: ignore[union-attr]

    play(story)


def test_what_was_tapped_looks_no_other_a_moment_later() -> None:
    async def story(hand: Hand) -> None:
        await hand.to_list()
        for _ in range(2):  # opened, and closed again
            await hand.click("button", "List options")
            first = (await hand.view()).screenshot
            await asyncio.sleep(0.4)  # a browser takes a tap for pressing for less
            assert first and (await hand.view()).screenshot == first

    play(story, pictures=True)


def test_escape_closes_what_lies_on_top() -> None:
    """A month before the sheet that it is in, no sheet under a pop-up, and a dialog that has words alone to shut it."""
    sheet = "document.querySelector('dialog.sheet, dialog.dialog:not(.popup)') !== null"
    month = "document.querySelector('.month') !== null"

    async def story(hand: Hand) -> None:
        ask, escape = hand.driver._screen.ask, Key(chord=("Escape",))
        await hand.driver.open(hand.world, "/todo/task/1/due")
        await ask("document.querySelector('.sign[data-today]').click()")
        for stands in ((True, True), (False, True), (False, False)):
            assert (await ask(month), await ask(sheet)) == stands
            assert (await hand.driver.act(escape)).ok
        await hand.driver.open(hand.world, "/mail/label/1/delete")
        hand.world.site.interruptions.name = "battery"
        await hand.driver.open(hand.world, "/mail/label/1/delete")
        await hand.driver.act(escape)
        assert await ask(sheet)
        hand.world.site.interruptions.close()
        await hand.driver.open(hand.world, "/mail/label/1/delete")
        await hand.driver.act(escape)
        assert not await ask(sheet)

    play(story, "desktop")
