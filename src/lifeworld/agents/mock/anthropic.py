"""Mock of Anthropic: one tool_use block an action, in the shape of the tool that was declared."""

import itertools
from collections.abc import Mapping
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

from lifeworld.agents.codecs.anthropic import CODEC
from lifeworld.agents.mock.script import Asked, Body, Headers, Turn, Wire, calls_of, fits, must, size_of, spoken
from lifeworld.agents.offered import DONE

_MESSAGE: TypeAdapter[Any] = TypeAdapter(BetaMessageParam)
_FUNCTION: TypeAdapter[Any] = TypeAdapter(BetaToolParam)
_TOOLS: dict[str, tuple[Any, str]] = {
    "computer_20241022": (BetaToolComputerUse20241022Param, "computer-use-2024-10-22"),
    "computer_20250124": (BetaToolComputerUse20250124Param, "computer-use-2025-01-24"),
    "computer_20251124": (BetaToolComputerUse20251124Param, "computer-use-2025-11-24"),
    "computer_toolset_20260801": (BetaComputerToolset20260801Param, ""),
}
_EDGE, _TILES = 1568, 1568


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
        calls = [call for action in actions for call in calls_of(CODEC, action, asked)[0]]
        uses = [self._use(call.name, call.arguments) for call in calls]
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

    def _use(self, name: str, given: Mapping[str, Any]) -> Body:
        block = {"type": "tool_use", "id": f"toolu_{next(self._ids)}"}
        if name in self._functions:
            return {**block, "name": name, "input": given}
        if self._toolset:
            return {**block, "name": name, "toolset_name": "computer", "input": given}
        return {**block, "name": "computer", "input": {"action": name, **given}}


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
    kept = {"id": "msg_1", "type": "message", "role": "assistant", "model": "mock", "stop_sequence": None}
    return {**kept, "content": content, "stop_reason": why, "usage": usage}
