"""A page that takes another's place in the window is the page that is loaded afresh, in an episode and after one."""

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.requests import Request as Asked
from starlette.responses import Response as Answer
from tests.browsers import Run

from lifeworld.core.actions import Key, Navigate, OpenApp, System
from lifeworld.core.observation import View
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.proof.crawl import crawl
from lifeworld.web.look import DEVICES, Look
from lifeworld.web.popups import Interruptions
from lifeworld.web.request import Request, Response
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

PAGES = 25  # of all that links lead to, in the quick tests
USED = """(() => {
for (const menu of document.querySelectorAll("details")) menu.open = !menu.open;
for (const field of document.querySelectorAll("input, textarea")) {
  if (field.type === "checkbox" || field.type === "radio") field.checked = !field.checked;
  else if (field.type !== "hidden") field.value += " written";
}
for (const option of document.querySelectorAll("option")) option.selected = !option.selected;
document.querySelector("main input, main textarea")?.focus();
document.execCommand("selectAll");
scrollTo(0, 300);
for (const part of document.querySelectorAll("*")) { part.scrollTop = 77; part.scrollLeft = 55; }
})()"""
CLICKED = """(() => {{
const link = [...document.links].find((one) => one.getAttribute("href") === {!r});
link?.click();
return Boolean(link);
}})()"""
POST = (
    """void fetch("/todo/add", {{method: "POST", body: new URLSearchParams({{token: {!r}, title: "From before"}})}})"""
)
SENT = """(() => {{
const form = document.querySelector(".popup form");
form.elements.back.value = "/shop/";
{};
}})()"""


def world_of(look: Look, profile: str = NAMES[0], token: str = "session") -> World:
    return World(load(profile).data, look, token).start()


class Pair:
    """Two screens on equal worlds: what the one puts in the place of its page, the other loads afresh."""

    def __init__(self, browser: Browser, run: Run) -> None:
        self.run, self.turned, self.loaded = run, Chromium(browser), Chromium(browser)
        self.worlds: list[World] = []

    def open(self, look: Look, profile: str = NAMES[0]) -> tuple[View, View]:
        """Begin an episode in both: one after the other in the one's window, in a new window of the other."""
        self.close()
        self.worlds = [world_of(look, profile), world_of(look, profile)]
        self.run(self.loaded.close())
        return tuple(self.run(driver.open(one)) for driver, one in zip(self.drivers, self.worlds, strict=True))

    @property
    def drivers(self) -> tuple[Chromium, Chromium]:
        return self.turned, self.loaded

    def ask(self, expression: str) -> Any:
        return self.run(self.turned._screen.ask(expression))

    def go(self, address: str) -> tuple[View, View]:
        """Use the page that is open, then come to an address: by a link where there is one, and by loading it."""
        self.ask(USED)
        self.run(self.turned._settle())
        if not self.ask(CLICKED.format(address)):
            assert self.ask(f"lifeworldHands.open({address!r})"), address
        self.run(self.loaded._screen.go(self.loaded._origin + address))
        return self.views(settle=True)

    def views(self, settle: bool = False) -> tuple[View, View]:
        for driver in self.drivers if settle else ():
            self.run(driver._settle())
        return self.run(self.turned.view()), self.run(self.loaded.view())

    def act(self, action: Any) -> tuple[View, View]:
        said = [self.run(driver.act(action)) for driver in self.drivers]
        assert said[0] == said[1]
        return self.views()

    def close(self) -> None:
        for world in self.worlds:
            world.close()


@pytest.fixture(scope="module")
def pair(browser: Browser, run: Run) -> Iterator[Pair]:
    made = Pair(browser, run)
    yield made
    for driver in made.drivers:
        run(driver.close())
    made.close()


def addresses(look: Look) -> list[str]:
    world = world_of(look)
    found = [page.address for page in crawl(world) if page.response.status == 200]
    world.close()
    return found


def differing(pair: Pair, look: Look, shown: list[str]) -> list[str]:
    """Return the addresses whose pages are another picture or tree where they took the place of another page."""
    pair.open(look)
    window = pair.ask("performance.timeOrigin")
    found = []
    for address in shown:
        if address[-1].isdecimal() and "?" in address:
            pair.go("/")  # more of a list that is open keeps the place to which one has come in it
        one, other = pair.go(address)
        found += [address] if one != other else []
    assert pair.ask("performance.timeOrigin") == window, "the window was left"
    return found


@pytest.mark.parametrize(("device", "look"), [("phone", {"theme": "dark"}), ("desktop", {"layout": "top-cards"})])
def test_a_page_in_anothers_place_is_the_page_loaded_afresh(pair: Pair, device: str, look: dict[str, str]) -> None:
    one = Look(device=DEVICES[device], **look)
    shown = addresses(one)
    random.Random(f"{device} {len(shown)}").shuffle(shown)
    assert not differing(pair, one, ["/notifications", "/", "/missing", *shown[:PAGES]])


@pytest.mark.slow
@pytest.mark.parametrize(("device", "language"), [("phone", "en"), ("desktop", "zh")])
def test_every_kind_of_page_in_anothers_place_is_the_page_loaded_afresh(pair: Pair, device: str, language: str) -> None:
    one = Look(device=DEVICES[device], language=language)
    shown = addresses(one)
    random.Random(device).shuffle(shown)
    assert not differing(pair, one, shown)


def test_going_back_brings_the_look_of_the_app_too(pair: Pair) -> None:
    pair.open(Look())
    pair.act(OpenApp(name="bank"))
    pair.act(System(name="notifications"))
    for way, there in (("back", "/bank/"), ("back", "/"), ("forward", "/bank/")):
        pair.run(pair.turned.act(System(name=way)))  # type: ignore[arg-type]
        pair.run(pair.loaded._screen.go(pair.loaded._origin + there))
        turned, loaded = pair.views(settle=True)
        assert turned == loaded, way


def test_a_form_that_leads_to_another_app_brings_its_look(pair: Pair) -> None:
    """A pop-up stands over a page of one app and is closed to show another's."""
    pair.open(Look())
    for world in pair.worlds:
        world.site.interruptions = Interruptions("1", soon=True)
    turned, loaded = pair.act(OpenApp(name="bank"))
    assert turned == loaded
    assert turned.tree.find("dialog")
    pair.ask(SENT.format("form.requestSubmit()"))
    pair.run(pair.loaded._screen.ask(SENT.format("form.submit()")))  # which no script hears of
    turned, loaded = pair.views(settle=True)
    assert (turned.url, turned) == ("/shop/", loaded)


# ---- the next episode


def ended(pair: Pair) -> str:
    """Play an episode that leaves all that it can behind, and return its window."""
    pair.open(Look())
    for action in (OpenApp(name="todo"), OpenApp(name="bank"), System(name="back")):
        pair.run(pair.turned.act(action))
    window = str(pair.ask("performance.timeOrigin"))
    pair.ask("localStorage.a = sessionStorage.a = window.name = 'a', document.cookie = 'a=1; path=/'")
    pair.ask(USED)
    return window


@pytest.mark.parametrize(
    ("look", "profile"),
    [(Look(), NAMES[0]), (Look("dark", layout="cards", language="zh"), NAMES[0]), (Look("sepia"), NAMES[1])],
    ids=["same", "look", "person"],
)
def test_the_next_episode_begins_in_the_window_as_in_a_new_one(pair: Pair, look: Look, profile: str) -> None:
    window = ended(pair)
    turned, loaded = pair.open(look, profile)
    assert turned == loaded
    assert str(pair.ask("performance.timeOrigin")) == window
    kept = "[localStorage.length, sessionStorage.length, document.cookie, window.name, String(getSelection()), scrollY]"
    assert pair.ask(kept) == [0, 0, "", "", "", 0]


@pytest.mark.parametrize("ways", [("back",), ("forward",), ("reload",), ("reload", "back", "forward")], ids=str)
def test_nothing_of_the_last_episode_is_gone_back_to(pair: Pair, ways: tuple[str, ...]) -> None:
    ended(pair)
    pair.open(Look())
    for way in ways:
        turned, loaded = pair.act(System(name=way))  # type: ignore[arg-type]
        assert turned == loaded, way
    turned, loaded = pair.act(OpenApp(name="todo"))
    assert turned == loaded
    turned, loaded = pair.act(System(name="back"))
    assert (turned.url, turned) == ("/", loaded)


def test_keys_begin_anew_in_the_next_episode(pair: Pair) -> None:
    pair.open(Look(device=DEVICES["desktop"]))
    pair.run(pair.turned.act(Navigate(url="/search")))
    pair.run(pair.turned.act(OpenApp(name="bank")))
    pair.ask("[...document.links].at(-1).focus()")
    pair.open(Look(device=DEVICES["desktop"]))
    for chord in ("Tab", "Tab", "ctrl+z"):
        turned, loaded = pair.act(Key(chord=chord))
        assert turned == loaded, chord


def test_a_late_request_of_the_last_episode_ends_with_it(
    pair: Pair, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where something is under way the window is left, though the next world has the same token."""
    pair.open(Look())
    pair.run(pair.turned.act(OpenApp(name="todo")))
    window, answer = pair.ask("performance.timeOrigin"), browser.server._answer

    async def late(asked: Asked) -> Answer:
        if asked.method == "POST":
            await asyncio.sleep(0.5)
        return await answer(asked)

    monkeypatch.setattr(browser.server, "_answer", late)
    pair.ask(POST.format(pair.worlds[0].token))
    new = world_of(Look())
    asked = heard(new, monkeypatch)
    view = pair.run(pair.turned.open(new))
    pair.run(asyncio.sleep(0.8))
    assert [one for one in asked if not one.startswith("GET /static/")] == ["GET /"]
    assert (view.url, pair.run(pair.turned.view()), new.acts) == ("/", view, [])
    assert pair.ask("performance.timeOrigin") != window
    pair.run(pair.turned.close())
    new.close()


def heard(world: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows with what is asked of a world."""
    asked: list[str] = []
    handle: Callable[[Request], Response] = world.site.handle

    def noted(request: Request) -> Response:
        asked.append(f"{request.method} {request.path}")
        return handle(request)

    monkeypatch.setattr(world.site, "handle", noted)
    return asked


@pytest.mark.long
def test_episodes_in_one_window_do_not_pile_up(pair: Pair) -> None:
    pair.run(pair.loaded.close())
    nodes = []
    for _ in range(3):
        for app in 4 * ("todo", "bank", "mail"):
            world = world_of(Look())
            pair.run(pair.turned.open(world))
            pair.run(pair.turned.act(OpenApp(name=app)))
            world.close()
        pair.run(pair.turned._screen.send("HeapProfiler.collectGarbage"))
        nodes.append(pair.run(pair.turned._screen.send("Memory.getDOMCounters")))
    assert nodes[2]["nodes"] < 1.2 * nodes[1]["nodes"], nodes
    assert nodes[2]["jsEventListeners"] < 1.2 * nodes[1]["jsEventListeners"], nodes
