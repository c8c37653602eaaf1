"""Makes the photos that people send each other in Chatter from the scenes in scripts/photos, with a camera's grain.

python scripts/photos.py
"""

import asyncio
import io
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.async_api import ViewportSize, async_playwright

from lifeworld.env.drivers.browser import find_chromium

SCENES = Path(__file__).parent / "photos"
PHOTOS = Path(__file__).parent.parent / "src/lifeworld/apps/messenger/static/photos"
SIZE: ViewportSize = {"width": 480, "height": 360}
GRAIN = 3.0  # standard deviation of a point's brightness, of 255
QUALITY = 78


async def main() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=find_chromium(playwright.chromium.executable_path), args=["--no-sandbox"]
        )
        page = await browser.new_page(viewport=SIZE)
        for number, scene in enumerate(sorted(SCENES.glob("*.svg"))):
            await page.set_content(f"<style>body {{ margin: 0 }}</style>{scene.read_text(encoding='utf-8')}")
            shot = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
            grained(shot, number).save(PHOTOS / f"{scene.stem}.webp", quality=QUALITY, method=6)
        await browser.close()


def grained(shot: Image.Image, seed: int) -> Image.Image:
    """Return a picture with a film's grain: the same brightness added to all three colours of a point."""
    points = np.asarray(shot, dtype=float)
    grain = np.random.default_rng(seed).normal(0, GRAIN, (*points.shape[:2], 1))
    return Image.fromarray((points + grain).clip(0, 255).astype("uint8"))


if __name__ == "__main__":
    asyncio.run(main())
