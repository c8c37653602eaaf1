"""A task over the Model Context Protocol, by the apps' tools or by screens, for any agent that speaks it.

`lifeworld serve mcp` starts it. The host that starts the server gets the verdict; who is connected never does. Each
session has a world of its own. Clients of the protocol of 2026-07-28 have no sessions: the address names their world.
"""

import json
import os
import signal
import sys
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
from lifeworld.bridges.calls import in_turn
from lifeworld.bridges.desk import Desk, Desks
from lifeworld.core.errors import UserError

PATH = "/mcp"
_STOPPING = 2  # seconds that whoever is connected has when the server is stopped
_STOPPED = 130  # the exit code of what was stopped
_FIRST = "Call `task` first. Work by the other tools, and call `done` at the end."
_SESSION = "mcp-session-id"


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

    async def run() -> None:
        served = server(desks)
        async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as group:
            group.start_soon(_stopped, desks)
            heard, read = anyio.create_memory_object_stream[Any](0)
            group.start_soon(_readable, incoming, heard, outgoing.clone())
            await served.run(read, outgoing, served.create_initialization_options())
            group.cancel_scope.cancel()

    anyio.run(run)


def over_http(desks: Desks, port: int) -> None:
    """Serve on this machine only, at `PATH` and below it, until Ctrl-C or SIGTERM.

    Raises:
        KeyboardInterrupt: it was told to stop, in either way.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn hands the signal on when it has ended
    app = server(desks).streamable_http_app(streamable_http_path=PATH + "{world:path}")
    config = uvicorn.Config(
        _Parting(app, desks), "127.0.0.1", port, log_level="warning", timeout_graceful_shutdown=_STOPPING
    )
    uvicorn.Server(config).run()


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
