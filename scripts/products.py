"""Takes the pictures of what the shop sells: a scene a product and colour, rendered by scripts/products in a browser.

npm ci --prefix scripts/products && python -m scripts.products [KEY or DEPARTMENT…]
"""

import sys

from playwright.sync_api import Page
from scripts.studio import photograph, studio

from lifeworld.apps.shop import pictures
from lifeworld.apps.shop.views import GROUNDS
from lifeworld.life import goods


def main(*wanted: str) -> None:
    pictures.FOLDER.mkdir(exist_ok=True)
    with studio("products") as page:
        staged = set(page.evaluate("keys()"))
        for product in goods.products():
            if product.key in staged and (not wanted or {product.key, product.department} & {*wanted}):
                photographed(page, product)


def photographed(page: Page, product: goods.Product) -> None:
    """Write a picture of a product in each of its colours."""
    for colour in dict(product.options).get("Colour", ("",)):
        picture = photograph(page, product.key, GROUNDS.get(colour))
        picture.save(pictures.FOLDER / pictures.name(product.key, colour), quality=80, alpha_quality=85, method=6)


if __name__ == "__main__":
    main(*sys.argv[1:])
