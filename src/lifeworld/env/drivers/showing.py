"""A world in a browser, as long as one looks at it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.screen import Screen
from lifeworld.world import World


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


@asynccontextmanager
async def showing(browser: Browser, world: World, scale: int = 0) -> AsyncIterator[Showing]:
    """Show a world on its own device: so many pixels a CSS pixel, 0 for its ratio; it is closed afterwards."""
    screen, host = await browser.screen(world.look.device, scale), browser.server.mount(world)
    try:
        yield Showing(world, screen, f"http://{host}")
    finally:
        browser.server.unmount(host)
        await screen.close()
        world.close()
