"""A server of sessions in a thread, and small clients of it."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.types import ASGIApp
from websockets.sync.client import ClientConnection, connect

from lifeworld.bridges.guard import listening, server
from lifeworld.bridges.http import application
from lifeworld.bridges.serving import Limits, Sessions
from lifeworld.core.actions import dump_action
from lifeworld.env.tools.solving import call_of
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of

DONE = {"type": "done"}
Application = Callable[[Sessions, str], ASGIApp]


@contextmanager
def served(
    limits: Limits, token: str = "", made: Application = application, **settings: Any
) -> Iterator[tuple[int, Sessions]]:
    """Keep a server of an application; its port and its sessions."""
    sessions = Sessions(limits, **settings)
    listener = listening("127.0.0.1", 0)
    running = server(made(sessions, token), limits)
    thread = threading.Thread(target=running.run, args=([listener],))
    thread.start()
    try:
        yield listener.getsockname()[1], sessions
    finally:
        running.should_exit = True
        thread.join()
        listener.close()


def asked(port: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """Return the status and the answer to a request; a body of bytes is sent as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    sent = body if isinstance(body, bytes) or body is None else json.dumps(body)
    connection.request(method, path, sent, headers)
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


@contextmanager
def socket(port: int, **headers: str) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{port}/ws", additional_headers=headers) as connection:
        yield connection


def said(connection: ClientConnection, kind: str, **more: Any) -> Any:
    """Return the answer to a message."""
    connection.send(json.dumps({"type": kind, **more}))
    return json.loads(connection.recv())


def solution(configuration: str) -> list[dict[str, Any]]:
    """Return the actions that do a task by tools."""
    commands = instance_of(Configuration.parse(configuration)).commands
    return [*(dump_action(call_of(one)) for one in commands), DONE]


def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)
