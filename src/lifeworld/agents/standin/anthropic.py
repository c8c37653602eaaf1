"""Stands in for Anthropic: one tool_use block an action, in the shape of the tool that was declared."""

import itertools
from typing import Any

from anthropic.types.beta import (
    BetaComputerToolset20260801Param,
    BetaMessageParam,
    BetaToolComputerUse20241022Param,
    BetaToolComputerUse20250124Param,
    BetaToolComputerUse20251124Param,
    BetaToolParam,
)
from pydantic import TypeAdapter

from lifeworld.agents.meaning import NOTCH
from lifeworld.agents.offered import DONE
from lifeworld.agents.standin.script import Asked, Turn, spoken
from lifeworld.agents.standin.wire import Body, Headers, Wire, element_call, fits, must, pixel, seen, size_of
from lifeworld.core.actions import Action, Button, Click, Drag, Key, Move, Observe, Point, Scroll, System, Text, Wait

_MESSAGE: TypeAdapter[Any] = TypeAdapter(BetaMessageParam)
_FUNCTION: TypeAdapter[Any] = TypeAdapter(BetaToolParam)
_TOOLS: dict[str, tuple[Any, str]] = {
    "computer_20241022": (BetaToolComputerUse20241022Param, "computer-use-2024-10-22"),
    "computer_20250124": (BetaToolComputerUse20250124Param, "computer-use-2025-01-24"),
    "computer_20251124": (BetaToolComputerUse20251124Param, "computer-use-2025-11-24"),
    "computer_toolset_20260801": (BetaComputerToolset20260801Param, ""),
}
_EDGE, _TILES = 1568, 1568
_XKEYS = {  # keys as xdotool calls them, where browsers have other names
    "Enter": "Return",
    "Backspace": "BackSpace",
    "PageUp": "Page_Up",
    "PageDown": "Page_Down",
    "ArrowUp": "Up",
    "ArrowDown": "Down",
    "ArrowLeft": "Left",
    "ArrowRight": "Right",
    "Space": "space",
    "Control": "ctrl",
    "Alt": "alt",
    "Shift": "shift",
    "Meta": "super",
}
_COUNTS = {2: "double_click", 3: "triple_click"}


class AnthropicWire(Wire):
    """Keeps which tools and sizes a conversation has declared only from its last request."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._toolset = False
        self._functions: set[str] = set()

    def asked(self, body: Body, headers: Headers) -> Asked:
        tools = {tool.get("type", tool.get("name")): tool for tool in body.get("tools", [])}
        computer = next((tools[kind] for kind in tools if kind in _TOOLS), None)
        must(body.get("max_tokens"), "max_tokens is wanted")
        messages = body["messages"]
        for message in messages:
            fits(_MESSAGE, message, "messages")
        _check_turns(messages)
        sizes = [size_of(one["source"]["data"]) for one in _images(messages)]
        _check_tool(computer, sizes, headers.get("anthropic-beta", ""))
        functions = [tool for tool in body.get("tools", []) if "input_schema" in tool]
        for tool in functions:
            fits(_FUNCTION, tool, "tools")
        self._toolset, self._functions = "computer_toolset_20260801" in tools, {tool["name"] for tool in functions}
        turns = sum(message["role"] == "assistant" for message in messages)
        words = next(part["text"] for part in messages[0]["content"] if part["type"] == "text")
        names = frozenset(self._functions)
        return Asked(words, turns, sizes[-1] if computer and sizes else None, bool(names - {DONE}), names)

    def answer(self, turn: Turn, asked: Asked) -> Body:
        actions, words = spoken(turn, asked.functions)
        uses = [self._use(*call) for action in actions for call in _said(action, asked)]
        texts = [{"type": "text", "text": words}] if words else []
        return _message([*texts, *uses], "tool_use" if uses else "end_turn")

    def malformed(self) -> Body:
        return _message([self._use("left_click", {"coordinate": "here"})], "tool_use")

    def refusal(self) -> Body:
        return _message([{"type": "text", "text": "I won't."}], "refusal")

    def empty(self) -> Body:
        return _message([], "model_context_window_exceeded")

    def error(self, status: int, message: str) -> Body:
        return {"type": "error", "error": {"type": "api_error", "message": message}}

    def _use(self, name: str, given: Body) -> Body:
        block = {"type": "tool_use", "id": f"toolu_{next(self._ids)}"}
        if name in self._functions:
            return {**block, "name": name, "input": given}
        if self._toolset:
            return {**block, "name": name, "toolset_name": "computer", "input": given}
        return {**block, "name": "computer", "input": {"action": name, **given}}


def _said(action: Action, asked: Asked) -> list[tuple[str, Body]]:
    """Return the calls that an action comes to: of the computer tool where there is a picture, else a function."""
    size = seen(action, asked)
    native = _by_points(action, size) if size else None
    call = native or element_call(action, asked)
    if call is None:
        raise NotImplementedError(f"no call does {action}")
    return call if isinstance(call, list) else [call]


def _by_points(action: Action, size: tuple[int, int]) -> list[tuple[str, Body]] | None:  # noqa: C901 (a table)
    def at(target: Any, name: str = "coordinate") -> Body:
        return {name: list(pixel(target, size))} if isinstance(target, Point) else {}

    held = _held(action)
    match action:
        case Click(target=Point() | None, button="left" | "right" | "middle", hold_ms=0):
            name = _COUNTS.get(action.count, f"{action.button}_click")
            return [(name, {**at(action.target), **held})]
        case Move(target=Point()):
            return [("mouse_move", at(action.target))]
        case Button(button="left", target=None):
            return [(f"left_mouse_{action.state}", {})]
        case Drag(path=(Point() as start, Point() as end)):
            return [("left_click_drag", {**at(start, "start_coordinate"), **at(end), **held})]
        case Scroll(target=Point() | None, unit="px"):
            return [("scroll", {**at(action.target), **_notches(action), **held})]
        case Text():
            clicks = [("left_click", at(action.target))] if isinstance(action.target, Point) else []
            clear = [("key", {"text": "ctrl+a"})] if action.clear else []
            enter = [("key", {"text": "Return"})] if action.submit else []
            return [*clicks, *clear, ("type", {"text": action.text}), *enter]
        case Key(state="press"):
            chord = {"text": "+".join(_XKEYS.get(key, key) for key in action.chord)}
            if action.hold_ms:
                return [("hold_key", {**chord, "duration": action.hold_ms / 1000})]
            return [("key", {**chord, **({"repeat": action.repeat} if action.repeat > 1 else {})})]
        case System(name="home"):
            return [("key", {"text": "Home"})]
        case Wait():
            return [("wait", {"duration": action.seconds})]
        case Observe(what="screenshot"):
            return [("screenshot", {})]
        case Observe(what="zoom", region=(left, top, right, bottom)):
            corners = pixel(Point(x=left, y=top), size), pixel(Point(x=right, y=bottom), size)
            return [("zoom", {"region": [*corners[0], *corners[1]]})]
        case Observe(what="cursor"):
            return [("cursor_position", {})]
    return None


def _held(action: Any) -> Body:
    return {"text": "+".join(_XKEYS[key] for key in action.modifiers)} if getattr(action, "modifiers", ()) else {}


def _notches(action: Scroll) -> Body:
    upright = abs(action.dy) >= abs(action.dx)
    way = ("down" if action.dy > 0 else "up") if upright else ("right" if action.dx > 0 else "left")
    return {"scroll_direction": way, "scroll_amount": round(max(abs(action.dx), abs(action.dy)) / NOTCH)}


def _check_turns(messages: list[Body]) -> None:
    """See that user and assistant take turns, and that each call has its result first in the next message."""
    must(messages and messages[0]["role"] == "user" and messages[-1]["role"] == "user", "user begins and ends")
    for before, message in itertools.pairwise(messages):
        must(message["content"], "a message is empty")
        if before["role"] == "assistant":
            must(message["role"] == "user", "an assistant's message is followed by a user's")
            uses = {one["id"]: one.get("toolset_name") for one in before["content"] if one["type"] == "tool_use"}
            results = message["content"][: len(uses)]
            found = {one.get("tool_use_id"): one.get("toolset_name") for one in results}
            must(found == uses, f"each tool_use wants its tool_result first: {uses} against {found}")


def _check_tool(computer: Body | None, sizes: list[tuple[int, int]], betas: str) -> None:
    for width, height in sizes:
        tiles = -(-width // 28) * -(-height // 28)
        must(max(width, height) <= _EDGE and tiles <= _TILES, f"a picture of {width}x{height} would be scaled")
    if computer is None:
        return
    kind, beta = _TOOLS[computer["type"]]
    fits(TypeAdapter(kind), computer, "tools")
    must(computer.keys() <= kind.__annotations__.keys(), f"tools: {computer} has a field that is not known")
    must(beta in betas, f"the header anthropic-beta wants {beta}")
    if "display_width_px" in computer:
        declared = (computer["display_width_px"], computer["display_height_px"])
        must(not sizes or sizes[-1] == declared, f"the picture is {sizes[-1:]}, the tool declares {declared}")


def _images(messages: list[Body]) -> list[Body]:
    parts = [part for message in messages for part in message["content"] if isinstance(part, dict)]
    inner = [one for part in parts for one in (part.get("content") or [part]) if isinstance(one, dict)]
    return [one for one in inner if one.get("type") == "image"]


def _message(content: list[Body], why: str) -> Body:
    usage = {"input_tokens": 1000, "output_tokens": 50}
    kept = {"id": "msg_1", "type": "message", "role": "assistant", "model": "stand-in", "stop_sequence": None}
    return {**kept, "content": content, "stop_reason": why, "usage": usage}
