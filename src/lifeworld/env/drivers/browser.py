"""One Chromium for many worlds: where it is found, how it is started, and one isolated context a screen."""

import asyncio
import contextlib
import os
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright, async_playwright

from lifeworld.core.errors import DriverFault, UserError
from lifeworld.env.drivers.screen import Screen
from lifeworld.env.drivers.server import Server, reachable
from lifeworld.web.look import Device
from lifeworld.world import World

VARIABLE = "LIFEWORLD_CHROMIUM"

# The headless shell draws the same pages without a browser's own window around them, a quarter faster.
_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_ARGUMENTS = (
    "--no-proxy-server",
    "--disable-smooth-scrolling",
    "--disable-background-networking",
    "--disable-lcd-text",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--disable-partial-raster",  # else a picture's pixels depend on what was drawn there before
)
# Ours take the place of Playwright's own list; PaintHolding keeps a new page from being drawn for a while.
_WITHOUT = ("BackForwardCache", "HttpsUpgrades", "MediaRouter", "OptimizationHints", "PaintHolding", "Translate")


def find_chromium(bundled: str) -> str:
    """Return the path of a browser: the one that LIFEWORLD_CHROMIUM names, the system's, else Playwright's own.

    Raises:
        UserError: there is none.
    """
    if named := os.environ.get(VARIABLE):
        if not Path(named).is_file():
            raise UserError(f"{VARIABLE} names {named}, which is not a file")
        return named
    found = [path for path in map(shutil.which, _NAMES) if path]
    found += [path for path in (*_PLACES, bundled) if Path(path).is_file()]
    if not found:
        raise UserError(
            f"No Chromium or Chrome was found. Install one (“playwright install chromium” does), or set {VARIABLE} "
            "to its path; the driver “dom” needs none."
        )
    return found[0]


class Browser:
    """A running Chromium together with the server that its pages come from; one that died is started again.

    ```python
    async with Browser() as browser:
        driver = Chromium(browser)
    ```
    """

    server: Server
    _playwright: Playwright
    _browser: PlaywrightBrowser
    _path: str

    def __init__(self) -> None:
        self._sealed: set[str] = set()
        self._starting = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start server and browser.

        Raises:
            UserError: there is no browser on this machine.
            DriverFault: it doesn't start.
        """
        self._playwright = await async_playwright().start()
        self.server = Server()
        async with contextlib.AsyncExitStack() as failed:
            failed.push_async_callback(self._playwright.stop)
            failed.callback(self.server.stop)
            self._path = find_chromium(self._playwright.chromium.executable_path)
            self.server.start()
            await reachable(self.server.port)
            await self._launch()
            failed.pop_all()

    @property
    def version(self) -> str:
        """The browser's own version."""
        return self._browser.version

    async def process(self) -> int:
        """Return the number of the browser's process, which all its others descend from.

        Raises:
            DriverFault: it has died.
        """
        try:
            session = await self._browser.new_browser_cdp_session()
            told = await session.send("SystemInfo.getProcessInfo")
            await session.detach()
        except PlaywrightError as error:
            raise DriverFault(f"the browser tells no process: {error.message.splitlines()[0]}") from error
        return next(int(one["id"]) for one in told["processInfo"] if one["type"] == "browser")

    async def stop(self) -> None:
        """End the browser and the server."""
        with contextlib.suppress(PlaywrightError):  # it may have died
            await self._browser.close()
        await self._playwright.stop()
        self.server.stop()

    async def _launch(self) -> None:
        # Every port of every world name leads to our server; no other name or address leads anywhere.
        hosts = f"--host-resolver-rules=MAP *.localhost 127.0.0.1:{self.server.port}, MAP * ~NOTFOUND"
        features = f"--disable-features={','.join(_WITHOUT)}"
        try:
            self._browser = await self._playwright.chromium.launch(
                executable_path=self._path,
                args=[*_ARGUMENTS, hosts, features],
                chromium_sandbox=os.name == "posix" and os.geteuid() != 0,
            )
            self._sealed.clear()
            await self._close_popups()
        except PlaywrightError as error:
            raise DriverFault(f"{self._path} did not start: {error.message.splitlines()[0]}") from error

    async def _alive(self) -> PlaywrightBrowser:
        """Return the running browser: a new one where the last has died, and the same one for all who ask."""
        async with self._starting:
            if not self._browser.is_connected():
                await self._launch()
            return self._browser

    async def _close_popups(self) -> None:
        """Close whatever a page opens: it would hide the page, and a hidden page draws no frames."""
        session = await self._browser.new_browser_cdp_session()
        closing: set[asyncio.Task[None]] = set()

        async def close(target: str) -> None:
            try:
                await session.send("Target.closeTarget", {"targetId": target})
            except PlaywrightError:
                return  # it has closed itself

        def made(event: dict[str, dict[str, str]]) -> None:
            info = event["targetInfo"]
            if info["type"] == "page" and info.get("browserContextId") in self._sealed:
                task = asyncio.get_running_loop().create_task(close(info["targetId"]))
                closing.add(task)
                task.add_done_callback(closing.discard)

        session.on("Target.targetCreated", made)
        await session.send("Target.setDiscoverTargets", {"discover": True})

    async def screen(self, device: Device, scale: int = 1) -> Screen:
        """Return a new isolated screen in the form of a device: so many pixels a CSS pixel, 0 for its own ratio."""
        ratio = scale or device.ratio
        browser = await self._alive()
        context = await browser.new_context(
            viewport={"width": device.width, "height": device.height},
            device_scale_factor=ratio,
            is_mobile=device.touch,
            has_touch=device.touch,
            locale="en-US",
            timezone_id="UTC",
            reduced_motion="reduce",
            service_workers="block",
            accept_downloads=False,
        )
        page = await context.new_page()
        screen = Screen(device, ratio, context, page, await context.new_cdp_session(page))
        await screen.prepare()
        described = await screen.send("Target.getTargetInfo")
        self._sealed.add(described["targetInfo"]["browserContextId"])
        return screen


@dataclass(frozen=True)
class Showing:
    """A screen that shows pages of one world, which come from `origin`."""

    world: World
    screen: Screen
    origin: str

    async def look(self, address: str) -> None:
        """Load a page, and wait until it is at rest."""
        await self.screen.go(f"{self.origin}{address}")
        await self.screen.settle(self.origin)


@contextlib.asynccontextmanager
async def showing(browser: Browser, world: World, scale: int = 0) -> AsyncIterator[Showing]:
    """Show a world on its own device: so many pixels a CSS pixel, 0 for its ratio; it is closed afterwards."""
    screen, host = await browser.screen(world.look.device, scale), browser.server.mount(world)
    try:
        yield Showing(world, screen, f"http://{host}")
    finally:
        browser.server.unmount(host)
        await screen.close()
        world.close()
