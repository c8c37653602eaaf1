"""Mock of Google: modern function names where the environment is mobile or desktop, else the legacy ones."""

import base64
import itertools
from typing import Any

from google.genai import types
from pydantic import ValidationError

from lifeworld.agents.arguments import Named
from lifeworld.agents.codecs.gemini import LEGACY, MEASURE, MODERN
from lifeworld.agents.mock.script import Asked, Body, Headers, Turn, Wire, Wrong, calls_of, must, size_of, spoken
from lifeworld.agents.offered import DONE

_MOST = 64  # function declarations of a request
_EVERY = 3  # calls of which one wants a confirmation


class GeminiWire(Wire):
    """Wants a confirmation of some of its calls, which the next request must acknowledge."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._legacy = True  # calls have their first names, until a request declares otherwise

    def asked(self, body: Body, headers: Headers) -> Asked:
        contents = [_read(types.Content, one) for one in body["contents"]]
        tools = [_read(types.Tool, one) for one in body.get("tools", [])]
        _check_turns(contents)
        computer = next((one.computer_use for one in tools if one.computer_use), None)
        self._legacy = computer is None or computer.environment == types.Environment.ENVIRONMENT_BROWSER
        sizes = [size_of(base64.b64encode(blob.data).decode()) for content in contents for blob in _blobs(content)]
        words = next(part.text for part in contents[0].parts or [] if part.text)
        turns = sum(content.role == "model" for content in contents)
        names = frozenset(one.name or "" for tool in tools for one in tool.function_declarations or [])
        must(len(names) <= _MOST, f"{_MOST} function declarations at most")
        return Asked(words, turns, sizes[-1] if computer and sizes else None, bool(names - {DONE}), names)

    def answer(self, turn: Turn, asked: Asked) -> Body:
        actions, words = spoken(turn, asked.functions)
        codec = LEGACY if self._legacy else MODERN
        calls = [call for action in actions for call in calls_of(codec, action, asked, MEASURE)[0]]
        parts = [{"functionCall": self._confirmed(call)} for call in calls]
        return _response([*([{"text": words}] if words or not parts else []), *parts])

    def malformed(self) -> Body:
        return _response([], "MALFORMED_FUNCTION_CALL")

    def refusal(self) -> Body:
        return _response([], "SAFETY")

    def empty(self) -> Body:
        return _response([], "OTHER")

    def error(self, status: int, message: str) -> Body:
        return {"error": {"code": status, "message": message, "status": "FAILED"}}

    def _confirmed(self, named: Named) -> Body:
        """Return a call, now and then with a decision that the next request must acknowledge."""
        number, given = next(self._ids), dict(named.arguments)
        if number % _EVERY == 0:
            given["safety_decision"] = {"decision": "require_confirmation", "explanation": "Look twice."}
        return {"id": f"f{number}", "name": named.name, "args": given}


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


def _response(parts: list[Body], why: str = "STOP") -> Body:
    usage = {"promptTokenCount": 1000, "candidatesTokenCount": 50, "totalTokenCount": 1050}
    content = {"content": {"role": "model", "parts": parts}} if parts else {}
    return {"candidates": [{**content, "finishReason": why, "index": 0}], "usageMetadata": usage}
