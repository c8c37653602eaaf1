"""SkyRL: an environment of texts for its generator, and rows of data.

```python
import pandas
from lifeworld.bridges.skyrl import rows

pandas.DataFrame(rows(1000, apps="todo,bank", split="train")).to_parquet("train.parquet")
```

Importing this module registers the environment `lifeworld`. A row names a configuration; `init` tells how functions are
called, the task and the first screen, and each answer of the model is a turn, whose calls are done one after the other.
"""

from collections.abc import Mapping
from typing import Any

import skyrl_gym
from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput

from lifeworld.bridges.calls import Calls, Came, taught
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import UserError
from lifeworld.env.session import Reward

NAME = "lifeworld"
Message = dict[str, Any]


def rows(limit: int, *, reward: Reward = "success", most: int | None = None, **settings: Any) -> list[dict[str, Any]]:
    """Return so many different configurations of a suite as rows of SkyRL's data.

    Args:
        limit: how many rows.
        reward: success or items.
        most: functions that may be told; where there are more, each app is one function.
        settings: of the suite, as in a run's file; `split` is train, validation or test.

    Raises:
        UserError: a setting is unknown or has no such value.
    """
    told = {"prompt": [{"role": "user", "content": ""}], "env_class": NAME, "data_source": NAME}
    return [{**told, **row} for row in Suite(**settings).rows(limit, reward, most)]


class Worlds(BaseTextEnv):
    """Plays the episode of a row.

    Args:
        env_config: nothing; the rows say all.
        extras: the row, and `max_turns`, the answers that the model has.

    Raises:
        UserError: the row is none of ours.
    """

    def __init__(self, env_config: Any = None, extras: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        row = extras or {}
        if "configuration" not in row or "session" not in row:
            raise UserError("a row has no configuration; build the rows with lifeworld.bridges.skyrl.rows")
        self._configuration = str(row["configuration"])
        self.max_turns = row.get("max_turns", row["session"]["max_steps"])
        self._calls = Calls.of(row)

    def init(self, prompt: list[Message]) -> tuple[list[Message], dict[str, Any]]:
        """Begin the episode; what the row's prompt says stands before what we tell.

        Raises:
            Fault: the world or the browser broke.
        """
        first = self._calls.begun()
        text = f"{taught(self._calls.functions)}\n\n{first.text}"
        said = [one for one in prompt if one["content"]]
        return [*said, _message(Came(text, first.picture))], {"configuration": self._configuration}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Do the calls of the model's answer; one without a call ends the episode.

        Raises:
            Fault: the world or the browser broke, which is no reward.
        """
        self.turns += 1
        came = self._calls.heard(action)
        if self._calls.over or not came or self.turns >= self.max_turns:
            return BaseTextEnvStepOutput(observations=[], reward=self._calls.worth(), done=True, metadata={})
        shown = [_message(one) for one in came]
        return BaseTextEnvStepOutput(observations=shown, reward=0.0, done=False, metadata={})

    def get_metrics(self) -> dict[str, Any]:
        """Return figures of the episode, of which SkyRL logs means."""
        verdict = self._calls.session.verdict
        return {"success": float(bool(verdict and verdict.success)), "turns": self.turns}

    def close(self) -> None:
        self._calls.session.close()


def _message(came: Came) -> Message:
    if came.picture is None:
        return {"role": "user", "content": came.text}
    parts = [{"type": "image_url", "image_url": {"url": came.url}}, {"type": "text", "text": came.text}]
    return {"role": "user", "content": parts}


if NAME not in skyrl_gym.registry:
    skyrl_gym.register(id=NAME, entry_point=f"{__name__}:Worlds")
