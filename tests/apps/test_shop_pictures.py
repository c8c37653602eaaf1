"""Each product has a picture of its own in each of its colours, and screens show it."""

import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from lifeworld.apps.shop import pictures
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.life import goods
from lifeworld.web import Request
from lifeworld.world import World

ALL_TOGETHER = 20_000_000  # bytes
APART = 6.0  # mean difference of two pictures' points, of 255, below which they pass for one
COLOURS_APART = 2.0  # the same for one product in two colours


@cache
def shown(file: Path | io.BytesIO) -> np.ndarray:
    """Return a picture on grey, small and blurred as memory has it: an array of 24 × 24 × 3."""
    picture = Image.open(file).convert("RGBA")
    ground = Image.new("RGBA", picture.size, "#999")
    ground.alpha_composite(picture)
    return np.asarray(ground.convert("RGB").resize((24, 24), Image.Resampling.BOX), dtype=float)


def alike(seen: dict[str, np.ndarray], least: float) -> Iterable[str]:
    """Yield each two of these that hardly differ."""
    names, all_of_them = [*seen], np.stack([*seen.values()])
    for i, name in enumerate(names):
        apart = np.abs(all_of_them[i + 1 :] - all_of_them[i]).mean(axis=(1, 2, 3))
        yield from (f"{name} and {names[i + 1 + j]}" for j in np.flatnonzero(apart < least))


def test_every_product_has_its_pictures_and_no_other_lies_there() -> None:
    wanted = {file for product in goods.products() for file in pictures.names(product)}
    assert wanted == {path.name for path in pictures.FOLDER.iterdir()}


@pytest.mark.long
def test_no_two_products_look_alike() -> None:
    files = [pictures.names(product)[0] for product in goods.products()]
    assert not [*alike({file: shown(pictures.FOLDER / file) for file in files}, APART)]


@pytest.mark.long
def test_colours_of_one_product_can_be_told_apart() -> None:
    for product in goods.products():
        files = {file: shown(pictures.FOLDER / file) for file in pictures.names(product)}
        assert not [*alike(files, COLOURS_APART)]


def test_a_picture_taken_twice_is_found_although_it_was_written_anew() -> None:
    first = pictures.FOLDER / pictures.names(goods.products()[0])[0]
    again = io.BytesIO()
    Image.open(first).save(again, "webp", quality=40)
    assert [*alike({"first": shown(first), "again": shown(again)}, APART)] == ["first and again"]


@pytest.mark.long
def test_pictures_are_sharp_clear_around_and_light_together() -> None:
    for path in pictures.FOLDER.iterdir():
        picture = Image.open(path)
        assert picture.size == (480, 480), path.name
        assert picture.getpixel((2, 2))[3] == 0, path.name
        assert picture.getchannel("A").getextrema()[1] > 200, path.name
    assert sum(path.stat().st_size for path in pictures.FOLDER.iterdir()) <= ALL_TOGETHER


def test_a_product_is_shown_in_the_colour_that_was_chosen(world: World) -> None:
    try:
        product = world.store.one(Product, "key = ?", "electric-kettle-1-7-l")
        for variant in world.store.all(Variant, "product_id = ?", product.id):
            request = Request("GET", f"/shop/product/{product.id}", (("variant", str(variant.id)),))
            page = world.site.handle(request).body.decode()
            at = page.index(f'alt="{product.name}, front view"')
            assert pictures.name(product.key, variant.colour) in page[at - 120 : at]
            address = page[: at - 2].rpartition('src="')[2]
            assert address.startswith("/static/shop/products/electric-kettle-1-7-l.")
            picture = world.site.handle(Request("GET", address.partition("?")[0]))
            assert picture.headers["content-type"] == "image/webp"
            assert picture.body == (pictures.FOLDER / pictures.name(product.key, variant.colour)).read_bytes()
    finally:
        world.close()
