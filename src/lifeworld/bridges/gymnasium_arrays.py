"""Gymnasium environments of numpy arrays and indices: one world, or many that step in one call.

```python
import gymnasium
import lifeworld.bridges.gymnasium_arrays  # registers the id

env = gymnasium.make("lifeworld/arrays-v0", tasks="todo.CompleteTask")
many = gymnasium.make_vec(
    "lifeworld/arrays-v0", num_envs=256, vectorization_mode="vector_entry_point", tasks="todo.CompleteTask"
)
```

Observations and actions are those of `bridges/arrays`; `mask` in an observation says which actions can be done.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from lifeworld.bridges.arrays import Arrays, Sizes, mask
from lifeworld.bridges.batch import ArraySession, Batch, picture_of
from lifeworld.bridges.screen import Screen
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import Fault, UserError
from lifeworld.env.session import Reward


def observation_space(sizes: Sizes, picture: tuple[int, int] | None) -> spaces.Dict:
    """Return the space of one world's arrays."""
    layout = sizes.layout(picture)
    return spaces.Dict({name: spaces.Box(0, most, shape, kind) for name, (shape, kind, most) in layout.items()})


class ArrayEnv(gymnasium.Env[Arrays, int]):
    """Episodes of a suite, one after the other, as arrays and indices.

    The reward is 0 until the end, then 1 for a success, or the share of items met. A fault of ours is raised.

    Args:
        sizes: how much the arrays hold.
        reward: success or items.
        settings: of the suite, as in a run's file.

    Raises:
        UserError: a setting is unknown or has no such value, or the channel shows no elements.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, *, sizes: Sizes | None = None, reward: Reward = "success", **settings: Any) -> None:
        suite, self._sizes = Suite(**settings), sizes or Sizes()
        picture = picture_of(suite)
        self._rows = self._sizes.empty(1, picture)
        self.world = ArraySession(suite, Screen(self._sizes, self._rows), reward)
        self.observation_space = observation_space(self._sizes, picture)
        self.action_space = spaces.Discrete(self._sizes.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begin the episode of a seed; without one, of a number drawn from the environment's own generator."""
        super().reset(seed=seed)
        _refuse(options)
        info = self.world.reset(int(self.np_random.integers(2**31)) if seed is None else seed)
        return self._observed(), info

    def step(self, action: int) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Do the action of an index.

        Raises:
            Fault: the world or the browser broke. Leave the episode out and call reset.
        """
        moved = self.world.step(int(action))
        if moved.reward is None:
            raise Fault(moved.info["fault"])
        return self._observed(), moved.reward, moved.terminated, moved.truncated, moved.info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions can be done now, as learners that mask actions ask for it."""
        return self._rows["mask"][0] > 0

    def close(self) -> None:
        self.world.session.close()

    def _observed(self) -> Arrays:
        mask(self._rows, self._sizes)
        return {name: array[0].copy() for name, array in self._rows.items()}


class BatchEnv(VectorEnv[Arrays, NDArray[np.int64], NDArray[Any]]):
    """Many worlds in this process; one that has ended begins its next episode in the same step.

    `info["valid"]` is False, and the reward NaN, where a fault of ours ended an episode: leave that episode out. Where
    one has ended, `final_obs` and `final_info` hold the last of it.

    Args:
        num_envs: how many worlds.
        settings: of the batch: sizes, reward, and those of a suite.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int = 1, **settings: Any) -> None:
        self.batch, self.num_envs = Batch(num_envs, **settings), num_envs
        self.single_observation_space = observation_space(self.batch.sizes, self.batch.picture)
        self.single_action_space = spaces.Discrete(self.batch.sizes.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin an episode in each world; see `Batch.reset`. Without a seed, one is drawn."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        _refuse(options)
        return self.batch.reset(int(self.np_random.integers(2**31)) if seed is None else seed), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Arrays, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Do one action in each world."""
        stepped = self.batch.step(actions)
        infos: dict[str, Any] = {}
        for number, (last, info) in stepped.ended.items():
            infos = self._add_info(infos, {"final_obs": last, "final_info": info}, number)
        infos["valid"] = stepped.valid
        rewards = stepped.rewards.astype(np.float64)
        return stepped.observations, rewards, stepped.terminated, stepped.truncated, infos

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()


def _refuse(options: dict[str, Any] | None) -> None:
    if options:
        raise UserError(f"reset takes no options, and “{next(iter(options))}” is one; the seed says what is played")


gymnasium.register(
    "lifeworld/arrays-v0",
    f"{__name__}:ArrayEnv",
    vector_entry_point=f"{__name__}:BatchEnv",
)
