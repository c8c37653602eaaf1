"""Sessions over HTTP and WebSocket, for clients in any language (`lifeworld serve http`).

    POST   /sessions            {settings of a suite, reward}     → {id}
    POST   /sessions/ID/reset   {seed} or {configuration}         → {observation, info}
    POST   /sessions/ID/step    {action}                          → {observation, reward, terminated, truncated, info}
    DELETE /sessions/ID                                           → {verdict}
    WS     /ws                  the same, as {type: open | reset | step | close, …}; a connection is a session

`GET /openapi.json` describes them, and `GET /` shows that. What is refused is {error: {code, message}}, and has changed
nothing.
"""

import html
import json
from contextlib import suppress
from functools import cache
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

import lifeworld
from lifeworld.bridges.guard import Guard, refused
from lifeworld.bridges.serving import CHOSEN, Refusal, Seat, Sessions
from lifeworld.core.actions import ActionAdapter
from lifeworld.core.jsontext import json_text
from lifeworld.run.config import RunConfig

_TYPES = ("open", "reset", "step", "close")


def application(sessions: Sessions, token: str = "") -> ASGIApp:
    """Return what serves the sessions; it ends them when the server stops."""
    serves = _Endpoints(sessions)
    routes = [
        Route("/sessions", serves.opened, methods=["POST"]),
        Route("/sessions/{id}/reset", serves.reset, methods=["POST"]),
        Route("/sessions/{id}/step", serves.step, methods=["POST"]),
        Route("/sessions/{id}", serves.closed, methods=["DELETE"]),
        Route("/health", serves.health),
        Route("/openapi.json", lambda _: JSONResponse(described())),
        Route("/", lambda _: HTMLResponse(page())),
        WebSocketRoute("/ws", serves.socket),
    ]
    handlers: Any = {Refusal: _refused, HTTPException: _unknown, Exception: _broken}
    found = Starlette(routes=routes, lifespan=lambda _: sessions.swept(), exception_handlers=handlers)
    return Guard(found, sessions.limits, token)


class _Endpoints:
    """What each address does with the sessions."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def opened(self, request: Request) -> Response:
        return _json({"id": (await self._sessions.open(_read(await request.body()))).id}, 201)

    async def reset(self, request: Request) -> Response:
        return _json(await self._seat(request).reset(_read(await request.body())))

    async def step(self, request: Request) -> Response:
        return _json(await self._seat(request).step(_read(await request.body())))

    async def closed(self, request: Request) -> Response:
        return _json(await self._sessions.close(request.path_params["id"]))

    async def health(self, _: Request) -> Response:
        return _json({"sessions": len(self._sessions), "limit": self._sessions.limits.sessions})

    async def socket(self, connection: WebSocket) -> None:
        await _Conversation(self._sessions, connection).run()

    def _seat(self, request: Request) -> Seat:
        return self._sessions.seat(request.path_params["id"])


class _Conversation:
    """One connection of WebSocket: a session, which ends with it."""

    def __init__(self, sessions: Sessions, connection: WebSocket) -> None:
        self._sessions, self._connection = sessions, connection
        self._seat: Seat | None = None

    async def run(self) -> None:
        await self._connection.accept()
        try:
            while True:
                await self._connection.send_text(json_text(await self._answer(await self._heard())))
        except WebSocketDisconnect:
            pass
        finally:
            with suppress(Refusal):  # it was idle, and is gone
                await self._close()

    async def _heard(self) -> str | bytes:
        message = await self._connection.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        return message.get("text") or message.get("bytes") or ""

    async def _answer(self, frame: str | bytes) -> dict[str, Any]:
        try:
            asked = _read(frame)
            kind = asked.pop("type", None)
            if kind not in _TYPES:
                raise Refusal(400, "bad_request", f"type is one of {', '.join(_TYPES)}, not {str(kind)[:60]}")
            return {"type": kind, **await self._done(kind, asked)}
        except Refusal as refusal:
            return {"type": "error", **refusal.to_json()}

    async def _done(self, kind: str, asked: dict[str, Any]) -> dict[str, Any]:
        if kind == "open":
            if self._seat:
                raise Refusal(409, "busy", "this connection has its session; close it before you open another")
            self._seat = await self._sessions.open(asked)
            return {"id": self._seat.id}
        if self._seat is None:
            raise Refusal(409, "no_session", 'there is no session yet: send {"type": "open"} first')
        if kind == "close":
            return await self._close()
        seat = self._sessions.seat(self._seat.id)
        return await (seat.reset(asked) if kind == "reset" else seat.step(asked))

    async def _close(self) -> dict[str, Any]:
        seat, self._seat = self._seat, None
        return await self._sessions.close(seat.id) if seat else {}


def _read(body: str | bytes) -> dict[str, Any]:
    """Return the object of JSON that a client sent; an empty body is one without keys."""
    try:
        found = json.loads(body or b"{}")
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "not_json", f"this is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise Refusal(400, "not_json", "this is no object of JSON")
    return found


def _json(value: dict[str, Any], status: int = 200) -> Response:
    return Response(json_text(value), status, media_type="application/json")


async def _refused(_: Request, refusal: Refusal) -> Response:
    return refused(refusal)


async def _unknown(request: Request, error: HTTPException) -> Response:
    told = f"{request.method} {request.url.path}: {error.detail.lower()}; GET / says what there is"
    return refused(Refusal(error.status_code, "no_route", told))


async def _broken(_: Request, __: Exception) -> Response:
    return refused(Refusal(500, "fault", "a fault of ours, which its log tells; leave this episode out, and reset"))


# ---- what it offers, as OpenAPI and as a page

_REFS = "#/components/schemas/"
_OBSERVATION = {
    "goal": {"type": "string"},
    "now": {"type": "string", "description": "The world's time, ISO 8601, to the minute."},
    "answer_schema": {"type": ["object", "null"], "description": "Of the answer that done gives; null: none is asked."},
    "url": {"type": "string"},
    "title": {"type": "string"},
    "screen": {"type": "string", "description": "The tree in words, each control with its reference."},
    "screenshot": {"type": ["string", "null"], "description": "PNG in base64, in channels with pixels."},
    "feedback": {
        "type": "object",
        "properties": {"ok": {"type": "boolean"}, "code": {"type": "string"}, "text": {"type": "string"}},
    },
    "reply": {"type": "string", "description": "What the person said."},
    "result": {"type": "string", "description": "What a tool gave, as JSON."},
    "tools": {"type": "array", "items": {"type": "object"}, "description": "At a reset, in channels with tools."},
}
_INFO = {
    "type": "object",
    "properties": {
        "configuration": {"type": "string"},
        "over": {"type": "boolean"},
        "verdict": {"type": "object", "description": "Once the episode is over."},
        "fault": {"type": "string", "description": "The fault of ours that ended it; the reward is null then."},
    },
}
_MOVED = {
    "observation": {"$ref": f"{_REFS}Observation"},
    "reward": {"type": ["number", "null"], "description": "Null: a fault of ours ended the episode; leave it out."},
    "terminated": {"type": "boolean"},
    "truncated": {"type": "boolean"},
    "info": _INFO,
}
_ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}


@cache
def described() -> dict[str, Any]:
    """Return the description, OpenAPI 3.1."""
    settings = RunConfig.model_json_schema(ref_template=_REFS + "{model}")["properties"]
    reward = {"type": "string", "enum": ["success", "items"], "default": "success"}
    chosen = _object(**{name: settings[name] for name in CHOSEN}, reward=reward)
    begun = _object(seed={"type": "integer", "minimum": 0, "default": 0}, configuration={"type": "string"})
    action = ActionAdapter.json_schema(ref_template=_REFS + "{model}")
    schemas = {**action.pop("$defs"), "Action": action, "Observation": _object(**_OBSERVATION)}
    schemas["Error"] = _object(error=_object(code={"type": "string"}, message={"type": "string"}))
    first = _object(observation={"$ref": f"{_REFS}Observation"}, info=_INFO)
    step = {**_object(action={"$ref": f"{_REFS}Action"}), "required": ["action"]}
    seat = "/sessions/{id}"
    return {
        "openapi": "3.1.0",
        "info": {"title": "Lifeworld", "version": lifeworld.__version__, "description": _ABOUT},
        "paths": {
            "/sessions": {"post": _operation("Open a session.", chosen, _object(id={"type": "string"}), "201")},
            f"{seat}/reset": {"post": _operation("Begin an episode.", begun, first), "parameters": [_ID]},
            f"{seat}/step": {"post": _operation("Do one action.", step, _object(**_MOVED)), "parameters": [_ID]},
            seat: {"delete": _operation("End the session.", None, _VERDICT), "parameters": [_ID]},
            "/health": {"get": _operation("Say how many sessions there are.", None, _HEALTH)},
        },
        "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{}, {"token": []}],
    }


def page() -> str:
    """Return the description as a page that needs nothing else."""
    told = described()
    parts = [f"<h1>Lifeworld {html.escape(told['info']['version'])}</h1><p>{html.escape(_ABOUT)}</p>"]
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                parts.append(_section(f"{method.upper()} {path}", operation["summary"], operation))
    for name, schema in told["components"]["schemas"].items():
        parts.append(_section(name, schema.get("description", ""), schema))
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>Lifeworld</title>{_STYLE}{''.join(parts)}</html>"


def _section(name: str, said: str, shown: Any) -> str:
    data = html.escape(json.dumps(shown, indent=1, ensure_ascii=False, allow_nan=False))
    return f"<details><summary><code>{name}</code> {html.escape(said)}</summary><pre>{data}</pre></details>"


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def _operation(summary: str, asked: Any, given: Any, status: str = "200") -> dict[str, Any]:
    """Return an operation that takes and gives JSON."""
    refused = {"description": "Refused; nothing has changed.", "content": _content({"$ref": f"{_REFS}Error"})}
    found: dict[str, Any] = {
        "summary": summary,
        "responses": {status: {"description": "Done.", "content": _content(given)}},
    }
    found["responses"]["default"] = refused
    return {**found, "requestBody": {"content": _content(asked)}} if asked else found


def _content(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


_VERDICT = _object(verdict={"type": ["object", "null"], "description": "Of the last episode."})
_HEALTH = _object(sessions={"type": "integer"}, limit={"type": "integer"})
_STYLE = (
    "<style>body{font:16px system-ui;max-width:60rem;margin:2rem auto}summary{cursor:pointer;padding:.3rem}</style>"
)
_ABOUT = (
    "Worlds of apps for computer-use agents. Open a session, reset it, do one action a step. The same messages go over "
    "WebSocket at /ws, as {type: open | reset | step | close, …} with the fields below; a connection is a session, and "
    "ends it when it ends."
)
