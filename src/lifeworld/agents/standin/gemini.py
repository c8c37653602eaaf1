"""Stands in for Google: modern function names where the environment is mobile or desktop, else the legacy ones."""

import base64
import itertools
from typing import Any

from google.genai import types
from pydantic import ValidationError

from lifeworld.agents.offered import DONE
from lifeworld.agents.standin.script import Asked, Turn, spoken
from lifeworld.agents.standin.wire import Body, Headers, Wire, Wrong, element_call, must, pixel, seen, size_of
from lifeworld.core.actions import Action, Click, Drag, Key, Move, Navigate, Observe, Point, Scroll, System, Text, Wait

_GRID = 1000
_MOST = 64  # function declarations of a request
_EVERY = 3  # calls of which one wants a confirmation


class GeminiWire(Wire):
    """Wants a confirmation of some of its calls, which the next request must acknowledge.

    Args:
        legacy: calls have their first names, until a request declares otherwise.
    """

    def __init__(self, legacy: bool = True) -> None:
        self._ids = itertools.count(1)
        self._legacy = legacy

    def asked(self, body: Body, headers: Headers) -> Asked:
        contents = [_read(types.Content, one) for one in body["contents"]]
        tools = [_read(types.Tool, one) for one in body.get("tools", [])]
        _check_turns(contents)
        computer = next((one.computer_use for one in tools if one.computer_use), None)
        self._legacy = computer is None or computer.environment == types.Environment.ENVIRONMENT_BROWSER
        sizes = [size_of(_encoded(blob)) for content in contents for blob in _blobs(content)]
        words = next(part.text for part in contents[0].parts or [] if part.text)
        turns = sum(content.role == "model" for content in contents)
        names = frozenset(one.name or "" for tool in tools for one in tool.function_declarations or [])
        must(len(names) <= _MOST, f"{_MOST} function declarations at most")
        return Asked(words, turns, sizes[-1] if computer and sizes else None, bool(names - {DONE}), names)

    def answer(self, turn: Turn, asked: Asked) -> Body:
        actions, words = spoken(turn, asked.functions)
        calls = [call for action in actions for call in self._calls(action, asked)]
        parts = [{"functionCall": self._confirmed({"id": f"f{next(self._ids)}", **call})} for call in calls]
        return _response([*([{"text": words}] if words or not parts else []), *parts])

    def malformed(self) -> Body:
        return _response([], "MALFORMED_FUNCTION_CALL")

    def refusal(self) -> Body:
        return _response([], "SAFETY")

    def empty(self) -> Body:
        return _response([], "OTHER")

    def error(self, status: int, message: str) -> Body:
        return {"error": {"code": status, "message": message, "status": "FAILED"}}

    def _calls(self, action: Action, asked: Asked) -> list[Body]:
        say = _legacy if self._legacy else _modern
        native = say(action) if seen(action, asked) else None
        if native:
            return [{"name": name, "args": given} for name, given in native]
        call = element_call(action, asked)
        if call is None:
            raise NotImplementedError(f"no call does {action}")
        return [{"name": call[0], "args": call[1]}]

    def _confirmed(self, call: Body) -> Body:
        if int(call["id"][1:]) % _EVERY:
            return call
        decision = {"decision": "require_confirmation", "explanation": "Look twice."}
        return {**call, "args": {**call["args"], "safety_decision": decision}}


def _at(target: Any, x: str = "x", y: str = "y") -> Body:
    return dict(zip((x, y), pixel(target, (_GRID, _GRID)), strict=True))


def _legacy(action: Action) -> list[tuple[str, Body]] | None:  # noqa: C901 (a table)
    match action:
        case Click(target=Point(), button="left", count=1, hold_ms=0, modifiers=()):
            return [("click_at", _at(action.target))]
        case Move(target=Point(), modifiers=()):
            return [("hover_at", _at(action.target))]
        case Text(target=Point()):
            how = {"press_enter": action.submit, "clear_before_typing": action.clear}
            return [("type_text_at", {**_at(action.target), "text": action.text, **how})]
        case Scroll(target=Point(), unit="viewport"):
            return [("scroll_at", {**_at(action.target), **_far(action, _GRID, "magnitude")})]
        case Key(repeat=1, state="press", hold_ms=0):
            return [("key_combination", {"keys": "+".join(action.chord)})]
        case Wait(seconds=5):
            return [("wait_5_seconds", {})]
        case Navigate():
            return [("navigate", {"url": action.url})]
        case System(name="back" | "forward"):
            return [(f"go_{action.name}", {})]
        case Drag(path=(Point() as start, Point() as end)):
            return [("drag_and_drop", {**_at(start), **_at(end, "destination_x", "destination_y")})]
        case Observe(what="screenshot"):
            return [("open_web_browser", {})]
    return None


def _modern(action: Action) -> list[tuple[str, Body]] | None:  # noqa: C901 (a table)
    match action:
        case Click(target=Point(), button="left", count=1, hold_ms=hold, modifiers=()) if hold:
            return [("long_press", {**_at(action.target), "seconds": hold / 1000})]
        case Click(target=Point(), modifiers=()):
            name = {2: "double_click", 3: "triple_click"}.get(action.count, f"{action.button}_click")
            return [(name.removeprefix("left_"), {**_at(action.target), "intent": "I tap."})]
        case Move(target=Point(), modifiers=()):
            return [("move", _at(action.target))]
        case Text(target=None, clear=False):
            return [("type", {"text": action.text, "press_enter": action.submit})]
        case Text(target=Point()):
            clear = [("hotkey", {"keys": ["control", "a"]})] if action.clear else []
            typed = ("type", {"text": action.text, "press_enter": action.submit})
            return [("click", _at(action.target)), *clear, typed]
        case Scroll(target=Point(), unit="px"):
            return [("scroll", {**_at(action.target), **_far(action, 1, "magnitude_in_pixels")})]
        case Key(repeat=1, hold_ms=0):
            if action.state != "press":
                return [(f"key_{action.state}", {"key": action.chord[-1]})]
            return [("hotkey", {"keys": list(action.chord)})]
        case Wait():
            return [("wait", {"seconds": action.seconds})]
        case Drag(path=(Point() as start, Point() as end)):
            return [("drag_and_drop", {**_at(start, "start_x", "start_y"), **_at(end, "end_x", "end_y")})]
        case System(name="home" | "back" | "menu"):
            return [("press_key", {"key": action.name})]
        case Observe(what="screenshot"):
            return [("take_screenshot", {})]
    return None


def _far(action: Scroll, unit: int, name: str) -> Body:
    upright = abs(action.dy) >= abs(action.dx)
    way = ("down" if action.dy > 0 else "up") if upright else ("right" if action.dx > 0 else "left")
    return {"direction": way, name: round(max(abs(action.dx), abs(action.dy)) * unit)}


def _read(kind: Any, data: Body) -> Any:
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise Wrong(f"{kind.__name__}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def _check_turns(contents: list[types.Content]) -> None:
    """See that user and model take turns, and that each call has its response, in order and acknowledged."""
    must(contents and contents[0].role == "user" and contents[-1].role == "user", "user begins and ends")
    for before, content in itertools.pairwise(contents):
        if before.role != "model":
            continue
        calls = [part.function_call for part in before.parts or [] if part.function_call]
        answers = [part.function_response for part in content.parts or [] if part.function_response]
        asked, found = [(one.id, one.name) for one in calls], [(one.id, one.name) for one in answers]
        must(asked == found, f"each functionCall wants its functionResponse: {asked} against {found}")
        for call, answer in zip(calls, answers, strict=True):
            sure = (answer.response or {}).get("safety_acknowledgement") == "true"
            must(sure or "safety_decision" not in (call.args or {}), f"{call.name} wants safety_acknowledgement")


def _blobs(content: types.Content) -> list[Any]:
    answers = [part.function_response for part in content.parts or [] if part.function_response]
    inner = [part.inline_data for answer in answers for part in answer.parts or []]
    return [blob for blob in (*(part.inline_data for part in content.parts or []), *inner) if blob]


def _encoded(blob: Any) -> str:
    return base64.b64encode(blob.data).decode()


def _response(parts: list[Body], why: str = "STOP") -> Body:
    usage = {"promptTokenCount": 1000, "candidatesTokenCount": 50, "totalTokenCount": 1050}
    content = {"content": {"role": "model", "parts": parts}} if parts else {}
    return {"candidates": [{**content, "finishReason": why, "index": 0}], "usageMetadata": usage}
