"""Gymnasium environments: one a task, one an app, and `suite` with any settings.

```python
import gymnasium
import lifeworld.bridges.gymnasium  # registers the ids

env = gymnasium.make("lifeworld/todo.CompleteTask-v0")
observation, info = env.reset(seed=3)
observation, reward, terminated, truncated, info = env.step('{"type": "app", "name": "Ticked"}')
```

The seed of `reset` chooses the configuration; without one, a number drawn from the environment's own generator does.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from lifeworld import apps
from lifeworld.agents.outline import in_words, wrong
from lifeworld.bridges.arrays import picture_size, pixels
from lifeworld.bridges.suite import Suite
from lifeworld.core.choices import shown
from lifeworld.core.errors import Fault, UserError
from lifeworld.core.observation import Observation
from lifeworld.env.session import Moved, Reward
from lifeworld.taskkit.catalogue import tasks

_SAMPLED = ('{"type": "system", "name": "home"}', '{"type": "system", "name": "back"}', '{"type": "observe"}')


class Words(gymnasium.Space[str]):
    """Any text. A sample is one of `samples`."""

    def __init__(self, samples: tuple[str, ...] = ("",), seed: Any = None) -> None:
        super().__init__((), np.str_, seed)
        self._samples = samples

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return self._samples[int(self.np_random.integers(len(self._samples)))]

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words)

    def __repr__(self) -> str:
        return "Words()"


class LifeworldEnv(gymnasium.Env[dict[str, Any], str]):
    """Episodes of a suite, one after the other.

    Observations are a dict: `goal`, `screen` (the tree in words), `reply` (what the person said), `result` (what a tool
    gave), `feedback` (what was wrong with the last action), and with pixels `picture`, (height, width, 3) uint8.
    Actions are the JSON of one action (docs/actions.md). The reward is 0 until the end, then 1 for a success, or the
    share of items met. A fault of ours is raised: it is no outcome of the agent's.

    Args:
        render_mode: `ansi`, the page in words, or `rgb_array`, the picture.
        reward: success or items.
        settings: of the suite, as in a run's file.

    Raises:
        UserError: a setting is unknown or has no such value.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(self, *, render_mode: str | None = None, reward: Reward = "success", **settings: Any) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UserError(f"render_mode is ansi or rgb_array, not {render_mode}")
        self.suite = Suite(**settings)
        seen = shown(self.suite.config.seen_through[0])
        if render_mode == "rgb_array" and "pixels" not in seen:
            raise UserError('rgb_array draws pictures: use driver="chromium" and a channel with pixels')
        if "pixels" not in seen:
            self.metadata = {**self.metadata, "render_modes": ["ansi"]}
        self.render_mode, self._pictured = render_mode, "pixels" in seen
        self.observation_space = spaces.Dict(_spaces(self.suite.config.devices if self._pictured else ()))
        self.action_space = Words(_SAMPLED)
        self.session = self.suite.session(reward=reward)
        self._now: Observation | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the episode of a seed; `options={"configuration": …}` names one by its id instead."""
        super().reset(seed=seed)
        chosen = _configuration(options) if options else None
        number = int(self.np_random.integers(2**31)) if seed is None else seed
        self._now, info = self.session.reset(chosen, seed=number)
        return self._observed(), info

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do one action.

        Raises:
            Fault: the world or the browser broke. Leave the episode out and call reset.
        """
        moved: Moved = self.session.step(action)
        self._now = moved.observation
        if moved.reward is None:
            raise Fault(moved.info["fault"])
        return self._observed(), moved.reward, moved.terminated, moved.truncated, moved.info

    def render(self) -> Any:
        """Return what the agent sees, in the way of `render_mode`."""
        if self._now is None or self.render_mode is None:
            return None
        return in_words(self._now) if self.render_mode == "ansi" else pixels(self._now)

    def close(self) -> None:
        self.session.close()

    def _observed(self) -> dict[str, Any]:
        assert self._now
        seen: dict[str, Any] = {
            "goal": self._now.goal,
            "screen": in_words(self._now),
            "reply": self._now.reply,
            "result": self._now.result,
            "feedback": wrong(self._now),
        }
        return seen | ({"picture": pixels(self._now)} if self._pictured else {})


def _configuration(options: dict[str, Any]) -> Any:
    if unknown := options.keys() - {"configuration"}:
        raise UserError(f"no option “{unknown.pop()}”; there is configuration, the id of one")
    return options["configuration"]


def _spaces(devices: tuple[str, ...]) -> dict[str, gymnasium.Space[Any]]:
    """Return the spaces of an observation; with a picture where there are devices, all of one size."""
    found: dict[str, gymnasium.Space[Any]] = {
        name: Words() for name in ("goal", "screen", "reply", "result", "feedback")
    }
    if devices:
        found["picture"] = spaces.Box(0, 255, (*picture_size(devices), 3), np.uint8)
    return found


def register() -> None:
    """Register the ids: lifeworld/TASK-v0 and lifeworld/APP-v0 of all there are, and lifeworld/suite-v0."""
    entry = f"{__name__}:LifeworldEnv"
    gymnasium.register("lifeworld/suite-v0", entry, nondeterministic=False)
    for app in apps.by_id():
        gymnasium.register(f"lifeworld/{app}-v0", entry, kwargs={"apps": app})
    for task in tasks():
        gymnasium.register(f"lifeworld/{task.id}-v0", entry, kwargs={"tasks": task.id})


register()
