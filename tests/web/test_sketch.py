"""Recent apps: each shows its last page, drawn small, and nothing of it once the app is shut."""

from collections.abc import Iterator

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld.env.drivers.dom import Dom
from lifeworld.proof.crawl import device_of, get
from lifeworld.web.shell.sketch import MOST, sketch
from lifeworld.world import World


@pytest.fixture(params=["phone", "desktop"])
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    with device_of(device=request.param) as found:
        yield found


def card(world: World, app: str) -> LexborHTMLParser:
    found = LexborHTMLParser(get(world, "/recent").body.decode()).css(".recent")
    return next(one for one in found if f": {app}" in (one.attributes["aria-label"] or ""))  # type: ignore[return-value]


def test_a_list_is_drawn_by_its_lines(world: World) -> None:
    get(world, "/messenger/")
    lines = card(world, "Chats").css(".sketch > span")
    assert 4 < len(lines) <= MOST and sum(line.css_first("img") is not None for line in lines) > 3


def test_a_month_is_drawn_by_its_days(world: World) -> None:
    get(world, "/calendar/month")
    days = card(world, "March 2026").css(".days > span")
    assert len(days) == 35 and [day.text() for day in days][:3] == ["1", "2", "3"]
    assert [day.text() for day in days if "today" in (day.attributes["class"] or "")] == ["12"]


def test_a_line_has_its_sum_and_a_task_its_box(world: World) -> None:
    get(world, "/bank/")
    get(world, "/todo/today")
    sums = [one.text() for one in card(world, "Accounts").css(".sketch .listed > em")]
    assert len(sums) > 4 and all(one.startswith("$") for one in sums[:4])
    assert len(card(world, "Today").css(".sketch .ring > s")) > 4


def test_the_places_of_the_app_stand_beside_them(world: World) -> None:
    get(world, "/todo/today")
    shown = card(world, "Today").css_first(".places")
    assert shown is not None and len(shown.css("svg")) > 3 and len(shown.css(".on")) == 1


def test_who_speaks_stands_before_what_is_said() -> None:
    line = sketch(b"<main class=main><ul><li>HW<b>Hal</b><i>You:</i> Sent.</li></ul></main>").lines[0]
    assert (line.letters, line.title, line.text) == ("HW", "Hal", "You: Sent.")


def test_a_map_is_drawn_as_it_is(world: World) -> None:
    get(world, "/maps/")
    assert card(world, "Map").css_first("svg.map path")


def test_nothing_is_drawn_of_an_app_that_is_shut(world: World) -> None:
    get(world, "/bank/")
    assert card(world, "Accounts").css(".sketch b")
    bank = next(app for app in world.apps if app.id == "bank")
    assert bank.gate
    world.do(bank.gate.signs_out())
    assert not card(world, "Accounts").css(".sketch b")


def test_what_is_drawn_is_no_part_of_the_tree(world: World) -> None:
    get(world, "/messenger/")
    cards = [one for one in Dom().open_now(world, "/recent").tree.all("link") if one.name == "Chatter: Chats"]
    assert len(cards) == 1 and not list(cards[0].all("img"))


@pytest.mark.parametrize("html", ["", "<p>nowhere</p>", "<main class=main></main>", "<ul class=main></ul>"])
def test_of_a_page_without_lines_nothing_is_drawn(html: str) -> None:
    assert not sketch(html.encode()).lines
