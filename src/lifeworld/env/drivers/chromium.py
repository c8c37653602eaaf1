"""Drives a world in Chromium: the same screens as pixels, with a real pointer and keyboard."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable

from playwright.async_api import Error as PlaywrightError

from lifeworld.core.actions import Action
from lifeworld.core.errors import DriverFault
from lifeworld.core.observation import Feedback, View
from lifeworld.env.drivers import bounds
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.by_points import Turn, by_points, scrolled
from lifeworld.env.drivers.doing import Doing
from lifeworld.env.drivers.driver import Impossible, Stage, invalid, raise_fault
from lifeworld.env.drivers.reach import Reach
from lifeworld.env.drivers.screen import PageLeft, Screen
from lifeworld.env.walker import Tree, from_snapshot, walk
from lifeworld.web.look import Device

DEADLINE_SECONDS = 20


class Chromium:
    """One screen of a running browser, used for one world after the other.

    Args:
        browser: started, and shared by many drivers.
        pictures: whether views come with a screenshot.
        scale: device pixels for a CSS pixel, from the next world on; 0 for the device's own ratio, which is some ten
            times as slow on a phone as 1.
        cast: given every frame that the browser draws, as JPEG, while somebody watches.
    """

    name = "chromium"

    _world: Stage
    _reach: Reach
    _tree: Tree

    def __init__(
        self,
        browser: Browser,
        pictures: bool = True,
        scale: int = 1,
        cast: Callable[[bytes], None] | None = None,
    ) -> None:
        self._browser, self._pictures, self.scale, self._cast = browser, pictures, scale, cast
        self._screens: dict[tuple[Device, int], Screen] = {}
        self._shown: Screen | None = None
        self._host = ""
        self._fresh = False  # the tree was read just now
        self._url = "/"
        self.by_points: tuple[Action, ...] = ()
        self._turns: list[Turn] = []  # that brought what is acted on next into view

    @property
    def version(self) -> str:
        """The browser's own, which decides pixels."""
        return self._browser.version

    # ---- the protocol

    async def open(self, world: Stage, start: str = "/") -> View:
        async with self._guarded():
            self._browser.server.unmount(self._host)
            await self._turn_to(world.look.device)
            self._world = world
            stays = await self._screen.left()
            host = self._screen.host if stays else await self._screen.next_host()
            self._host = self._browser.server.mount(world, host)
            self._reach = Reach(world, self._origin)
            if stays:
                await self._screen.ask(f"lifeworldOpen({json.dumps(start, allow_nan=False)}, true)")
            else:
                await self._screen.go(self._origin + start)
            await self._settle()
            await self._screen.send("Page.resetNavigationHistory")
        return await self.view()

    async def reach(self, action: Action) -> View | None:
        doing = self._doing()
        async with self._guarded():
            with contextlib.suppress(Impossible):
                await doing.reach(action)
            last = doing.turns[-1] if doing.turns else ()
            if last and not self._screen.device.touch:  # where a wheel would have been turned
                await self._screen.pointer.move(last[:2], ())
        self._turns, self.by_points = doing.turns, scrolled(doing.turns, self._size)
        return await self.view() if doing.turns else None

    async def act(self, action: Action) -> Feedback:
        async with self._guarded(bounds.seconds(action)):
            self.by_points, turns, self._turns = (), self._turns, []
            doing = self._doing()
            try:
                element = doing.target_of(action)
                feedback: Feedback = await doing.do(action)
            except Impossible as impossible:
                return impossible.feedback
            self.by_points = by_points(action, element, doing.spots, [*turns, *doing.turns], self._size)
            blocked = await self._settle()
        return invalid("blocked", f"“{blocked}” leads out of this world.") if blocked else feedback

    async def view(self) -> View:
        async with self._guarded():
            if not self._fresh:
                await self._settle()
            self._fresh = False
            picture = await self._screen.picture() if self._pictures else None
        root = self._tree.root
        return View(url=self._url, size=self._size, screenshot=picture, title=root.name, tree=root)

    async def zoom(self, region: tuple[float, float, float, float]) -> bytes:
        async with self._guarded():
            return await self._screen.crop(region)

    async def close(self) -> None:
        """Give up the world and the screen; no request is at work in the world afterwards."""
        self._browser.server.unmount(self._host)
        screens, self._screens, self._shown, self._host = self._screens, {}, None, ""
        for screen in screens.values():
            with contextlib.suppress(PlaywrightError):
                await screen.close()

    # ---- steps

    @property
    def _screen(self) -> Screen:
        if self._shown is None:
            raise DriverFault("no world is open in this driver")
        return self._shown

    @property
    def _size(self) -> tuple[int, int]:
        return self._screen.device.width, self._screen.device.height

    def _doing(self) -> Doing:
        return Doing(self._screen, self._tree, self._reach, self._url)

    @property
    def _origin(self) -> str:
        return f"http://{self._host}"

    async def _turn_to(self, device: Device) -> None:
        if not all(screen.alive for screen in self._screens.values()):
            await self.close()
        if self._shown is not None:
            await self._let_go()
        form = device, self.scale
        if form not in self._screens:
            self._screens[form] = await self._browser.screen(*form)
            if self._cast:
                await self._screens[form].cast(self._cast)
        self._shown = self._screens[form]

    async def _let_go(self) -> None:
        await self._screen.keys.let_go()
        await self._screen.pointer.reset()

    async def _settle(self) -> str:
        """Wait until the page is at rest and read it; return the address that it was kept from going to, or ""."""
        rest = await self._screen.settle(self._origin)
        document = from_snapshot(json.loads(rest.snapshot))
        self._tree, self._url, self._fresh = walk(document), document.url, True
        self._reach.show((*self._tree.addresses, document.url))
        return rest.blocked

    @contextlib.asynccontextmanager
    async def _guarded(self, lasts: float = 0) -> AsyncIterator[None]:
        """Turn what goes wrong with the browser into a fault, and start afresh after one.

        Args:
            lasts: seconds that what is done takes of itself, which no page is to blame for.
        """
        try:
            async with asyncio.timeout(DEADLINE_SECONDS + lasts):
                yield
                raise_fault(self._world)
        except (PlaywrightError, PageLeft, TimeoutError) as error:
            await self.close()
            raise DriverFault(f"the browser failed: {str(error) or 'no answer in time'}") from error
        except DriverFault:
            await self.close()
            raise
