"""The mock server's server: routes for each provider, with what was asked and what was wrong with it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from lifeworld.agents.codecs.action_spaces import GRAMMARS
from lifeworld.agents.mock.anthropic import AnthropicWire
from lifeworld.agents.mock.chat import ChatWire, OpenWire
from lifeworld.agents.mock.gemini import GeminiWire
from lifeworld.agents.mock.openai import OpenAIWire
from lifeworld.agents.mock.script import Body, Failure, Script, Wire, Wrong
from lifeworld.web.loopback import serving

KEY = "a-key-of-nobody"  # which the mock server takes; any other is wrong
MODEL = "mock"
_MANY = 2000  # requests that are kept
_HEADERS = ("authorization", "x-api-key", "x-goog-api-key")


class _Cut(Response):
    """Half of an answer, after which the connection ends."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/json"), (b"content-length", b"100000")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b'{"id": "half', "more_body": False})


@dataclass(frozen=True)
class Heard:
    """A request: where it went, and its body."""

    path: str
    body: Body


class MockServer:
    """Answers as a script says, and keeps what it was asked; a chat endpoint of each grammar has a route of its own.

    Attributes:
        script: what is answered from now on.
        heard: the requests, the last of them if there were very many.
        wrong: what was wrong with requests.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.heard: list[Heard] = []
        self.wrong: list[str] = []

    def application(self) -> Starlette:
        wires: dict[str, Wire] = {
            "/anthropic/v1/messages": AnthropicWire(),
            "/openai/v1/responses": OpenAIWire(),
            "/gemini/{version}/models/{model}:generateContent": GeminiWire(),
            "/chat/v1/chat/completions": ChatWire(),
            **{f"/chat/{name}/v1/chat/completions": OpenWire(name) for name in GRAMMARS},
        }
        about: dict[str, Wire] = {
            "/anthropic/v1/messages/count_tokens": AnthropicWire(),
            "/openai/v1/models/{model}": OpenAIWire(),
            "/gemini/{version}/models/{model}": GeminiWire(),
        }
        routes = [Route(path, self._endpoint(wire, self._answered), methods=["POST"]) for path, wire in wires.items()]
        known = [Route(path, self._endpoint(wire, _told), methods=["GET", "POST"]) for path, wire in about.items()]
        return Starlette(routes=[*routes, *known])

    def _endpoint(self, wire: Wire, answered: Callable[[Wire, Body, Request], Awaitable[Response]]) -> Any:
        async def answer(request: Request) -> Response:
            body = json.loads(await request.body() or "{}")
            if answered == self._answered:
                self.heard = [*self.heard[-_MANY:], Heard(request.url.path, body)]
            if KEY not in [request.headers.get(name, "").removeprefix("Bearer ") for name in _HEADERS]:
                return JSONResponse(wire.error(401, "The key is wrong."), 401)
            if (model := body.get("model") or request.path_params.get("model")) != MODEL:
                return JSONResponse(wire.error(404, f"There is no model {model}."), 404)
            return await answered(wire, body, request)

        return answer

    async def _answered(self, wire: Wire, body: Body, request: Request) -> Response:
        try:
            asked = wire.asked(body, request.headers)
        except Wrong as wrong:
            self.wrong.append(f"{request.url.path}: {wrong}")
            return JSONResponse(wire.error(400, str(wrong)), 400)
        said = self.script(asked)
        return await _failed(wire, said) if isinstance(said, Failure) else JSONResponse(wire.answer(said, asked))


async def _told(*_: object) -> Response:
    """Answer what adapters ask before they play, whatever the provider: how many tokens that is, and what model."""
    model = {"id": MODEL, "object": "model", "created": 1, "owned_by": "nobody", "name": MODEL}
    return JSONResponse({"input_tokens": 1, **model})


async def _failed(wire: Wire, failure: Failure) -> Response:
    match failure.kind:
        case "rate-limit":
            return JSONResponse(wire.error(429, "Too many requests."), 429, {"retry-after": f"{failure.after:g}"})
        case "error":
            return JSONResponse(wire.error(500, "Something broke."), 500)
        case "silent":
            await asyncio.sleep(failure.after)
            return JSONResponse(wire.error(504, "Too late."), 504)
        case "cut":
            return _Cut()
        case "overflow":
            return JSONResponse(wire.error(400, "prompt is too long: the maximum context is full"), 400)
        case "malformed":
            return JSONResponse(wire.malformed())
        case "empty":
            return JSONResponse(wire.empty())
    return JSONResponse(wire.refusal())


def served(mock: MockServer, port: int = 0) -> AbstractContextManager[str]:
    """Serve a mock server for as long as the context lasts; yields its origin."""
    return serving(mock.application(), port)
