"""A phone's own keyboard (`--axis keyboard=on`): it types, covers and goes, and nothing else is different under it."""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image
from tests.browsers import Run
from tests.contracts.test_drivers import bare, played
from tests.rotation import some_tasks

from lifeworld.apps.todo.models import Task
from lifeworld.core.actions import Action, Click, Point, Ref, Scroll, System, Text
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Node
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.run.config import RunConfig, build
from lifeworld.run.plan import Planned, composition, configured
from lifeworld.taskkit.configuration import Configuration, settled
from lifeworld.web.assets import HERE
from lifeworld.web.look import DEVICES, Look
from lifeworld.web.request import Request
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

PHONES = [name for name, device in DEVICES.items() if not device.wide]
ON = Look("light", keyboard="on")
TASKS = (
    *("bank.AddPayee", "calendar.AddAppointment", "code.RenameTheFolder", "mail.AnswerInAWord", "maps.NoteOnList"),
    *("messenger.AskSomebodyNew", "shop.AddFriendsAddress", "todo.AddTaskWithDate", "cross.AddressByMail"),
)
BOARD = "document.querySelector('.keyboard')"
KEY = """((name) => {
const keys = [...document.querySelectorAll(".keyboard .key-button")];
const key = keys.find(name.startsWith(".key") ? (one) => one.matches(name) : (one) => one.textContent === name);
const box = key.getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];
})"""
FIELDS = """(async () => {
const covered = [];
for (const field of document.querySelectorAll("input, textarea")) {
  if (!field.checkVisibility() || field.closest("[inert]")) continue;
  if (!field.matches("textarea, [type=text], [type=search], :not([type])")) continue;
  field.focus({ preventScroll: true });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await lifeworldSettled();
  const { x, y, width, height } = field.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 20));
  if (!document.querySelector(".keyboard") || !(field.contains(hit) || hit.closest("label"))) covered.push(field.name);
  field.blur();
}
return covered;
})()"""


class Phone:
    """Acts in Chromium, by what is seen and by the tree."""

    def __init__(self, browser: Browser, run: Run) -> None:
        self.run, self.driver = run, Chromium(browser)
        self.world: World | None = None

    def open(self, address: str, look: Look = ON) -> World:
        self.close()
        self.world = World(load(NAMES[0]).data, look, "session").start()
        self.run(self.driver.open(self.world, address))
        return self.world

    def close(self) -> None:
        if self.world:
            self.world.close()

    def act(self, action: Action) -> None:
        assert self.run(self.driver.act(action)).ok

    def ask(self, expression: str) -> Any:
        return self.run(self.driver._screen.ask(expression))

    def tree(self) -> Node:
        found: Node = self.run(self.driver.view()).tree
        return found

    def node(self, role: str, name: str) -> Node:
        found = self.tree().find(role, name)
        assert found, f"no {role} “{name}”"
        return found

    def click(self, role: str, name: str) -> None:
        self.act(Click(target=Ref(id=self.node(role, name).ref)))

    def tap(self, x: float, y: float, hold_ms: int = 0) -> None:
        assert self.world
        device = self.world.look.device
        self.act(Click(target=Point(x=x / device.width, y=y / device.height), hold_ms=hold_ms))

    def press(self, *keys: str, hold_ms: int = 0) -> None:
        """Tap keys, each by what stands on it, or by its class."""
        for key in keys:
            x, y = self.ask(f"{KEY}({json.dumps(key)})")
            self.tap(x, y, hold_ms)

    @property
    def is_up(self) -> bool:
        return bool(self.ask(f"Boolean({BOARD})"))

    def value(self, name: str) -> str:
        return str(self.ask(f"document.querySelector('[name={name}]').value"))


@pytest.fixture(scope="module")
def phone(browser: Browser, run: Run) -> Iterator[Phone]:
    made = Phone(browser, run)
    yield made
    run(made.driver.close())
    made.close()


def test_what_its_keys_type_arrives_in_the_world(phone: Phone) -> None:
    world = phone.open("/todo/add")
    phone.click("textbox", "Title")
    phone.press(*"Milk", "space", "123", *"2&", "space", *"ba", ".key-wide:last-child", *"un", "Add task")
    assert [task.title for task in world.store.all(Task, "title LIKE 'Milk%'")] == ["Milk 2& bun"]
    assert not phone.is_up


def test_keys_change_what_typing_changes(phone: Phone) -> None:
    found = []
    for typed in (False, True):
        world = phone.open("/todo/add")
        phone.click("textbox", "Title")
        if typed:
            phone.act(Text(text="Tea"))
        else:
            phone.press(*"Tea")
        phone.click("button", "Add task")
        found.append(world.changes())
    assert found[0] == found[1] and found[0]


@pytest.mark.parametrize(("address", "name"), [("/todo/search", "Search tasks"), ("/maps/", "Search Wayfarer")])
def test_it_stays_while_what_is_searched_for_is_found(phone: Phone, address: str, name: str) -> None:
    phone.open(address)
    phone.click("searchbox", name)
    phone.press(*"te", ".key-wide:last-child", *"he")
    assert phone.is_up
    assert phone.ask("location.search") == "?q=the"
    phone.press("123", "1", "2")  # the board stays as it was turned
    assert phone.ask("location.search") == "?q=the12"


def test_what_is_composed_is_searched_for_once_it_is_there(phone: Phone) -> None:
    phone.open("/todo/search", replace(ON, keyboard="off"))
    phone.click("searchbox", "Search tasks")
    session = phone.driver._screen.keys._session
    for text in ("n", "ni", "ni hao"):
        sent = {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        phone.run(session.send("Input.imeSetComposition", sent))
        phone.ask("lifeworldSettled()")
    phone.act(Text(text="你好"))
    assert phone.value("q") == "你好"
    assert phone.ask("new URLSearchParams(location.search).get('q')") == "你好"


def test_who_goes_elsewhere_while_it_is_searched_stays_there(phone: Phone) -> None:
    phone.open("/bank/payees", replace(ON, keyboard="off"))
    phone.click("searchbox", "Search payees")
    phone.ask("""(() => {
      const field = document.querySelector("[data-typed]");
      field.value = "an";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      document.querySelector("a.home-bar").click();
    })()""")
    phone.ask("lifeworldSettled()")
    assert phone.ask("location.pathname + location.search") == "/"


def test_shift_pages_and_held_letters(phone: Phone) -> None:
    phone.open("/todo/add")
    phone.click("textbox", "Title")
    shift = ".key-wide:first-child"
    phone.press("A", shift, "B", "c", shift, "D", "123", "#+=", "€", "123", "1", "ABC")
    assert phone.value("title") == "ABcD€1"
    x, y = phone.ask(f"{KEY}({json.dumps(shift)})")
    phone.act(Click(target=Point(x=x / 390, y=y / 844), count=2))  # stays
    phone.press(*"EF", shift, "g")
    phone.press("e", hold_ms=700)
    phone.press("é", ".key-wide:last-child", "x")
    assert phone.value("title") == "ABcD€1EFgx"


def test_fields_of_numbers_have_a_pad(phone: Phone) -> None:
    phone.open("/bank/transfer/amount?source=1&target=3")
    phone.click("textbox", "Amount")
    phone.press(*"12.50")
    assert phone.value("amount") == "12.50"


def test_a_text_of_lines_has_lines(phone: Phone) -> None:
    phone.open("/todo/add")
    phone.click("textbox", "Note")
    phone.press(*"Hi", "return", "A")
    assert phone.value("note") == "Hi\nA"


@pytest.mark.parametrize("language", ["de", "fr", "es", "zh"])
def test_it_has_the_letters_and_words_of_the_language(phone: Phone, language: str) -> None:
    first = {"de": "QWERTZUIOPÜ", "fr": "AZERTYUIOP"}.get(language, "QWERTYUIOP")
    space = {"de": "Leertaste", "fr": "espace", "es": "espacio", "zh": "空格"}[language]
    phone.open("/todo/add", replace(ON, language=language))
    phone.ask("document.querySelector('[name=title]').focus()")
    phone.tree()
    assert phone.ask(f"{BOARD}.textContent").startswith(first)
    phone.press(space)
    assert phone.value("title") == " "


def test_what_it_covers_can_not_be_tapped(phone: Phone) -> None:
    phone.open("/messenger/")
    tab = phone.node("link", "Calls").box
    phone.click("searchbox", "Search chats and messages")
    url = phone.run(phone.driver.view()).url
    assert tab
    phone.tap(tab.x + tab.width / 2, tab.y + tab.height / 2)
    phone.tap(380, 830)
    assert phone.is_up and phone.run(phone.driver.view()).url == url


def test_what_is_named_is_uncovered_first_and_said_so_by_points(phone: Phone) -> None:
    phone.open("/messenger/")
    phone.click("searchbox", "Search chats and messages")
    phone.click("link", "Calls")
    put_away, tap = phone.driver.by_points
    assert put_away == System(name="hide_keyboard") and isinstance(tap, Click)
    assert phone.run(phone.driver.view()).url == "/messenger/calls" and not phone.is_up


def test_hide_hides_and_a_tap_on_the_field_brings_it_back(phone: Phone) -> None:
    phone.open("/todo/add")
    for by_key in (True, False):
        phone.click("textbox", "Title")
        assert phone.is_up and "focused" in phone.node("textbox", "Title").states
        if by_key:
            phone.press(".key-hide")
        else:
            phone.act(System(name="hide_keyboard"))
        assert not phone.is_up and "focused" not in phone.node("textbox", "Title").states


def test_home_is_below_it(phone: Phone) -> None:
    phone.open("/todo/add")
    phone.click("textbox", "Title")
    phone.press(".key-home")
    assert phone.run(phone.driver.view()).url == "/" and not phone.is_up


@pytest.mark.parametrize("device", PHONES)
@pytest.mark.parametrize(
    "address",
    ["/mail/compose", "/messenger/chat/7", "/messenger/chat/7/photo", "/todo/add", "/shop/addresses/new", "/"],
)
def test_a_focused_field_is_above_it(phone: Phone, address: str, device: str) -> None:
    phone.open(address, replace(ON, device=DEVICES[device]))
    assert phone.ask(FIELDS) == []


def test_a_page_scrolls_to_its_end_above_it(phone: Phone) -> None:
    phone.open("/mail/settings/vacation")
    phone.click("textbox", "Subject")
    phone.act(Scroll(target=Point(x=0.5, y=0.3), dy=2000))
    end, top = phone.ask(f"[document.querySelector('main').lastElementChild, {BOARD}].map((one, at) => "
                         "one.getBoundingClientRect()[at ? 'top' : 'bottom'])")  # fmt: skip
    assert end <= top


def test_it_is_light_and_dark(phone: Phone) -> None:
    grounds = []
    for theme in ("light", "dark", "sepia", "nord"):
        phone.open("/mail/compose", replace(ON, theme=theme))
        phone.click("textbox", "Subject")
        picture = Image.open(io.BytesIO(phone.run(phone.driver.view()).screenshot)).convert("L")
        grounds.append(picture.tobytes()[700 * picture.width + 2] > 128)
    assert grounds == [True, False, True, False]


def test_the_tree_tells_of_the_field_and_of_no_keys(phone: Phone) -> None:
    world = phone.open("/todo/add")
    phone.click("textbox", "Title")
    dom = Dom()
    title = dom.open_now(world, "/todo/add").tree.find("textbox", "Title")
    assert title and dom.act_now(Click(target=Ref(id=title.ref))).ok
    assert phone.is_up and bare(phone.tree()) == bare(dom.view_now().tree)


def test_the_next_episode_may_have_none(phone: Phone) -> None:
    for keyboard in ("on", "off", "on"):
        phone.open("/todo/add", Look("light", keyboard=keyboard))
        phone.click("textbox", "Title")
        assert phone.is_up == (keyboard == "on")


def test_its_style_sheet_is_asked_for_by_pages_with_it_alone_and_touches_nothing_else() -> None:
    for look in (ON, Look("light"), Look("light", DEVICES["desktop"])):
        world = World(load(NAMES[0]).data, look, "session").start()
        html = world.site.handle(Request("GET", "/todo/add")).body.decode()
        assert ("kit/keyboard.css" in html) == ("data-keyboard" in html) == (look.keyboard == "on")
        world.close()
    own = set(re.findall(r"\.(key[\w-]*)", (HERE / "static/keyboard.css").read_text(encoding="utf-8")))
    for sheet in (path for path in HERE.parent.rglob("static/**/*.css") if path.name != "keyboard.css"):
        assert not own & set(re.findall(r"\.(key[\w-]*)", sheet.read_text(encoding="utf-8"))), sheet


def test_it_is_for_phones() -> None:
    assert RunConfig(keyboards=("on", "off"), devices=tuple(PHONES))
    with pytest.raises(UserError, match="keyboard “on” looks like “off” on desktop; choose among the devices phone, l"):
        build({"keyboards": ["on"], "devices": ["phone", "desktop"]})
    with pytest.raises(UserError, match="on tablet"):
        Configuration.parse("todo.AddTask:nora:0.0:device=tablet:keyboard=on")
    drawn = {"layout": "usual", "device": "desktop", "keyboard": "on"}
    assert settled(drawn)["keyboard"] == "off" and settled({**drawn, "device": "phone"})["keyboard"] == "on"


def test_on_devices_that_nobody_named_it_is_left_out_where_there_is_none() -> None:
    settings = {"apps": ["todo"], "limit": 12, "keyboards": ["on"]}
    assert {(one.device, one.keyboard) for one in configured(build(settings))} == {("phone", "on")}
    assert "; keyboard “on” looks like “off” on desktop, and is left out there" in composition(build(settings))
    both = {(one.device, one.keyboard) for one in configured(build({**settings, "keyboards": ["off", "on"]}))}
    assert both == {("phone", "off"), ("phone", "on"), ("desktop", "off")}
    crossed = {**settings, "limit": None, "keyboards": ["off", "on"], "crossed": ["keyboard", "device"]}
    assert {(one.device, one.keyboard) for one in configured(build(crossed))} == both
    assert len(configured(build(crossed))) == 3 * len(configured(build({"apps": ["todo"]})))
    assert "left out there" not in composition(build({"apps": ["todo"], "limit": 12}))
    for nowhere in (
        {"layouts": ["usual", "bottom"], "devices": ["phone"]},
        {"layouts": ["side-cards"], "devices": ["tablet"]},
    ):
        with pytest.raises(UserError, match="looks like"):
            build(nowhere)


def test_configurations_without_it_are_called_as_before_and_with_it_otherwise() -> None:
    plain = Configuration("todo.AddTask", "nora")
    planned = Planned("oracle", "tree", "dom", plain, 0, 0)
    assert planned.id == "1203cdb452fbab99" and plain.id == "todo.AddTask:nora:0.0"
    assert replace(planned, configuration=replace(plain, keyboard="on")).id != planned.id
    settings = {"apps": ["todo"], "devices": ["phone"]}
    both = [configured(build({**settings, "keyboards": keyboards})) for keyboards in (["off"], ["off", "on"])]
    assert [replace(one, keyboard="off") for one in both[1]] == both[0] != both[1]


@pytest.mark.parametrize("task", sorted({*TASKS, *(one.id for one in some_tasks("keyboard", 4))}))
def test_what_is_solved_without_it_is_solved_with_it(task: str, chromium: SyncEnvironment) -> None:
    """In both drivers, which show the same trees and make the same changes."""
    with opened("dom") as dom:
        usual = played(Configuration(task, NAMES[0]), dom)
        trees, changes, verdict = played(Configuration(task, NAMES[0], keyboard="on"), dom)
    others, other_changes, other_verdict = played(Configuration(task, NAMES[0], keyboard="on"), chromium)
    assert trees == others == usual[0]
    assert changes == other_changes == usual[1]
    assert verdict.success and other_verdict.success
