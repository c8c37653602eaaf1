"""A task over the Model Context Protocol: the apps' tools for any agent that speaks it (`lifeworld serve --mcp`).

The host that starts the server gets the verdict; who is connected never does.
"""

from typing import Any

import anyio
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

import lifeworld
from lifeworld.bridges.desk import Desk
from lifeworld.core.observation import ToolSpec

PATH = "/mcp"
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
    """Serve whoever has started this process, until they close its input."""

    async def run() -> None:
        served = server(desk)
        async with stdio_server() as (incoming, outgoing):
            await served.run(incoming, outgoing, served.create_initialization_options())

    anyio.run(run)


def over_http(desk: Desk, port: int) -> None:
    """Serve on this machine only, at `PATH`, until Ctrl-C."""
    app = server(desk).streamable_http_app(streamable_http_path=PATH)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")


def _tool(spec: ToolSpec) -> Tool:
    return Tool(name=spec.name, description=spec.description, input_schema=dict(spec.parameters))
