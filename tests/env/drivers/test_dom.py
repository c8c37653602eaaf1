import pytest
from fakes import FakeWorld, world_on

from lifeworld.core.actions import (
    Action,
    Click,
    Done,
    Drag,
    Invalid,
    Key,
    Navigate,
    OpenApp,
    Point,
    Ref,
    Scroll,
    SetValue,
    System,
    Text,
    Wait,
)
from lifeworld.core.errors import WorldFault
from lifeworld.core.observation import Feedback, Node
from lifeworld.env.drivers.dom import Dom


class Hand:
    """Acts on a fake world by role and name."""

    def __init__(self, world: FakeWorld) -> None:
        self.world, self.dom = world, Dom()
        self.dom.open_now(world)

    @property
    def tree(self) -> Node:
        return self.dom.view_now().tree

    @property
    def url(self) -> str:
        return self.dom.view_now().url

    def ref(self, role: str, name: str | None = None) -> Ref:
        node = self.tree.find(role, name)
        assert node, f"no {role} {name}"
        return Ref(id=node.ref)

    def do(self, action: Action) -> Feedback:
        return self.dom.act_now(action)

    def click(self, role: str, name: str) -> Feedback:
        return self.do(Click(target=self.ref(role, name)))

    def node(self, role: str, name: str | None = None) -> Node:
        node = self.tree.find(role, name)
        assert node
        return node


@pytest.fixture
def hand() -> Hand:
    return Hand(world_on("desktop"))


@pytest.fixture
def add(hand: Hand) -> Hand:
    hand.click("link", "Add a book")
    return hand


def page(main: str) -> Hand:
    world = world_on("desktop")
    world.site.pages["/shelf/"] = main
    hand = Hand(world)
    hand.click("link", "Shelf")
    return hand


def test_opening_shows_the_start_screen(hand: Hand) -> None:
    view = hand.dom.view_now()
    assert (view.url, view.title, view.size, view.screenshot) == ("/", "Start", (1280, 720), None)
    assert view.tree.find("heading", "Start")


def test_enter_sends_a_form_of_one_field_without_a_button(hand: Hand) -> None:
    hand.click("link", "Shelf")
    hand.do(Text(target=hand.ref("searchbox"), text="emma co&"))
    hand.do(Key(chord="Return"))
    assert hand.url == "/shelf/?q=emma+co%26"
    assert hand.node("searchbox").value == "emma co&"


def test_a_form_that_asks_replaces_the_query(hand: Hand) -> None:
    hand.click("link", "Shelf")
    for q in ("emma", "dune"):
        hand.do(Text(target=hand.ref("searchbox"), text=q, clear=True, submit=True))
    assert hand.url == "/shelf/?q=dune"


def test_text_is_added_at_the_end_or_takes_the_place(add: Hand) -> None:
    title = add.ref("textbox", "Title")
    add.do(Text(target=title, text="ab"))
    add.do(Text(text="cd\n"))
    assert add.node("textbox", "Title").value == "abcd"
    add.do(Text(text="x", clear=True))
    assert add.node("textbox", "Title").value == "x"
    assert "focused" in add.node("textbox", "Title").states


def test_text_without_focus_goes_nowhere_and_says_so(add: Hand) -> None:
    assert add.do(Text(text="x")) == Feedback(text="Nothing has the focus, so the text went nowhere.")


def test_fields_keep_to_their_limits() -> None:
    hand = page("<input aria-label=a maxlength=3><input aria-label=b readonly value=x><input aria-label=c disabled>")
    for name in "abc":
        hand.do(Text(target=hand.ref("textbox", name), text="long"))
    assert [node.value for node in hand.tree.all("textbox")] == ["lon", "x", ""]


def test_keys_edit(add: Hand) -> None:
    add.do(Text(target=add.ref("textbox", "Title"), text="abc"))
    add.do(Key(chord="BackSpace", repeat=2))
    assert add.node("textbox", "Title").value == "a"
    add.do(Key(chord="shift+b"))
    add.do(Key(chord="space"))
    assert add.node("textbox", "Title").value == "aB "
    add.do(Key(chord="ctrl+a"))
    add.do(Text(text="new"))
    assert add.node("textbox", "Title").value == "new"


def test_tab_walks_through_the_controls(add: Hand) -> None:
    add.do(Text(target=add.ref("textbox", "Title"), text="x"))
    add.do(Key(chord="Tab"))
    assert "focused" in add.node("combobox").states
    add.do(Key(chord="Down"))
    assert add.node("combobox").value == "Poems"
    add.do(Key(chord="shift+Tab"))
    assert "focused" in add.node("textbox", "Title").states


def test_space_and_enter_press_what_has_the_focus(add: Hand) -> None:
    add.click("checkbox", "Lent out")
    add.do(Key(chord="space"))
    assert "checked" not in add.node("checkbox").states


@pytest.mark.parametrize("value", ["Other", "Thriller", ("Novel", "Poems"), True])
def test_a_choice_that_is_none_is_refused(add: Hand, value: str | bool | tuple[str, ...]) -> None:
    assert add.do(SetValue(target=add.ref("combobox", "Kind"), value=value)).code == "bad_argument"
    assert add.node("combobox").value == "Novel"


def test_setting_values(add: Hand) -> None:
    add.do(SetValue(target=add.ref("checkbox"), value=True))
    add.do(SetValue(target=add.ref("checkbox"), value=True))
    assert add.node("checkbox").states == {"checked"}
    assert add.do(SetValue(target=add.ref("checkbox"), value="yes")).code == "bad_argument"
    assert add.do(SetValue(target=add.ref("radio", "Soft"), value=False)).code == "bad_argument"
    add.do(SetValue(target=add.ref("textbox", "Title"), value=12.0))
    assert add.node("textbox", "Title").value == "12"


def test_clicking_an_option_chooses_it(add: Hand) -> None:
    add.click("option", "Poems")
    assert add.node("combobox").value == "Poems"
    add.click("option", "Other")
    assert add.node("combobox").value == "Poems"


def test_several_choices() -> None:
    hand = page("<select aria-label=a multiple><option>1<option>2<option>3</select>")
    hand.do(SetValue(target=hand.ref("listbox"), value=("1", "3")))
    hand.click("option", "2")
    hand.click("option", "1")
    assert [node.name for node in hand.tree.all("option") if "selected" in node.states] == ["2", "3"]


def test_details_open_and_close() -> None:
    hand = page("<details name=g open><summary>a</summary>A</details><details name=g><summary>b</summary>B</details>")
    hand.click("button", "b")
    assert hand.tree.find("text", "B") and not hand.tree.find("text", "A")
    hand.click("button", "b")
    assert not hand.tree.find("text", "B")


def test_a_modal_dialog_is_all_there_is_until_it_closes(hand: Hand) -> None:
    hand.click("link", "Odd things")
    behind = hand.ref("button", "Star")
    hand.click("button", "Ask me")
    assert [node.role for node in hand.tree.children] == ["dialog"]
    assert "focused" in hand.node("button", "No").states
    assert hand.do(Click(target=behind)).code == "stale_ref"
    hand.click("button", "No")
    assert "focused" in hand.node("button", "Ask me").states
    hand.click("button", "Ask me")
    hand.do(Key(chord="Escape"))
    assert hand.tree.find("button", "Star")


def test_a_form_of_method_dialog_closes_its_dialog() -> None:
    hand = page("<dialog open><form method=dialog><button>OK</button></form></dialog>")
    asked = len(hand.world.site.asked)
    hand.click("button", "OK")
    assert not hand.tree.find("dialog")
    assert len(hand.world.site.asked) == asked


def test_controls_elsewhere_may_belong_to_a_form() -> None:
    hand = page(
        "<form id=f method=get action=/shelf/add></form><input form=f name=x value=1><button form=f>Go</button>"
    )
    hand.click("button", "Go")
    assert hand.url == "/shelf/add?x=1"


def test_labels_act_for_their_controls() -> None:
    hand = page("<label for=a><p>On</p></label><input id=a type=checkbox>")
    hand.do(Click(target=hand.ref("checkbox", "On"), count=3))
    assert "checked" in hand.node("checkbox").states


def test_disabled_controls_do_nothing() -> None:
    hand = page("<form method=post action=/shelf/add><fieldset disabled><button>Go</button></fieldset></form>")
    assert hand.click("button", "Go") == Feedback()
    assert hand.url == "/shelf/"


def test_going_back_shows_the_page_as_it_is_now(hand: Hand) -> None:
    hand.click("link", "Shelf")
    hand.click("link", "Dune")
    hand.world.site.books.append("New")
    hand.do(System(name="back"))
    assert hand.tree.find("link", "New")


def test_cookies_are_kept_and_sent(hand: Hand) -> None:
    hand.click("link", "Shelf")
    hand.click("button", "Remove Dune")
    hand.click("link", "Shelf")
    assert hand.world.site.asked[-1].cookies == {"last": "removed"}
    assert not hand.tree.find("link", "Dune")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "https://other.example/", "//other.example/",
        "http://localhost:8000/", "/shelf/add?title=x", "/shelf/book/1", "/static/htmx.min.js", "\\\\other", "chrome://x",
        "/shelf/../bank/", "view-source:/", "about:blank", "/shelf\n/",
    ],
)  # fmt: skip
def test_addresses_out_of_reach_are_blocked(hand: Hand, url: str) -> None:
    before = len(hand.world.site.asked)
    expected = Feedback(False, "blocked", f"“{url}” can't be opened from here.")
    assert hand.do(Navigate(url=url)) == expected
    assert len(hand.world.site.asked) == before


def test_what_has_been_shown_or_visited_can_be_gone_to(hand: Hand) -> None:
    assert hand.do(Navigate(url="/shelf")).ok
    assert hand.do(Navigate(url="/")).ok
    assert hand.do(Navigate(url="shelf/book/3")).ok
    assert hand.url == "/shelf/book/3"
    hand.do(OpenApp(name="book shelf"))
    hand.do(Text(target=hand.ref("searchbox"), text="dune", submit=True))
    hand.do(System(name="home"))
    assert hand.do(Navigate(url="/shelf/?q=dune")).ok


def test_a_new_episode_knows_nothing_of_the_last(hand: Hand) -> None:
    hand.click("link", "Shelf")
    hand.dom.open_now(world_on())
    assert hand.do(Navigate(url="/shelf/book/1")).code == "blocked"


def test_apps_are_opened_by_name_or_id(hand: Hand) -> None:
    assert hand.do(OpenApp(op="list")).text == "Book Shelf, Chess"
    assert hand.do(OpenApp(name="BOOK shelf")).ok
    assert hand.url == "/shelf/"
    hand.do(OpenApp(op="close", name="shelf"))
    assert hand.url == "/"
    assert hand.do(OpenApp(name="Mail")).code == "bad_argument"


@pytest.mark.parametrize(
    "action",
    [
        Click(target=Point(x=0.5, y=0.5)),
        Click(),
        Drag(path=(Point(x=0, y=0), Point(x=1, y=1))),
        Scroll(target=Point(x=0.5, y=0.5), dy=10),
        System(name="power"),
        Key(chord="a", state="down"),
    ],
)
def test_what_needs_a_screen_is_unsupported(hand: Hand, action: Action) -> None:
    feedback = hand.do(action)
    assert (feedback.ok, feedback.code) == (False, "unsupported_on_target")


def test_what_is_the_environments_business_does_nothing(hand: Hand) -> None:
    assert hand.do(Wait()) == hand.do(Done()) == hand.do(Scroll(dy=100)) == Feedback()
    assert hand.do(Invalid(code="parse_error", detail="no")) == Feedback(False, "parse_error", "no")


@pytest.mark.parametrize("href", ["https://other.example/", "mailto:x@y.example", "javascript:x"])
def test_links_out_of_the_world_are_blocked(href: str) -> None:
    hand = page(f"<a href='{href}'>out</a>")
    assert hand.click("link", "out").code == "blocked"
    assert hand.url == "/shelf/"


def test_a_fault_of_the_world_is_raised(hand: Hand) -> None:
    hand.world.site.fault = WorldFault("broken")
    with pytest.raises(WorldFault, match="broken"):
        hand.click("link", "Shelf")


def test_a_page_that_nobody_touched_is_read_once() -> None:
    hand = Hand(world_on())
    tree = hand.tree
    assert hand.tree is tree


def test_a_phone_has_neither_keyboard_nor_mouse() -> None:
    hand = Hand(world_on("phone"))
    for chord in (("a",), ("Escape",), ("Control", "a")):
        assert hand.do(Key(chord=chord)).code == "unsupported_on_target"
    for action in (Click(button="back"), Click(target=hand.ref("link"), hold_ms=450)):
        assert hand.do(action).code == "unsupported_on_target"
    assert hand.do(Key(chord=("Tab",))).ok and hand.do(Key(chord=("Home",))).ok
