"""Mock of OpenAI: an answer's actions by points are one batch, or one call each in the preview."""

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

from openai.types.responses import ComputerToolParam, ComputerUsePreviewToolParam, FunctionToolParam
from openai.types.responses.response_input_item_param import ResponseInputItemParam
from pydantic import TypeAdapter

from lifeworld.agents.codecs.grammar import by_action
from lifeworld.agents.codecs.openai import CODEC
from lifeworld.agents.mock.script import Asked, Body, Headers, Turn, Wire, calls_of, fits, must, size_of, spoken
from lifeworld.agents.offered import DONE
from lifeworld.core.jsontext import json_text

_ITEM: TypeAdapter[Any] = TypeAdapter(ResponseInputItemParam)
_TOOLS: dict[str, TypeAdapter[Any]] = {
    "computer": TypeAdapter(ComputerToolParam),
    "computer_use_preview": TypeAdapter(ComputerUsePreviewToolParam),
    "function": TypeAdapter(FunctionToolParam),
}
_MOST = 128  # tools of a request
_MANY = 5000  # answers that are kept
_EVERY = 3  # calls of which one has a safety check


_DETAILS = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
_SAME: Body = {
    "object": "response",
    "created_at": 1,
    "status": "completed",
    "model": "mock",
    "tool_choice": "auto",
    "error": None,
    "incomplete_details": None,
    "instructions": None,
    "metadata": {},
    "tools": [],
    "parallel_tool_calls": True,
    "usage": {"input_tokens": 1000, "output_tokens": 50, "total_tokens": 1050, **_DETAILS},
}


class Kept(NamedTuple):
    """What is kept of a conversation up to an answer.

    Attributes:
        calls: of that answer, which the next request must have outputs for.
    """

    task: str
    turns: int
    calls: list[Body]


class OpenAIWire(Wire):
    """Has a safety check on some of its calls, which the next request must acknowledge; keeps answers by their ids."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._preview = False
        self._kept: dict[str, Kept] = {}
        self._asked, self._stores = Asked("", 0, None, tree=False), True  # of the last request

    def asked(self, body: Body, headers: Headers) -> Asked:
        self._asked, self._stores = self._read(body), body.get("store", True)
        return self._asked

    def _read(self, body: Body) -> Asked:
        before = self._before(body)
        for tool in body.get("tools", []):
            must(tool.get("type") in _TOOLS, f"there is no tool {tool}")
            fits(_TOOLS[tool["type"]], tool, "tools")
        for item in body["input"]:
            fits(_ITEM, item, "input")
        _check_outputs([*before.calls, *body["input"]])
        kinds = {tool["type"]: tool for tool in body.get("tools", [])}
        computer = kinds.get("computer") or kinds.get("computer_use_preview")
        sizes = [size_of(url) for url in _pictures(body["input"])]
        self._preview = "computer_use_preview" in kinds
        if self._preview:
            must(body.get("truncation") == "auto", "the preview wants truncation=auto")
            declared = (kinds["computer_use_preview"]["display_width"], kinds["computer_use_preview"]["display_height"])
            must(not sizes or sizes[-1] == declared, f"the picture is {sizes[-1:]}, the tool declares {declared}")
        words = before.task or next(
            part["text"] for part in body["input"][0]["content"] if part["type"] == "input_text"
        )
        names = frozenset(tool["name"] for tool in body.get("tools", []) if tool["type"] == "function")
        must(len(body.get("tools", [])) <= _MOST, f"tools is too long: {_MOST} at most")
        turns = before.turns + _turns(body["input"])
        return Asked(words, turns, sizes[-1] if computer and sizes else None, bool(names - {DONE}), names)

    def _before(self, body: Body) -> Kept:
        name = body.get("previous_response_id")
        must(name is None or name in self._kept, f"Previous response with id {name!r} not found.")
        return self._kept[name] if name else Kept("", 0, [])

    def answer(self, turn: Turn, asked: Asked) -> Body:
        actions, words = spoken(turn, asked.functions)
        items, batch = list[Body](), list[Body]()
        for action in actions:
            calls, native = calls_of(CODEC, action, asked)
            if native:
                batch += [by_action(call, "type") for call in calls]
                continue
            items += [*self._batch(batch), *(self._function(call.name, call.arguments) for call in calls)]
            batch = []
        items += self._batch(batch)
        return self._response([*([_said(words, next(self._ids))] if words or not items else []), *items])

    def malformed(self) -> Body:
        return self._response([{**self._function("tap_element", {}), "arguments": '{"ref": '}])

    def refusal(self) -> Body:
        part = {"type": "refusal", "refusal": "I won't."}
        return self._response([{**_said("", next(self._ids)), "content": [part]}])

    def empty(self) -> Body:
        error = {"code": "server_error", "message": "Something broke."}
        return {**self._response([]), "status": "failed", "error": error}

    def _response(self, items: list[Body]) -> Body:
        name = f"resp_{next(self._ids)}"
        if self._stores:
            calls = [item for item in items if str(item["type"]).endswith("_call")]
            self._kept[name] = Kept(self._asked.task, self._asked.turn + 1, calls)
            self._kept.pop(next(iter(self._kept)) if len(self._kept) > _MANY else "", None)
        return {"id": name, **_SAME, "output": items}

    def _batch(self, actions: list[Body]) -> list[Body]:
        if not actions:
            return []
        calls = [{"action": one} for one in actions] if self._preview else [{"actions": actions}]
        return [self._call(one) for one in calls]

    def _call(self, action: Body) -> Body:
        n = next(self._ids)
        checks = [{"id": f"sc_{n}", "code": "sensitive_domain", "message": "Look twice."}] if n % _EVERY == 0 else []
        same = {"type": "computer_call", "id": f"cu_{n}", "call_id": f"call_{n}", "status": "completed"}
        return {**same, "pending_safety_checks": checks, **action}

    def _function(self, name: str, given: Mapping[str, Any]) -> Body:
        n = next(self._ids)
        same = {"type": "function_call", "id": f"fc_{n}", "call_id": f"call_{n}", "status": "completed"}
        return {**same, "name": name, "arguments": json_text(given)}


def _check_outputs(items: list[Body]) -> None:
    """See that each call has its output, and each safety check its acknowledgement."""
    calls = {one["call_id"]: one for one in items if one.get("type") in ("computer_call", "function_call")}
    outputs = {one["call_id"]: one for one in items if str(one.get("type")).endswith("_call_output")}
    must(calls.keys() == outputs.keys(), f"each call wants its output: {sorted(calls)} against {sorted(outputs)}")
    for number, call in calls.items():
        given = outputs[number].get("acknowledged_safety_checks") or []
        must(outputs[number]["type"] == f"{call['type']}_output", f"{number} has an output of another kind")
        checks = {check["id"] for check in call.get("pending_safety_checks", [])}
        must(checks <= {check["id"] for check in given}, f"{number} has safety checks that are not acknowledged")


def _turns(items: list[Body]) -> int:
    """Return how many answers there were: runs of items that are the model's."""
    ours = [one.get("role") == "user" or str(one.get("type")).endswith("_output") for one in items]
    return sum(before and not now for before, now in itertools.pairwise(ours))


def _pictures(items: list[Body]) -> list[str]:
    outputs = [one["output"]["image_url"] for one in items if one.get("type") == "computer_call_output"]
    parts = [part for one in items if one.get("role") == "user" for part in one["content"]]
    return [*[part["image_url"] for part in parts if part["type"] == "input_image"], *outputs]


def _said(words: str, number: int) -> Body:
    part = {"type": "output_text", "text": words, "annotations": []}
    return {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": [part]}
