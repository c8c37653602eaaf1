"""A chat endpoint whose replies are written beforehand: it streams, calls functions, and keeps what it was sent."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Call = tuple[str, dict[str, Any]]
Script = Callable[[list[dict[str, Any]]], Call | str]


class Endpoint(ThreadingHTTPServer):
    """Answers chat completions by a script, which gets the messages and returns a call or words."""

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script, self.heard = script, list[dict[str, Any]]()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.heard.append(asked)
        body, kind = _written(self.server.script(asked["messages"]), bool(asked.get("stream")))
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def _written(reply: Call | str, stream: bool) -> tuple[bytes, str]:
    message: dict[str, Any] = {"role": "assistant", "content": reply if isinstance(reply, str) else None}
    if not isinstance(reply, str):
        function = {"name": reply[0], "arguments": json.dumps(reply[1])}
        message["tool_calls"] = [{"index": 0, "id": "call_1", "type": "function", "function": function}]
    ended = "stop" if isinstance(reply, str) else "tool_calls"
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    about = {"id": "chat_1", "created": 1, "model": "scripted"}
    if not stream:
        choice = {"index": 0, "message": message, "finish_reason": ended}
        return json.dumps({**about, "object": "chat.completion", "choices": [choice], "usage": usage}).encode(), _JSON
    choices = [{"index": 0, "delta": message, "finish_reason": None}, {"index": 0, "delta": {}, "finish_reason": ended}]
    parts = [{**about, "object": "chat.completion.chunk", "choices": [one]} for one in choices]
    last = {**about, "object": "chat.completion.chunk", "choices": [], "usage": usage}
    return "".join(f"data: {one}\n\n" for one in (*map(json.dumps, (*parts, last)), "[DONE]")).encode(), _STREAM


_JSON, _STREAM = "application/json", "text/event-stream"


@contextmanager
def endpoint(script: Script) -> Iterator[Endpoint]:
    with Endpoint(script) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def by_goal(calls: dict[str, list[Call]]) -> Script:
    """Return a script that plays in turn the calls of the goal that the first messages hold."""

    def script(messages: list[dict[str, Any]]) -> Call | str:
        told = json.dumps(messages[:2], ensure_ascii=False)
        planned = next(one for goal, one in calls.items() if json.dumps(goal, ensure_ascii=False)[1:-1] in told)
        turn = sum(message["role"] == "assistant" for message in messages)
        return planned[turn] if turn < len(planned) else "Good."

    return script
