"""A browser in which three.js draws, from the scripts beside it; what is drawn comes back as a picture."""

import base64
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, Route, sync_playwright

from lifeworld.env.drivers.browser import find_chromium
from lifeworld.web import assets

HERE = Path(__file__).parent
FONTS = assets.HERE / "vendor/fonts"
FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]  # drawn by the processor: everywhere the same
TYPES = {".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css"}


@contextmanager
def studio(name: str) -> Iterator[Page]:
    """Open the page of a folder of scripts; its `keys()` are what it can draw, and `photograph(key, …)` draws."""
    with sync_playwright() as playwright:
        found = find_chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS, chromium_sandbox=False)
        page = browser.new_page()
        page.route("http://studio/**", served)
        page.goto(f"http://studio/{name}/page.html")
        page.wait_for_function("window.ready", timeout=120_000)
        yield page
        browser.close()


def photograph(page: Page, *what: str | None) -> Image.Image:
    taken = page.evaluate("what => photograph(...what)", list(what))
    return Image.open(io.BytesIO(base64.b64decode(taken.partition(",")[2])))


def served(route: Route) -> None:
    """Answer with a file of the scripts, or one of the fonts that pages have."""
    name = route.request.url.removeprefix("http://studio/").partition("?")[0]
    path = FONTS / name.removeprefix("fonts/") if name.startswith("fonts/") else HERE / name
    if path.is_file():
        route.fulfill(body=path.read_bytes(), content_type=TYPES.get(path.suffix, "application/octet-stream"))
    else:
        route.fulfill(status=404)
