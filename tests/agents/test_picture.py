"""What a model is sent of a screenshot, and where its pixels lie on the screen."""

import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from tests.agents.mocked import picture

from lifeworld.agents.arguments import Arguments, Frame, Measure, Misread
from lifeworld.agents.codecs.parts import x_y
from lifeworld.agents.picture import longest, sent, tiled
from lifeworld.core.actions import Point

sizes = st.tuples(st.integers(1, 4000), st.integers(1, 4000))


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


def test_a_picture_is_scaled_once_and_sent_as_it_is_where_it_fits() -> None:
    small = sent(picture((1206, 2622)), longest(1536))
    with Image.open(io.BytesIO(small.data)) as image:
        assert image.size == (small.width, small.height) == (706, 1536) and image.format == "PNG"
    assert small.base64 is small.base64 and small.url.startswith("data:image/png;base64,")
    as_it_is = picture()
    assert sent(as_it_is, longest(1536)).data is as_it_is


SIZE = 706, 1536


@given(st.integers(0, 705), st.integers(0, 1535))
def test_every_pixel_is_a_place_and_the_same_pixel_again(x: int, y: int) -> None:
    place = Frame.of(SIZE).point(x, y)
    assert (round(place.x * 706), round(place.y * 1536)) == (x, y)


@pytest.mark.parametrize(
    ("x", "y", "measure", "place"),
    [
        (706, 1536, "pixels", (1, 1)),
        (-1, 1537, "pixels", (0, 1)),
        (500, 250, "1000", (0.5, 0.25)),
        (1000, 1001, "1000", (1, 1)),
        (1000, -1, "999", (1, 0)),
        (0.5, 1, "fractions", (0.5, 1)),
    ],
)
def test_one_unit_beyond_the_edge_is_the_edge(x: float, y: float, measure: Measure, place: tuple[int, int]) -> None:
    assert Frame.of(SIZE, measure).point(x, y) == Point(x=place[0], y=place[1])


@pytest.mark.parametrize(
    ("x", "y", "measure", "code"),
    [
        (708, 3, "pixels", "out_of_bounds"),
        (3, -2, "pixels", "out_of_bounds"),
        (1002, 3, "1000", "out_of_bounds"),
        (-0.1, 0.5, "fractions", "out_of_bounds"),
        (707.1, 0.5, "fractions", "out_of_bounds"),
        (math.nan, 3, "pixels", "bad_argument"),
        (math.inf, 3, "pixels", "bad_argument"),
        ("twelve", 3, "pixels", "bad_argument"),
        (None, 3, "pixels", "bad_argument"),
        (True, 3, "pixels", "bad_argument"),
    ],
)
def test_what_is_no_place_is_misread(x: object, y: object, measure: Measure, code: str) -> None:
    with pytest.raises(Misread) as found:
        x_y().read(Arguments({"x": x, "y": y}, Frame.of(SIZE, measure)))
    assert found.value.code == code
