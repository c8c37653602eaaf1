"""The map as a picture: small, the same each time, with names that keep clear of each other."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from markupsafe import Markup
from playwright.sync_api import Browser, Page
from selectolax.lexbor import LexborHTMLParser

from lifeworld.city.buildings import houses
from lifeworld.city.drawing import Mark, View, drawn
from lifeworld.city.frame import Frame
from lifeworld.city.geometry import Point, districts, streets
from lifeworld.city.places import house, places
from lifeworld.web.assets import HERE

SIZES = ((390, 760), (1280, 800))
VIEWS = [View(one.centre, zoom) for one in districts().values() for zoom in range(-1, 6)]
TEXTS = """() => [...document.querySelectorAll('svg text')].map(text => {
  const { x, y, width, height } = text.getBBox(), matrix = text.getScreenCTM()
  const [top, end] = [y + 2, y + height - 2] // letters are lower than their line
  return [[x, top], [x + width, top], [x + width, end], [x, end]]
    .map(([u, v]) => new DOMPoint(u, v).matrixTransform(matrix)).map(p => [p.x, p.y])
})"""


@pytest.mark.parametrize(("view", "size"), [*product(VIEWS, SIZES)])
def test_a_map_is_small_and_well_formed(view: View, size: tuple[int, int]) -> None:
    svg = drawn(view, size=size, name="Map", marks=(Mark(view.centre, "pin", "Here & there"),))
    assert len(svg) < 60_000
    root = LexborHTMLParser(svg).css_first("svg")
    assert root.attributes["role"] == "img" and root.attributes["aria-label"] == "Map"
    assert svg.count("Here &amp; there") == 1 and "NaN" not in svg and "nan" not in svg.replace("finance", "")


def test_a_name_is_escaped_once_also_where_a_page_has_done_so() -> None:
    for name in ("Salt & Glass", Markup("Salt &amp; Glass")):
        assert 'aria-label="Salt &amp; Glass"' in drawn(VIEWS[0], size=SIZES[0], name=name)


def test_who_moves_and_comes_back_sees_the_same() -> None:
    view = View(Point(5000, 4000), 3)
    assert view.moved(100, -50).moved(-100, 50) == view
    assert view.moved(1e9, 1e9).centre == Point(12000, 8400) and view.moved(-1e9, -1e9).centre == Point(0, 0)
    assert view.zoomed(1).zoomed(-1) == view
    assert (view.zoomed(99).zoom, view.zoomed(-99).zoom) == (5, 0)


def test_a_view_around_points_shows_them_all() -> None:
    for one, other in combinations(list(places().values())[:40:3], 2):
        for size in SIZES:
            view = View.around([one.at, other.at], size)
            for at in (one.at, other.at):
                assert abs(at.x - view.centre.x) / view.scale < size[0] / 2
                assert abs(at.y - view.centre.y) / view.scale < size[1] / 2


def test_another_process_draws_the_same() -> None:
    source = (
        "from lifeworld.city.drawing import *; from lifeworld.city.geometry import Point\n"
        "print(''.join(drawn(View(Point(5600, 4400), zoom), size=(900, 700)) for zoom in range(6)), end='')"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "2"}
    there = subprocess.run([sys.executable, "-c", source], env=environment, capture_output=True, text=True, check=True)
    assert there.stdout == "".join(drawn(View(Point(5600, 4400), zoom), size=(900, 700)) for zoom in range(6))


def test_houses_have_the_numbers_of_their_addresses() -> None:
    for view in (one for one in VIEWS if one.zoom == 5):
        for one in houses(Frame(view, *SIZES[0])):
            named = (street for street in streets() if street.name)
            assert any(house(street, one.number).to(one.middle) < 20 for street in named), one


def test_a_place_has_its_name_beside_or_below_it() -> None:
    svg = "".join(drawn(view, size=SIZES[1]) for view in VIEWS if view.zoom == 4)
    icons = re.findall(r'<g class="poi.*?</g>', svg)
    assert sum("<text" in one for one in icons) > 0.9 * len(icons)


@pytest.fixture
def page(chrome: Browser) -> Iterator[Page]:
    page = chrome.new_page(viewport={"width": 1280, "height": 800})
    yield page
    page.close()


@pytest.mark.long
def test_names_keep_clear_of_each_other(page: Page) -> None:
    style = f"body {{ font-family: 'DejaVu Sans' }} {(HERE / 'static' / 'map.css').read_text()}"
    for view in VIEWS[1::4]:
        page.set_content(f"<style>{style}</style>{drawn(view, size=(1280, 800))}")
        found = page.evaluate(TEXTS)
        met = [pair for pair in combinations(found, 2) if _overlap(*pair)]
        assert len(met) <= 0.02 * len(found), view


def _overlap(one: Any, other: Any) -> bool:
    """Say whether two rectangles meet: none of their sides lies between them."""
    for a, b in ((one[0], one[1]), (one[1], one[2]), (other[0], other[1]), (other[1], other[2])):
        axis = (b[1] - a[1], a[0] - b[0])
        first, second = ([x * axis[0] + y * axis[1] for x, y in each] for each in (one, other))
        if min(first) >= max(second) or min(second) >= max(first):
            return False
    return True
