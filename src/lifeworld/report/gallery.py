"""One sheet of screens an app: phone and desktop, light and dark, taken from real pages."""

import base64
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from lifeworld.env.drivers.browser import Browser
from lifeworld.proof.crawl import crawl
from lifeworld.report.render import templates
from lifeworld.web import App
from lifeworld.web.look import DEVICES, THEMES, Device, Look, Theme
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

MOST = {"phone": 12, "desktop": 6}  # screens of one form and theme
_SHEET = 2400  # pixels


@dataclass(frozen=True)
class Shot:
    """One screen: its address and its picture as a data address."""

    address: str
    picture: str


async def sheet(app: App, browser: Browser, folder: Path, told: Callable[[str], None]) -> Path:
    """Write an app's sheet as a JPEG and return its path."""
    rows = []
    for name, device in DEVICES.items():
        for theme in THEMES:
            told(f"{app.id}: {name}, {theme}")
            rows.append((f"{name}, {theme}", device, [shot async for shot in _shots(app, browser, device, theme)]))
    html = templates().get_template("gallery.html").render(app=app, rows=rows, width=_SHEET)
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{app.id}.jpg"
    place.write_bytes(await _printed(browser, html))
    return place


def addresses(app: App, world: World, most: int) -> list[str]:
    """Return one address for each kind of page, the pages nearest to the app's first one first."""
    found: dict[str, str] = {}
    for visited in crawl(world, app.href):
        if visited.response.status == 200 and visited.route.startswith(app.href):
            found.setdefault(visited.route, visited.address)
    return list(found.values())[:most]


async def _shots(app: App, browser: Browser, device: Device, theme: Theme) -> AsyncIterator[Shot]:
    world = World(load(NAMES[0]).data, Look(theme, device)).start()
    screen, host = await browser.screen(device, "device"), browser.server.mount(world)
    try:
        for address in addresses(app, world, MOST[device.name]):
            await screen.go(f"http://{host}{address}")
            await screen.settle(f"http://{host}")
            picture = base64.b64encode(await screen.picture()).decode()
            yield Shot(address, f"data:image/png;base64,{picture}")
    finally:
        browser.server.unmount(host)
        await screen.close()
        world.close()


async def _printed(browser: Browser, html: str) -> bytes:
    screen = await browser.screen(Device("sheet", _SHEET, 800, 1, touch=False, wide=True))
    await screen.page.set_content(html)
    picture: bytes = await screen.page.screenshot(full_page=True, type="jpeg", quality=82)
    await screen.close()
    return picture
