"""Whatever action is valid, it never ends as a fault of ours: it is done, bounded, or refused."""

import asyncio
import math
from collections.abc import Callable

import pytest
from fakes import world_on
from test_chromium import Hand, hands
from test_dom import Hand as DomHand

from lifeworld.core.actions import (
    Action,
    ActionAdapter,
    Button,
    Click,
    Done,
    Drag,
    Invalid,
    Key,
    Message,
    Move,
    Navigate,
    Observe,
    OpenApp,
    Point,
    Ref,
    Scroll,
    SetValue,
    System,
    Tab,
    Text,
    Wait,
)
from lifeworld.core.keys import _NAMES
from lifeworld.env.drivers import bounds
from lifeworld.web.look import FORMS

pytestmark = pytest.mark.slow

__all__ = ["hands"]

MIDDLE, CORNER, END = Point(x=0.5, y=0.5), Point(x=0, y=0), Point(x=1, y=1)
BUTTONS = ("left", "right", "middle", "back", "forward")
ZIGZAG = tuple(Point(x=at % 2, y=at / 3999) for at in range(4000))
LONG = "ü\n" * 50_000
ODD = "\0\x1b\u202e\uffff\U0010ffff"
FIELD = Ref(id="field")  # stands for the reference of a field on the page
NUMBERS = (0, 1e308, -1e308, 5e-324, 1e9)

ACTIONS: tuple[Action, ...] = (
    *(
        Click(target=target, button=button, count=3, hold_ms=30_000)
        for target in (MIDDLE, END, FIELD, None)
        for button in BUTTONS
    ),
    Click(target=MIDDLE, modifiers=("Control", "Alt", "Shift", "Meta"), count=3),
    Click(target=Ref(id=LONG)),
    Click(target=Ref(id="")),
    *(Move(target=target, modifiers=("Shift",)) for target in (CORNER, END, FIELD)),
    *(Button(state=state, button=button, target=END) for button in BUTTONS for state in ("down", "down", "up", "up")),
    Button(state="up"),
    Button(state="down"),
    Drag(path=ZIGZAG, duration_ms=30_000),
    Drag(path=(FIELD,) * 4000, duration_ms=0),
    Drag(path=(MIDDLE, MIDDLE)),
    Drag(path=(CORNER, END), pointer="touch", modifiers=("Control",)),
    *(Scroll(dx=far, dy=-far, unit=unit) for far in NUMBERS for unit in ("px", "viewport")),
    Scroll(target=FIELD, dy=1e308, modifiers=("Control", "Shift")),
    *(
        Text(text=text, target=target, clear=clear)
        for text in ("", LONG, ODD)
        for target in (FIELD, None)
        for clear in (True, False)
    ),
    Text(text=ODD, target=FIELD, clear=True, submit=True),
    Text(text="x", target=Ref(id="e1")),
    *(
        SetValue.model_construct(target=FIELD, value=value)  # past what an agent's own process refuses
        for value in (LONG, ODD, True, math.inf, math.nan, 1e308, (), ("a",) * 1000, (LONG,))
    ),
    SetValue(target=MIDDLE, value="x"),
    *(Key(chord=chord, repeat=100, hold_ms=30_000) for chord in ("Tab", "Enter", "ctrl+c", "ctrl+alt+shift+meta+a")),
    Key(chord="é", state="down"),
    Key(chord="é", state="up"),
    Key(chord="Shift", state="down", repeat=100),
    Key(chord="a", state="up"),
    Key(chord="Shift", state="up"),
    Key(chord="\n"),
    Key(chord=[chr(letter) for letter in range(0x21, 0x7F)]),
    *(System(name=name) for name in ("home", "back", "forward", "reload", "enter", "power", "hide_keyboard", "menu")),
    *(OpenApp(op=op, name=name) for op in ("open", "close", "list") for name in ("", LONG, ODD)),
    *(
        Navigate(url=url)
        for url in ("", LONG, ODD, "http://[", "//", "javascript:1", "?", "#", "/" * 5000, "http://a:99999999/")
    ),
    *(Tab(op=op, id=LONG) for op in ("new", "close", "focus", "list")),
    Wait(seconds=300),
    *(Observe(what=what) for what in ("screenshot", "tree", "text", "cursor")),
    Message(text=LONG, expects_reply=True),
    Done(answer=LONG),
    Invalid(code="parse_error", detail=LONG),
)


def test_every_kind_of_action_is_among_them() -> None:
    kinds = {
        branch["properties"]["type"]["const"]
        for branch in ActionAdapter.json_schema()["$defs"].values()
        if "type" in branch["properties"]
    }
    assert {action.type for action in ACTIONS} == kinds


def aimed(action: Action, hand: Hand | DomHand) -> Action:
    """Put the field's reference where it is meant; the page is opened anew for each action."""
    field = hand.ref("textbox", "Title")
    if isinstance(action, Drag):
        return action.model_copy(update={"path": tuple(field if place is FIELD else place for place in action.path)})
    return action.model_copy(update={"target": field}) if getattr(action, "target", None) is FIELD else action


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is held or drawn out takes no time."""

    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0)

    for module in ("doing", "hands"):
        monkeypatch.setattr(f"lifeworld.env.drivers.{module}.sleep", at_once)


@pytest.mark.parametrize("device", FORMS)
def test_no_action_is_a_fault_in_the_browser(hands: Callable[..., Hand], hasty: None, device: str) -> None:
    hand = hands(device, boost=True)
    for action in ACTIONS:
        assert hand.do(Navigate(url="/shelf/add")).ok
        hand.do(aimed(action, hand))
        assert hand.view.tree.role == "document"


def test_no_action_is_a_fault_without_a_browser() -> None:
    for action in ACTIONS:
        hand = DomHand(world_on())
        hand.click("link", "Add a book")
        hand.do(aimed(action, hand))
        assert hand.tree.role == "document"


def test_every_key_can_be_pressed(hands: Callable[..., Hand]) -> None:
    hand = hands("desktop")
    for name in sorted(set(_NAMES.values())):
        hand.do(Key(chord=name))
        hand.do(Key(chord=("Control", name)))
        assert hand.tree


@pytest.mark.parametrize("region", [(0, 0, 1e-300, 1e-300), (0.999999, 0, 1, 1), (0, 0.5, 1, 0.5000001)])
def test_the_smallest_region_can_be_looked_at(hands: Callable[..., Hand], region: tuple[float, ...]) -> None:
    hand = hands("desktop")
    assert hand.run(hand.driver.zoom(region)).startswith(b"\x89PNG")


@pytest.mark.parametrize("device", FORMS)
def test_what_an_action_lasts_is_no_fault(
    hands: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    hand = hands(device)
    monkeypatch.setattr("lifeworld.env.drivers.chromium.DEADLINE_SECONDS", 3)
    start, end = Point(x=0.5, y=0.9), Point(x=0.5, y=0.8)
    for action in (
        Click(target=start, hold_ms=4000),
        Drag(path=(start, end), duration_ms=4000),
        Key(chord="Tab", hold_ms=4000),
    ):
        assert hand.do(action).ok


def test_a_long_path_keeps_its_ends_and_its_order() -> None:
    thinned = bounds.thinned(range(4000))
    assert (thinned[0], thinned[-1], len(thinned)) == (0, 3999, bounds.MOST_PLACES)
    assert list(thinned) == sorted(set(thinned))
    assert bounds.thinned(range(5)) == range(5)


def test_all_presses_of_an_action_together_are_held_no_longer_than_one() -> None:
    assert bounds.hold(30_000, 1) == 30
    assert bounds.hold(30_000, 100) * 100 == pytest.approx(30)
    assert bounds.hold(100, 3) == 0.1
