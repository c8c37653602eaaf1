"""Takes the picture of a report that README shows: a small run, its report, one screen of it as a JPEG.

python scripts/pictures.py
"""

import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import async_playwright

from lifeworld.env.drivers.browser import find_chromium
from lifeworld.report.render import report
from lifeworld.run.config import RunConfig
from lifeworld.run.runner import run

PLACE = Path(__file__).parent.parent / "docs" / "images" / "report.jpg"
AGENTS = ("label", "null", "oracle", "random")
SIZE = {"width": 1060, "height": 775}


def main() -> None:
    with tempfile.TemporaryDirectory() as passing:
        folder = run(RunConfig(agents=AGENTS, limit=60), Path(passing) / "first")
        asyncio.run(photographed(report(folder).as_uri()))


async def photographed(address: str) -> None:
    async with async_playwright() as playwright:
        found = find_chromium(playwright.chromium.executable_path)
        browser = await playwright.chromium.launch(executable_path=found, chromium_sandbox=False)
        page = await browser.new_page(viewport=SIZE, color_scheme="light")  # type: ignore[arg-type]
        await page.goto(address)
        await page.wait_for_function("document.querySelector('[data-figure=apps][data-drawn]')")
        await page.screenshot(path=PLACE, type="jpeg", quality=72)
        await browser.close()


if __name__ == "__main__":
    main()
