"""Takes three pictures that README shows: a task being done, the report of a small run, a phone used by hand.

python scripts/pictures.py
"""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Page, async_playwright

from lifeworld.cli import demonstrating
from lifeworld.env.drivers.browser import find_chromium
from lifeworld.report.render import report
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import EASY
from lifeworld.run.runner import run

IMAGES = Path(__file__).parent.parent / "docs" / "images"
TASK = "bank.FreezeCard"
AGENTS = ("tree", "label", "random", "oracle")
SIZE = {"width": 1060, "height": 775}
BY_HAND = "bank.TransferBetweenAccounts:desmond:1.0:theme=dark:device=phone"
PORT = "8455"


def main() -> None:
    with tempfile.TemporaryDirectory() as passing:
        asyncio.run(photographed(done_on_a_phone(Path(passing)), "article", IMAGES / "task.jpg"))
        folder = run(RunConfig(agents=AGENTS, tags=(EASY,)), Path(passing) / "first")
        drawn = "[data-figure=apps][data-drawn]"
        asyncio.run(photographed(report(folder)[1].as_uri(), "", IMAGES / "report.jpg", drawn))
    asyncio.run(used_by_hand())


def done_on_a_phone(passing: Path) -> str:
    """Let the oracle do a task on a phone and return the address of the page of its screens."""
    one = RunConfig(tasks=(TASK,), profiles=("nora",), devices=("phone",), themes=("light",), driver="chromium")
    folder = run(one, passing / "task")
    demonstrating.write_page(folder, folder.names(), 1)
    return (folder.path / demonstrating.PLACE).as_uri()


async def photographed(address: str, part: str, place: Path, wanted: str = "body") -> None:
    """Write a picture of a page, or of a part of it, once it shows what is wanted."""
    async with async_playwright() as playwright:
        found = find_chromium(playwright.chromium.executable_path)
        browser = await playwright.chromium.launch(executable_path=found, chromium_sandbox=False)
        page = await browser.new_page(viewport=SIZE, color_scheme="light")  # type: ignore[arg-type]
        await page.goto(address)
        await page.wait_for_selector(wanted, state="attached")
        if part:  # alone, with room around it
            await page.add_style_tag(content=f"{part} {{ width: max-content; padding: 1.5rem; border: 0 }}")
        taker = page.locator(part) if part else page
        await taker.screenshot(path=place, type="jpeg", quality=72)
        await browser.close()


async def used_by_hand() -> None:
    """Do a task on the phone of `lifeworld play`, as a person would, and write a picture of its end."""
    command = [sys.executable, "-m", "lifeworld", "play", "--task", BY_HAND, "--port", PORT, "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as playing:
        address = (playing.stdout.readline() if playing.stdout else "").split()[0]
        try:
            async with async_playwright() as playwright:
                found = find_chromium(playwright.chromium.executable_path)
                browser = await playwright.chromium.launch(executable_path=found, chromium_sandbox=False)
                page = await browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
                await page.goto(address)
                await transfer(page)
                await page.screenshot(path=IMAGES / "demo.png")
                await browser.close()
        finally:
            playing.terminate()


async def transfer(page: Page) -> None:
    """Move the money that the task asks for, and wait until the panel says that it is done."""
    phone = page.frame_locator("iframe")
    await phone.get_by_role("link", name="Harbour Bank").first.click()
    await phone.get_by_role("link", name="Transfer").first.click()
    for label, account in (("From", "Rainy Day Savings"), ("To", "Holiday Fund")):
        field = phone.get_by_label(label, exact=True)
        name = await field.locator("option", has_text=account).inner_text()
        await field.select_option(label=name)
    await phone.get_by_role("button", name="Next").click()
    await phone.get_by_role("textbox", name="Amount").fill("313.54")
    await phone.get_by_role("button", name="Review").click()
    await phone.get_by_role("button", name="Confirm").click()
    await page.get_by_role("button", name="Done", exact=True).click()
    await page.get_by_text("Success", exact=True).wait_for()


if __name__ == "__main__":
    main()
