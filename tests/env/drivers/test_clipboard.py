"""The clipboard is one world's: it lasts from page to page, and neither outlives an episode nor reaches another."""

from collections.abc import Callable

import pytest
from fakes import world_on
from test_chromium import Hand, hands
from tests.browsers import Run

from lifeworld.core.actions import Click, Key, Point, Text
from lifeworld.env.drivers.browser import Browser

__all__ = ["hands"]

MAIN = """<input aria-label="One" value="kept words"><input aria-label="Two"><textarea aria-label="Many">a
b</textarea><input type="password" aria-label="Secret" value="hidden"><input aria-label="Fixed" value="as is" readonly>
<a href="/shelf/add">Add a book</a>"""


def press(hand: Hand, name: str, *chords: str) -> str:
    hand.click("textbox", name)
    for chord in chords:
        hand.do(Key(chord=chord))
    return hand.node("textbox", name).value


@pytest.fixture
def desk(hands: Callable[..., Hand]) -> Hand:
    return hands("desktop", main=MAIN)


def test_what_is_copied_is_pasted_on_the_next_page_too(desk: Hand) -> None:
    press(desk, "One", "ctrl+a", "ctrl+c")
    assert press(desk, "Two", "ctrl+v") == "kept words"
    desk.click("link", "Add a book")
    assert press(desk, "Title", "ctrl+v") == "kept words"


def test_what_is_cut_is_gone_where_it_was(desk: Hand) -> None:
    assert press(desk, "One", "ctrl+a", "ctrl+x") == ""
    assert press(desk, "Two", "shift+Insert") == "kept words"
    assert press(desk, "Fixed", "ctrl+a", "ctrl+x") == "as is"


def test_lines_become_one_in_a_field_of_one_line(desk: Hand) -> None:
    press(desk, "Many", "ctrl+a", "ctrl+c")
    assert press(desk, "Two", "ctrl+v") == "a b"
    assert press(desk, "Many", "ctrl+v") == "a\nba\nb"


def test_a_password_is_not_copied(desk: Hand) -> None:
    press(desk, "Secret", "ctrl+a", "ctrl+c")
    assert press(desk, "Two", "ctrl+v") == ""


def test_it_ends_with_the_episode(desk: Hand) -> None:
    press(desk, "One", "ctrl+a", "ctrl+c")
    for token in ("t2", "t3"):
        world = world_on("desktop", token)
        world.site.pages["/"] = MAIN
        desk.open(world)
        assert press(desk, "Two", "ctrl+v") == ""


def test_it_does_not_reach_another_environment(desk: Hand, browser: Browser, run: Run) -> None:
    press(desk, "One", "ctrl+a", "ctrl+c")
    world = world_on("desktop", "t2")
    world.site.pages["/"] = MAIN
    other = Hand(browser, run, world)
    assert press(other, "Two", "ctrl+v") == ""
    press(other, "Two", "ctrl+a")
    run(other.driver.close())


def test_the_middle_button_pastes_nothing(desk: Hand) -> None:
    press(desk, "One", "ctrl+a")
    box = desk.node("textbox", "Two").box
    assert box
    x, y = box.centre
    desk.do(Click(target=Point(x=x / 1280, y=y / 720), button="middle"))
    desk.do(Text(text="!"))
    assert desk.node("textbox", "Two").value in ("", "!")
