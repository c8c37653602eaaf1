"""What the provider did wrong leaves an episode unscored, and what the model did is its failure; either costs money."""

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from tests.agents.test_hostile_endpoints import JSON, SERVER, changed, name, origin, played, right

from lifeworld.agents.arguments import Frame, Named
from lifeworld.agents.codecs.gemini import LEGACY, MODERN
from lifeworld.agents.roster import create
from lifeworld.core.actions import Click, Done, Invalid, Text
from lifeworld.core.errors import AgentFailed, ProviderFault

__all__ = ["name", "origin"]
pytestmark = pytest.mark.usefixtures("keys")

PRICE = "&price_in=3&price_out=15"
TOO_LONG = "The prompt (length 40960) is longer than the maximum model length of 32768."


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The agents that play."""
    found: list[Any] = []
    monkeypatch.setattr(
        "tests.agents.test_hostile_endpoints.create", lambda full: found.append(create(full)) or found[-1]
    )
    return found


def refused(status: int, **error: Any) -> tuple[int, dict[str, str], bytes]:
    return status, JSON, json.dumps({"error": {"message": TOO_LONG, **error}}).encode()


def ready(name: str) -> Any:
    """Return what a provider answers that is asked whether it could be asked."""
    return {"anthropic": {"input_tokens": 1}, "openai": {"id": "m"}, "gemini": {"name": "models/m"}}.get(
        name, right(name)
    )


def one(name: str, origin: str, *bodies: Any, more: str = "") -> Any:
    """Return the last action, or the fault."""
    found = played(name, origin, *bodies, more=more)
    return found if isinstance(found, ProviderFault) else found[-1]


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_conversation_that_has_become_too_long_is_the_agents_failure_in_whatever_words(
    name: str, status: int, origin: str
) -> None:
    with pytest.raises(AgentFailed, match="the model's context is full, or holds what its provider does not take: "):
        played(name, origin, right(name), refused(status), ready(name))


def test_a_first_request_that_is_refused_is_nobodys_failure(name: str, origin: str) -> None:
    assert not one(name, origin, refused(400)).again
    assert len(SERVER.asked) == 1


@pytest.mark.parametrize("status", [400, 401])
def test_whose_provider_takes_nothing_any_more_has_not_failed(name: str, status: int, origin: str) -> None:
    said = refused(400, type="invalid_request_error", message="Your balance is too low.")
    assert isinstance(one(name, origin, right(name), said, refused(status)), ProviderFault)


def test_a_conversation_that_openai_has_lost_is_its_fault(origin: str) -> None:
    lost = refused(400, code="previous_response_not_found")
    assert isinstance(one("openai", origin, right("openai"), lost), ProviderFault)


@pytest.mark.parametrize("kind", [{"code": "context_length_exceeded"}, {"type": "exceed_context_size_error"}])
def test_a_full_context_is_known_by_its_code(kind: dict[str, str], origin: str) -> None:
    with pytest.raises(AgentFailed, match="the model's context is full: "):
        one("prompt", origin, refused(400, message="No.", **kind))


@pytest.mark.parametrize("odd", [float("inf"), -float("inf"), "\ud83d", 2**70, {"a": [float("nan"), "\udc00"]}])
def test_whatever_a_model_writes_it_is_asked_on_in_json_that_everybody_reads(name: str, odd: Any, origin: str) -> None:
    first = json.dumps(_with(name, odd)).encode()
    found = played(name, origin, (200, JSON, first), right(name))
    assert isinstance(found, list) and len(found) == 2, found
    for body in SERVER.bodies:
        assert b"\\ud" not in body.lower() and b"Infinity" not in body and b"NaN" not in body
        json.loads(body.decode())


def _with(name: str, odd: Any) -> Any:
    """Return an answer whose call has what no JSON has among its arguments; of a model that writes text, in words."""
    whole = right(name)
    match name:
        case "anthropic":
            call = next(one for one in whole["content"] if one["type"] == "tool_use")
            call["input"] |= {"note": odd, "half": "\ud83d"}
        case "openai":
            call = next(one for one in whole["output"] if one["type"] == "computer_call")
            call["actions"][0] |= {"note": odd, "half": "\ud83d"}
        case "gemini":
            parts = whole["candidates"][0]["content"]["parts"]
            next(one for one in parts if "functionCall" in one)["functionCall"]["args"] |= {"half": "\ud83d"}
        case _:
            whole["choices"][0]["message"]["content"] += "\ud83d"
    return whole


def test_what_is_nested_too_deeply_to_be_sent_again_is_the_agents_failure(origin: str) -> None:
    for depth in (300, 400, 500, 700):
        deep: Any = "\ud83d"
        for _ in range(depth):
            deep = [deep]
        try:
            found = one("anthropic", origin, _with("anthropic", deep), right("anthropic"))
            assert depth < 500 and isinstance(found, Click)
        except AgentFailed as failed:
            assert depth > 300 and "nested too deeply" in str(failed)


@pytest.mark.parametrize("actions", [["click"], "click", 3, {"type": "nothing"}, [None], [[]]])
def test_actions_of_another_shape_are_an_invalid_step(actions: Any, origin: str) -> None:
    whole = right("openai")
    place = next(nth for nth, item in enumerate(whole["output"]) if item["type"] == "computer_call")
    assert isinstance(one("openai", origin, changed(whole, ("output", place, "actions"), actions)), Invalid)


@pytest.mark.parametrize("code", ["invalid_prompt", "bio_policy"])
def test_openais_refusal_by_its_rules_is_the_models(code: str, origin: str) -> None:
    said = {"code": code, "message": "It is against our policy."}
    action = one("openai", origin, {**right("openai"), "status": "failed", "output": [], "error": said})
    assert action == Done(status="failure", note="The model refused: It is against our policy.")
    with pytest.raises(AgentFailed, match="the model refused: openai: 400 It is"):
        one("openai", origin, (400, JSON, json.dumps({"error": said}).encode()))


def _lost(name: str) -> list[tuple[str, Any]]:
    """Return answers that came to nothing, and were paid for."""
    whole = right(name)
    match name:
        case "anthropic":
            full = {**whole, "stop_reason": "model_context_window_exceeded"}
            return [("full", full), ("odd", {**whole, "content": None})]
        case "openai":
            broken = {**whole, "status": "failed", "error": {"code": "server_error", "message": "boom"}}
            return [("failed", broken), ("odd", {**whole, "output": None}), ("id", {**whole, "id": ""})]
        case "gemini":
            return [("none", {**whole, "candidates": []})]
    return [("none", {**whole, "choices": []}), ("odd", {**whole, "choices": [{"index": 0, "message": None}]})]


def test_an_answer_that_comes_to_nothing_has_cost_what_it_says(name: str, origin: str, made: list[Any]) -> None:
    played(name, origin, right(name), more=PRICE)
    whole = made[-1].usage
    assert whole.tokens_in and whole.cost
    for kind, body in _lost(name):
        try:
            assert isinstance(one(name, origin, body, more=PRICE), ProviderFault), kind
        except AgentFailed:
            assert kind == "full"
        assert made[-1].usage == whole, kind


@pytest.mark.parametrize(("decision", "checks"), [("require_confirmation", 1), ("block", 0), ("blocked", 0)])
def test_what_googles_safety_system_blocks_is_neither_played_nor_confirmed(
    decision: str, checks: int, origin: str, made: list[Any]
) -> None:
    said = {"decision": decision, "explanation": "It may do harm."}
    call = {"functionCall": {"id": "f1", "name": "click_at", "args": {"x": 1, "y": 2, "safety_decision": said}}}
    whole = right("gemini", Done())
    first, _ = played("gemini", origin, changed(whole, ("candidates", 0, "content", "parts"), [call]), whole)  # type: ignore[misc]
    assert isinstance(first, Click if checks else Invalid)
    assert made[0].safety_checks == checks
    assert (b"safety_acknowledgement" in SERVER.bodies[1]) is bool(checks)


def test_gemini_types_and_enters_unless_it_says_otherwise() -> None:
    frame, given = Frame.of((390, 844), "1000"), {"x": 1, "y": 2, "text": "milk"}
    for more, submits in (({}, True), ({"press_enter": False}, False), ({"press_enter": True}, True)):
        (action,) = LEGACY.read(Named("type_text_at", given | more), frame)
        assert isinstance(action, Text) and action.submit is submits and action.clear
    (typed,) = MODERN.read(Named("type", {"text": "milk"}), frame)
    assert isinstance(typed, Text) and not typed.submit


@pytest.mark.parametrize("status", ["queued", "in_progress", "cancelled", "failed"])
def test_a_response_that_is_no_answer_is_not_played(status: str, origin: str) -> None:
    fault = one("openai", origin, {**right("openai", Done()), "status": status})
    assert isinstance(fault, ProviderFault) and fault.again and status in str(fault)


def test_an_answer_that_ended_for_an_unknown_reason_is_no_end(origin: str) -> None:
    words = right("anthropic", Done(note="I will now"))
    fault = one("anthropic", origin, {**words, "stop_reason": "something_new"})
    assert isinstance(fault, ProviderFault) and fault.again and "something_new" in str(fault)
    assert isinstance(one("anthropic", origin, words), Done)
    for paused in ("pause_turn", "compaction"):
        fault = one("anthropic", origin, {**words, "stop_reason": paused})
        assert fault.unfinished and "paused by its provider" in str(fault)


def test_a_time_to_come_again_is_heeded(name: str, origin: str) -> None:
    when = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    for said, least, most in ((when, 60, 90), ("7", 7, 7), ("Wed, 25 Nov 2020 21:00:00 GMT", 0, 0)):
        fault = one(name, origin, (429, {**JSON, "retry-after": said}, b'{"error": {"message": "slow"}}'))
        assert fault.again and least <= fault.after <= most, said
    assert one(name, origin, (429, {**JSON, "retry-after": "soon"}, b"{}")).after is None
