"""The device's own screens: what is set there is a state of the world, and what is shown of it is true."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from lifeworld.core.actions import Done, OpenApp
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Node
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.opening import opened
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.life.events import Messaged
from lifeworld.life.models import Person
from lifeworld.proof.coverage import of_app
from lifeworld.proof.crawl import get
from lifeworld.proof.examples import examples
from lifeworld.proof.laws import LAWS, device_of
from lifeworld.store import Command
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn
from lifeworld.verify.content import Bag
from lifeworld.web.popups import Interruptions, popups
from lifeworld.web.request import Request
from lifeworld.web.shell import DEVICE, LOCK_SCREEN
from lifeworld.web.shell import commands as c
from lifeworld.web.shell.models import Source, device
from lifeworld.web.shell.status import charge_at
from lifeworld.world import World, load
from lifeworld.world.moments import when
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

OF_TASKS = "no task uses it"


@pytest.fixture
def world() -> Iterator[World]:
    with device_of() as found:
        yield found


def page(world: World, address: str) -> LexborHTMLParser:
    response = get(world, address)
    assert response.status == 200, (address, response.headers, world.site.fault)
    return LexborHTMLParser(response.body.decode())


def signs(world: World, address: str = "/") -> str:
    """Return what the status bar says of the device."""
    found = page(world, address).css_first(".status-signs")
    return found.attributes["aria-label"] or ""


def form_of(button: LexborNode) -> LexborNode:
    form = button.parent
    while form is not None and form.tag != "form":
        form = form.parent
    assert form is not None
    return form


def press(world: World, address: str, label: str) -> str:
    """Press the button of a name on a page, and return where that leads."""
    named = (button for button in page(world, address).css("button") if label == _name(button))
    button = next(named)
    form = form_of(button)
    pairs = [(one.attributes["name"] or "", one.attributes["value"] or "") for one in form.css("input[type=hidden]")]
    if name := button.attributes.get("name"):
        pairs.append((name, button.attributes["value"] or ""))
    sent = Request("POST", form.attributes["action"] or "", form_pairs=tuple(pairs))
    response = world.site.handle(sent)
    assert response.status == 303, response.body[-800:]
    return response.headers["location"]


def _name(button: LexborNode) -> str:
    return button.attributes.get("aria-label") or button.text(strip=True)


# ---- the laws of apps


@pytest.mark.parametrize("law", [name for name in LAWS if name not in ("coverage", "rendering")])
def test_the_device_keeps_the_laws_of_apps(law: str) -> None:
    assert not list(LAWS[law](DEVICE))


def test_every_page_of_the_device_renders_and_is_reached() -> None:
    assert list(LAWS["rendering"](DEVICE)) == [f"nothing leads to {LOCK_SCREEN}"]  # only locking it does


def test_every_command_of_the_device_has_a_success_each_refusal_and_a_screen() -> None:
    rows = of_app(DEVICE, NAMES[0])
    assert len(rows) == len(DEVICE.commands) and all(row.gaps in ([], [OF_TASKS]) for row in rows)


@pytest.mark.parametrize("phone", [True, False])
def test_every_command_of_the_device_is_found_through_its_screens(phone: bool) -> None:
    """By the hands that solutions get, from the home screen; what comes of it is what the command does."""
    with device_of() as world:
        succeeding = {type(one.command): one.command for one in examples(DEVICE, world) if not one.refusal}
    changing = [succeeding[kind] for kind in DEVICE.commands if kind not in (c.Dismiss, c.Unlock)]
    with opened("dom") as environment:
        for command in changing:
            look = Configuration("todo.CompleteTask", NAMES[0], device="phone" if phone else "desktop")
            hands = SolutionDriver(environment.step, environment.reset(look))
            episode = environment.environment.episode
            assert episode
            hands.store = episode.world.store
            expected = episode.world.trial(command)
            hands.do(command)
            assert episode.world.changes() == expected, command


# ---- quick settings


@pytest.mark.parametrize(
    ("label", "column"), [("Wi-Fi", "wifi"), ("Do not disturb", "do_not_disturb"), ("Torch", "torch")]
)
@pytest.mark.parametrize("address", ["/device/quick?back=%2Ftodo%2F", "/device/"])
def test_a_switch_switches_and_says_so(world: World, address: str, label: str, column: str) -> None:
    before = getattr(device(world.store), column)
    for wanted in (not before, before):
        assert press(world, address, label) == address
        assert getattr(device(world.store), column) is wanted
        button = next(one for one in page(world, address).css("button") if _name(one) == label)
        assert button.attributes["aria-pressed"] == str(wanted).lower()


def test_the_status_bar_follows_on_every_page(world: World) -> None:
    assert signs(world, "/todo/today") == signs(world) == "Quick settings: battery 87 %, Wi-Fi"
    for command in (c.SwitchWifi(False), c.SwitchDoNotDisturb(True), c.SwitchTorch(True)):
        world.do(command)
    for address in ("/", "/todo/today", "/notifications"):
        assert signs(world, address) == "Quick settings: battery 87 %, no Wi-Fi, do not disturb, torch on"
        assert "5G" in page(world, address).css_first(".status-signs").text()


def test_quick_settings_close_to_where_they_were_opened(world: World) -> None:
    leads = page(world, "/todo/today?show=1").css_first("a.status-signs").attributes["href"]
    assert leads and page(world, leads).css_first("a.quick-close").attributes["href"] == "/todo/today?show=1"


@pytest.mark.parametrize("back", ["//elsewhere.example", "https://elsewhere.example", "", "/"])
def test_quick_settings_lead_nowhere_else(world: World, back: str) -> None:
    assert page(world, f"/device/quick?back={back}").css_first("a.quick-close").attributes["href"] == "/"


def test_brightness_is_set_by_a_tap(world: World) -> None:
    press(world, "/device/quick", "Brightness 40 %")
    assert device(world.store).brightness == 40
    pressed = page(world, "/device/").css('.brightness [aria-pressed="true"]')
    assert [_name(one) for one in pressed] == ["Brightness 40 %"]


def test_a_refusal_is_told(world: World) -> None:
    form = (("token", world.token), ("back", "/device/quick"), ("brightness", "7"))
    refused = world.site.handle(Request("POST", "/device/brightness", form_pairs=form))
    assert refused.status == 422 and b"from 10 to 100 percent" in refused.body


# ---- what counts


def judged(*commands: Command) -> tuple[str, ...]:
    with opened("dom") as environment:
        environment.reset(Configuration("todo.CompleteTask", NAMES[0]))
        episode = environment.environment.episode
        assert episode
        for command in commands:
            episode.world.do(command)
        environment.step(Done())
        return environment.verdict().side_effects


def test_what_is_set_on_the_device_without_being_asked_for_is_a_side_effect(world: World) -> None:
    post = world.store.one(Source, "app = 'mail'")
    told = judged(c.SwitchTorch(True), c.SetBrightness(25), c.SilenceApp(post, True))
    assert set(told) == {
        "changed the device in Settings (torch from no to yes; brightness from 70 to 25)",
        "changed a notification setting in Settings: “Post” (silenced from no to yes)",
    }


def test_clearing_notifications_and_locking_are_as_reading_them_is(world: World) -> None:
    mark = page(world, "/notifications").css_first('.notice-card input[name="notices"]').attributes["value"]
    assert judged(c.Dismiss((mark or "",)), c.Lock(), c.Unlock()) == ()
    assert judged(c.SwitchTorch(True), c.SwitchTorch(False)) == ()


# ---- notifications


def bring(world: World, minutes: int = 1, text: str = "Are you up?") -> list[str]:
    """Let a chat message come, and return what dropped from above."""
    event = Messaged(at=world.store.now, chat="direct:2", sender_id=2, text=text, read=False)
    world.await_(when(minutes=minutes), event)
    world.advance(60 * minutes)
    told, world.site.toasts = [toast.text for toast in world.site.toasts], []
    return told


def listed(world: World) -> list[str]:
    """Return the texts of the list of notifications."""
    return [one.text(strip=True) for one in page(world, "/notifications").css(".notice-card .row-text")]


def test_do_not_disturb_holds_back_what_drops_from_above_and_nothing_else(world: World) -> None:
    assert any("Are you up?" in told for told in bring(world))
    world.do(c.SwitchDoNotDisturb(True))
    assert not bring(world, 2)
    assert any("Are you up?" in text for text in listed(world))


def test_an_app_that_is_silenced_says_nothing(world: World) -> None:
    source = world.store.one(Source, "app = 'messenger'")
    assert page(world, "/").css_first('a[href="/messenger/"] + .dot')
    world.do(c.SilenceApp(source, True))
    assert not bring(world)
    assert not any("Are you up?" in text for text in listed(world))
    assert not page(world, "/").css_first('a[href="/messenger/"] + .dot')
    assert press(world, "/device/notifications", "Notifications of Chatter") == "/device/notifications"
    assert any("Are you up?" in text for text in listed(world))


def test_notifications_stand_by_app_the_latest_first(world: World) -> None:
    groups = page(world, "/notifications").css(".notice-group")
    assert len(groups) > 2 and len({one.attributes["aria-label"] for one in groups}) == len(groups)


def test_one_notification_is_cleared_then_all(world: World) -> None:
    before = [one.text(strip=True) for one in page(world, "/notifications").css("a.row-title")]
    label = next(_name(one) for one in page(world, "/notifications").css(".notice-card button"))
    press(world, "/notifications", label)
    after = [one.text(strip=True) for one in page(world, "/notifications").css("a.row-title")]
    assert sorted(after) == sorted(before[1:]) and label == f"Clear “{before[0]}”"
    press(world, "/notifications", "Clear all")
    empty = page(world, "/notifications")
    assert not empty.css(".notice-card") and "You're all caught up" in empty.text()
    assert not Bag(world.changes(), by_name()).entries


def test_what_comes_after_all_are_cleared_is_listed(world: World) -> None:
    """In the same second and the same chat, too: the clock stands still while nobody waits."""
    bring(world)
    press(world, "/notifications", "Clear all")
    assert not listed(world)
    world.happen(Messaged(at=world.store.now, chat="direct:2", sender_id=2, text="Still there?", read=False))
    assert listed(world) == ["Still there?"]


# ---- settings


def test_settings_say_what_is_set(world: World) -> None:
    world.do(c.SilenceApp(world.store.one(Source), True))
    world.do(c.SetWallpaper("lagoon"))
    text = page(world, "/device/").text(separator=" ")
    for told in (world.store.get(Person, 1).email, "1 app is silent", "Lagoon", "English", "Default", "87%"):
