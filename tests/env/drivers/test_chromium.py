import asyncio
import io
from collections.abc import Callable, Iterator

import pytest
from fakes import FakeSite, FakeWorld, world_on
from PIL import Image
from tests.browsers import Run

from lifeworld.core.actions import (
    Action,
    Click,
    Drag,
    Key,
    Move,
    Navigate,
    Observe,
    OpenApp,
    Point,
    Ref,
    Scroll,
    SetValue,
    System,
    Text,
)
from lifeworld.core.errors import DriverFault, WorldFault
from lifeworld.core.observation import Feedback, Node, View
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.web.look import DEVICES, Look
from lifeworld.web.request import Request, Response

Step = Callable[[Node], Action]


class Hand:
    """Acts in the browser on a fake world by role and name."""

    def __init__(self, browser: Browser, run: Run, world: FakeWorld) -> None:
        self.driver, self.run, self.world = Chromium(browser), run, world
        self.open(world)

    def open(self, world: FakeWorld) -> View:
        self.world = world
        view: View = self.run(self.driver.open(world))
        return view

    @property
    def view(self) -> View:
        view: View = self.run(self.driver.view())
        return view

    @property
    def tree(self) -> Node:
        return self.view.tree

    def node(self, role: str, name: str | None = None) -> Node:
        node = self.tree.find(role, name)
        assert node, f"no {role} {name}"
        return node

    def ref(self, role: str, name: str | None = None) -> Ref:
        return Ref(id=self.node(role, name).ref)

    def do(self, action: Action) -> Feedback:
        feedback: Feedback = self.run(self.driver.act(action))
        return feedback

    def click(self, role: str, name: str) -> Feedback:
        return self.do(Click(target=self.ref(role, name)))

    def ask(self, expression: str) -> object:
        return self.run(self.driver._screen.ask(expression))


@pytest.fixture(scope="module")
def hands(browser: Browser, run: Run) -> Iterator[Callable[..., Hand]]:
    made: dict[str, Hand] = {}

    def hand(device: str = "phone", *, boost: bool = False, main: str = "") -> Hand:
        world = world_on(device, boost=boost)
        if main:
            world.site.pages["/"] = main
        if device in made:
            made[device].open(world)
        else:
            made[device] = Hand(browser, run, world)
        return made[device]

    yield hand
    for one in made.values():
        run(one.driver.close())


# ---- one tree, two sources


def bare(node: Node) -> tuple[object, ...]:
    return (node.role, node.name, node.value, node.states, node.ref, node.href, *map(bare, node.children))


def on(role: str, name: str | None = None, **action: object) -> Step:
    def step(tree: Node) -> Action:
        node = tree.find(role, name)
        assert node, f"no {role} {name}"
        target = Ref(id=node.ref)
        if "text" in action:
            return Text(target=target, **action)  # type: ignore[arg-type]
        return SetValue(target=target, **action) if action else Click(target=target)  # type: ignore[arg-type]

    return step


def plain(action: Action) -> Step:
    return lambda tree: action


WALK: tuple[Step, ...] = (
    plain(System(name="back")),
    on("link", "Odd things"),
    on("button", "More"),
    on("radio", "Large"),
    on("button", "Ask me"),
    on("button", "No"),
    on("button", "Ask me"),
    plain(Key(chord="Enter")),
    on("checkbox", "Notify me"),
    on("textbox", "When", text="hello"),
    on("combobox", "Mood", value="Fine"),
    on("option", "Great"),
    on("button", "More", value=False),
    on("link", "Add a book"),
    on("checkbox", "Lent out", value=True),
    on("textbox", "Notes", text="one\ntwo"),
    on("textbox", "Notes", text="three", clear=True),
    on("textbox", "Notes", value=""),
    plain(Key(chord="Tab")),
    on("textbox", "Title", value="temporary"),
    on("combobox", "Kind", value="Poems"),
    on("radio", "Hard"),
    on("button", "Start over"),
    on("button", "Save"),  # which is refused, and sent as nobody touched it
    on("option", "Poems"),
    on("radio", "Hard"),
    on("checkbox", "Lent out"),
    on("textbox", "Notes", text="one\ntwo"),
    on("textbox", "Title", text="Persuasion"),
    on("button", "Save and go"),
    on("link", "Add a book"),
    on("textbox", "Title", text="Middlemarch", submit=True),
    on("button", "Remove Dune"),
    plain(System(name="back")),
    plain(System(name="back")),
    plain(System(name="back")),
    plain(System(name="forward")),
    plain(System(name="reload")),
    plain(System(name="home")),
    plain(System(name="forward")),
    plain(OpenApp(name="Book Shelf")),
    on("searchbox", "Search", text="emma", submit=True),
    on("link", "Emma & co"),
    plain(Navigate(url="/shelf/?q=emma")),
    plain(Navigate(url="/shelf/add?x=1")),
    plain(Scroll(dy=50)),
    plain(System(name="hide_keyboard")),
)


def posted(world: FakeWorld) -> list[tuple[object, ...]]:
    """Return what forms have sent; a boosted one leaves the ends of lines as they are."""
    ends = ("\r\n", "\n") if world.site.boost else ("", "")
    forms = [one for one in world.site.asked if one.method == "POST"]
    return [
        (one.path, one.query_pairs, [(name, text.replace(*ends)) for name, text in one.form_pairs]) for one in forms
    ]


@pytest.mark.long
@pytest.mark.parametrize("boost", [False, True])
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_both_drivers_show_the_same_trees(hands: Callable[..., Hand], device: str, boost: bool) -> None:
    """And send the same: what a form's controls come to is the browser's to say."""
    hand, dom, world = hands(device, boost=boost), Dom(), world_on(device, boost=boost)
    dom.open_now(world)
    for number, step in enumerate(WALK):
        action = step(dom.view_now().tree)
        assert hand.do(action) == dom.act_now(action), (number, action)
        ours, theirs = dom.view_now(), hand.view
        assert (theirs.url, theirs.title, theirs.size) == (ours.url, ours.title, ours.size), (number, action)
        assert bare(theirs.tree) == bare(ours.tree), (number, action)
        assert posted(hand.world) == posted(world), (number, action)


UNTOLD = frozenset(
    "StaticText InlineTextBox LineBreak ListMarker generic none paragraph strong emphasis LabelText Legend Figcaption "
    "caption MenuListPopup DescriptionList RootWebArea sectionfooter sectionheader".split()
)
ELSEWHERE = {"DisclosureTriangle": "button", "DisclosureTriangleGrouped": "button", "image": "img"}


def accessibility(hand: Hand) -> list[tuple[str, str]]:
    answer = hand.run(hand.driver._screen.send("Accessibility.getFullAXTree"))
    nodes = {node["nodeId"]: node for node in answer["nodes"]}

    def told(node: dict) -> Iterator[tuple[str, str]]:  # type: ignore[type-arg]
        role, name = node["role"]["value"], " ".join(node.get("name", {}).get("value", "").split())
        unnamed = role in ("form", "image") and not name
        if not node.get("ignored") and role not in UNTOLD and not unnamed:
            yield ELSEWHERE.get(role, role), name
        for child in node.get("childIds", ()):
            if child in nodes:
                yield from told(nodes[child])

    return list(told(answer["nodes"][0]))


@pytest.mark.parametrize("name", ["Odd things", "Add a book", "Shelf"])
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_roles_and_names_are_those_that_chromium_tells(hands: Callable[..., Hand], device: str, name: str) -> None:
    hand = hands(device)
    hand.click("link", name)
    # Left out: rows without a role of their own in Chromium, and pictures that name a link they stand in.
    ours = [(node.role, node.name) for node in hand.tree.walk() if node.role not in ("text", "document", "rowgroup")]
    theirs = [
        (role, said) for role, said in accessibility(hand) if role != "rowgroup" and (role, said) != ("img", "Cover")
    ]
    assert ours == theirs


# ---- pictures


@pytest.mark.parametrize(
    ("device", "scale", "size"),
    [
        ("phone", 0, (1170, 2532)),
        ("phone", 1, (390, 844)),
        ("phone", 2, (780, 1688)),
        ("desktop", 0, (1280, 720)),
        ("desktop", 1, (1280, 720)),
        ("desktop", 3, (3840, 2160)),
    ],
)
def test_pictures_have_the_devices_size(
    browser: Browser, run: Run, device: str, scale: int, size: tuple[int, int]
) -> None:
    driver = Chromium(browser, scale=scale)
    view = run(driver.open(world_on(device)))
    run(driver.close())
    assert Image.open(io.BytesIO(view.screenshot)).size == size
    assert view.size == (DEVICES[device].width, DEVICES[device].height)


def test_the_same_world_gives_the_same_picture(hands: Callable[..., Hand]) -> None:
    first = hands("phone").open(world_on("phone"))
    hands("phone").click("link", "Odd things")
    assert hands("phone").open(world_on("phone")).screenshot == first.screenshot


def test_a_field_with_the_focus_looks_the_same_at_any_moment(hands: Callable[..., Hand]) -> None:
    hand = hands("desktop")
    hand.click("link", "Add a book")
    hand.click("textbox", "Title")
    first = hand.view.screenshot
    hand.run(asyncio.sleep(0.6))  # half the period of a caret that blinks
    assert hand.view.screenshot == first


def test_pictures_of_a_scrolled_page_show_what_is_on_the_screen(browser: Browser, run: Run) -> None:
    world = world_on("phone")
    world.site.pages["/"] = "<div style='height:3000px;background:linear-gradient(red,blue)'></div>"
    pictures = []
    for scale in (0, 1):
        driver = Chromium(browser, scale=scale)
        run(driver.open(world))
        run(driver.act(Scroll(dy=1500)))
        pictures.append(Image.open(io.BytesIO(run(driver.view()).screenshot)).convert("RGB"))
        run(driver.close())
    large, small = pictures
    for y in (100, 700):
        difference = [abs(a - b) for a, b in zip(large.getpixel((300, y * 3)), small.getpixel((100, y)), strict=True)]
        assert max(difference) <= 3


def test_boxes_tell_where_things_are(hands: Callable[..., Hand]) -> None:
    hand = hands(
        "phone", main="<button style='position:absolute;left:40px;top:300px;width:100px;height:50px'>x</button>"
    )
    box = hand.node("button", "x").box
    assert box and (box.x, box.y, box.width, box.height) == (40, 300, 100, 50)
    assert box.centre == (90, 325)


# ---- acting


def test_points_are_fractions_of_the_screen(hands: Callable[..., Hand]) -> None:
    hand = hands("phone", main="<label><input type=checkbox style='position:absolute;left:350px;top:800px'>On</label>")
    hand.do(Click(target=Point(x=0.925, y=0.96)))
    assert "checked" in hand.node("checkbox").states


def test_what_a_scroller_cuts_off_is_brought_into_view_and_clicked(hands: Callable[..., Hand]) -> None:
    cut = "<button style='height:60px' onclick=\"document.title = 'hit'\">go</button>"
    hand = hands(
        "desktop", main=f"<div style='height:100px;overflow:auto'><p style='height:80px;margin:0'>x</p>{cut}</div>"
    )
    hand.click("button", "go")
    assert hand.view.title == "hit"


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_what_is_scrolled_away_is_brought_into_view_and_clicked(hands: Callable[..., Hand], device: str) -> None:
    hand = hands(device, main="<div style='height:3000px'></div><a href='/shelf/'>Far down</a>")
    hand.click("link", "Far down")
    assert hand.view.url == "/shelf/"


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_every_tap_arrives_before_the_next_look(hands: Callable[..., Hand], device: str) -> None:
    hand = hands(device, main="<label><input type=checkbox>On</label>")
    for turn in range(20):
        hand.click("checkbox", "On")
        assert ("checked" in hand.node("checkbox").states) == (turn % 2 == 0)


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_scrolling_reveals_what_is_below(hands: Callable[..., Hand], device: str) -> None:
    hand = hands(device, main="<div style='height:5000px'></div>")
    hand.do(Scroll(dy=300))
    assert abs(float(str(hand.ask("scrollY"))) - 300) <= 1
    hand.do(Scroll(dy=-0.25, unit="viewport"))
    height = DEVICES[device].height
    assert abs(float(str(hand.ask("scrollY"))) - (300 - height / 4)) <= 1


@pytest.mark.parametrize(("device", "kind"), [("phone", "touch"), ("desktop", "mouse")])
def test_drags_go_the_whole_way(hands: Callable[..., Hand], device: str, kind: str) -> None:
    pad = """<div id=pad style='height:400px;touch-action:none'></div><script>
    for (const type of ["pointerdown", "pointermove", "pointerup"]) pad.addEventListener(type, (event) =>
      (window.seen ??= []).push([type, event.pointerType, Math.round(event.clientX), Math.round(event.clientY)]));
    </script>"""
    hand = hands(device, main=pad)
    at = DEVICES[device]
    start, end = [int(at.width * 0.1), int(at.height * 0.25)], [int(at.width * 0.5), int(at.height * 0.5)]
    hand.do(Drag(path=(Point(x=0.1, y=0.25), Point(x=0.5, y=0.5))))
    seen = hand.ask(f"seen.filter((one) => one[0] !== 'pointermove' || one[2] > {start[0]})")
    assert isinstance(seen, list)
    assert seen[0] == ["pointerdown", kind, *start]
    assert seen[-1] == ["pointerup", kind, *end]
    assert len(seen) > 6


def test_a_swipe_scrolls_as_far_as_the_finger_went(hands: Callable[..., Hand]) -> None:
    hand = hands("phone", main="<div style='height:5000px'></div>")
    hand.do(Drag(path=(Point(x=0.5, y=0.8), Point(x=0.5, y=0.3))))
    moved = float(str(hand.ask("scrollY")))
    assert 400 <= moved <= 425
    hand.run(asyncio.sleep(0.2))
    assert float(str(hand.ask("scrollY"))) == moved


@pytest.mark.long
def test_swipes_of_one_kind_scroll_alike_however_quick(hands: Callable[..., Hand]) -> None:
    ends = set()
    for duration in (0, 0, 40, 100, 100, 300):
        hand = hands("phone", main="<div style='height:5000px'></div>")
        hand.do(Drag(path=(Point(x=0.5, y=0.8), Point(x=0.5, y=0.3)), duration_ms=duration))
        ends.add(hand.ask("scrollY"))
    assert len(ends) == 1


def test_a_long_press_holds(hands: Callable[..., Hand]) -> None:
    main = """<button>x</button><script>let began; const button = document.querySelector("main button");
    button.addEventListener("pointerdown", () => { began = performance.now(); });
    addEventListener("pointerup", () => { window.held = performance.now() - began; });
    addEventListener("pointercancel", () => { window.held = performance.now() - began; });
    addEventListener("contextmenu", (event) => { event.preventDefault(); window.menu = true; });</script>"""
    hand = hands("phone", main=main)
    hand.do(Click(target=hand.ref("button", "x"), hold_ms=700))
    assert float(str(hand.ask("held"))) >= 600


@pytest.mark.parametrize("click", [Click(hold_ms=450), Click(button="right"), Click(modifiers=("shift",))])
def test_only_the_plain_click_takes_an_option(hands: Callable[..., Hand], click: Click) -> None:
    hand = hands("desktop", main="<select aria-label=Which><option>One<option>Two</select>")
    two = {"target": hand.ref("option", "Two")}
    assert hand.do(click.model_copy(update=two)).code == "unsupported_on_target"
    assert hand.node("combobox").value == "One"
    assert hand.do(Click(**two)).ok and hand.node("combobox").value == "Two"


def test_taps_in_a_row_are_one_on_a_busy_machine_too(
    hands: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifeworld.env.drivers.doing.BETWEEN_CLICKS", 0.6)
    hand = hands("phone", main="<label>Minutes<input id=field value=60></label>")
    hand.do(Click(target=hand.ref("textbox", "Minutes"), count=3))
    assert hand.ask("[field.selectionStart, field.selectionEnd].join()") == "0,2"


def test_the_mouse_hovers_and_clicks_where_it_is(hands: Callable[..., Hand]) -> None:
    main = "<style>button:hover{color:red}</style><label><input type=checkbox>On</label><button>x</button>"
    hand = hands("desktop", main=main)
    hand.do(Move(target=hand.ref("button", "x")))
    assert hand.ask("document.querySelector('main button').matches(':hover')") is True
    hand.do(Move(target=hand.ref("checkbox", "On")))
    hand.do(Click())
    assert "checked" in hand.node("checkbox").states


def test_keys_with_modifiers_edit_on_the_desktop(hands: Callable[..., Hand]) -> None:
    hand = hands("desktop")
    hand.click("link", "Add a book")
    hand.do(Text(target=hand.ref("textbox", "Title"), text="one two"))
    hand.do(Key(chord="ctrl+a"))
    hand.do(Text(text="three"))
    assert hand.do(Key(chord="ctrl+shift+é")).code == "bad_argument"
    hand.do(Key(chord="BackSpace", repeat=2))
    assert hand.node("textbox", "Title").value == "thr"


@pytest.mark.parametrize(
    "action",
    [
        Click(target=Point(x=0.5, y=0.5), button="right"),
        Click(target=Point(x=0.5, y=0.5), modifiers=("Control",)),
        Click(),
        Move(target=Point(x=0.5, y=0.5)),
        Key(chord="ctrl+a"),
        Key(chord="Escape"),
        System(name="power"),
        Drag(path=(Point(x=0, y=0), Point(x=1, y=1)), pointer="mouse"),
    ],
)
def test_what_a_phone_has_not_is_unsupported(hands: Callable[..., Hand], action: Action) -> None:
    feedback = hands("phone").do(action)
    assert (feedback.ok, feedback.code) == (False, "unsupported_on_target")


def test_observing_does_nothing(hands: Callable[..., Hand]) -> None:
    hand = hands("phone")
    asked = len(hand.world.site.asked)
    assert hand.do(Observe()) == Feedback()
    assert len(hand.world.site.asked) == asked


# ---- traps


def test_an_address_with_the_worlds_own_host_is_the_worlds_own(hands: Callable[..., Hand]) -> None:
    hand = hands("desktop")
    assert hand.do(Navigate(url=f"{hand.ask('location.origin')}/shelf/")).ok
    assert hand.view.url == "/shelf/"


def test_a_link_out_of_the_world_leads_nowhere(hands: Callable[..., Hand], browser: Browser, run: Run) -> None:
    other = run(_with_other_world(browser))
    for href in ("https://other.example/", f"http://{other}/", "http://127.0.0.1:9/", "javascript:void 0"):
        hand = hands("desktop", main=f"<a href='{href}'>out</a>")
        feedback = hand.click("link", "out")
        assert feedback.ok == href.startswith("javascript:"), (href, hand.view.url)
        assert (hand.view.url, hand.view.title) == ("/", "Page")
    browser.server.unmount(other)


async def _with_other_world(browser: Browser) -> str:
    return browser.server.mount(world_on("desktop"))


@pytest.mark.parametrize(
    ("main", "modifiers", "button"),
    [
        ("<button onclick=\"window.open('/shelf/')\">go</button>", (), "left"),
        ("<button onclick=\"window.open('/shelf/', '', 'noopener')\">go</button>", (), "left"),
        ("<a role=button href=/shelf/ target=_blank>go</a>", (), "left"),
        ("<a role=button href=/shelf/>go</a>", ("Control",), "left"),
        ("<a role=button href=/shelf/>go</a>", ("Shift",), "left"),
        ("<a role=button href=/shelf/>go</a>", (), "middle"),
    ],
)
def test_new_windows_are_closed_and_the_page_stays_awake(
    hands: Callable[..., Hand], main: str, modifiers: tuple[str, ...], button: str
) -> None:
    hand = hands("desktop", main=main)
    hand.do(Click(target=hand.ref("button", "go"), modifiers=modifiers, button=button))  # type: ignore[arg-type]

    async def pages() -> int:
        async with asyncio.timeout(5):
            while len(hand.driver._screen.page.context.pages) > 1:
                await asyncio.sleep(0.02)
        return len(hand.driver._screen.page.context.pages)

    assert hand.run(pages()) == 1
    assert (hand.view.url, hand.ask("document.visibilityState")) == ("/", "visible")
    assert hand.do(OpenApp(name="shelf")).ok


def test_dialogs_of_the_browser_are_dismissed(hands: Callable[..., Hand]) -> None:
    hand = hands("desktop", main="<button onclick=\"alert('a'); document.title = String(confirm('b'))\">go</button>")
    hand.click("button", "go")
    assert hand.view.title == "false"


def test_nothing_is_left_of_the_last_episode(hands: Callable[..., Hand]) -> None:
    hand = hands("desktop")
    hand.ask("localStorage.a = sessionStorage.a = document.cookie = window.name = 'a=1'")
    hand.click("link", "Shelf")
    hand.do(Key(chord="Shift", state="down"))
    hand.open(world_on("desktop"))
    assert hand.ask("[localStorage.length, sessionStorage.length, document.cookie, window.name]") == [0, 0, "", ""]
    assert hand.do(System(name="back")) == Feedback(text="There is nothing to go back to.")
    hand.click("link", "Add a book")
    hand.click("textbox", "Title")
    hand.do(Key(chord="a"))
    assert hand.node("textbox", "Title").value == "a"


def test_a_form_of_the_last_episode_cannot_write_into_the_next_world(hands: Callable[..., Hand]) -> None:
    """Even where both worlds have the same form token: a request belongs to the episode that it began in."""
    main = """<button>late</button><script>addEventListener("pagehide", () => navigator.sendBeacon("/shelf/add",
    new URLSearchParams({token: "t1", title: "From the last episode"})))</script>"""
    hand = hands("phone", main=main)
    old = hand.world
    new = world_on("phone")
    hand.open(new)
    hand.click("link", "Shelf")
    assert not [asked for asked in new.site.asked if asked.method == "POST"]
    assert new.site.books == ["Dune", "Emma & co", "Ulysses"] == old.site.books


def test_a_slow_form_of_the_last_episode_cannot_write_into_the_next_world(hands: Callable[..., Hand]) -> None:
    hand = hands("phone")
    host = hand.driver._host
    body = b"token=t1&title=Slow"
    head = (
        f"POST /shelf/add HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n"
    ).encode()

    async def slowly(new: FakeWorld) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", hand.driver._browser.server.port)
        writer.write(head + body[:5])
        await writer.drain()
        await asyncio.sleep(0.05)
        await hand.driver.open(new)
        writer.write(body[5:])
        answer = await reader.read()
        writer.close()
        return answer

    old, new = hand.world, world_on("phone")
    assert hand.run(slowly(new)).startswith(b"HTTP/1.1 410")
    assert old.site.books == new.site.books == ["Dune", "Emma & co", "Ulysses"]


def test_worlds_are_served_by_name_only(browser: Browser, run: Run) -> None:
    async def status(host: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", browser.server.port)
        writer.write(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        return answer.split()[1]

    host = browser.server.mount(world_on("phone"))
    assert run(status(host)) == b"200"
    assert run(status(f"127.0.0.1:{browser.server.port}")) == b"404"
    assert run(status("guess.localhost")) == b"404"
    browser.server.unmount(host)
    assert run(status(host)) == b"404"


def test_drivers_of_one_browser_are_apart(browser: Browser, run: Run) -> None:
    worlds = [FakeWorld(FakeSite("t1", books=[name]), Look(), "t1") for name in ("First", "Second", "Third")]
    drivers = [Chromium(browser, pictures=False) for _ in worlds]

    async def play(driver: Chromium, world: FakeWorld) -> list[str]:
        await driver.open(world)
        await driver.act(OpenApp(name="shelf"))
        return [node.name for node in (await driver.view()).tree.all("listitem") for node in node.all("link")]

    async def together() -> list[list[str]]:
        return await asyncio.gather(*map(play, drivers, worlds))

    assert run(together()) == [["First"], ["Second"], ["Third"]]
    for driver in drivers:
        run(driver.close())


def test_a_slow_answer_is_waited_for(hands: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    for boost in (False, True):
        hand = hands("phone", boost=boost)
        handle = hand.world.site.handle

        def slow(request: Request, handle: Callable[[Request], Response] = handle) -> Response:
            time.sleep(0.3)
            return handle(request)

        monkeypatch.setattr(hand.world.site, "handle", slow)
        hand.click("link", "Shelf")
        assert hand.view.title == "Shelf"


def test_a_fault_of_the_world_is_raised(hands: Callable[..., Hand]) -> None:
    hand = hands("phone")
    hand.world.site.fault = WorldFault("broken")
    with pytest.raises(WorldFault, match="broken"):
        hand.click("link", "Shelf")


def test_a_page_that_never_rests_is_our_fault_and_the_driver_recovers(
    hands: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifeworld.env.drivers.chromium.DEADLINE_SECONDS", 2)
    hand = hands("phone", main="<button onclick='fetch(`/never`).then(() => new Promise(() => {}))'>go</button>")
    hand.ask("void (globalThis.fetch = () => 0)")
    hand.ask("dispatchEvent(new CustomEvent('htmx:before:request', {detail: {ctx: {}}}))")
    with pytest.raises(DriverFault, match="no answer in time"):
        hand.click("button", "go")
    with pytest.raises(DriverFault, match="no world is open"):
        hand.do(System(name="home"))
    assert hand.open(world_on("phone")).title == "Start"
