"""A task over the Model Context Protocol: the apps' tools for any agent that speaks it (`lifeworld serve mcp`).

The host that starts the server gets the verdict; who is connected never does.
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
from mcp.shared.message import SessionMessage
from mcp_types import (
    PARSE_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)
from pydantic import ValidationError

import lifeworld
from lifeworld.bridges.desk import Desk
from lifeworld.core.observation import ToolSpec

PATH = "/mcp"
_STOPPING = 2  # seconds that whoever is connected has when the server is stopped
_STOPPED = 130  # the exit code of what was stopped
_FIRST = "Call `task` first. Work by the apps' tools, and call `done` at the end."


def server(desk: Desk) -> Server[Any]:
    """Return what answers MCP's requests for one task."""

    async def tools(context: Any, asked: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(one) for one in desk.tools])

    async def call(context: Any, asked: CallToolRequestParams) -> CallToolResult:
        told = desk.call(asked.name, asked.arguments or {})
        return CallToolResult(content=[TextContent(text=told.text)], is_error=told.wrong)

    return Server(
        "lifeworld",
        version=lifeworld.__version__,
        instructions=_FIRST,
        on_list_tools=tools,
        on_call_tool=call,
    )


def over_stdio(desk: Desk) -> None:
    """Serve whoever has started this process, until they close its input or it is told to stop."""

    async def run() -> None:
        served = server(desk)
        async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as group:
            group.start_soon(_stopped, desk)
            heard, read = anyio.create_memory_object_stream[Any](0)
            group.start_soon(_readable, incoming, heard, outgoing.clone())
            await served.run(read, outgoing, served.create_initialization_options())
            group.cancel_scope.cancel()

    anyio.run(run)


def over_http(desk: Desk, port: int) -> None:
    """Serve on this machine only, at `PATH`, until Ctrl-C or SIGTERM.

    Raises:
        KeyboardInterrupt: it was told to stop, in either way.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn hands the signal on when it has ended
    app = server(desk).streamable_http_app(streamable_http_path=PATH)
    config = uvicorn.Config(app, "127.0.0.1", port, log_level="warning", timeout_graceful_shutdown=_STOPPING)
    uvicorn.Server(config).run()


async def _stopped(desk: Desk) -> None:
    """Have what there is judged, and end this process, when it is told to stop: its thread that reads would not."""
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            desk.close()
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


def _tool(spec: ToolSpec) -> Tool:
    return Tool(name=spec.name, description=spec.description, input_schema=dict(spec.parameters))
