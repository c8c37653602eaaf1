"""Codecs: what each row writes it reads back, and each provider's documented calls are read and written as documented.

The first could hold of a codec that is wrong in both directions. The second holds it to examples that nobody derived
from it: calls as the providers' own documents and packages have them.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import rotation
from tests.agents.test_grammars import read
from tests.agents.vocabularies import SIZE, actions, as_played, near, plain, unit, written

from lifeworld.agents.arguments import Frame, Measure, Named
from lifeworld.agents.codecs.action_spaces import ACTION_SPACES, GRAMMARS
from lifeworld.agents.codecs.rows import Codec, Inexpressible, Row
from lifeworld.agents.offered import CONTROLS
from lifeworld.core.actions import (
    Action,
    Button,
    Click,
    Drag,
    Invalid,
    Key,
    Move,
    Navigate,
    Observe,
    OpenApp,
    Point,
    Scroll,
    System,
    Text,
    Wait,
)

CODECS: dict[str, tuple[Codec, Measure]] = {
    **{name: (one.codec, one.measure) for name, one in ACTION_SPACES.items() if not one.grammar},
    **{name: (grammar.codec, grammar.measure) for name, grammar in GRAMMARS.items()},
    "controls of the tree": (CONTROLS, "pixels"),
}
ROWS = [(name, row) for name, (codec, _) in CODECS.items() for row in codec.rows if not row.decode]


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[f"{name}: {row.names[0]}" for name, row in ROWS])
@settings(
    max_examples=12 if rotation.whole else 6,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
@given(data=st.data())
def test_each_row_reads_back_what_it_writes(name: str, row: Row, data: st.DataObject) -> None:
    codec, measure = CODECS[name]
    frame = Frame.of(SIZE, measure)
    action = data.draw(actions(row))
    for call in (written(lambda: row.write(action, frame)), codec.write(action, frame)):
        (found,) = codec.read(call, frame)
        most = 0.5 if row.action is Scroll and name.startswith("openai") else 1 / min(SIZE) + 1e-9  # whole pixels
        assert near(as_played(found, action), as_played(action, action), most), call
    if name in GRAMMARS:
        text = GRAMMARS[name].write([action], SIZE)
        (found,) = read(name, text)
        assert near(as_played(found, action), as_played(action, action), unit(name)), text


@pytest.mark.parametrize("name", CODECS)
def test_what_no_row_stands_for_is_not_written(name: str) -> None:
    codec, measure = CODECS[name]
    strange = Click(target=Point(x=0.5, y=0.5), button="back", hold_ms=700, modifiers=("Alt",))
    with pytest.raises(Inexpressible):
        codec.steps(strange, Frame.of(SIZE, measure))


HERE, THERE = Point(x=0.1, y=0.4), Point(x=0.01, y=0.04)  # (100, 200) and (10, 20) in pixels, (100, 400) on a grid
ANTHROPIC: list[tuple[str, dict[str, Any], Action]] = [
    ("left_click", {"coordinate": [100, 200]}, Click(target=HERE)),
    ("left_click", {}, Click()),
    (
        "left_click",
        {"coordinate": [100, 200], "text": "ctrl+shift"},
        Click(target=HERE, modifiers=("Control", "Shift")),
    ),
    ("right_click", {"coordinate": [10, 20]}, Click(target=THERE, button="right")),
    ("double_click", {"coordinate": [10, 20]}, Click(target=THERE, count=2)),
    ("triple_click", {"coordinate": [10, 20]}, Click(target=THERE, count=3)),
    ("left_click_drag", {"start_coordinate": [10, 20], "coordinate": [100, 200]}, Drag(path=(THERE, HERE))),
    ("left_mouse_down", {}, Button(state="down")),
    ("mouse_move", {"coordinate": [100, 200]}, Move(target=HERE)),
    ("scroll", {"coordinate": [100, 200], "scroll_direction": "down", "scroll_amount": 3}, Scroll(target=HERE, dy=360)),
    ("key", {"text": "Page_Down"}, Key(chord=("PageDown",))),
    ("key", {"text": "ctrl+s", "repeat": 2}, Key(chord=("Control", "s"), repeat=2)),
    ("hold_key", {"text": "shift", "duration": 2}, Key(chord=("Shift",), hold_ms=2000)),
    ("type", {"text": "milk"}, Text(text="milk")),
    ("wait", {"duration": 3}, Wait(seconds=3)),
    ("screenshot", {}, Observe()),
    ("cursor_position", {}, Observe(what="cursor")),
    ("zoom", {"region": [10, 20, 100, 200]}, Observe(what="zoom", region=(0.01, 0.04, 0.1, 0.4))),
]
OPENAI: list[tuple[str, dict[str, Any], Action]] = [
    ("click", {"button": "left", "x": 10, "y": 20}, Click(target=THERE)),
    ("click", {"button": "wheel", "x": 10, "y": 20}, Click(target=THERE, button="middle")),
    ("click", {"button": "left", "x": 10, "y": 20, "keys": ["SHIFT"]}, Click(target=THERE, modifiers=("Shift",))),
    ("double_click", {"x": 10, "y": 20, "keys": None}, Click(target=THERE, count=2)),
    ("drag", {"path": [{"x": 10, "y": 20}, {"x": 100, "y": 200}]}, Drag(path=(THERE, HERE))),
    ("keypress", {"keys": ["CTRL", "A"]}, Key(chord=("Control", "A"))),
    ("move", {"x": 100, "y": 200}, Move(target=HERE)),
    ("screenshot", {}, Observe()),
    ("scroll", {"x": 10, "y": 20, "scroll_x": 0, "scroll_y": 300}, Scroll(target=THERE, dy=300)),
    ("type", {"text": "milk"}, Text(text="milk")),
    ("wait", {}, Wait(seconds=1)),
]
LEGACY: list[tuple[str, dict[str, Any], Action]] = [
    ("open_web_browser", {}, Observe()),
    ("click_at", {"x": 100, "y": 400}, Click(target=HERE)),
    ("hover_at", {"x": 100, "y": 400}, Move(target=HERE)),
    (
        "type_text_at",
        {"x": 100, "y": 400, "text": "milk", "press_enter": True, "clear_before_typing": False},
        Text(text="milk", target=HERE, submit=True),
    ),
    (
        "scroll_at",
        {"x": 100, "y": 400, "direction": "down", "magnitude": 400},
        Scroll(target=HERE, dy=0.4, unit="viewport"),
    ),
    ("key_combination", {"keys": "Control+c"}, Key(chord=("Control", "c"))),
    ("drag_and_drop", {"x": 10, "y": 40, "destination_x": 100, "destination_y": 400}, Drag(path=(THERE, HERE))),
    ("navigate", {"url": "/todo/"}, Navigate(url="/todo/")),
    ("go_back", {}, System(name="back")),
    ("go_forward", {}, System(name="forward")),
    ("wait_5_seconds", {}, Wait(seconds=5)),
]
INTENT = {"intent": "I tap."}
MODERN: list[tuple[str, dict[str, Any], Action]] = [
    ("click", {"x": 100, "y": 400, **INTENT}, Click(target=HERE)),
    ("triple_click", {"x": 100, "y": 400, **INTENT}, Click(target=HERE, count=3)),
    ("right_click", {"x": 100, "y": 400, **INTENT}, Click(target=HERE, button="right")),
    ("long_press", {"x": 100, "y": 400, "seconds": 1}, Click(target=HERE, hold_ms=1000)),
    ("mouse_down", {"x": 100, "y": 400}, Button(state="down", target=HERE)),
    ("type", {"text": "milk", "press_enter": True}, Text(text="milk", submit=True)),
    ("press_key", {"key": "app_switch"}, System(name="app_switcher")),
    ("key_down", {"key": "Shift"}, Key(chord=("Shift",), state="down")),
    ("hotkey", {"keys": ["Control", "a"]}, Key(chord=("Control", "a"))),
    ("scroll", {"x": 100, "y": 400, "direction": "down", "magnitude_in_pixels": 200}, Scroll(target=HERE, dy=200)),
    ("drag_and_drop", {"start_x": 10, "start_y": 40, "end_x": 100, "end_y": 400}, Drag(path=(THERE, HERE))),
    ("wait", {"seconds": 3}, Wait(seconds=3)),
    ("take_screenshot", {}, Observe()),
    ("list_apps", {}, OpenApp(op="list")),
    ("open_app", {"app_name": "Ticked"}, OpenApp(name="Ticked")),
]
DOCUMENTED = [
    (form, name, given, action)
    for form, calls in (
        ("anthropic toolset", ANTHROPIC),
        ("openai", OPENAI),
        ("gemini legacy", LEGACY),
        ("gemini modern", MODERN),
    )
    for name, given, action in calls
]


@pytest.mark.parametrize(("form", "name", "given_", "action"), DOCUMENTED)
def test_a_documented_call_is_read_and_written(form: str, name: str, given_: dict[str, Any], action: Action) -> None:
    codec, measure = CODECS[form]
    frame = Frame.of(SIZE, measure)
    (found,) = codec.read(Named(name, given_), frame)
    assert near(plain(found), plain(action), 1e-9)
    call = codec.write(action, frame)
    assert (call.name, dict(call.arguments)) == (name, given_)


READ: list[tuple[str, str, dict[str, Any], Action]] = [
    ("anthropic 20250124", "scroll", {"scroll_direction": "up", "scroll_amount": 2}, Scroll(dy=-240)),
    ("openai", "click", {"button": "back", "x": 1, "y": 1}, System(name="back")),
    ("openai", "triple_click", {"x": 10, "y": 20}, Click(target=THERE, count=3)),
    (
        "gemini legacy",
        "scroll_at",
        {"x": 100, "y": 400, "direction": "up"},
        Scroll(target=HERE, dy=-0.8, unit="viewport"),
    ),
    ("gemini legacy", "scroll_document", {"direction": "right"}, Scroll(dx=0.5, unit="viewport")),
    (
        "gemini legacy",
        "type_text_at",
        {"x": 100, "y": 400, "text": "a"},
        Text(text="a", target=HERE, clear=True, submit=True),
    ),
    ("gemini legacy", "go_home", {}, System(name="home")),
    ("gemini legacy", "open_url", {"url": "/todo/"}, Navigate(url="/todo/")),
    ("gemini legacy", "long_press_at", {"x": 100, "y": 400}, Click(target=HERE, hold_ms=2000)),
    ("gemini modern", "press_key", {"key": "Enter"}, Key(chord=("Enter",))),
    ("gemini modern", "scroll", {"x": 100, "y": 400, "direction": "left"}, Scroll(target=HERE, dx=-300)),
    ("gemini modern", "open_app", {"package_name": "Ticked", "intent": "I go on."}, OpenApp(name="Ticked")),
    ("gemini modern", "click_at", {"x": 100, "y": 400}, Click(target=HERE)),
]


@pytest.mark.parametrize(("form", "name", "given_", "action"), READ)
def test_other_spellings_are_read(form: str, name: str, given_: dict[str, Any], action: Action) -> None:
    codec, measure = CODECS[form]
    (found,) = codec.read(Named(name, given_), Frame.of(SIZE, measure))
    assert near(plain(found), plain(action), 1e-9)


@pytest.mark.parametrize(
    ("form", "name", "given_", "code"),
    [
        ("anthropic 20250124", "fly", {}, "unknown_action"),
        ("anthropic 20250124", "type", {}, "bad_argument"),
        ("anthropic 20250124", "left_click", {"coordinate": [5000, 1]}, "out_of_bounds"),
        ("anthropic 20250124", "left_click_drag", {"coordinate": [5, 1]}, "bad_argument"),
        ("openai", "drag", {"path": "here"}, "bad_argument"),
        ("openai", "click", {"button": "left"}, "bad_argument"),
        ("gemini legacy", "search", {}, "blocked"),
        ("gemini modern", "scroll", {"x": 1, "y": 1, "direction": "in"}, "bad_argument"),
    ],
)
def test_a_call_that_cannot_be_decoded_is_invalid(form: str, name: str, given_: dict[str, Any], code: str) -> None:
    codec, measure = CODECS[form]
    (found,) = codec.read(Named(name, given_), Frame.of(SIZE, measure))
    assert isinstance(found, Invalid) and found.code == code and found.detail


WRITTEN = [
    (
        "qwen-2.5",
        '<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [100, 200]}}'
        "\n</tool_call>",
    ),
    ("uitars-1.5", "Action: click(point='<point>100 200</point>')"),
    (
        "uitars-2",
        "<seed:tool_call><function=click><parameter=point><point>100 400</point></parameter></function>"
        "</seed:tool_call>",
    ),
    ("opencua", "## Code:\n```python\npyautogui.click(x=0.1, y=0.4, button='left')\n```"),
    ("glm", "<|begin_of_box|>left_click(start_box='[100,400]', element_info='it')<|end_of_box|>\nMemory: []"),
    ("holo", '{"note": "", "thought": "", "action": {"action": "click_element", "element": "it", "x": 100, "y": 200}}'),
]


@pytest.mark.parametrize(("name", "text"), WRITTEN)
def test_a_click_is_spelled_as_its_model_was_taught(name: str, text: str) -> None:
    assert GRAMMARS[name].write([Click(target=HERE)], SIZE, "") == text
