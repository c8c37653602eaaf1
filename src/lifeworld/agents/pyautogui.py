"""Python code that drives mouse and keyboard: read statement by statement as calls of a known list, and never run."""

import ast
import warnings
from collections.abc import Mapping
from typing import Any

from lifeworld.agents.arguments import Arguments, Named
from lifeworld.agents.meaning import NOTCH
from lifeworld.agents.reading import Verb, asked, scrolled, stopped
from lifeworld.core.actions import (
    Action,
    Button,
    Click,
    Drag,
    Invalid,
    Key,
    Move,
    OpenApp,
    SetValue,
    System,
    Text,
    Wait,
)

_LONG_WAIT, _SHORT_WAIT = 20, 5  # seconds of computer.wait() and of a bare WAIT
_MODULES = ("pyautogui", "time")

# The names of what is given by place; "*" takes all that follow.
_PLACES = {
    "click": "x y clicks interval button",
    "doubleClick": "x y interval button",
    "tripleClick": "x y interval button",
    "rightClick": "x y",
    "middleClick": "x y",
    "moveTo": "x y",
    "dragTo": "x y duration button",
    "scroll": "clicks x y",
    "vscroll": "clicks x y",
    "hscroll": "clicks x y",
    "write": "message",
    "typewrite": "message",
    "press": "keys presses",
    "hotkey": "*keys",
    "keyDown": "key",
    "keyUp": "key",
    "mouseDown": "x y button",
    "mouseUp": "x y button",
    "sleep": "seconds",
    "triple_click": "x y",
    "terminate": "status answer",
    "answer": "answer",
    "open_app": "app_name",
    "long_press": "x y",
    "swipe": "from_coord to_coord",
    "select_option": "x y value",
    "clear": "x y",
    "call_user": "text",
}


def statements(code: str) -> list[Named | Invalid]:
    """Return the calls of a piece of code, in turn; whatever is no plain call of a known kind is `Invalid`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(code.strip()).body
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        return [Invalid(code="parse_error", detail=f"The code can't be read: {error}"[:300], native=code)]
    calls = [_statement(one) for one in body if not _is_import(one)]
    return _folded(calls) or [Invalid(code="parse_error", detail="The code does nothing.", native=code)]


def _is_import(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import) and all(
        alias.name in _MODULES and not alias.asname for alias in statement.names
    )


def _statement(statement: ast.stmt) -> Named | Invalid:
    value = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(value, ast.Name):  # WAIT, DONE, FAIL
        return Named(value.id, {})
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return Named(value.value, {})
    name = _name(value.func) if isinstance(value, ast.Call) else ""
    if not isinstance(value, ast.Call) or not name:
        detail = "Only plain calls of pyautogui, time and computer are carried out."
        return Invalid(code="unknown_action", detail=detail, native=_source(statement))
    if name not in VERBS:
        return Named(name, {})
    try:
        return Named(name, _arguments(name.rpartition(".")[2], value))
    except (ValueError, TypeError, RecursionError, MemoryError):
        detail = f"{name}: arguments must be plain values."
        return Invalid(code="bad_argument", detail=detail, native=_source(statement))


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Name):
        return called.id
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        return f"{called.value.id}.{called.attr}"
    return ""


def _arguments(name: str, call: ast.Call) -> dict[str, Any]:
    """Return a call's arguments by name.

    Raises:
        ValueError, TypeError: one is no plain value, or there are too many.
    """
    given = [ast.literal_eval(argument) for argument in call.args]
    places = _PLACES.get(name, "").split()
    if places and places[0].startswith("*"):
        found: dict[str, Any] = {places[0][1:]: [key for one in given for key in (one if _is_list(one) else [one])]}
    else:
        if given and _is_list(given[0]) and places[:2] == ["x", "y"]:  # click((x, y))
            given = [*given[0], *given[1:]]
        if len(given) > len(places):
            raise ValueError(name)
        found = dict(zip(places, given, strict=False))
    return found | {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg}


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _source(statement: ast.stmt) -> str:
    try:
        return ast.unparse(statement)
    except (ValueError, RecursionError):
        return type(statement).__name__


def _folded(calls: list[Named | Invalid]) -> list[Named | Invalid]:
    """Return calls with each move that a drag follows as the drag's beginning: fingers drag, but can't move before."""
    found: list[Named | Invalid] = []
    for call in calls:
        before = found[-1] if found else None
        if _is_call(call, "dragTo") and before is not None and _is_call(before, "moveTo"):
            assert isinstance(call, Named) and isinstance(before, Named)
            found[-1] = Named(call.name, {**call.arguments, "start": before.arguments})
        else:
            found.append(call)
    return found


def _is_call(call: Named | Invalid, name: str) -> bool:
    return isinstance(call, Named) and call.name == f"pyautogui.{name}"


def _click(count: int = 1, button: str = "left") -> Verb:
    def verb(given: Arguments) -> Action:
        presses = given.count("clicks", default=count)
        return Click(target=given.x_y_if_any(), button=_button(given, button), count=presses)

    return verb


def _button(given: Arguments, default: str = "left") -> Any:
    names = {"left": "left", "primary": "left", "middle": "middle", "right": "right", "secondary": "right"}
    return given.choice(names, "button", default=default)


def _drag(given: Arguments) -> Action:
    start = given.given.get("start")
    begin = Arguments(start, given.seen).x_y() if isinstance(start, Mapping) else given.cursor()
    if _button(given) != "left":
        return Invalid(code="unsupported_on_target", detail="Only the left button drags.")
    return Drag(path=(begin, given.x_y()))


def _scroll(x: int, y: int) -> Verb:
    def verb(given: Arguments) -> Action:
        length = given.number("clicks") * NOTCH
        return scrolled((x, y), length, given.x_y_if_any())

    return verb


def _write(given: Arguments) -> Action | tuple[Action, ...]:
    if _is_list(given.given.get("message")):
        return tuple(Key(chord=(key,)) for key in given.keys("message"))
    text = given.text("message")
    return Text(text=text.removesuffix("\n"), submit=text.endswith("\n"))


def _press(given: Arguments) -> Action | tuple[Action, ...]:
    keys, times = given.keys("keys", "key"), given.count("presses", default=1)
    if len(keys) == 1:
        return Key(chord=keys, repeat=times)
    return tuple(Key(chord=(key,)) for key in keys) * min(max(times, 1), 100)


def _mouse(state: Any) -> Verb:
    return lambda given: Button(state=state, button=_button(given), target=given.x_y_if_any())


def _key(state: Any) -> Verb:
    return lambda given: Key(chord=given.keys("key"), state=state)


def _terminate(given: Arguments) -> Action:
    ways = {"success": "success", "failure": "failure", "fail": "failure"}
    return stopped(given.choice(ways, "status", default="success"), given.answer("answer"), given.seen.words)


def _answer(given: Arguments) -> Action:
    return stopped("success", given.answer("answer"), given.seen.words)


def _long_press(given: Arguments) -> Action:
    return Click(target=given.x_y(), hold_ms=1000)


def _swipe(given: Arguments) -> Action:
    if given.has("from_coord"):
        return Drag(path=(given.point("from_coord"), given.point("to_coord")), pointer="touch")
    return scrolled(given.direction(), -0.5, unit="viewport")  # which way the finger goes


_POINTING: dict[str, Verb] = {
    "click": _click(),
    "leftClick": _click(),
    "rightClick": _click(button="right"),
    "middleClick": _click(button="middle"),
    "doubleClick": _click(2),
    "tripleClick": _click(3),
    "moveTo": lambda given: Move(target=given.x_y()),
    "dragTo": _drag,
    "scroll": _scroll(0, -1),
    "vscroll": _scroll(0, -1),
    "hscroll": _scroll(1, 0),
    "mouseDown": _mouse("down"),
    "mouseUp": _mouse("up"),
}
_TYPING: dict[str, Verb] = {
    "write": _write,
    "typewrite": _write,
    "press": _press,
    "hotkey": lambda given: Key(chord=given.keys("keys")),
    "keyDown": _key("down"),
    "keyUp": _key("up"),
    "sleep": lambda given: Wait(seconds=given.number("seconds")),
}
VERBS: dict[str, Verb] = {
    **{f"pyautogui.{name}": verb for name, verb in (_POINTING | _TYPING).items()},
    "time.sleep": _TYPING["sleep"],
    "computer.triple_click": _click(3),
    "computer.wait": lambda given: Wait(seconds=_LONG_WAIT),
    "computer.terminate": _terminate,
    "terminate": _terminate,
    "computer.answer": _answer,
    "answer": _answer,
    "browser.select_option": lambda given: SetValue(target=given.x_y(), value=given.text("value")),
    "browser.clear": lambda given: SetValue(target=given.x_y(), value=""),
    "mobile.home": lambda given: System(name="home"),
    "mobile.back": lambda given: System(name="back"),
    "mobile.wait": lambda given: Wait(seconds=given.number("seconds", default=_SHORT_WAIT)),
    "mobile.long_press": _long_press,
    "mobile.swipe": _swipe,
    "mobile.open_app": lambda given: OpenApp(name=given.text("app_name")),
    "computer.call_user": lambda given: asked(given.text("text", default=""), given.seen.words),
    "WAIT": lambda given: Wait(seconds=_SHORT_WAIT),
    "DONE": lambda given: stopped("success", None, given.seen.words),
    "FAIL": lambda given: stopped("failure", None, given.seen.words),
    "CALL_USER": lambda given: asked("", given.seen.words),
}
