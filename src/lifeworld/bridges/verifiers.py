"""verifiers and prime-rl: a v1 taskset whose tools are what can be done on the device, pictures included.

verifiers finds a taskset by the name of a module without dots: write `worlds.py` with

```python
from lifeworld.bridges.verifiers import Worlds

__all__ = ["Worlds"]
```

Each rollout has a tool server of its own, which is a process, and in it a world.
"""

import asyncio
from collections.abc import Iterator
from typing import Any, Literal

import verifiers.v1 as vf
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import CallToolResult, ImageContent, TextContent, Tool

from lifeworld.agents.oracle import solved
from lifeworld.bridges.calls import Calls, Came
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import Fault
from lifeworld.taskkit.configuration import Configuration


class WorldsConfig(vf.TasksetConfig):
    """What tasks there are.

    Attributes:
        suite: settings as in a run's file, like {"apps": "todo,bank", "split": "train"}.
        size: how many tasks.
        reward: success, or the share of items that are met.
        most: functions that may be declared; where there are more, each app is one function.
    """

    suite: dict[str, Any] = {}
    size: int = 100
    reward: Literal["success", "items"] = "success"
    most: int | None = None


class WorldData(vf.TaskData):
    """One configuration by its id, and the arguments of its session."""

    configuration: str
    session: dict[str, Any]
    most: int | None


class WorldState(vf.State):
    """What has become of the episode: it is over, its reward, the fault of ours that ended it."""

    over: bool = False
    reward: float = 0
    fault: str = ""


class Device(vf.Toolset[vf.ToolsetConfig, WorldState]):
    """Serves the functions of one episode."""

    TOOL_PREFIX = None

    async def setup_task(self, task: WorldData) -> None:
        self._calls, self._turn = Calls.of(task.model_dump()), asyncio.Lock()
        self._calls.begin()

    def register(self, mcp: MCPServer) -> None:
        mcp.list_tools = self._with_state(self.list_tools)  # type: ignore[method-assign]
        mcp.call_tool = self._in_turn  # type: ignore[method-assign]

    async def list_tools(self) -> list[Tool]:
        self._note()
        return [
            Tool(name=one.name, description=one.about, input_schema=dict(one.schema)) for one in self._calls.functions
        ]

    async def _in_turn(self, name: str, arguments: dict[str, Any], context: Context | None = None) -> CallToolResult:
        """Do one call after the other: the state is written as a whole, by whoever comes last."""
        async with self._turn:
            return await self._with_state(self.call)(name, arguments)

    async def call(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        came = self._calls.call(name, arguments)
        self._note()
        pictures = [ImageContent(data=came.png, mime_type="image/png")] if came.picture else []
        return CallToolResult(content=[*pictures, TextContent(text=came.text)], is_error=came.wrong)

    def _note(self) -> None:
        if self._calls.over:
            self.state.over = True
            self.state.fault = self._calls.fault
            self.state.reward = self._calls.reward() or 0


class World(vf.Task[WorldData, WorldState, vf.TaskConfig]):
    """One task: its tools, its end, its reward, and its own solution as the gold check."""

    @classmethod
    def toolsets(cls, config: vf.TaskConfig) -> list[vf.Toolset]:
        return [Device(vf.ToolsetConfig())]

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Return whether the task's own solution is worth 1.

        Raises:
            Fault: the world or the browser broke.
        """
        calls = Calls.of(self.data.model_dump())
        with calls.session as session:
            solved(session, Configuration.parse(self.data.configuration))
            assert session.verdict
            if session.verdict.outcome == "unscored":
                raise Fault(session.verdict.reasons[0])
            return session.verdict.success

    @vf.stop
    async def over(self, trace: vf.Trace) -> bool:
        return trace.state.over

    @vf.reward
    async def verdict(self, trace: vf.Trace) -> float:
        """Return what the episode is worth; one that the model left without `done` is worth nothing.

        Raises:
            TaskError: a fault of ours ended it, so that the rollout has failed and no reward.
        """
        if trace.state.fault:
            raise vf.TaskError(trace.state.fault)
        return trace.state.reward


class Worlds(vf.Taskset[World, WorldsConfig]):
    """The tasks of a suite; each prompt is the task and the first screen."""

    def load(self) -> Iterator[World]:
        suite = Suite(**self.config.suite)
        with suite.session() as first:
            calls = Calls(first, self.config.most)
            for row in suite.rows(self.config.size, self.config.reward, self.config.most):
                name = row["configuration"]
                prompt = [vf.UserMessage(content=_parts(calls.begun(name)))]
                yield World(WorldData(name=name, prompt=prompt, **row), self.config.task)


def _parts(came: Came) -> list[Any]:
    """Return a message's parts: the picture, where there is one, and the words."""
    words = vf.TextContentPart(text=came.text)
    if came.picture is None:
        return [words]
    return [vf.ImageUrlContentPart(image_url=vf.ImageUrlSource(url=came.url)), words]


if __name__ == "__main__":
    Device.run()
