"""Recent apps: each shows its last page, made smaller, and nothing of it once the app is shut."""

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode
from tests.browsers import in_browser

from lifeworld.env.drivers.browser import Browser, showing
from lifeworld.env.drivers.dom import Dom
from lifeworld.proof.crawl import get
from lifeworld.web.look import FORMS
from lifeworld.web.popups import Interruptions
from lifeworld.web.request import Request
from lifeworld.web.shell import commands as c
from lifeworld.world import World

_WORDS = "[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument.querySelector('h1').innerText)"


pytestmark = pytest.mark.parametrize("world", FORMS, indirect=True)


def frame(world: World, app: str) -> LexborNode | None:
    """Return the frame of the one card."""
    card = LexborHTMLParser(get(world, "/recent").body.decode()).css_first(".recent")
    assert app in (card.attributes["aria-label"] or "")
    return card.css_first("iframe")


def test_a_card_shows_the_page_as_it_was_left(world: World) -> None:
    left = get(world, "/todo/browse").body
    shown = frame(world, "Ticked")
    assert shown is not None and shown.attributes["src"] == "/recent/todo/page"
    assert get(world, "/recent/todo/page").body == left


def test_nothing_is_shown_of_an_app_that_is_shut(world: World) -> None:
    get(world, "/bank/")
    assert frame(world, "Harbour Bank") is not None
    bank = next(app for app in world.apps if app.id == "bank")
    assert bank.gate
    world.do(bank.gate.signs_out())
    assert frame(world, "Harbour Bank") is None and get(world, "/recent/bank/page").status == 404


def test_nothing_is_shown_of_an_app_that_is_not_open_or_while_the_device_is_locked(world: World) -> None:
    get(world, "/todo/")
    assert all(get(world, f"/recent/{app}/page").status == 404 for app in ("mail", "nothing"))
    world.do(c.Lock())
    assert get(world, "/recent/todo/page").status == 303


def test_to_be_shown_small_is_not_to_be_looked_at(world: World) -> None:
    """A browser asks for the frames, the other driver does not: what comes after is the same."""
    get(world, "/mail/")
    get(world, "/todo/")
    world.site.interruptions = Interruptions("battery", soon=True)
    get(world, "/recent/mail/page")
    assert world.recent == ["todo", "mail"] and not world.site.interruptions.shown


def test_what_is_shown_small_is_no_part_of_the_tree(world: World) -> None:
    get(world, "/messenger/")
    cards = [one for one in Dom().open_now(world, "/recent").tree.all("link") if one.name == "Chatter: Chats"]
    assert len(cards) == 1 and not list(cards[0].all("heading"))


def test_a_browser_waits_for_the_pages(world: World) -> None:
    async def words(browser: Browser) -> list[str]:
        async with showing(browser, world) as there:
            for address in ("/todo/today", "/calendar/agenda", "/recent"):
                await there.look(address)
            found: list[str] = await there.screen.ask(_WORDS)
            return found

    found = in_browser(words)
    assert len(found) == 2 and "Today" in found


def test_a_form_sent_there_changes_nothing(world: World) -> None:
    get(world, "/todo/")
    sent = Request("POST", "/recent/todo/page", form_pairs=(("token", world.token),))
    before = world.store.state
    assert world.site.handle(sent).body == get(world, "/todo/").body and world.store.state == before
