"""The vocabulary of OpenCUA and Kimi: Python code that drives mouse and keyboard.

It is parsed statement by statement as calls of a known list, and never run.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lifeworld.agents.arguments import NOTCH, Arguments, Frame, Misread, Named
from lifeworld.agents.call_text import as_function, spoken
from lifeworld.agents.codecs.grammar import Grammar, Parsed, outcome, over, question, result
from lifeworld.agents.codecs.parts import (
    along,
    at,
    choice,
    chord,
    count,
    number,
    path,
    short_keys,
    submitted,
    target,
    text,
    unwritten,
    x_y,
)
from lifeworld.agents.codecs.python_code import is_list, statements
from lifeworld.agents.codecs.rows import Codec, Fields, Inexpressible, Part, Row, never_written, read_only, row
from lifeworld.core.actions import (
    Action,
    Button,
    Click,
    Done,
    Drag,
    Key,
    Message,
    Move,
    OpenApp,
    Scroll,
    SetValue,
    System,
    Text,
    Wait,
)

_LONG_WAIT, _SHORT_WAIT = 20, 5  # seconds of computer.wait() and of a bare WAIT

_BUTTONS = {"left": "left", "middle": "middle", "right": "right", "primary": "left", "secondary": "right"}
_LEFT = {name: button for name, button in _BUTTONS.items() if button == "left"}
_THERE, _ANYWHERE = target(x_y(), needed=True), target(x_y())


def _click(times: int = 1, button: str = "left") -> tuple[Part, ...]:
    return (_ANYWHERE, count("count", "clicks", default=times), choice("button", "button", _BUTTONS, default=button))


def _dragged() -> Part:
    """The ends of a drag, which begins with the move before it, or at the pointer."""
    ends = path(x_y(), x_y())

    def read(given: Arguments) -> Fields:
        given.choice(_LEFT, "button", default="left")
        start = given.given.get("start")
        begin = x_y().read(Arguments(start, given.frame)) if isinstance(start, Mapping) else given.cursor()
        return {"path": (begin, x_y().read(given))}

    def write(action: Drag, frame: Frame) -> Fields:
        written = ends.write(action, frame)
        return {"start": x_y().write(action.path[0], frame), **written, "duration": 0.5}

    return Part(("path",), read, write)


def _several(argument: str, *names: str) -> Any:
    """Return how a list of keys is read, each of which is pressed by itself."""

    def read(given: Arguments) -> tuple[Action, ...]:
        keys = given.keys(argument, *names)
        if not is_list(given.given.get(argument)) or len(keys) == 1:
            raise Misread("bad_argument", f"{argument} is no list of keys")
        times = given.count("presses", default=1)
        return tuple(Key(chord=(key,)) for key in keys) * min(max(times, 1), 100)

    return read


def _single(*names: str) -> Part:
    def write(action: Key, _: Frame) -> Fields:
        if len(action.chord) != 1:
            raise Inexpressible("it presses one key")
        return {names[0]: short_keys(action.chord)[0]}

    return Part(("chord",), lambda given: {"chord": given.keys(*names)}, write)


def _swiped(given: Arguments) -> Action:
    """Return the scroll that a finger's direction means."""
    dx, dy = given.direction()
    return Scroll(dx=-0.5 * dx + 0.0, dy=-0.5 * dy + 0.0, unit="viewport")


def _wheel(field: str, sign: int) -> tuple[Part, ...]:
    return (along(field, "clicks", sign * NOTCH), unwritten(_ANYWHERE))


def _pyautogui(names: str, *given: Any, **fixed: Any) -> Row:
    """Return a row whose calls pyautogui has, with or without further names of theirs."""
    return row(",".join(f"pyautogui.{name}" for name in names.split(",")), *given, **fixed)


_OTHERS = (  # which its authors' data have, and their agents' prompts have not
    row("computer.wait", Wait, seconds=_LONG_WAIT),
    row("computer.answer,answer", Done, result("answer")),
    row("browser.select_option", SetValue, _THERE, text("value", "value")),
    row("mobile.home", System, name="home"),
    row("mobile.back", System, name="back"),
    row("mobile.wait", Wait, number("seconds", "seconds", default=_SHORT_WAIT)),
    row("mobile.long_press", Click, _THERE, hold_ms=1000),
    row("mobile.swipe", Drag, path(at("from_coord"), at("to_coord")), pointer="touch"),
    row("mobile.open_app", OpenApp, text("name", "app_name")),
    row("computer.call_user", Message, question("text"), expects_reply=True),
    row("browser.clear", SetValue, _THERE, value=""),
    row("WAIT", Wait, seconds=_SHORT_WAIT),
    row("DONE", Done, over("success")),
    row("FAIL", Done, over("failure")),
    row("CALL_USER", Message, question(""), expects_reply=True),
)
_HALF = _single("key")
CODEC = Codec(
    (
        row("computer.triple_click", Click, _ANYWHERE, count=3),
        _pyautogui("click,leftClick", Click, *_click()),
        never_written(_pyautogui("rightClick", Click, *_click(button="right"))),
        never_written(_pyautogui("middleClick", Click, *_click(button="middle"))),
        never_written(_pyautogui("doubleClick", Click, *_click(2))),
        never_written(_pyautogui("tripleClick", Click, *_click(3))),
        _pyautogui("moveTo", Move, _THERE),
        _pyautogui("dragTo", Drag, _dragged()),
        _pyautogui("scroll,vscroll", Scroll, *_wheel("dy", -1)),
        _pyautogui("hscroll", Scroll, *_wheel("dx", 1)),
        _pyautogui("mouseDown", Button, choice("button", "button", _BUTTONS, default="left"), _ANYWHERE, state="down"),
        _pyautogui("mouseUp", Button, choice("button", "button", _BUTTONS, default="left"), _ANYWHERE, state="up"),
        read_only("pyautogui.write,pyautogui.typewrite", _several("message")),
        _pyautogui("write,typewrite", Text, submitted("message", end=r"\n\Z")),
        read_only("pyautogui.press", _several("keys", "key")),
        _pyautogui("press", Key, _single("keys", "key"), count("repeat", "presses", default=1)),
        _pyautogui("hotkey", Key, chord("keys", spell=short_keys)),
        _pyautogui("keyDown", Key, _HALF, state="down"),
        _pyautogui("keyUp", Key, _HALF, state="up"),
        row("time.sleep,pyautogui.sleep", Wait, number("seconds", "seconds")),
        row("computer.terminate,terminate", Done, outcome("status", "answer", written="answer")),
        *map(never_written, _OTHERS),
        read_only("mobile.swipe", _swiped),
    )
)
_FENCE = re.compile(r"```(?:code|python|py)?[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)
_HEADING = re.compile(r"^## \w+:\s*", re.MULTILINE)
_FIRST_BY_PLACE = ("press", "hotkey", "keyDown", "keyUp", "scroll", "hscroll", "write", "sleep")


def _parsed(answer: str) -> Parsed:
    """Return the calls of an answer: its last block of code, or a bare WAIT, DONE or FAIL."""
    said = spoken(answer)
    blocks = [block for block in _FENCE.findall(said) if block.strip()]
    bare = said.strip()
    code = blocks[-1] if blocks else bare if bare in CODEC.names else ""
    words = _HEADING.sub("", said.partition("```")[0]) if blocks else "" if code else bare
    return statements(code, CODEC.names) if code else [], words


def _statements(call: Named) -> list[str]:
    """Return a call as lines of code."""
    arguments = dict(call.arguments)
    start = arguments.pop("start", None)
    before = [as_function("pyautogui.moveTo", start)] if start else []
    if call.name.rpartition(".")[2] not in _FIRST_BY_PLACE:
        return [*before, as_function(call.name, arguments)]
    (_, first), *rest = arguments.items()
    places = [repr(key) for key in first] if isinstance(first, list) else [repr(first)]
    return [f"{call.name}({', '.join([*places, *(f'{name}={value!r}' for name, value in rest)])})"]


def _code(calls: Sequence[Named], words: str) -> str:
    told = f"## Action:\n{words}\n\n" if words else ""
    lines = "\n".join(line for call in calls for line in _statements(call))
    return f"{told}## Code:\n```python\n{lines}\n```"


OPENCUA = Grammar(CODEC, "fractions", _parsed, _code)
OPENCUA_QWEN25 = Grammar(CODEC, "pixels", _parsed, _code)
