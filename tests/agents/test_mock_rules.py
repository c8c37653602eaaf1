"""The mock server refuses what a provider would: each rule is broken on purpose."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from tests.agents.mocked import PIXELS, picture

from lifeworld.agents.mock.anthropic import AnthropicWire
from lifeworld.agents.mock.chat import ChatWire
from lifeworld.agents.mock.gemini import GeminiWire
from lifeworld.agents.mock.openai import OpenAIWire
from lifeworld.agents.mock.script import Body, Wire, Wrong
from lifeworld.agents.picture import Picture

SHOWN = Picture(picture(), "image/png", *PIXELS.size)
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": SHOWN.base64}}
ANTHROPIC = {
    "model": "m",
    "max_tokens": 9,
    "tools": [{"type": "computer_20250124", "name": "computer", "display_width_px": 390, "display_height_px": 844}],
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": "Do it."}, IMAGE]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "computer", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [IMAGE]}]},
    ],
}
CHECK = {"id": "s1", "code": "c", "message": "m"}
OPENAI = {
    "model": "m",
    "truncation": "auto",
    "tools": [{"type": "computer_use_preview", "display_width": 390, "display_height": 844, "environment": "browser"}],
    "input": [
        {"role": "user", "content": [{"type": "input_text", "text": "Do it."}]},
        {
            "type": "computer_call",
            "id": "1",
            "call_id": "c1",
            "status": "completed",
            "pending_safety_checks": [CHECK],
            "action": {"type": "screenshot"},
        },
        {
            "type": "computer_call_output",
            "call_id": "c1",
            "acknowledged_safety_checks": [CHECK],
            "output": {"type": "computer_screenshot", "image_url": SHOWN.url},
        },
    ],
}
ASKED = {"id": "f1", "name": "click_at", "args": {"x": 1, "y": 1, "safety_decision": {"decision": "x"}}}
SURE = {"id": "f1", "name": "click_at", "response": {"safety_acknowledgement": "true"}}
GEMINI = {
    "tools": [{"computerUse": {"environment": "ENVIRONMENT_BROWSER"}}],
    "contents": [
        {"role": "user", "parts": [{"text": "Do it."}]},
        {"role": "model", "parts": [{"functionCall": ASKED}]},
        {"role": "user", "parts": [{"functionResponse": SURE}]},
    ],
}
CHAT = {
    "messages": [
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": SHOWN.url}}]},
        {"role": "assistant", "content": "click"},
        {"role": "user", "content": "Done."},
    ]
}
CALL = {"id": "c1", "type": "function", "function": {"name": "todo_complete", "arguments": "{}"}}
CALLED = {
    "messages": [
        {"role": "user", "content": "Do it."},
        {"role": "assistant", "content": "", "tool_calls": [CALL, {**CALL, "id": "c2"}]},
        {"role": "tool", "tool_call_id": "c1", "content": "Done."},
        {"role": "tool", "tool_call_id": "c2", "content": "Done."},
    ]
}
FUNCTION = {"type": "function", "name": "f", "parameters": {"type": "object", "properties": {}}, "strict": False}
DECLARED = {"functionDeclarations": [{"name": f"f{number}", "description": "f"} for number in range(65)]}
HEADERS = {"anthropic-beta": "computer-use-2025-01-24"}
Breaks = Callable[[Any], Any]


@pytest.mark.parametrize(
    ("wire", "body"),
    [
        (AnthropicWire(), ANTHROPIC),
        (OpenAIWire(), OPENAI),
        (GeminiWire(), GEMINI),
        (ChatWire(), CHAT),
        (ChatWire(), CALLED),
    ],
)
def test_what_is_right_is_taken(wire: Wire, body: Body) -> None:
    assert wire.asked(body, HEADERS).turn == 1


@pytest.mark.parametrize(
    ("wire", "body", "breaks", "said"),
    [
        (AnthropicWire(), ANTHROPIC, lambda b: b["tools"][0].update(display_width_px=391), "the tool declares"),
        (AnthropicWire(), ANTHROPIC, lambda b: b["tools"][0].update(type="computer_20251124"), "anthropic-beta"),
        (AnthropicWire(), ANTHROPIC, lambda b: b["tools"][0].update(enable_zoom=True), "not known"),
        (AnthropicWire(), ANTHROPIC, lambda b: b["tools"][0].pop("name"), "tools"),
        (AnthropicWire(), ANTHROPIC, lambda b: b["messages"][2]["content"][0].update(tool_use_id="t2"), "tool_result"),
        (AnthropicWire(), ANTHROPIC, lambda b: b["messages"].pop(), "user begins and ends"),
        (AnthropicWire(), ANTHROPIC, lambda b: b["messages"][0]["content"][0].pop("text"), "messages"),
        (AnthropicWire(), ANTHROPIC, lambda b: b.pop("max_tokens"), "max_tokens"),
        (
            AnthropicWire(),
            ANTHROPIC,
            lambda b: b["messages"][0]["content"][1]["source"].update(
                data=Picture(picture((2000, 900)), "image/png", 2000, 900).base64
            ),
            "would be scaled",
        ),
        (OpenAIWire(), OPENAI, lambda b: b["input"].pop(), "wants its output"),
        (OpenAIWire(), OPENAI, lambda b: b.update(previous_response_id="r1"), "'r1' not found"),
        (OpenAIWire(), OPENAI, lambda b: b["input"][2].pop("acknowledged_safety_checks"), "not acknowledged"),
        (OpenAIWire(), OPENAI, lambda b: b["input"][2]["output"].update(image_url="data:image/png;base64,AA"), "read"),
        (OpenAIWire(), OPENAI, lambda b: b["tools"][0].update(display_height=1), "the tool declares"),
        (OpenAIWire(), OPENAI, lambda b: b.pop("truncation"), "truncation"),
        (OpenAIWire(), OPENAI, lambda b: b["tools"][0].update(environment="phone"), "tools"),
        (OpenAIWire(), OPENAI, lambda b: b["tools"].extend([FUNCTION] * 128), "tools is too long"),
        (GeminiWire(), GEMINI, lambda b: b["tools"].append(DECLARED), "64 function declarations"),
        (GeminiWire(), GEMINI, lambda b: b["contents"].pop(), "user begins and ends"),
        (GeminiWire(), GEMINI, lambda b: _response(b).update(id="f2"), "functionResponse"),
        (GeminiWire(), GEMINI, lambda b: _response(b).update(response={}), "safety_acknowledgement"),
        (GeminiWire(), GEMINI, lambda b: b["tools"][0]["computerUse"].update(size=3), "size"),
        (ChatWire(), CHAT, lambda b: b["messages"].pop(0), "user begins"),
        (ChatWire(), CHAT, lambda b: b["messages"].pop(), "take turns"),
        (ChatWire(), CHAT, lambda b: b["messages"][0].update(role="person"), "messages"),
        (ChatWire(), CALLED, lambda b: b["messages"].pop(), "take turns|of the role tool"),
        (ChatWire(), CALLED, lambda b: b["messages"].pop(2), "answers none of"),
        (ChatWire(), CALLED, lambda b: b["messages"].insert(2, {"role": "user", "content": "So?"}), "of the role tool"),
        (ChatWire(), CALLED, lambda b: _calls(b)[0]["function"].update(arguments='{"a": '), "no object"),
        (ChatWire(), CALLED, lambda b: b.update(tools=[{"type": "function", "name": "f"}]), "tools"),
    ],
)
def test_what_is_wrong_is_refused(wire: Wire, body: Body, breaks: Breaks, said: str) -> None:
    broken = deepcopy(body)
    breaks(broken)
    with pytest.raises(Wrong, match=said):
        wire.asked(broken, HEADERS)


def _response(body: Body) -> Any:
    return body["contents"][2]["parts"][0]["functionResponse"]


def _calls(body: Body) -> Any:
    return body["messages"][1]["tool_calls"]
