"""NeMo-Gym: a resources server whose tools are what can be done on the device, and rows of data.

```python
from lifeworld.bridges.nemo_gym import rows

Path("train.jsonl").write_text("".join(json.dumps(row) + "\\n" for row in rows(1000, apps="todo,bank", split="train")))
```

`python -m lifeworld.bridges.nemo_gym` serves, where NeMo-Gym starts it. A session is a world: it begins at
`/seed_session` and ends at `/verify`.
"""

import time
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse
from nemo_gym.base_resources_server import (
    BaseResourcesServerConfig,
    BaseSeedSessionRequest,
    BaseSeedSessionResponse,
    BaseVerifyRequest,
    BaseVerifyResponse,
    SimpleResourcesServer,
)
from nemo_gym.config_types import AggregateMetrics, AggregateMetricsRequest
from nemo_gym.server_utils import SESSION_ID_KEY
from pydantic import ConfigDict, Field, PrivateAttr

from lifeworld.bridges.calls import Calls, in_turn
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import UserError
from lifeworld.env.session import Reward

_IDLE = 1800.0  # seconds without a call, after which a session that nobody has verified makes room
_NONE = "There is no episode in this session; it begins at /seed_session."


def rows(
    limit: int, *, reward: Reward = "success", most: int | None = None, **settings: Any
) -> Iterator[dict[str, Any]]:
    """Yield so many different configurations of a suite as rows of NeMo-Gym's data.

    Args:
        limit: how many rows.
        reward: success or items.
        most: functions that may be declared; where there are more, each app is one function.
        settings: of the suite, as in a run's file; `split` is train, validation or test.

    Raises:
        UserError: a setting is unknown or has no such value, or shows pictures.
        Fault: a world broke.
    """
    suite = Suite(**settings).in_words("tools of NeMo-Gym answer in words")
    with suite.session() as first:
        calls = Calls(first, most)
        for row in suite.rows(limit, reward, most):
            came = calls.begun(row["configuration"])
            tools = [{"type": "function", **one.to_json(), "strict": False} for one in calls.functions]
            asked = {"input": [{"role": "user", "content": came.text}], "tools": tools}
            yield {"responses_create_params": {**asked, "parallel_tool_calls": False}, **row}


class Row(BaseSeedSessionRequest):
    """What a session plays: a row of ours."""

    configuration: str
    session: dict[str, Any]
    most: int | None = None


class Asked(BaseVerifyRequest):
    """A rollout that is to be verified, with its row."""

    model_config = ConfigDict(extra="allow")


class Verified(BaseVerifyResponse):
    """What a rollout is worth. One that a fault of ours ended is masked, and filed among the failures."""

    model_config = ConfigDict(extra="allow")
    mask_sample: bool = False
    failure: str | None = Field(None, serialization_alias="_ng_failure_class")
    reasons: list[str] = []


class Worlds(SimpleResourcesServer):
    """Serves worlds, one a session."""

    config: BaseResourcesServerConfig
    _playing: dict[str, tuple[Calls, float]] = PrivateAttr(default_factory=dict)

    def setup_webserver(self) -> FastAPI:
        app = super().setup_webserver()
        app.post("/{function}")(self.call)
        return app

    async def seed_session(self, request: Request, body: Row) -> BaseSeedSessionResponse:
        """Begin the episode of a row."""
        await in_turn(self._begin, request.session[SESSION_ID_KEY], body)
        return BaseSeedSessionResponse()

    async def call(self, function: str, request: Request) -> PlainTextResponse:
        """Do a call; what is wrong with it is told."""
        arguments, session = await request.json(), request.session[SESSION_ID_KEY]
        if session not in self._playing:
            return PlainTextResponse(_NONE, 409)
        calls, _ = self._playing[session]
        self._playing[session] = calls, time.monotonic()
        came = await in_turn(calls.call, function, arguments)
        return PlainTextResponse(came.text)

    async def verify(self, request: Request, body: Asked) -> Verified:
        """Judge the episode, and let go of its world."""
        calls, _ = self._playing.pop(request.session[SESSION_ID_KEY], (None, 0))
        if calls is None:
            raise UserError(_NONE)
        worth = await in_turn(calls.reward)
        verdict = calls.session.verdict
        await in_turn(calls.session.close)
        reasons = list(verdict.reasons) if verdict else [calls.fault]
        broke = {"mask_sample": True, "failure": "environment"} if worth is None else {}
        return Verified(**body.model_dump(), reward=worth or 0.0, reasons=reasons, **broke)

    async def aggregate_metrics(self, body: AggregateMetricsRequest) -> AggregateMetrics:
        """Aggregate what was verified but for what a fault of ours ended."""
        sound = [one for one in body.verify_responses if not one.get("mask_sample")]
        return await super().aggregate_metrics(body.model_copy(update={"verify_responses": sound}))

    def _begin(self, session: str, row: Row) -> None:
        now = time.monotonic()
        for other in [one for one, (_, used) in self._playing.items() if one == session or now - used > _IDLE]:
            self._playing.pop(other)[0].session.close()
        calls = Calls.of(row.model_dump())
        calls.begin()
        self._playing[session] = calls, now


if __name__ == "__main__":
    Worlds.run_webserver()
