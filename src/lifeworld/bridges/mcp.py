"""A task over the Model Context Protocol, by the apps' tools or by screens, for any agent that speaks it.

`lifeworld serve mcp` starts it. The host that starts the server gets the verdict; who is connected never does. Each
session has a world of its own. Clients of the protocol of 2026-07-28 have no sessions: the address names their world.
"""

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import anyio
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    ImageContent,
    JSONRPCError,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)
from pydantic import ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

import lifeworld
from lifeworld.agents.offered import DONE, Function
from lifeworld.bridges.calls import Calls, Came, in_turn
from lifeworld.core.choices import Channel
from lifeworld.core.errors import UserError
from lifeworld.core.verdict import Verdict
from lifeworld.env.session import Session
from lifeworld.taskkit.configuration import Configuration

PATH = "/mcp"
_STOPPING = 2  # seconds that whoever is connected has when the server is stopped
_STOPPED = 130  # the exit code of what was stopped
_FIRST = "Call `task` first. Work by the other tools, and call `done` at the end."
_SESSION = "mcp-session-id"
TASK = Function(
    "task",
    "Read what you are asked to do, what the answer is if one is asked for, what time it is there, and what the screen "
    "shows now.",
    {"type": "object", "properties": {}},
)
_MOST = 16  # worlds at once
_IDLE = 600.0  # seconds without a call, after which a world may make room for another


class Desk:
    """Opens the world of a configuration and takes calls of functions until one says that it is done.

    Args:
        report: gets the verdict, once: when the caller is done, or when the desk is closed before; none if nobody came.
        channel: what the caller sees and uses; pixels are those of chromium.

    Attributes:
        used: when a client was last here, on the clock of `time.monotonic`; 0 before the first.

    Raises:
        UserError: there is no such task or profile, or it can't be done in this channel; or there is no browser.
    """

    def __init__(
        self, configuration: Configuration, report: Callable[[Verdict], None], channel: Channel = "tools"
    ) -> None:
        driver = "chromium" if "pixels" in channel else "dom"
        self._calls = Calls(Session(lambda _: configuration, driver, channel))
        self._report, self.over, self.used = report, False, 0.0
        try:
            self._calls.begin()
        except UserError:
            self._calls.session.close()
            raise

    @property
    def functions(self) -> tuple[Function, ...]:
        """What may be called: `task`, and what the channel has."""
        asked = None if self._calls.over else self._calls.session.observation.answer_schema
        return (TASK, *(_answering(one, asked) if one.name == DONE else one for one in self._calls.functions))

    def call(self, name: str, arguments: Mapping[str, Any]) -> Came:
        """Do what a call says."""
        if name == TASK.name and arguments:
            return Came(f"{name} takes no arguments.", wrong=True)
        came = self._calls.look() if name == TASK.name else self._calls.call(name, arguments)
        if self._calls.over:
            self._end()
        return came

    def close(self) -> None:
        """Judge what there is, unless that has been done, and let go of the world."""
        self._calls.session.close()
        if self.used:
            self._end()

    def _end(self) -> None:
        if not self.over:
            self.over = True
            self._report(self._calls.session.verdict or Verdict.unscored(f"fault: {self._calls.fault}"))


class Desks:
    """A desk for each client, with a world of its own. The first is there from the start.

    Args:
        desk: opens one.

    Raises:
        UserError: one can't be opened.
    """

    def __init__(self, desk: Callable[[], Desk]) -> None:
        self._opening, self._open = desk, dict[str, Desk]()
        self._spare: Desk | None = desk()

    def at(self, client: str) -> Desk:
        """Return a client's desk.

        Raises:
            UserError: there are as many as may be.
        """
        if client not in self._open:
            self._open[client] = self._spare or self._new()
            self._spare = None
        self._open[client].used = time.monotonic()
        return self._open[client]

    def leave(self, client: str) -> None:
        """Close a client's desk, if there is one."""
        if desk := self._open.pop(client, None):
            desk.close()

    def close(self) -> None:
        """Close all; a world that nobody came to is not judged."""
        for desk in filter(None, (self._spare, *self._open.values())):
            desk.close()

    def _new(self) -> Desk:
        for desk in self._open.values():
            if desk.over or time.monotonic() - desk.used > _IDLE:
                desk.close()
        if sum(not desk.over for desk in self._open.values()) >= _MOST:
            raise UserError(f"there are {_MOST} worlds, as many as may be; try again later")
        return self._opening()


def _answering(done: Function, asked: Mapping[str, Any] | None) -> Function:
    """Return the function that ends a task with the answer that this one asks for."""
    fields = {name: one for name, one in done.schema["properties"].items() if name != "answer"}
    return done._replace(schema={**done.schema, "properties": {**fields, **({"answer": asked} if asked else {})}})


def server(desks: Desks) -> Server[Any]:
    """Return what answers MCP's requests for one task, each client's in a world of its own."""

    def at(context: Any) -> Desk:
        try:
            return desks.at(_client(context.request))
        except UserError as full:
            raise MCPError(INVALID_REQUEST, str(full)) from None

    async def tools(context: Any, asked: PaginatedRequestParams | None) -> ListToolsResult:
        functions = await in_turn(lambda: at(context).functions)
        return ListToolsResult(
            tools=[Tool(name=one.name, description=one.about, input_schema=dict(one.schema)) for one in functions]
        )

    async def call(context: Any, asked: CallToolRequestParams) -> CallToolResult:
        came = await in_turn(lambda: at(context).call(asked.name, asked.arguments or {}))
        shown = [ImageContent(data=came.png, mime_type="image/png")] if came.picture else []
        return CallToolResult(content=[TextContent(text=came.text), *shown], is_error=came.wrong)

    return Server(
        "lifeworld",
        version=lifeworld.__version__,
        instructions=_FIRST,
        on_list_tools=tools,
        on_call_tool=call,
    )


def over_stdio(desks: Desks) -> None:
    """Serve whoever has started this process, until they close its input or it is told to stop."""
    desks.at("")  # whoever has started this process is its client

    async def run() -> None:
        served = server(desks)
        async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as group:
            group.start_soon(_stopped, desks)
            heard, read = anyio.create_memory_object_stream[Any](0)
            group.start_soon(_readable, incoming, heard, outgoing.clone())
            await served.run(read, outgoing, served.create_initialization_options())
            group.cancel_scope.cancel()

    anyio.run(run)


def over_http(desks: Desks, listener: socket.socket) -> None:
    """Serve whoever reaches a socket, at `PATH` and below it, until Ctrl-C or SIGTERM.

    Raises:
        KeyboardInterrupt: it was told to stop, in either way.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn hands the signal on when it has ended
    app = server(desks).streamable_http_app(streamable_http_path=PATH + "{world:path}")
    config = uvicorn.Config(_Parting(app, desks), log_level="warning", timeout_graceful_shutdown=_STOPPING)
    uvicorn.Server(config).run([listener])


async def _stopped(desks: Desks) -> None:
    """Have what there is judged, and end this process, when it is told to stop: its thread that reads would not."""
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            await in_turn(desks.close)
            sys.stderr.flush()
            os._exit(_STOPPED)


async def _readable(incoming: Any, heard: Any, outgoing: Any) -> None:
    """Pass on what can be read; answer what can't with an error, which the SDK leaves without any answer."""
    async with incoming, heard, outgoing:
        async for message in incoming:
            if isinstance(message, Exception):
                await outgoing.send(SessionMessage(_unreadable(message)))
            else:
                await heard.send(message)


def _unreadable(error: Exception) -> JSONRPCError:
    """Return the answer to a line that is no message, under its id where it has one."""
    problem = error.errors()[0] if isinstance(error, ValidationError) else {"msg": str(error), "input": ""}
    asked = None
    with suppress(ValueError, TypeError, KeyError):
        asked = json.loads(problem["input"])["id"]
    answered = asked if isinstance(asked, int | str) else None
    told = f"this is no message that can be read: {problem['msg']}"
    return JSONRPCError(jsonrpc="2.0", id=answered, error=ErrorData(code=PARSE_ERROR, message=told))


class _Parting:
    """An application that lets go of a session's world when its client ends the session."""

    def __init__(self, application: ASGIApp, desks: Desks) -> None:
        self._application, self._desks = application, desks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._application(scope, receive, send)
        if scope.get("method") == "DELETE" and (session := Request(scope).headers.get(_SESSION)):
            await in_turn(self._desks.leave, session)


def _client(request: Request | None) -> str:
    """Return who asks: a session, or whoever uses that address; over standard input and output there is one client."""
    return "" if request is None else request.headers.get(_SESSION) or request.path_params["world"]
