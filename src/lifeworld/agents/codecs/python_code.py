"""Python code as an answer holds it: parsed statement by statement into calls, and never run."""

import ast
import warnings
from collections.abc import Container
from typing import Any

from lifeworld.agents.arguments import Named
from lifeworld.core.actions import Invalid

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


def statements(code: str, names: Container[str]) -> list[Named | Invalid]:
    """Return the calls of a piece of code, in order; whatever is no plain call of one of these names is `Invalid`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(code.strip()).body
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        return [Invalid(code="parse_error", detail=f"The code can't be read: {error}"[:300], native=code)]
    calls = [_statement(one, names) for one in body if not _is_import(one)]
    return _folded(calls) or [Invalid(code="parse_error", detail="The code does nothing.", native=code)]


def _is_import(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import) and all(
        alias.name in _MODULES and not alias.asname for alias in statement.names
    )


def _statement(statement: ast.stmt, names: Container[str]) -> Named | Invalid:
    match statement:
        case ast.Expr(ast.Name(name) | ast.Constant(str(name))):  # WAIT, DONE, FAIL
            return Named(name, {})
        case ast.Expr(ast.Call(ast.Name(name)) as call):
            return _call(name, call, names)
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(module), name)) as call):
            return _call(f"{module}.{name}", call, names)
    detail = "Only plain calls of pyautogui, time and computer are carried out."
    return Invalid(code="unknown_action", detail=detail, native=_source(statement))


def _call(name: str, call: ast.Call, names: Container[str]) -> Named | Invalid:
    if name not in names:
        return Named(name, {})
    try:
        return Named(name, _arguments(name.rpartition(".")[2], call))
    except (ValueError, TypeError, RecursionError, MemoryError):
        detail = f"{name}: arguments must be plain values."
        return Invalid(code="bad_argument", detail=detail, native=_source(call))


def _arguments(name: str, call: ast.Call) -> dict[str, Any]:
    """Return a call's arguments by name.

    Raises:
        ValueError, TypeError: one is no plain value, or there are too many.
    """
    given = [ast.literal_eval(argument) for argument in call.args]
    found = _placed(given, _PLACES.get(name, "").split())
    return found | {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg}


def _placed(given: list[Any], places: list[str]) -> dict[str, Any]:
    """Return values that were given without names, by the names of their places."""
    if places and places[0].startswith("*"):
        return {places[0][1:]: [key for one in given for key in (one if is_list(one) else [one])]}
    if given and is_list(given[0]) and places[:2] == ["x", "y"]:  # click((x, y))
        given = [*given[0], *given[1:]]
    if len(given) > len(places):
        raise ValueError(f"{len(given)} values for {len(places)} places")
    return dict(zip(places, given, strict=False))


def is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _source(statement: ast.AST) -> str:
    try:
        return ast.unparse(statement)
    except (ValueError, RecursionError):
        return type(statement).__name__


def _folded(calls: list[Named | Invalid]) -> list[Named | Invalid]:
    """Return calls with each move that a drag follows as the drag's beginning: fingers drag, but can't move before."""
    found: list[Named | Invalid] = []
    for call in calls:
        match [*found[-1:], call]:
            case [Named("pyautogui.moveTo", start), Named("pyautogui.dragTo" as name, arguments)]:
                found[-1] = Named(name, {**arguments, "start": start})
            case _:
                found.append(call)
    return found
