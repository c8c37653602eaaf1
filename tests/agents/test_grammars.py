"""What open models write, read as actions: each form, the spellings that they vary, and nonsense."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifeworld.agents.arguments import Frame
from lifeworld.agents.codecs.action_spaces import GRAMMARS
from lifeworld.agents.codecs.uitars import UITARS
from lifeworld.agents.picture import Picture
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
    Text,
    Wait,
    dump_action,
)

PICTURE = Picture(b"", "image/png", 1000, 500)
QWENS = "Action: go on."  # what stands before its calls
HERE = Point(x=0.5, y=0.5)  # (500, 250) in pixels
CURSOR = Point(x=0.1, y=0.2)


def read(model: str, text: str, **known: Any) -> list[Action]:
    frame = Frame(PICTURE, GRAMMARS[model].measure, **known)
    return [action for call in GRAMMARS[model].read(text, frame) for action in call.actions]


def tool(arguments: str, name: str = "computer_use", words: str = QWENS) -> str:
    return f'{words}\n<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'


def xml(**parameters: str) -> str:
    inner = "".join(f"<parameter={name}>\n{value}\n</parameter>\n" for name, value in parameters.items())
    return f"<tool_call>\n<function=computer_use>\n{inner}</function>\n</tool_call>"


def seed(name: str, **parameters: str) -> str:
    inner = "".join(f"<parameter={key}>{value}</parameter>" for key, value in parameters.items())
    return f"<gui_think> so </gui_think>\n<seed:tool_call><function={name}>{inner}</function></seed:tool_call>"


def code(source: str) -> str:
    return f"## Thought:\nSo.\n\n## Action:\nGo on.\n\n## Code:\n```python\n{source}\n```"


def boxed(call: str, words: str = "Go on. ") -> str:
    return f'{words}<|begin_of_box|>{call}<|end_of_box|>\nMemory: [{{"left_click(": 1}}]'


def answer(call: str) -> str:
    return f"<think>So.</think><answer>{call}</answer>"


def step(action: str) -> str:
    return f'{{"note": "", "thought": "So.", "action": {action}}}'


QWEN: list[tuple[str, str, Action]] = [
    ("qwen-2.5", tool('{"action": "left_click", "coordinate": [500, 250]}'), Click(target=HERE)),
    ("qwen-2.5", tool('{"action": "left_click"}'), Click()),
    ("qwen-2.5", tool('{"action": "key", "keys": ["ctrl", "c"]}'), Key(chord=("Control", "c"))),
    ("qwen-2.5", tool('{"action": "type", "text": "a\nb"}'), Text(text="a\nb")),
    ("qwen-2.5", tool('{"action": "scroll", "pixels": -300}'), Scroll(dy=300)),
    ("qwen-2.5", tool('{"action": "hscroll", "pixels": 40}'), Scroll(dx=40)),
    ("qwen-2.5", tool('{"action": "wait", "time": 2}'), Wait(seconds=2)),
    ("qwen-2.5", tool('{"action": "terminate", "status": "success"}'), Done(note=QWENS)),
    ("qwen-2.5", tool('{"action": "terminate", "status": "failure"}'), Done(status="infeasible", note=QWENS)),
    ("qwen-2.5", "Answer: 12\n" + tool('{"action": "terminate"}', words=""), Done(answer="Answer: 12")),
    ("qwen-2.5", tool('{"action": "mouse_move", "coordinate": [500, 250]}'), Move(target=HERE)),
    ("qwen-2.5", tool('{"action": "click", "coordinate": [500, 250]}', "mobile_use"), Click(target=HERE)),
    ("qwen-3", tool('{"action": "left_click", "coordinate": [999, 0]}'), Click(target=Point(x=1, y=0))),
    ("qwen-3", tool('{"action": "triple_click", "coordinate": [0, 0]}'), Click(target=Point(x=0, y=0), count=3)),
    ("qwen-3", tool('{"action": "answer", "text": "12"}'), Done(answer="12", note=QWENS)),
    ("qwen-3", tool('{"action": "answer", "text": ["a", "b"]}'), Done(answer=["a", "b"], note=QWENS)),
    ("qwen-3", tool('{"action": "answer", "text": null}'), Done(answer="none", note=QWENS)),
    ("qwen-3", tool('{"action": "terminate", "status": "success", "answer": true}'), Done(answer=True, note=QWENS)),
    (
        "qwen-3",
        tool('{"action": "long_press", "coordinate": [0, 999], "time": 2}', "mobile_use"),
        Click(target=Point(x=0, y=1), hold_ms=2000),
    ),
    (
        "qwen-3",
        tool('{"action": "swipe", "coordinate": [0, 999], "coordinate2": [0, 0]}', "mobile_use"),
        Drag(path=(Point(x=0, y=1), Point(x=0, y=0)), pointer="touch"),
    ),
    ("qwen-3", tool('{"action": "system_button", "button": "Back"}', "mobile_use"), System(name="back")),
    ("qwen-3", tool('{"action": "open", "text": "Ticked"}', "mobile_use"), OpenApp(name="Ticked")),
    ("qwen-3", tool('{"action": "key", "text": "volume_up"}', "mobile_use"), System(name="volume_up")),
    ("qwen-3.5", xml(action="left_click", coordinate="[500, 500]"), Click(target=HERE)),
    ("qwen-3.5", xml(action="type", text="007"), Text(text="007")),
    ("qwen-3.5", xml(action="key", keys='["ctrl", "a"]'), Key(chord=("Control", "a"))),
    ("qwen-3.5", xml(type="right_click", coordinate="500,500"), Click(target=HERE, button="right")),
    (
        "qwen-3.5",
        xml(action="left_click", coordinate="[500, 500]", text="ctrl+shift"),
        Click(target=HERE, modifiers=("Control", "Shift")),
    ),
]
SPELT: list[tuple[str, str, Action]] = [
    ("qwen-2.5", '{"name": "computer_use", "arguments": {"action": "wait", "time": 1}}', Wait(seconds=1)),
    ("qwen-2.5", '<tool_call>{"name": "c", "arguments": {"action": "wait", "time": 1}', Wait(seconds=1)),
    ("qwen-2.5", "<tool_call>{'name': 'c', 'arguments': {'action': 'wait'}}</tool_call>", Wait(seconds=1)),
    ("qwen-2.5", '<tool_call>```json\n{"action": "wait"}\n```</tool_call>', Wait(seconds=1)),
    ("qwen-2.5", tool('"{\\"action\\": \\"wait\\"}"'), Wait(seconds=1)),
    ("qwen-2.5", "<think>" + tool('{"action": "type"}') + "</think>" + tool('{"action": "wait"}'), Wait(seconds=1)),
    ("qwen-2.5", tool('{"action": "left_click", "coordinate": [400, 200, 600, 300]}'), Click(target=HERE)),
    ("qwen-2.5", tool('{"action": "left_click", "coordinate": "(500.0, 250.0)"}'), Click(target=HERE)),
    ("qwen-2.5", tool("{}", "wait"), Wait(seconds=1)),
    ("uitars-1.5", "Action: click(start_box='(500,250)')", Click(target=HERE)),
    ("uitars-1.5", "Action: click(start_box='<|box_start|>(500,250)<|box_end|>')", Click(target=HERE)),
    ("uitars-1.5", "Action: click(start_box='[400, 200, 600, 300]')", Click(target=HERE)),
    ("uitars-1.5", "Action: type(content='it's fine')", Text(text="it's fine")),
    ("uitars-1.5", "Action: type(content='two\nlines\n')", Text(text="two\nlines", submit=True)),
    ("uitars-1.5", 'Action: type(content="C:\\\\d")', Text(text="C:\\d")),
    ("kimi", "◁think▷pyautogui.click(1,1)◁/think▷" + code("pyautogui.click(0.5, 0.5)"), Click(target=HERE)),
    ("kimi", code("pyautogui.click(x=500, y=250)"), Click(target=HERE)),
    ("glm", "I go on.\nleft_click(start_box='[500,500]')", Click(target=HERE)),
    ("glm", boxed("WAIT"), Wait(seconds=5)),
    ("autoglm", 'So.\ndo(action="Back")', System(name="back")),
    ("autoglm", answer('do(action="Type", text="say "hi"")'), Text(text='say "hi"', clear=True)),
    ("holo", "```json\n" + step('{"action": "refresh"}') + "\n```", System(name="reload")),
    ("holo", '{"action": "click_absolute", "x": 500, "y": 250}', Click(target=HERE)),
]
OTHERS: list[tuple[str, str, Action]] = [
    ("uitars-1.5", "Thought: So.\nAction: click(point='<point>500 250</point>')", Click(target=HERE)),
    ("uitars-1.5", "Action: left_double(point='<point>500 250</point>')", Click(target=HERE, count=2)),
    ("uitars-1.5", "Action: right_single(point='<point>500 250</point>')", Click(target=HERE, button="right")),
    ("uitars-1.5", "Action: hotkey(key='ctrl c')", Key(chord=("Control", "c"))),
    ("uitars-1.5", "Action: type(content='hello\\n')", Text(text="hello", submit=True)),
    ("uitars-1.5", "Action: scroll(point='<point>500 250</point>', direction='up')", Scroll(target=HERE, dy=-600)),
    ("uitars-1.5", "Action: scroll(point='<point>500 250</point>', direction='right')", Scroll(target=HERE, dx=600)),
    ("uitars-1.5", "Action: wait()", Wait(seconds=5)),
    ("uitars-1.5", "Action: press_home()", System(name="home")),
    ("uitars-1.5", "Action: open_app(app_name='Ticked')", OpenApp(name="Ticked")),
    ("uitars-1.5", "Action: finished(content='12')", Done(answer="12")),
    ("uitars-1.5", "Thought: Which one?\nAction: call_user()", Message(text="Which one?", expects_reply=True)),
    (
        "uitars-1.5",
        "Action: drag(start_point='<point>0 0</point>', end_point='<point>500 250</point>')",
        Drag(path=(Point(x=0, y=0), HERE)),
    ),
    ("uitars-2", seed("click", point="<point>500 500</point>"), Click(target=HERE)),
    ("uitars-2", seed("type", content="hello\\n"), Text(text="hello", submit=True)),
    ("uitars-2", seed("press", key="shift"), Key(chord=("Shift",), state="down")),
    ("uitars-2", seed("mouse_down", button="right"), Button(state="down", button="right")),
    ("uitars-2", seed("take_screenshot"), Observe()),
    ("uitars-2", seed("wait", time="3"), Wait(seconds=3)),
    ("opencua", code("pyautogui.rightClick(0.5, 0.5)"), Click(target=HERE, button="right")),
    ("opencua", code("pyautogui.click(0.5, 0.5, clicks=2, button='left')"), Click(target=HERE, count=2)),
    ("opencua", code("pyautogui.scroll(-3)"), Scroll(dy=360)),
    ("opencua", code("pyautogui.write('ho\\n')"), Text(text="ho", submit=True)),
    ("opencua", code("pyautogui.press('tab', presses=3)"), Key(chord=("Tab",), repeat=3)),
    ("opencua", code("import pyautogui\npyautogui.hotkey('ctrl', 'a')"), Key(chord=("Control", "a"))),
    ("opencua", code("pyautogui.moveTo(0.1, 0.2)\npyautogui.dragTo(0.5, 0.5)"), Drag(path=(CURSOR, HERE))),
    ("opencua", code("computer.wait()"), Wait(seconds=20)),
    ("opencua", code("computer.triple_click(x=0.5, y=0.5)"), Click(target=HERE, count=3)),
    ("opencua", code("computer.terminate(status='success', answer='12')"), Done(answer="12", note="So.\n\nGo on.")),
    ("opencua", code("computer.terminate('success', ['a', 'b'])"), Done(answer=["a", "b"], note="So.\n\nGo on.")),
    ("opencua", code("computer.answer(None)"), Done(answer="none", note="So.\n\nGo on.")),
    ("opencua", code("browser.select_option(x=0.5, y=0.5, value='Red')"), SetValue(target=HERE, value="Red")),
    ("opencua", "DONE", Done()),
    ("opencua", "```\nFAIL\n```", Done(status="infeasible")),
    ("glm", boxed("left_double_click(start_box='[500,500]', element_info='row')"), Click(target=HERE, count=2)),
    ("glm", boxed("scroll(start_box='[500,500]', direction='down', step=2)"), Scroll(target=HERE, dy=240)),
    ("glm", boxed("key(keys='ctrl+c')"), Key(chord=("Control", "c"))),
    ("glm", boxed("FAIL()"), Done(status="infeasible", note="Go on.")),
    ("glm", boxed("DONE()"), Done(note="Go on.")),
    ("glm", "Answer: 12\n" + boxed("DONE()", words=""), Done(answer="Answer: 12")),
    ("glm", "Antwort 1: 12\nAntwort 2: ja\n" + boxed("DONE()", ""), Done(answer="Antwort 1: 12\nAntwort 2: ja")),
    ("autoglm", answer('do(action="Tap", element=[500,500], message="pay")'), Click(target=HERE)),
    ("autoglm", answer('do(action="Long Press", element=[500,500])'), Click(target=HERE, hold_ms=1000)),
    ("autoglm", answer('do(action="Double Tap", element=[500,500])'), Click(target=HERE, count=2)),
    ("autoglm", answer('do(action="Wait", duration="3 seconds")'), Wait(seconds=3)),
    ("autoglm", answer('do(action="Launch", app="Ticked")'), OpenApp(name="Ticked")),
    ("autoglm", answer('do(action="Note", message="True")'), Message(text="True")),
    ("autoglm", answer('do(action="Take_over", message="Sign in.")'), Message(text="Sign in.", expects_reply=True)),
    (
        "autoglm",
        answer('do(action="Swipe", start=[500,500], end=[0,0])'),
        Drag(path=(HERE, Point(x=0, y=0)), pointer="touch"),
    ),
    ("autoglm", answer('finish(message="It is 12.")'), Done(answer="It is 12.")),
    ("autoglm", answer("finish(message=12)"), Done(answer=12)),
    ("holo", step('{"action": "click_element", "element": "a", "x": 500, "y": 250}'), Click(target=HERE)),
    (
        "holo",
        step('{"action": "write_element_abs", "content": "ho", "element": "a", "x": 500, "y": 250}'),
        Text(text="ho", target=HERE, submit=True),
    ),
    ("holo", step('{"action": "scroll", "direction": "down"}'), Scroll(dy=0.5, unit="viewport")),
    ("holo", step('{"action": "goto", "url": "/todo/"}'), Navigate(url="/todo/")),
    ("holo", step('{"action": "answer", "content": "12"}'), Done(answer="12", note="So.")),
    ("holo", step('{"action": "answer", "content": {"1": 12, "3": []}}'), Done(answer={"1": 12, "3": []}, note="So.")),
    (
        "fara-7B",
        tool('{"action": "type", "text": "ho", "coordinate": [500, 250]}'),
        Text(text="ho", target=HERE, submit=True),
    ),
    (
        "fara-7B",
        tool('{"action": "type", "text": "ho", "press_enter": false, "delete_existing_text": true}'),
        Text(text="ho", clear=True),
    ),
    ("fara-7B", tool('{"action": "scroll", "pixels": -400}'), Scroll(dy=400)),
    ("fara-7B", tool('{"action": "history_back"}'), System(name="back")),
    ("fara-1.5", tool('{"action": "scroll", "pixels": -400}'), Scroll(dy=0.4, unit="viewport")),
    ("fara-1.5", tool('{"action": "type", "text": "ho"}'), Text(text="ho")),
    ("fara-1.5", tool('{"action": "terminate", "answer": "12"}'), Done(answer="12", note=QWENS)),
    (
        "fara-1.5",
        tool('{"action": "ask_user_question", "question": "Which?"}'),
        Message(text="Which?", expects_reply=True),
    ),
    ("prompt", 'I tap it. {"action": "click", "x": 500, "y": 500}', Click(target=HERE)),
    ("prompt", '```json\n{"action": "click", "ref": "e4", "count": 2}\n```', Click(target=Ref(id="e4"), count=2)),
    ("prompt", '{"action": "long_press", "x": 500, "y": 500}', Click(target=HERE, hold_ms=1000)),
    ("prompt", '{"action": "type", "text": "ho", "submit": true}', Text(text="ho", submit=True)),
    ("prompt", '{"action": "select", "ref": "e4", "value": "Red"}', SetValue(target=Ref(id="e4"), value="Red")),
    ("prompt", '{"action": "scroll", "direction": "down"}', Scroll(dy=0.5, unit="viewport")),
    ("prompt", '{"action": "key", "keys": "ctrl+a"}', Key(chord=("Control", "a"))),
    ("prompt", '{"action": "open", "app": "Ticked"}', OpenApp(name="Ticked")),
    ("prompt", '{"action": "done", "answer": "12"}', Done(answer="12")),
    ("prompt", 'I see it. {"action": "done", "answer": ["a", 2]}', Done(answer=["a", 2], note="I see it.")),
    ("prompt", '{"action": "done", "answer": false}', Done(answer=False)),
    ("prompt", '{"action": "done", "answer": null}', Done(answer="none")),
    ("prompt", '{"action": "done", "answer": " "}', Done()),
    ("prompt", '{"type": "done", "answer": null, "note": "Nobody."}', Done(answer="none", note="Nobody.")),
    ("prompt", '{"action": "infeasible", "reason": "No list."}', Done(status="infeasible", note="No list.")),
    ("prompt", '{"type": "system", "name": "back"}', System(name="back")),
    ("prompt", '{"action": {"action": "back"}}', System(name="back")),
]


@pytest.mark.parametrize(("model", "text", "action"), QWEN + SPELT + OTHERS)
def test_each_form_is_read(model: str, text: str, action: Action) -> None:
    assert read(model, text) == [action]


@pytest.mark.parametrize(
    ("model", "text", "code"),
    [
        ("qwen-2.5", tool('{"action": "fly"}'), "unknown_action"),
        ("qwen-2.5", tool('{"action": "type"}'), "bad_argument"),
        ("qwen-2.5", tool('{"action": "left_click", "coordinate": [1200, 10]}'), "out_of_bounds"),
        ("qwen-2.5", tool('{"action": "left_click", "coordinate": [NaN, 10]}'), "bad_argument"),
        ("qwen-2.5", tool('{"action": "left_click", "coordinate": [5]}'), "bad_argument"),
        ("qwen-2.5", tool('{"action": "left_click", "coordinate": "1e999, 3"}'), "bad_argument"),
        ("qwen-2.5", tool('{"action": "key", "keys": ["nosuchkey"]}'), "bad_argument"),
        ("qwen-2.5", tool('{"action": "left_click_drag", "coordinate": [5, 5]}'), "bad_argument"),
        ("qwen-2.5", tool('{"action": "wait", "time": 9999}'), "bad_argument"),
        ("qwen-2.5", "<tool_call>click there</tool_call>", "parse_error"),
        ("qwen-2.5", "I would click there.", "parse_error"),
        ("qwen-2.5", "", "parse_error"),
        ("qwen-2.5", "<think>" + tool('{"action": "wait"}'), "parse_error"),
        ("qwen-3", tool('{"action": "left_click", "coordinate": [1001, 10]}'), "out_of_bounds"),
        ("uitars-1.5", "Action: fly(point='<point>1 1</point>')", "unknown_action"),
        ("uitars-1.5", "Action: click", "parse_error"),
        ("uitars-1.5", "Action: scroll(point='<point>1 1</point>', direction='in')", "bad_argument"),
        ("uitars-2", seed("drag", start_point="<point>1 1</point>"), "bad_argument"),
        ("opencua", code("import os; os.system('reboot')"), "unknown_action"),
        ("opencua", code("open('secret').read()"), "unknown_action"),
        ("opencua", code("[pyautogui.click(1, 1) for _ in range(9)]"), "unknown_action"),
        ("opencua", code("pyautogui.click(__import__('os').getpid(), 1)"), "bad_argument"),
        ("opencua", code("pyautogui.click(0.5,"), "parse_error"),
        ("opencua", "## Action:\nClick it.", "parse_error"),
        ("glm", boxed("left_click(start_box='')"), "bad_argument"),
        ("autoglm", answer('do(action="Fly")'), "unknown_action"),
        ("holo", step('{"action": "click_element", "x": "left"}'), "bad_argument"),
        ("prompt", '{"action": "click", "mark": 3}', "stale_ref"),
        ("prompt", '{"action": "click"', "parse_error"),
        ("fara-7B", tool('{"action": "web_search", "query": "x"}'), "blocked"),
        ("prompt", '{"type": "done", "answer": [NaN]}', "bad_argument"),
    ],
)
def test_what_is_not_understood_is_told(model: str, text: str, code: str) -> None:
    first = read(model, text)[0]
    assert isinstance(first, Invalid)
    assert first.code == code
    assert first.detail


def test_several_calls_are_read_in_turn() -> None:
    both = "Action: click(point='<point>500 250</point>')\n\ntype(content='a) b')\nwait()"
    assert read("uitars-1.5", both) == [Click(target=HERE), Text(text="a) b"), Wait(seconds=5)]
    twice = "<seed:tool_call><function=wait></function><function=finished></function></seed:tool_call>"
    assert read("uitars-2", twice) == [Wait(seconds=5), Done()]
    lines = code("pyautogui.keyDown('ctrl')\npyautogui.click(0.5, 0.5)  # both\ntime.sleep(1)\npyautogui.keyUp('ctrl')")
    assert [action.type for action in read("opencua", lines)] == ["key", "click", "wait", "key"]


def test_a_drag_begins_where_the_model_pointed_last() -> None:
    drag = tool('{"action": "left_click_drag", "coordinate": [500, 250]}')
    assert read("qwen-2.5", drag, cursor=CURSOR) == [Drag(path=(CURSOR, HERE))]
    moved = tool('{"action": "mouse_move", "coordinate": [100, 100]}') + drag
    assert read("qwen-2.5", moved)[1] == Drag(path=(CURSOR, HERE))


def test_a_mark_is_the_control_that_bears_it() -> None:
    click = '{"action": "click", "mark": 2}'
    assert read("prompt", click, marks=("e7", "e9")) == [Click(target=Ref(id="e9"))]


@pytest.mark.parametrize("model", GRAMMARS)
def test_words_alone_may_ask_or_say_that_it_cant_be_done(model: str) -> None:
    assert read(model, "I wonder.\nAsk: Which Anna?") == [Message(text="Which Anna?", expects_reply=True)]
    assert read(model, "Infeasible: no such list.") == [Done(status="infeasible", note="no such list.")]


PIECES = st.sampled_from(
    """<tool_call> </tool_call> <seed:tool_call> <function=click> <parameter=point> </parameter> </function> {"action":
    {"name": "arguments": "coordinate" [ ] { } ( ) , ' " " \\ \n \x00 1e999 -1 NaN 99999999999999999999999 ``` ```python
    pyautogui.click( pyautogui.press( Action: click( type(content=' start_box=' <point> <|begin_of_box|> <answer>
    do(action=" finish(message=" "Tap" element= computer.terminate( lambda: x= import <think> </think> ◁/think▷ Memory:
    "key", "keys": "type", "text": "scroll", "pixels": "wait", "time": hotkey(key=' \ud800 ± 100""".split(" ")
)


@pytest.mark.parametrize("model", GRAMMARS)
@given(text=st.text() | st.lists(PIECES | st.text(max_size=5), max_size=25).map("".join))
def test_nonsense_becomes_actions_too(model: str, text: str) -> None:
    found = read(model, text)
    assert found
    for action in found:
        assert ActionAdapter.validate_python(dump_action(action)) == action


@pytest.mark.parametrize(
    ("model", "text"),
    [
        ("qwen-3", tool('{"action": "key", "keys": ["\\ud800"]}')),
        ("prompt", '{"type": "text", "text": "\\ud800"}'),
        ("opencua", code("pyautogui.write('\ud800')")),
        ("qwen-3", "<tool_call>\ud800</tool_call>"),
        ("qwen-3", tool('{"action": "type", "text": "\\ud800"}')),
    ],
)
def test_half_of_a_sign_is_kept_nowhere(model: str, text: str) -> None:
    (action,) = read(model, text)
    assert isinstance(action, Invalid)
    assert json.dumps(dump_action(action), ensure_ascii=False).encode()


@pytest.mark.parametrize("model", GRAMMARS)
@pytest.mark.parametrize(
    "deep",
    ['{"a":' * 20_000, '{"type":' * 900 + "1" + "}" * 900, "[" * 20_000, "f(" * 20_000, "-" * 20_000, "9" * 20_000],
)
def test_depth_and_length_do_no_harm(model: str, deep: str) -> None:
    for text in (deep, tool(deep), code(f"pyautogui.click({deep}, 1)"), boxed(f"left_click(start_box={deep})")):
        assert read(model, text)


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ("Thought: a\nAction: wait()\n\nThought: b\nAction: press_back()", ["press_back"]),  # as its authors' parsers
        ("Thought: a\nAction: wait()\nAction:", ["wait"]),
        ("Thought: a Action: wait()", ["wait"]),
        ("Thought: a\nAction: type(content='Action: buy(milk)')", ["type"]),
        ("Thought: a\nAction: wait()\n\npress_back()", ["wait", "press_back"]),
    ],
)
def test_of_several_actions_of_uitars_the_last_is_played(answer: str, names: list[str]) -> None:
    calls = UITARS["1.5"].read(answer, Frame.of((1000, 1000), "pixels"))
    assert [call.name for call in calls] == names
