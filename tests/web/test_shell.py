"""The device's own screens: what is set there is a state of the world, and what is shown of it is true."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode
from tests.browsers import in_browser

from lifeworld.core.actions import Done, OpenApp
from lifeworld.core.observation import Node
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.life.events import Messaged
from lifeworld.life.models import Person
from lifeworld.proof.coverage import examples, of_app
from lifeworld.proof.crawl import device_of, get
from lifeworld.proof.honest import episode_of
from lifeworld.proof.laws import LAWS
from lifeworld.store import Command
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn
from lifeworld.verify.content import Bag
from lifeworld.web.popups import Interruptions, popups
from lifeworld.web.request import Request
from lifeworld.web.shell import DEVICE, LOCK_SCREEN
from lifeworld.web.shell import commands as c
from lifeworld.web.shell.desk import charge_at
from lifeworld.web.shell.models import Source, device
from lifeworld.world import World, load
from lifeworld.world.moments import when
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

OF_TASKS = "no task uses it"


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
def test_every_command_of_the_device_is_found_through_its_screens(phone: bool, environment: SyncEnvironment) -> None:
    """By the hands that solutions get, from the home screen; what comes of it is what the command does."""
    with device_of() as world:
        succeeding = {type(one.command): one.command for one in examples(DEVICE, world) if not one.refusal}
    elsewhere = (c.Dismiss, c.Unlock) if phone else (c.Dismiss, c.Unlock, c.SwitchTorch)
    changing = [succeeding[kind] for kind in DEVICE.commands if kind not in elsewhere]
    for command in changing:
        look = Configuration("todo.CompleteTask", NAMES[0], device="phone" if phone else "desktop")
        hands = SolutionDriver(environment.step, environment.reset(look))
        episode = episode_of(environment)
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
        episode = episode_of(environment)
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
        assert told in text


def test_a_wallpaper_is_behind_the_home_screen(world: World) -> None:
    assert page(world, "/").css_first(".home.wallpaper-hills")
    press(world, "/device/wallpaper", "Lagoon")
    assert page(world, "/").css_first(".home.wallpaper-lagoon")


def test_the_account_says_which_apps_are_signed_in(world: World) -> None:
    bank = next(app for app in world.apps if app.id == "bank")
    assert bank.gate
    shown = page(world, "/device/account").text(separator=" ")
    assert "Signed out" not in shown and shown.count("Signed in") == len(world.apps)
    world.do(bank.gate.signs_out())
    assert page(world, "/device/account").text(separator=" ").count("Signed out") == 1


# ---- lock screen


def test_a_locked_device_shows_nothing_but_its_lock_screen(world: World) -> None:
    assert press(world, "/device/quick", "Lock") == LOCK_SCREEN
    for address in ("/", "/mail/", "/notifications", "/device/quick", "/nowhere"):
        assert get(world, address).headers["location"] == LOCK_SCREEN
    sent = Request("POST", "/device/wifi", form_pairs=(("token", world.token),))
    assert world.site.handle(sent).headers["location"] == LOCK_SCREEN and device(world.store).wifi
    shown = page(world, LOCK_SCREEN)
    assert not shown.css("a") and shown.css(".notice-card")
    press(world, LOCK_SCREEN, "Torch")
    assert device(world.store).torch and device(world.store).locked
    assert press(world, LOCK_SCREEN, "Unlock") == "/"
    assert page(world, "/").css(".tile")


def test_a_task_that_begins_locked_is_solved(environment: SyncEnvironment) -> None:
    now = environment.reset(Configuration("todo.CompleteTask", NAMES[0], state="lock-screen"))
    assert now.url == LOCK_SCREEN
    hands = SolutionDriver(environment.step, now)
    hands.solve(drawn("todo.CompleteTask", NAMES[0], 0))
    hands.finish()
    verdict = environment.verdict()
    assert verdict.success and not verdict.side_effects


# ---- recent apps


def test_recent_apps_show_the_last_page_and_lead_there(world: World) -> None:
    for address in ("/mail/", "/todo/", "/todo/browse"):
        get(world, address)
    cards = page(world, "/recent").css("a.recent")
    assert [one.attributes["href"] for one in cards] == ["/todo/browse", "/mail/"]
    assert [one.attributes["aria-label"] for one in cards] == ["Ticked: Browse", "Post: Inbox"]


def test_an_app_that_has_only_shown_a_page_that_is_not_there_is_led_to_its_first(world: World) -> None:
    get(world, "/todo/task/999999")
    assert page(world, "/recent").css_first("a.recent").attributes["href"] == "/todo/"


# ---- battery


def test_the_battery_sinks_by_day() -> None:
    morning = datetime(2026, 3, 12, 7)
    hours = [charge_at(morning + timedelta(hours=hour)) for hour in range(16)]
    assert hours[0] == 100 and hours == sorted(hours, reverse=True) and hours[-1] == 25
    assert charge_at(datetime(2026, 3, 12, 23)) == charge_at(datetime(2026, 3, 12, 3)) == 100


def test_what_a_pop_up_says_of_the_battery_the_status_bar_says_too(world: World) -> None:
    told = {popup.charge for popup in popups().values() if popup.charge}
    assert told == {10} and all(str(one.charge) in one.text for one in popups().values() if one.charge)
    world.site.interruptions = Interruptions("battery", soon=True)
    assert "battery 10 %" in signs(world) and page(world, "/").css_first(".status-signs .low")


def test_pop_ups_that_speak_of_an_app_come_where_one_is_open(world: World) -> None:
    for seed in "abcdefgh":
        interruptions = Interruptions(seed)
        seen = set()
        for _ in range(60):
            interruptions.page("")
            seen.add(interruptions.name)
            interruptions.close()
        assert seen - {""} == {name for name, popup in popups().items() if popup.device}
        for _ in range(60):
            interruptions.page("todo")
            seen.add(interruptions.name)
            interruptions.close()
        assert seen - {""} == set(popups())


# ---- drivers


def test_settings_open_by_their_name(environment: SyncEnvironment) -> None:
    environment.reset(Configuration("todo.CompleteTask", NAMES[0]))
    assert environment.step(OpenApp(name="Settings")).url == "/device/"


@pytest.mark.long
def test_both_drivers_see_the_same_tree_of_each_screen() -> None:
    own = [route.path for route in DEVICE.pages.routes if route.view and route.path != LOCK_SCREEN]
    addresses = [*own, LOCK_SCREEN, "/notifications", "/recent", "/"]

    async def trees(browser: Browser) -> list[tuple[Node, Node]]:
        found = []
        for address in addresses:
            worlds = [World(load(NAMES[0]).data).start() for _ in range(2)]
            for one in worlds:
                one.beforehand(c.Lock() if address == LOCK_SCREEN else c.SwitchTorch(True))
            driver = Chromium(browser, False)
            seen = [Dom().open_now(worlds[0], address), await driver.open(worlds[1], address)]
            found.append((plain(seen[0].tree), plain(seen[1].tree)))
            await driver.close()
            for one in worlds:
                one.close()
        return found

    found = in_browser(trees)
    assert all(one == other and len(list(one.walk())) > 3 for one, other in found)


def plain(node: Node) -> Node:
    """Return a tree without what only a browser knows: where things stand."""
    return replace(node, box=None, children=tuple(map(plain, node.children)))
