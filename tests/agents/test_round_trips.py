"""What a mock server writes for an action, a reader reads as that action, up to one unit of the model's measure."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.agents.test_grammars import PICTURE, read

from lifeworld.agents.briefing import settled
from lifeworld.agents.call_text import read_json
from lifeworld.agents.codecs.action_spaces import GRAMMARS
from lifeworld.agents.mock.chat import ChatWire, OpenWire
from lifeworld.agents.mock.script import Asked, Turn
from lifeworld.core.actions import (
    Action,
    Button,
    Click,
    Done,
    Drag,
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

SIZE = (PICTURE.width, PICTURE.height)
PART = st.floats(0, 1)
PLACE = st.builds(Point, x=PART, y=PART)
SIGNS = st.characters(exclude_categories=["Cs"], exclude_characters="<>◁▷\r")
NUMBERS = st.integers(0, 9999)
WORDS = st.text(SIGNS, min_size=1).filter(lambda text: text.strip() == text and not text.endswith("\\n"))
ANSWERS = WORDS | NUMBERS | st.booleans() | st.lists(WORDS, max_size=2) | st.dictionaries(st.sampled_from("12"), WORDS)
CHORDS = [("Control", "c"), ("Enter",), ("Alt", "Tab"), ("Meta",), ("Shift", "ArrowUp"), ("Escape",), ("a",)]
CHORD = st.sampled_from(CHORDS)
SECONDS = st.integers(0, 300)
PATH = st.tuples(PLACE, PLACE)


def clicks(*counts: int, buttons: str = "left", **more: Any) -> st.SearchStrategy[Action]:
    many = st.builds(Click, target=PLACE, count=st.sampled_from(counts), **more)
    others = [st.builds(Click, target=PLACE, button=st.just(button)) for button in buttons.split()]
    return many | st.one_of(others)  # type: ignore[return-value]


def buttons(*names: str) -> st.SearchStrategy[Action]:
    return st.builds(System, name=st.sampled_from(names))


def scrolls(length: st.SearchStrategy[float], unit: str = "px", across: bool = True) -> st.SearchStrategy[Action]:
    down = st.builds(Scroll, dy=length, unit=st.just(unit))
    return down | st.builds(Scroll, dx=length, unit=st.just(unit)) if across else down


def both(size: float) -> st.SearchStrategy[float]:
    return st.sampled_from([size, -size])


HOLD = st.just(1000)
TYPE, APP, WAIT = st.builds(Text, text=WORDS), st.builds(OpenApp, name=WORDS), st.builds(Wait, seconds=SECONDS)
SWIPE, DRAG = st.builds(Drag, path=PATH, pointer=st.just("touch")), st.builds(Drag, path=PATH)
KEY, MOVE, ANSWER = st.builds(Key, chord=CHORD), st.builds(Move, target=PLACE), st.builds(Done, answer=ANSWERS)
ASK = st.builds(Message, text=WORDS, expects_reply=st.just(True))
SUBMIT = st.builds(Text, text=WORDS, submit=st.booleans())
HALF = st.builds(Key, chord=st.sampled_from([("Shift",), ("a",)]), state=st.sampled_from(["down", "up"]))
PIXELS = scrolls(st.integers(-2000, 2000).filter(bool).map(float))
END, NO = st.just(Done()), st.just(Done(status="infeasible"))
WEB = st.builds(Navigate, url=WORDS) | buttons("back", "reload")
MOUSE = st.builds(Button, state=st.sampled_from(["down", "up"]), button=st.sampled_from(["left", "right"]))
FULL_TYPE = st.builds(Text, text=WORDS, target=st.none() | PLACE, clear=st.booleans(), submit=st.booleans())
CLICKS = clicks(1, 2, 3, buttons="left right middle") | st.just(Click())

ENDS = ANSWER | END | NO
QWEN = CLICKS | SWIPE | PIXELS | TYPE | KEY | MOVE | APP | WAIT | ENDS | buttons("back", "home", "menu", "enter")
HELD = st.builds(Click, target=PLACE, modifiers=st.sampled_from([("Control",), ("Control", "Shift")]))
UITARS = (
    clicks(1, 2, buttons="left right")
    | st.builds(Click, target=PLACE, hold_ms=HOLD)
    | MOVE
    | MOUSE
    | DRAG
    | scrolls(both(600))
    | SUBMIT
    | KEY
    | HALF
    | buttons("home", "back")
    | APP
    | WAIT
    | ASK
    | st.just(Observe())
    | ANSWER
    | END
)
PYAUTOGUI = (
    CLICKS
    | MOVE
    | MOUSE
    | DRAG
    | PIXELS
    | SUBMIT
    | KEY
    | st.builds(Key, chord=st.just(("Tab",)), repeat=st.integers(1, 9))
    | HALF
    | WAIT
    | ANSWER
    | END
    | NO
)
NOTCHES = st.integers(-30, 30).filter(bool).map(lambda turns: turns * 120.0)
PARTS = st.integers(-999, 999).filter(bool).map(lambda part: part / 1000)
FARA = CLICKS | MOVE | KEY | WEB | WAIT | END | FULL_TYPE
CAN: dict[str, st.SearchStrategy[Action]] = {
    "qwen-2.5": QWEN | HELD,
    "qwen-3": QWEN | st.builds(Click, target=PLACE, hold_ms=HOLD),
    "qwen-3.5": QWEN | HELD,
    "uitars-1.5": UITARS,
    "uitars-2": UITARS,
    "opencua": PYAUTOGUI,
    "opencua-qwen25": PYAUTOGUI,
    "kimi": PYAUTOGUI,
    "glm": clicks(1, 2, buttons="right middle")
    | MOVE
    | DRAG
    | scrolls(NOTCHES)
    | TYPE
    | KEY
    | st.just(Wait(seconds=5))
    | st.builds(Done, answer=NUMBERS | st.just(["a", "b"]))
    | END
    | NO,
    "autoglm": clicks(1, 2)
    | st.builds(Click, target=PLACE, hold_ms=HOLD)
    | SWIPE
    | st.builds(Text, text=WORDS, clear=st.just(True))
    | buttons("home", "back")
    | APP
    | WAIT
    | ASK
    | st.builds(Message, text=WORDS)
    | ANSWER,
    "holo": clicks(1)
    | st.builds(Text, text=WORDS, target=PLACE, submit=st.just(True))
    | scrolls(both(0.5), "viewport")
    | WEB
    | WAIT
    | ANSWER,
    "fara-7B": FARA | PIXELS | NO | st.builds(Done, answer=NUMBERS),
    "fara-1.5": FARA | scrolls(PARTS, "viewport", across=False) | ASK | ANSWER,
    "prompt": clicks(1, 2, 3, buttons="left right middle", hold_ms=HOLD)
    | st.just(Click(target=Ref(id="e12")))
    | st.just(SetValue(target=Ref(id="e12"), value="Red"))
    | FULL_TYPE
    | scrolls(both(0.25), "viewport")
    | KEY
    | DRAG
    | buttons("back", "home")
    | APP
    | WAIT
    | ASK
    | ANSWER
    | st.builds(Done, status=st.just("infeasible"), note=WORDS),
}


def unit(model: str) -> float:
    """Return how far apart two values of the model's measure are, at most."""
    return 1 / 999 if model not in ("qwen-2.5", "uitars-1.5", "opencua-qwen25", "holo", "fara-7B") else 1 / min(SIZE)


def near(one: Any, other: Any, most: float) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(near(one[key], other[key], most) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(near, one, other, [most] * len(one)))
    return bool(one == other) or (isinstance(one, float) and abs(one - other) <= most)


@pytest.mark.parametrize("model", GRAMMARS)
@settings(deadline=None)  # the first one reads what is translated
@given(data=st.data())
def test_an_action_written_and_read_is_the_same(model: str, data: st.DataObject) -> None:
    action = data.draw(CAN[model])
    text = GRAMMARS[model].write([action], SIZE)
    found = read(model, text)
    assert len(found) == 1, (text, found)
    assert near(plain(found[0]), plain(action), unit(model)), text


def plain(action: Action) -> dict[str, Any]:
    """Return an action as data: an end without the words beside it, and with its answer as an environment reads it."""
    if not isinstance(action, Done):
        return dump_action(action)
    said = settled(action, asked=True)
    value = read_json(said.answer) if isinstance(said.answer, str) else None
    return {"status": said.status, "answer": said.answer if value is None else value}


@pytest.mark.parametrize("model", [name for name in GRAMMARS if name.startswith(("qwen", "uitars", "opencua", "kimi"))])
@given(data=st.data())
def test_several_actions_of_an_answer_come_back_in_turn(model: str, data: st.DataObject) -> None:
    one, other = data.draw(CAN[model]), data.draw(CAN[model])
    found = read(model, GRAMMARS[model].write([one, other], SIZE))
    assert [action.type for action in found] == [one.type, other.type]


MIDDLE = Point(x=0.5, y=0.5)
TAPS = [*(Click(target=MIDDLE, count=count) for count in (1, 2, 3)), Click(target=MIDDLE, hold_ms=1000)]


@pytest.mark.parametrize("model", GRAMMARS)
@pytest.mark.parametrize("tap", TAPS)
def test_a_stand_in_says_no_tap_that_its_model_has_no_word_for(model: str, tap: Click) -> None:
    wire = OpenWire(model)
    ((said,),) = wire._parts([tap], SIZE)
    if isinstance(said, Done):
        assert said.status == "infeasible" and said.note == "this vocabulary has no word for click like that"
        return
    text = wire.written(Turn((said,)), Asked("", 0, SIZE, tree=False))
    (found,) = read(model, text)
    assert near(dump_action(found), dump_action(tap), unit(model)), text


def test_a_plain_prompts_stand_in_says_an_action_an_answer() -> None:
    body = {"messages": [{"role": "user", "content": "Do it."}]}
    assert ChatWire().asked(body, {}).answers((Click(), Key(chord=("Enter",)))) == [
        (Click(),),
        (Key(chord=("Enter",)),),
    ]
