"""What a model is sent of a screenshot, and where its pixels lie on the screen."""

import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from lifeworld.agents.picture import Picture, longest, sent, tiled
from lifeworld.core.actions import Invalid, Point

sizes = st.tuples(st.integers(1, 4000), st.integers(1, 4000))


def png(width: int, height: int) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(made, "PNG")
    return made.getvalue()


@pytest.mark.parametrize(
    ("screen", "size"),
    [
        ((1206, 2622), (721, 1568)),
        ((402, 874), (402, 874)),
        ((1080, 2400), (706, 1568)),
        ((1280, 800), (1280, 800)),
        ((1920, 1080), (1456, 819)),
        ((2560, 1600), (1389, 868)),
    ],
)
def test_tiles_and_edge_give_the_largest_size_that_fits_both(screen: tuple[int, int], size: tuple[int, int]) -> None:
    assert tiled(1568, 1568)(*screen) == size


@given(sizes, st.integers(64, 2000))
def test_no_rule_enlarges_or_goes_beyond(screen: tuple[int, int], edge: int) -> None:
    for rule in (longest(edge), tiled(edge, 400)):
        width, height = rule(*screen)
        assert 1 <= width <= screen[0] and 1 <= height <= screen[1] and max(width, height) <= edge
    width, height = tiled(edge, 400)(*screen)
    assert math.ceil(width / 28) * math.ceil(height / 28) <= 400


def test_the_benchmarks_size_of_a_phone() -> None:
    assert longest(1536)(1206, 2622) == (706, 1536)


def test_a_picture_is_scaled_once_and_sent_as_it_is_where_it_fits() -> None:
    small = sent(png(1206, 2622), longest(1536))
    with Image.open(io.BytesIO(small.data)) as image:
        assert image.size == (small.width, small.height) == (706, 1536) and image.format == "PNG"
    assert small.base64 is small.base64 and small.url.startswith("data:image/png;base64,")
    as_it_is = png(390, 844)
    assert sent(as_it_is, longest(1536)).data is as_it_is


FRAME = Picture(b"", "image/png", 706, 1536)


@given(st.integers(0, 705), st.integers(0, 1535))
def test_every_pixel_is_a_place_and_the_same_pixel_again(x: int, y: int) -> None:
    place = FRAME.point(x, y)
    assert isinstance(place, Point)
    assert (round(place.x * 706), round(place.y * 1536)) == (x, y)


@pytest.mark.parametrize(
    ("x", "y", "grid", "place"),
    [
        (706, 1536, None, (1, 1)),
        (-1, 1537, None, (0, 1)),
        (500, 250, 1000, (0.5, 0.25)),
        (1000, 1001, 1000, (1, 1)),
        (0.5, 1, 1, (0.5, 1)),
    ],
)
def test_one_unit_beyond_the_edge_is_the_edge(x: float, y: float, grid: float | None, place: tuple[int, int]) -> None:
    assert FRAME.point(x, y, grid) == Point(x=place[0], y=place[1])


@pytest.mark.parametrize(
    ("x", "y", "grid", "code"),
    [
        (708, 3, None, "out_of_bounds"),
        (3, -2, None, "out_of_bounds"),
        (1002, 3, 1000, "out_of_bounds"),
        (1.1, 0.5, 1, "out_of_bounds"),
        (math.nan, 3, None, "bad_argument"),
        (math.inf, 3, None, "bad_argument"),
        ("12", 3, None, "bad_argument"),
        (None, 3, None, "bad_argument"),
        (True, 3, None, "bad_argument"),
    ],
)
def test_what_is_no_place_is_invalid(x: object, y: object, grid: float | None, code: str) -> None:
    found = FRAME.point(x, y, grid)
    assert isinstance(found, Invalid) and found.code == code
