"""Recent apps: each shows its last page, drawn small, and nothing of it once the app is shut."""

from collections.abc import Iterator

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld.env.drivers.dom import Dom
from lifeworld.proof.crawl import get
from lifeworld.proof.laws import device_of
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
