"""What `lifeworld serve http` offers, as OpenAPI and as a page."""

import html
import json
from functools import cache
from typing import Any

import lifeworld
from lifeworld.bridges.serving import CHOSEN
from lifeworld.core.actions import ActionAdapter
from lifeworld.run.config import RunConfig

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
