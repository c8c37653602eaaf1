"""The picture of a product in a colour: a scene made at build time by `scripts/products.py`, shipped as a file."""

from functools import cache
from pathlib import Path

from lifeworld.life import goods

FOLDER = Path(__file__).parent / "static" / "products"


def name(key: str, colour: str = "") -> str:
    """Return the file of a product in a colour."""
    return f"{key}.{colour.lower()}.webp" if colour else f"{key}.webp"


def names(product: goods.Product) -> list[str]:
    """Return the files of a product, one a colour."""
    return [name(product.key, colour) for colour in dict(product.options).get("Colour", ("",))]


@cache
def picture(key: str, colour: str = "") -> str:
    """Return the static path of a product's picture, in its first colour unless one is named."""
    return f"shop/products/{name(key, colour) if colour else names(goods.by_key()[key])[0]}"
