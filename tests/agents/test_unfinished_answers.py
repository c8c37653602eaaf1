"""Answers that are not whole, refusals, caches and what else a request says, against stand-ins that know no codec.

Each stand-in is a few lines of the provider's documented JSON and nothing of ours.
"""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from tests.agents.mocked import PIXELS, picture

from lifeworld.agents import model, prices
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.roster import create
from lifeworld.agents.settings import Settings
from lifeworld.core.actions import Action, Click, Done, Point
from lifeworld.core.errors import AgentFailed, ProviderFault, UserError
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage
from lifeworld.web.loopback import serving

Body = dict[str, Any]
WHOLE, HALF, CUT, PAUSED, REFUSED = "whole", "half", "cut", "paused", "refused"
CLICK = Click(target=Point(x=0.5, y=0.5))
MIDDLE = (195, 422)
HALF_SENTENCE = "I have found that the ans"


def _anthropic(kind: str) -> Body:
    usage = {"input_tokens": 10, "cache_read_input_tokens": 70, "cache_creation_input_tokens": 20, "output_tokens": 5}
    say = {"type": "text", "text": HALF_SENTENCE}
    use: Body = {"type": "tool_use", "id": "t1", "name": "left_click", "toolset_name": "computer"}
    content, why = {
        WHOLE: ([{**use, "input": {"coordinate": [*MIDDLE]}}], "tool_use"),
        HALF: ([say], "max_tokens"),
        CUT: ([{**use, "input": {}}], "max_tokens"),
        PAUSED: ([say], "pause_turn"),
        REFUSED: ([], "refusal"),
    }[kind]
    details = {"type": "refusal", "category": "cyber", "explanation": "It could do harm."} if kind == REFUSED else None
    same = {"id": "m1", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None}
    return {**same, "content": content, "stop_reason": why, "stop_details": details, "usage": usage}


def _openai(kind: str) -> Body:
    details: Body = {"input_tokens_details": {"cached_tokens": 70, "cache_write_tokens": 20}}
    usage = {"input_tokens": 100, "output_tokens": 5, "total_tokens": 105, **details}
    usage["output_tokens_details"] = {"reasoning_tokens": 0}
    said: Body = {"type": "message", "id": "i1", "role": "assistant", "status": "incomplete"}
    words = {"type": "output_text", "text": HALF_SENTENCE, "annotations": []}
    call: Body = {"type": "computer_call", "id": "i1", "call_id": "c1", "pending_safety_checks": []}
    x, y = MIDDLE
    output = {
        WHOLE: {**call, "status": "completed", "actions": [{"type": "click", "button": "left", "x": x, "y": y}]},
        HALF: {**said, "content": [words]},
        CUT: {**call, "status": "incomplete", "actions": []},
        REFUSED: {**said, "content": [{"type": "refusal", "refusal": "It could do harm."}]},
    }[kind]
    status = "incomplete" if kind in (HALF, CUT) else "completed"
    why = {"reason": "max_output_tokens"} if status == "incomplete" else None
    same = {"id": f"r_{kind}", "object": "response", "created_at": 1, "model": "m", "tools": [], "metadata": {}}
    kept = {"tool_choice": "auto", "parallel_tool_calls": True, "error": None, "instructions": None}
    return {**same, **kept, "output": [output], "status": status, "incomplete_details": why, "usage": usage}


def _gemini(kind: str) -> Body:
    usage = {"promptTokenCount": 100, "cachedContentTokenCount": 70, "candidatesTokenCount": 5, "totalTokenCount": 105}
    call = {"functionCall": {"id": "f1", "name": "click_at", "args": {"x": 500, "y": 500}}}
    parts, why = {
        WHOLE: ([call], "STOP"),
        HALF: ([{"text": HALF_SENTENCE}], "MAX_TOKENS"),
        CUT: ([{"functionCall": {"name": "click_at", "args": {}}}], "MAX_TOKENS"),
        REFUSED: ([], "SAFETY"),
    }[kind]
    content = {"content": {"role": "model", "parts": parts}} if parts else {}
    return {"candidates": [{**content, "finishReason": why, "index": 0}], "usageMetadata": usage}


def _uitars(kind: str) -> Body:
    text, why = {
        WHOLE: ("Thought: So.\nAction: click(point='<point>196 420</point>')", "stop"),
        HALF: (f"Thought: {HALF_SENTENCE}", "length"),
        CUT: ("Thought: So.\nAction: click(point='<poi", "length"),
        REFUSED: ("It could do harm.", "content_filter"),
    }[kind]
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": why}
    usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


ANSWERS = {"anthropic": _anthropic, "openai": _openai, "gemini": _gemini, "uitars": _uitars}
LIMITS = {
    "anthropic": lambda body: body["max_tokens"],
    "openai": lambda body: body["max_output_tokens"],
    "gemini": lambda body: body["generationConfig"]["maxOutputTokens"],
    "uitars": lambda body: body["max_tokens"],
}


class StandIn:
    """Answers in the order given; an answer that is a number is an error of that status."""

    def __init__(self) -> None:
        self.provider, self.answers, self.asked = "", list[str | int](), list[Body]()

    async def answer(self, request: Request) -> JSONResponse:
        self.asked.append(json.loads(await request.body()))
        kind = self.answers.pop(0)
        if isinstance(kind, int):
            return JSONResponse({"error": {"message": "max_tokens is too large", "type": "x", "code": kind}}, kind)
        return JSONResponse(ANSWERS[self.provider](kind))


STAND_IN = StandIn()


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with serving(Starlette(routes=[Route("/{path:path}", STAND_IN.answer, methods=["POST"])])) as origin:
        yield origin


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, keys: None) -> None:
    monkeypatch.setattr(model, "_longest", {})


def agent(provider: str, origin: str, *answers: str | int, more: str = "") -> ModelAgent:
    STAND_IN.provider, STAND_IN.answers, STAND_IN.asked = provider, list(answers), []
    return create(f"{provider}:m?base_url={origin}&max_tokens=100&price_in=10&price_cached=1&price_out=100{more}")  # type: ignore[return-value]


def played(one: ModelAgent, *seen: Observation) -> list[Action]:
    """Return what an agent does; where its answer is not whole, it is asked on, as a run does."""

    async def acted(each: Observation) -> Action:
        while True:
            try:
                return await one.act(each)
            except ProviderFault as fault:
                if not fault.unfinished:
                    raise

    async def play() -> list[Action]:
        try:
            return [await acted(each) for each in seen or (PIXELS,)]
        finally:
            await one.close()

    return asyncio.run(play())


EACH = pytest.mark.parametrize("provider", ANSWERS)


@EACH
@pytest.mark.parametrize("kind", [HALF, CUT])
def test_what_is_cut_off_is_asked_for_again_with_more(provider: str, kind: str, origin: str) -> None:
    one = agent(provider, origin, kind, kind, WHOLE)
    (action,) = played(one)
    assert isinstance(action, Click) and action.target.x == pytest.approx(0.5, abs=0.01)  # type: ignore[union-attr]
    assert [LIMITS[provider](body) for body in STAND_IN.asked] == [100, 200, 400]
    assert one.cut_off == 2 and (one.usage.tokens_in, one.usage.tokens_out) == (300, 15)
    first, last = STAND_IN.asked[0], STAND_IN.asked[-1]
    for body in (first, last):
        body.pop("max_tokens", None), body.pop("max_output_tokens", None), body.pop("generationConfig", None)
    assert first == last and HALF_SENTENCE not in json.dumps(last)


@EACH
def test_what_stays_cut_off_says_so(provider: str, origin: str) -> None:
    one = agent(provider, origin, HALF, CUT, HALF)
    with pytest.raises(AgentFailed, match="the model's answer was cut off at 400 tokens"):
        played(one)
    assert one.cut_off == 3 and one.usage.tokens_out == 15


@EACH
def test_a_model_that_takes_no_more_has_been_cut_off(provider: str, origin: str) -> None:
    with pytest.raises(AgentFailed, match=r"was cut off, and 200 tokens could not be asked for: .*too large"):
        played(agent(provider, origin, HALF, 400))


@EACH
def test_a_refusal_says_that_it_was_one(provider: str, origin: str) -> None:
    (action,) = played(agent(provider, origin, REFUSED))
    why = "SAFETY" if provider == "gemini" else "It could do harm."
    assert action == Done(status="failure", note=f"The model refused: {why}")


def test_a_paused_answer_is_asked_on_from_where_it_stands(origin: str) -> None:
    one = agent("anthropic", origin, PAUSED, WHOLE)
    assert played(one) == [CLICK] and one.cut_off == 1
    assert [body["max_tokens"] for body in STAND_IN.asked] == [100, 100]
    assert STAND_IN.asked[1]["messages"][-1] == {
        "role": "assistant",
        "content": [{"type": "text", "text": HALF_SENTENCE}],
    }
    with pytest.raises(AgentFailed, match="paused it 9 times"):
        played(agent("anthropic", origin, *[PAUSED] * 20))


def test_a_cache_is_asked_for_and_costs_what_it_costs(origin: str) -> None:
    one = agent("anthropic", origin, WHOLE)
    played(one)
    assert STAND_IN.asked[0]["cache_control"] == {"type": "ephemeral"}
    assert one.usage == Usage(100, 5, pytest.approx((10 * 10 + 70 * 1 + 20 * 12.5 + 5 * 100) / 1e6))
    two = agent("openai", origin, WHOLE, WHOLE)
    played(two, PIXELS, PIXELS)
    keys = {body["prompt_cache_key"] for body in STAND_IN.asked}
    assert len(keys) == 1 and two.usage.cost == pytest.approx(2 * (10 * 10 + 70 * 1 + 20 * 12.5 + 5 * 100) / 1e6)
    three = agent("gemini", origin, WHOLE)
    played(three)
    assert three.usage.cost == pytest.approx((30 * 10 + 70 * 1 + 5 * 100) / 1e6)


def test_each_request_begins_with_all_of_the_last_one_unless_pictures_are_to_leave(origin: str) -> None:
    played(agent("anthropic", origin, *[WHOLE] * 5), *[PIXELS] * 5)
    for before, after in zip(STAND_IN.asked, STAND_IN.asked[1:], strict=False):
        assert after["messages"][: len(before["messages"])] == before["messages"]
        assert "cache_control" in after
    played(agent("anthropic", origin, *[WHOLE] * 4, more="&screenshots=2&thinking=adaptive"), *[PIXELS] * 4)
    assert ["cache_control" in body for body in STAND_IN.asked] == [True, False, False, False]
    drops = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    assert all(body["thinking"] == drops for body in STAND_IN.asked)


@pytest.mark.parametrize(
    ("provider", "more", "part"),
    [
        ("anthropic", "&effort=low", {"output_config": {"effort": "low"}}),
        ("anthropic", "&thinking=2048&max_tokens=4096", {"thinking": {"type": "enabled", "budget_tokens": 2048}}),
        ("anthropic", "&thinking=disabled&temperature=0", {"thinking": {"type": "disabled"}, "temperature": 0}),
        ("openai", "&effort=xhigh", {"reasoning": {"effort": "xhigh"}}),
        ("gemini", "&effort=high", {"generationConfig": {"thinkingConfig": {"thinkingLevel": "HIGH"}}}),
        ("gemini", "&thinking=0", {"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}}),
    ],
)
def test_effort_and_thinking_are_sent_as_the_provider_has_them(
    provider: str, more: str, part: Body, origin: str
) -> None:
    limit = "" if "max_tokens" in more else "&max_tokens=100"
    STAND_IN.provider, STAND_IN.answers, STAND_IN.asked = provider, [WHOLE], []
    played(create(f"{provider}:m?base_url={origin}{limit}{more}"))  # type: ignore[arg-type]
    sent = STAND_IN.asked[0]
    for name, value in part.items():
        assert (value.items() <= sent[name].items()) if isinstance(value, dict) else sent[name] == value


@pytest.mark.parametrize(
    ("provider", "variable"),
    [("anthropic", "ANTHROPIC_BASE_URL"), ("openai", "OPENAI_BASE_URL"), ("gemini", "GOOGLE_GEMINI_BASE_URL")],
)
def test_an_address_of_the_environment_is_heeded_and_has_no_known_price(
    provider: str, variable: str, origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"anthropic": "claude-opus-5-5", "openai": "gpt-6.2-sol", "gemini": "gemini-3.8-flash"}
    STAND_IN.provider, STAND_IN.answers, STAND_IN.asked = provider, [WHOLE, WHOLE], []
    assert create(f"{provider}:{names[provider]}").priced
    monkeypatch.setenv(variable, origin)
    one = create(f"{provider}:{names[provider]}")
    played(one)  # type: ignore[arg-type]
    assert len(STAND_IN.asked) == 1 and not one.priced
    monkeypatch.setenv(variable, "ftp://nowhere")
    played(create(f"{provider}:m?base_url={origin}"))  # type: ignore[arg-type]
    assert len(STAND_IN.asked) == 2  # what is given goes first
    with pytest.raises(UserError, match="http:// or https://"):
        create(f"{provider}:m")


def test_a_response_to_gemini_tells_the_address(origin: str) -> None:
    played(agent("gemini", origin, WHOLE, WHOLE), PIXELS, replace(PIXELS, url="/todo?list=3"))
    (response,) = [part["functionResponse"] for part in STAND_IN.asked[1]["contents"][-1]["parts"]]
    assert response["response"]["url"] == "/todo?list=3"


def test_dense_pictures_are_sent_as_dense_as_the_provider_takes(origin: str) -> None:
    dense = replace(PIXELS, screenshot=picture((780, 1688)))
    one = agent("anthropic", origin, WHOLE, more="&scale=2&tool=computer_20250124")
    assert one.scale == 2
    played(one, dense)
    (tool,) = STAND_IN.asked[0]["tools"]
    assert (tool["display_width_px"], tool["display_height_px"]) == (710, 1536)


def test_a_request_with_a_budget_allows_what_answers_seem_to_need(origin: str) -> None:
    more = "&max_tokens=4096"
    one = create(f"openai:m?base_url={origin}&price_in=10&price_out=100{more}")
    STAND_IN.provider, STAND_IN.answers, STAND_IN.asked = "openai", [WHOLE, HALF, WHOLE], []
    bounds = list[Usage]()

    async def play() -> None:
        for _ in range(3):
            bounds.append(one.most(PIXELS))
            try:
                await one.act(PIXELS)
            except ProviderFault as fault:
                assert fault.unfinished
        await one.close()

    asyncio.run(play())
    assert [body["max_output_tokens"] for body in STAND_IN.asked] == [4096, 1024, 4096]
    assert [bound.tokens_out for bound in bounds] == [4096, 1024, 4096]
    assert bounds[0].tokens_in > 6000 and all(100 < bound.tokens_in < 2600 for bound in bounds[1:])


def test_the_table_knows_todays_models_and_what_long_requests_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    def known(name: str, read: int = 0) -> tuple[float, ...] | None:
        return prices.price(Settings(model=name), read)

    assert known("claude-opus-5-5") == (4, 0.2, 20) and known("claude-opus-5") == (5, 0.5, 25)
    assert known("claude-opus-4-8") == (5, 0.5, 25) and known("claude-sonnet-5-5-20260922") == (2, 0.1, 10)
    assert known("gpt-6.2-sol") == (2, 0.1, 10) and known("gpt-6.2-sol", 300_000) == (4, 0.2, 15)
    assert known("claude-haiku-5-5", 100_000) == (0.1, 0.01, 0.5) and known("claude-haiku-5-5", 100_001) == (
        0.5,
        0.05,
        2.5,
    )
    for dated, name in (
        ("opus-5-20260801", "opus-5"),
        ("sonnet-5-20260801", "sonnet-5"),
        ("haiku-5-5-20261001", "haiku-5-5"),
    ):
        assert known(f"claude-{dated}", 200_000) == known(f"claude-{name}", 200_000) is not None
    assert known("claude-opus-4-20250514") == known("claude-opus-4-0") == (15, 1.5, 75)
    assert known("claude-sonnet-4-20250514") == known("claude-sonnet-4-0") == (3, 0.3, 15)
    assert known("gpt-5.5-2026-04-01", 300_000) == known("gpt-5.5", 300_000) == (10, 1, 45)
    assert known("gpt-5.5-20") is None
    for address, there in (
        ("https://api.anthropic.com", True),
        ("https://api.anthropic.com/", True),
        ("http://h", False),
    ):
        assert (prices.price(Settings(model="claude-opus-5", base_url=address)) is not None) is there
    assert known("gpt-7") is None and known("gpt-5.5-pro") is None

    class Later(prices.datetime):  # type: ignore[name-defined,misc]
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls(2027, 1, 1, tzinfo=tz)

    assert known("gemini-3.8-flash") in ((0.75, 0.075, 3.75), (1.5, 0.15, 7.5))
    monkeypatch.setattr(prices, "datetime", Later)
    assert known("gemini-3.8-flash") == (1.5, 0.15, 7.5)
