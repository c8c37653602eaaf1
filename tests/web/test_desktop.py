"""A desktop: its menu bar, its dock, the window of an app, and the panels over it."""

from collections.abc import Iterator

import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.browsers import in_browser
from tests.web.test_gestures import Hand, play
from tests.web.test_shell import form_of, page, plain, press

from lifeworld import apps
from lifeworld.core.actions import Click, Key, Point, Ref
from lifeworld.core.observation import Node
from lifeworld.env.drivers.browser import Browser, showing
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.proof.crawl import device_of, get
from lifeworld.web.look import DESKTOP, PHONE, Look
from lifeworld.web.request import Request
from lifeworld.web.shell import CLOSE, LOCK_SCREEN
from lifeworld.web.shell import commands as c
from lifeworld.web.shell.desk import MOST, PINNED
from lifeworld.web.shell.models import device
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

PANELS = {"/notifications": "Notifications", "/search": "Search", "/device/quick": "Quick settings"}


@pytest.fixture
def world() -> Iterator[World]:
    with device_of(device="desktop") as found:
        yield found


def tree(world: World, address: str) -> Node:
    return Dom().open_now(world, address).tree


def dock(world: World, address: str = "/device/") -> dict[str, str]:
    """Return where the icons of the dock lead, by the apps' names."""
    found = page(world, address).css(".docked a")
    return {one.attributes["aria-label"] or "": one.attributes["href"] or "" for one in found}


def running(world: World) -> list[str]:
    return [one.attributes["aria-label"] or "" for one in page(world, "/device/").css(".runs a")]


# ---- menu bar and dock


def test_the_dock_leads_to_the_apps_and_numbers_them_as_the_home_screen_does(world: World) -> None:
    first = apps.installed()[:PINNED]
    assert dock(world) == {app.name: app.href for app in first}
    docked, tiles = page(world, "/device/").css(".docked:has(.dot)"), page(world, "/").css(".tile:has(.dot)")
    on_tiles = {one.css_first("a").text(strip=True): one.css_first(".dot").text() for one in tiles}
    numbers = {one.css_first("a").attributes["aria-label"]: one.css_first(".dot").text() for one in docked}
    assert numbers == {name: on_tiles[name] for name in numbers} and len(numbers) > 3


def test_apps_that_run_are_docked_beside_the_first(world: World) -> None:
    beyond = apps.installed()[PINNED:]
    for app in beyond:
        get(world, app.href)
    shown = apps.installed()[:MOST]
    assert dock(world).keys() == {app.name for app in shown} and len(beyond) > 0


def test_a_page_that_is_missing_is_closed_as_any_other(world: World) -> None:
    shown = LexborHTMLParser(get(world, "/todo/nowhere").body.decode())
    form = form_of(shown.css_first('[aria-label="Close window"]'))
    pairs = tuple((one.attributes["name"] or "", one.attributes["value"] or "") for one in form.css("input"))
    assert world.site.handle(Request("POST", CLOSE, form_pairs=pairs)).headers["location"] == "/"


def test_the_menu_bar_counts_what_the_notifications_list(world: World) -> None:
    def counted() -> tuple[str, int]:
        shown = page(world, "/notifications")
        return "".join(one.text() for one in shown.css(".system-told .dot")), len(shown.css(".panel-group li"))

    number, listed = counted()
    assert number == str(listed) and listed > 5
    with world.store.tentatively():  # where no state tells that something was written
        assert counted() == (number, listed)
        press(world, "/notifications?back=/todo/today", "Clear all")
        assert counted() == ("", 0)
    assert counted() == (number, listed)
    press(world, "/notifications?back=/todo/today", "Clear all")
    assert counted() == ("", 0)


def test_an_app_runs_until_its_window_is_closed(world: World) -> None:
    get(world, "/todo/browse")
    get(world, "/mail/")
    assert running(world) == ["Post", "Ticked"]
    assert press(world, "/todo/browse", "Close window") == "/"
    assert running(world) == ["Post"] and dock(world)["Post"] == "/recent/mail"
    assert press(world, "/recent", "Close Post") == "/recent"
    assert not running(world) and dock(world)["Post"] == "/mail/" and not page(world, "/recent").css(".recent")


def test_a_window_that_is_minimised_comes_back_as_it_was(world: World) -> None:
    shown = page(world, "/todo/browse?show=40")
    assert shown.css_first('[aria-label="Minimise window"]').attributes["href"] == "/"
    assert get(world, dock(world)["Ticked"]).headers["location"] == "/todo/browse?show=40"
    assert shown.css_first(".docked [aria-current]").attributes["aria-label"] == "Ticked"


def test_only_an_app_is_minimised_and_a_home_screen_has_no_window(world: World) -> None:
    settings = page(world, "/device/")
    assert settings.css_first('.window a[aria-label="Close window"]').attributes["href"] == "/"
    assert not settings.css('[aria-label="Minimise window"]')
    assert not any(page(world, address).css(".window") for address in ("/", "/recent"))


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (Request("POST", CLOSE, form_pairs=(("token", "session"), ("app", "nothing"))), 404),
        (Request("POST", CLOSE, form_pairs=(("token", "wrong"), ("app", "todo"))), 403),
        (Request("GET", CLOSE), 404),
        (Request("GET", "/recent/nothing"), 404),
    ],
)
def test_nothing_else_is_closed_or_raised(world: World, sent: Request, status: int) -> None:
    get(world, "/todo/")
    assert world.site.handle(sent).status == status and world.recent == ["todo"]


def test_pages_that_are_kept_know_what_runs_in_this_world() -> None:
    worlds = [World(load(NAMES[0]).data, Look("light", DESKTOP)).start() for _ in range(2)]
    get(worlds[0], "/mail/")
    assert [running(one) for one in worlds] == [["Post"], []]


def test_a_locked_desktop_leads_nowhere(world: World) -> None:
    world.do(c.Lock())
    shown = page(world, LOCK_SCREEN)
    assert not shown.css("a") and not shown.css(".dock-bar") and shown.css_first(".system-clock")


# ---- panels


@pytest.mark.parametrize("address", PANELS)
def test_a_panel_stands_over_the_page_that_it_was_opened_from(world: World, address: str) -> None:
    under = "/todo/browse?show=40"
    leads = page(world, under).css_first(f'.system-bar a[href^="{address}?"]').attributes["href"]
    shown = page(world, leads or "")
    assert shown.css_first(".page[inert] .window-title").text(strip=True) == "Ticked"
    assert shown.css_first("html").attributes["data-app"] == "todo"
    assert shown.css_first("title").text() == PANELS[address]
    seen = tree(world, leads or "")
    dialog = next(seen.all("dialog"))
    assert dialog.name == PANELS[address] and dialog.find("link", "Close").href == under  # type: ignore[union-attr]
    assert not list(seen.all("main")) and seen.find("link", "Post")


@pytest.mark.parametrize("address", PANELS)
@pytest.mark.parametrize(
    "under", ["", "/", "/recent", "/search", "/notifications", "/nowhere", "//elsewhere.example", "/todo/task/999999"]
)
def test_a_panel_stands_over_the_home_screen_where_there_is_no_page(world: World, address: str, under: str) -> None:
    assert page(world, f"{address}?back={under}").css(".page[inert] .home")


def test_a_panel_shows_nothing_of_an_app_that_is_shut(world: World) -> None:
    bank = next(app for app in world.apps if app.id == "bank")
    assert bank.gate and page(world, "/search?back=/bank/").css_first("html").attributes["data-app"] == "bank"
    world.do(bank.gate.signs_out())
    assert page(world, "/search?back=/bank/").css(".page[inert] .home")


def test_what_is_done_in_a_panel_leads_back_to_it(world: World) -> None:
    there = "/notifications?back=%2Fmail%2F"
    form = form_of(page(world, there).css_first(".panel-group button"))
    before = len(page(world, there).css(".panel-group li"))
    pairs = tuple((one.attributes["name"] or "", one.attributes["value"] or "") for one in form.css("input"))
    done = world.site.handle(Request("POST", form.attributes["action"] or "", form_pairs=pairs))
    assert done.headers["location"] == there and len(page(world, there).css(".panel-group li")) == before - 1
    quick = "/device/quick?back=%2Fmail%2F"
    assert press(world, quick, "Do not disturb") == quick and device(world.store).do_not_disturb


def test_a_desktop_has_no_torch(world: World) -> None:
    addresses = ("/device/quick", "/device/", LOCK_SCREEN)
    assert not any("Torch" in (page(world, address).html or "") for address in addresses)


def test_a_search_finds_apps_and_stays_over_its_page(world: World) -> None:
    found = page(world, "/search?q=HARB&back=/mail/")
    assert [one.attributes["href"] for one in found.css(".panel-found a")] == ["/bank/"]
    assert found.css_first(".panel-field [name=back]").attributes["value"] == "/mail/"
    assert "called “zz”" in page(world, "/search?q=zz").css_first(".panel-none").text()


def test_a_phone_has_screens_where_a_desktop_has_panels() -> None:
    world = World(load(NAMES[0]).data, Look("light", PHONE)).start()
    for address in PANELS:
        shown = page(world, f"{address}?back=/mail/")
        assert not shown.css("dialog, .dock-bar, .window") and shown.css("main")


# ---- in a browser


def test_both_drivers_see_the_same_desktop() -> None:
    addresses = ["/", "/recent", "/mail/", "/device/", *(f"{panel}?back=/todo/today" for panel in PANELS)]

    async def trees(browser: Browser) -> list[tuple[Node, Node]]:
        found = []
        worlds = [World(load(NAMES[0]).data, Look("light", DESKTOP)).start() for _ in range(2)]
        driver = Chromium(browser, False)
        for address in addresses:
            for one in worlds:
                get(one, "/todo/today")
            seen = Dom().open_now(worlds[0], address), await driver.open(worlds[1], address)
            found.append((plain(seen[0].tree), plain(seen[1].tree)))
        await driver.close()
        return found

    pairs = in_browser(trees)
    assert all(one == other and one.find("link", "Recent apps") for one, other in pairs)


def test_a_panel_opens_and_closes_over_a_page_that_stays_where_it_was_scrolled() -> None:
    async def story(hand: Hand) -> None:
        await hand.go("/todo/upcoming")
        ask = hand.driver._screen.ask
        await ask("document.querySelector('.main').scrollTop = 60")
        for close in (lambda: hand.click("link", "Close"), lambda: hand.driver.act(Key(chord=("Escape",)))):
            await hand.click("link", "Notifications")
            assert (await hand.view()).url == "/notifications?back=/todo/upcoming"
            await close()
            assert (await hand.view()).url == "/todo/upcoming"
            assert await ask("document.querySelector('.main').scrollTop") == 60

    play(story, "desktop")


def test_a_press_beside_a_panel_closes_it() -> None:
    async def story(hand: Hand) -> None:
        await hand.go()
        await hand.click("link", "Quick settings: battery 87 %, Wi-Fi")
        assert (await hand.driver.act(Click(target=Point(x=0.3, y=0.8)))).ok
        assert (await hand.view()).url.startswith("/todo/")

    play(story, "desktop")


def test_windows_are_minimised_raised_and_closed_by_mouse() -> None:
    async def story(hand: Hand) -> None:
        await hand.go("/todo/upcoming")
        await hand.click("link", "Minimise window")
        assert (await hand.view()).url == "/"
        icon = (await hand.view()).tree.find("link", "Ticked")
        assert icon and icon.href == "/todo/"  # an app's first page; its window is among the recent apps
        await hand.click("link", "Recent apps")
        await hand.click("link", "Ticked: Upcoming")
        assert (await hand.view()).url == "/todo/upcoming"
        await hand.click("button", "Close window")
        assert (await hand.view()).url == "/" and hand.world.recent == []

    play(story, "desktop")


def test_the_right_button_opens_the_menu_of_a_row() -> None:
    opened = "[...document.querySelectorAll('details.menu[open]')].map((one) => one.closest('li').innerText).join()"

    async def story(hand: Hand) -> None:
        await hand.to_list()
        task = next(one for one in (await hand.view()).tree.all("link") if one.href.startswith("/todo/task/"))
        assert (await hand.driver.act(Click(target=Ref(id=task.ref), button="right"))).ok
        assert task.name in await hand.driver._screen.ask(opened)
        assert (await hand.driver.act(Key(chord=("Escape",)))).ok
        assert await hand.driver._screen.ask(opened) == ""

    play(story, "desktop")


@pytest.mark.parametrize(
    ("under", "address", "right"),
    [
        ("/code/project/1", "/code/project/1/new", False),
        ("/mail/settings", "/mail/settings/signature", True),
        ("/messenger/chat/1/info", "/messenger/chat/1/wallpaper", True),  # whose link is below what a window shows
    ],
)
def test_a_sheet_opens_at_what_was_pressed(under: str, address: str, right: bool) -> None:
    """It stands above or below its link, at one of its ends, whole in the window."""

    async def seen(browser: Browser) -> dict[str, dict[str, float]]:
        async with showing(browser, World(load(NAMES[0]).data, Look(device=DESKTOP)).start()) as there:
            await there.look(under)
            await there.look(address)
            found: dict[str, dict[str, float]] = await there.screen.page.evaluate(_BOXES)
            return found

    boxes = in_browser(seen)
    sheet, link = boxes["dialog"], boxes["[data-opens]"]
    end = "right" if right else "left"
    assert sheet[end] == pytest.approx(link[end], abs=1)
    assert DESKTOP.width > sheet["right"] > sheet["left"] > 0
    assert DESKTOP.height > sheet["bottom"] > sheet["top"] > 0
    assert sheet["top"] >= link["bottom"] or sheet["bottom"] <= min(link["top"], DESKTOP.height)


_BOXES = """() => Object.fromEntries(['dialog', '[data-opens]'].map((one) =>
  [one, document.querySelector(one).getBoundingClientRect().toJSON()]))"""
