"""Takes the pictures of what the shop sells: a scene a product and colour, rendered by scripts/products in a browser.

npm ci --prefix scripts/products && python scripts/products.py [KEY or DEPARTMENT…]
"""

import base64
import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, Route, sync_playwright

from lifeworld.apps.shop import pictures
from lifeworld.apps.shop.views.frame import GROUNDS
from lifeworld.env.drivers.browser import find_chromium
from lifeworld.life import goods
from lifeworld.web import assets

STUDIO = Path(__file__).parent / "products"
FONTS = assets.HERE / "vendor/fonts"
FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]  # drawn by the processor: everywhere the same
TYPES = {".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css"}


def main(*wanted: str) -> None:
    pictures.FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        found = find_chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS, chromium_sandbox=False)
        page = browser.new_page()
        page.route("http://studio/**", served)
        page.goto("http://studio/page.html")
        page.wait_for_function("window.ready", timeout=120_000)
        staged = set(page.evaluate("keys()"))
        for product in goods.products():
            if product.key in staged and (not wanted or {product.key, product.department} & {*wanted}):
                photographed(page, product)
        browser.close()


def photographed(page: Page, product: goods.Product) -> None:
    """Write a picture of a product in each of its colours."""
    for colour in dict(product.options).get("Colour", ("",)):
        taken = page.evaluate("([key, paint]) => photograph(key, paint)", [product.key, GROUNDS.get(colour)])
        picture = Image.open(io.BytesIO(base64.b64decode(taken.partition(",")[2])))
        picture.save(pictures.FOLDER / pictures.name(product.key, colour), quality=84, alpha_quality=80, method=4)


def served(route: Route) -> None:
    """Answer with a file of the studio, or one of the fonts that pages have."""
    name = route.request.url.removeprefix("http://studio/").partition("?")[0]
    path = FONTS / name.removeprefix("fonts/") if name.startswith("fonts/") else STUDIO / name
    if path.is_file():
        route.fulfill(body=path.read_bytes(), content_type=TYPES.get(path.suffix, "application/octet-stream"))
    else:
        route.fulfill(status=404)


if __name__ == "__main__":
    main(*sys.argv[1:])
