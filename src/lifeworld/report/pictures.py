"""The plots of a report as PNG or SVG files, drawn by the browser that the worlds are shown in."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, sync_playwright

from lifeworld.core.errors import UserError
from lifeworld.env.drivers.browser import find_chromium

WIDTH, HEIGHT, RATIO = 840, 900, 3  # CSS pixels, and device pixels in each of a PNG
_OPEN = "document.querySelectorAll('details').forEach(one => { one.open = !one.matches('.numbers'); })"
_DRAW = "place => draw(place)"
_SOURCE = "svg => new XMLSerializer().serializeToString(svg)"
_PLAIN = ".figure details { display: none } :root { --card: #fff }"


def draw(html: str, names: Sequence[str], folder: Path, form: Literal["png", "svg"]) -> None:
    """Draw the figures named of a report's page, in light colours, to FOLDER/NAME.png or .svg.

    Raises:
        UserError: there is no browser, or it failed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as passing, sync_playwright() as playwright:
        source = Path(passing) / "report.html"
        source.write_text(html)
        try:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(playwright.chromium.executable_path),
                chromium_sandbox=os.name == "posix" and os.geteuid() != 0,
            )
            size = {"width": WIDTH, "height": HEIGHT}
            page = browser.new_page(viewport=size, device_scale_factor=RATIO, color_scheme="light")  # type: ignore[arg-type]
            page.goto(source.as_uri())
            page.add_style_tag(content=_PLAIN)
            page.evaluate(_OPEN)
            for name in names:
                _draw(page, name, folder / f"{name}.{form}")
            browser.close()
        except PlaywrightError as error:
            raise UserError(f"the browser could not draw the figures: {str(error).splitlines()[0]}") from error


def _draw(page: Page, name: str, place: Path) -> None:
    figure = page.locator(f'[data-figure="{name}"]')
    figure.evaluate(_DRAW)
    svg = figure.locator("svg.marks")
    if place.suffix == ".svg":
        place.write_text(str(svg.evaluate(_SOURCE)))
    else:
        svg.screenshot(path=place)
