"""One sheet of screens an app, taken from real pages: phone and desktop, light and dark, or every value of an axis."""

import base64
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lifeworld.env.drivers.browser import Browser, showing
from lifeworld.proof.crawl import crawl
from lifeworld.report.templating import templates
from lifeworld.taskkit.configuration import Configuration, keyboards, layouts, values
from lifeworld.web import App
from lifeworld.web.look import DEVICES, FORMS, Device
from lifeworld.web.themes import BASES
from lifeworld.world import World, load
from lifeworld.world.chosen import chosen
from lifeworld.world.profiles import NAMES

MOST = {False: 12, True: 6}  # screens in a row, for a wide device and a narrow one
_SHEET = 2400  # pixels


@dataclass(frozen=True)
class Shot:
    """One screen: its address and its picture as a data address."""

    address: str
    picture: str


def looks(axis: str) -> Iterator[tuple[str, Configuration]]:
    """Yield what the rows of a sheet show: the values of an axis, or without one both forms in light and dark."""
    if not axis:
        for device in ("phone", "desktop"):
            board = keyboards(device)[-1]  # as a person's phone has it under what takes the focus
            yield from ((f"{device}, {theme}", _of(device=device, theme=theme, keyboard=board)) for theme in BASES)
        return
    for value in values(axis):
        for device in (
            [value] if axis == "device" else [one for one in FORMS if axis != "layout" or value in layouts(one)]
        ):
            yield f"{axis} {value}, {device}", _of(**{"device": device, axis: value})


def _of(**varied: str) -> Configuration:
    return Configuration("", NAMES[0], **varied)  # type: ignore[arg-type]


async def sheet(app: App, browser: Browser, folder: Path, told: Callable[[str], None], axis: str = "") -> Path:
    """Write an app's sheet as a JPEG and return its path; with an axis, one of all its values."""
    rows = []
    for title, configuration in looks(axis):
        told(f"{app.id}: {title}")
        shots = [shot async for shot in _shots(app, browser, configuration)]
        rows.append((title, DEVICES[configuration.device], shots))
    html = templates().get_template("gallery.html").render(app=app, rows=rows, width=_SHEET)
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{app.id}{f'-{axis}' if axis else ''}.jpg"
    place.write_bytes(await _printed(browser, html))
    return place


def addresses(app: App, world: World, most: int) -> list[str]:
    """Return one address for each kind of page, the pages nearest to the app's first one first.

    Whoever goes through a world leaves traces in it: letters read, searches made. So another world is shown.
    """
    found: dict[str, str] = {}
    for visited in crawl(world, app.href):
        if visited.response.status == 200 and visited.route.startswith(app.href):
            found.setdefault(visited.route, visited.address)
    return list(found.values())[:most]


async def _shots(app: App, browser: Browser, configuration: Configuration) -> AsyncIterator[Shot]:
    world, other = (
        World(load(configuration.profile, configuration.content).data, configuration.look).start() for _ in range(2)
    )
    found = addresses(app, other, MOST[configuration.look.device.wide])
    async with showing(browser, world) as there:
        for n, address in enumerate(found):
            world.site.interruptions = chosen(configuration.content).interruptions(f"sheet {n}", soon=True)
            await there.look(address)
            picture = base64.b64encode(await there.screen.picture()).decode()
            yield Shot(address, f"data:image/png;base64,{picture}")


async def _printed(browser: Browser, html: str) -> bytes:
    screen = await browser.screen(Device("sheet", _SHEET, 800, 1, touch=False, wide=True))
    await screen.page.set_content(html)
    picture: bytes = await screen.page.screenshot(full_page=True, type="jpeg", quality=82)
    await screen.close()
    return picture
