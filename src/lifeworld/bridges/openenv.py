"""An OpenEnv server with a session a connection, and its typed client (`lifeworld serve openenv`).

```python
from lifeworld.bridges.openenv import Do, LifeworldClient

with LifeworldClient(base_url="http://127.0.0.1:8404").sync() as client:
    result = client.reset(seed=3)
    result = client.step(Do(action={"type": "app", "name": "Ticked"}))
```
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server import Action, ConcurrencyConfig, Environment, Observation, State, create_fastapi_app
from openenv.core.env_server.types import EnvironmentMetadata
from starlette.types import ASGIApp

import lifeworld
from lifeworld.bridges.guard import Guard
from lifeworld.bridges.serving import Refusal, Seat, Sessions
from lifeworld.core.actions import ActionAdapter

NAME = "lifeworld"


class _OfActions:
    """Gives a field the schema of actions, and leaves what is wrong with one to the step, which says so and counts."""

    def __get_pydantic_json_schema__(self, _: Any, handler: Any) -> Any:
        return handler(ActionAdapter.core_schema)


class Do(Action):
    """One action of an agent."""

    action: Annotated[dict[str, Any], _OfActions()]


class Seen(Observation):
    """What the agent is told; see `lifeworld.agents.outline.told`. `metadata` is the info of a session.

    The reward is 0 until the end. It is None at a reset, and where a fault of ours has ended the episode (then
    `metadata["fault"]` says why): leave such an episode out.
    """

    goal: str = ""
    now: str = ""
    answer_schema: dict[str, Any] | None = None
    url: str = ""
    title: str = ""
    screen: str = ""
    screenshot: str | None = None
    feedback: dict[str, Any] = {}
    reply: str = ""
    result: str = ""
    tools: list[dict[str, Any]] = []


class Stand(State):
    """Where an episode stands: `episode_id` as the client named it, or else the configuration's id."""

    configuration: str = ""
    over: bool = False


class LifeworldEnvironment(Environment[Do, Seen, Stand]):
    """A seat among the server's sessions, taken at the first reset.

    Args:
        sessions: the server's.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, sessions: Sessions) -> None:
        super().__init__()
        self._sessions, self._state = sessions, Stand()
        self._seat: Seat | None = None

    async def reset_async(self, seed: int | None = None, episode_id: str | None = None, **asked: Any) -> Seen:
        """Begin the episode of a seed, or of `configuration`; the first reset may choose settings of the suite, too."""
        begun = {key: asked.pop(key) for key in ("configuration",) if key in asked}
        if self._seat and asked:
            raise Refusal(400, "bad_request", f"“{next(iter(asked))}” is chosen at the first reset of a connection")
        self._seat = self._seat or await self._sessions.open(asked)
        found = await self._here().reset({**begun, **({} if seed is None else {"seed": seed})})
        named = found["info"]["configuration"]
        self._state = Stand(episode_id=episode_id or named, configuration=named)
        return Seen(**found["observation"], metadata=found["info"])

    async def step_async(self, action: Do, timeout_s: float | None = None) -> Seen:
        """Do one action."""
        if timeout_s is not None:
            raise Refusal(400, "bad_request", "a step has no timeout_s: the world's clock stands while nobody acts")
        moved = await self._here().step({"action": action.action})
        self._state = self._state.model_copy(
            update={"step_count": self._state.step_count + 1, "over": moved["info"]["over"]}
        )
        return Seen(**moved["observation"], done=moved["info"]["over"], reward=moved["reward"], metadata=moved["info"])

    def reset(self, seed: int | None = None, episode_id: str | None = None, **asked: Any) -> Seen:
        return asyncio.run(self.reset_async(seed, episode_id, **asked))

    def step(self, action: Do, timeout_s: float | None = None, **_: Any) -> Seen:
        return asyncio.run(self.step_async(action, timeout_s))

    @property
    def state(self) -> Stand:
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        about = "Worlds of apps in which computer-use agents are measured and trained."
        return EnvironmentMetadata(name=NAME, description=about, version=lifeworld.__version__)

    def close(self) -> None:
        if self._seat:
            self._sessions.leave(self._seat.id)

    def _here(self) -> Seat:
        """Return the seat, unless it has been idle for too long."""
        if self._seat is None:
            raise Refusal(409, "no_session", "call reset before step")
        return self._sessions.seat(self._seat.id)


class LifeworldClient(EnvClient[Do, Seen, Stand]):
    """The client. `reset` takes seed, configuration, and at first settings of the suite, like tasks="…"."""

    def _step_payload(self, action: Do) -> dict[str, Any]:
        return {"action": action.action}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Seen]:
        seen = Seen(**payload["observation"], reward=payload.get("reward"), done=payload.get("done", False))
        return StepResult(observation=seen, reward=seen.reward, done=seen.done, metadata=seen.metadata)

    def _parse_state(self, payload: dict[str, Any]) -> Stand:
        return Stand(**payload)


def application(sessions: Sessions, token: str = "") -> ASGIApp:
    """Return what serves the sessions over OpenEnv; it ends them when the server stops."""
    limits = sessions.limits
    allowed = ConcurrencyConfig(max_concurrent_envs=limits.sessions, session_timeout=limits.idle)

    def environment() -> LifeworldEnvironment:
        return LifeworldEnvironment(sessions)

    app = create_fastapi_app(
        environment, Do, Seen, concurrency_config=allowed, env_name=NAME, state_cls=Stand, mode="simulation"
    )
    within = app.router.lifespan_context

    @asynccontextmanager
    async def swept(served: Any) -> AsyncIterator[None]:
        async with sessions.swept(), within(served):
            yield

    app.router.lifespan_context = swept
    return Guard(app, limits, token)
