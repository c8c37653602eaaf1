"""Many worlds in one process: numpy arrays out, indices in; finished ones begin the next episode by themselves.

```python
from lifeworld.bridges.batch import Batch

with Batch(256, tasks="todo.CompleteTask") as batch:
    seen = batch.reset(seed=0)
    for _ in range(1000):
        stepped = batch.step(policy(seen))  # (256,) indices, of those that seen["mask"] allows
        seen = stepped.observations
```
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from lifeworld.agents.oracle import oracle
from lifeworld.bridges.arrays import COMMANDS, Arrays, Sizes, mask, picture_size
from lifeworld.bridges.screen import Screen
from lifeworld.bridges.suite import Suite
from lifeworld.core.choices import shown
from lifeworld.core.errors import Fault, UserError
from lifeworld.env.session import Moved, Reward
from lifeworld.taskkit.configuration import Configuration

_TRIES = 3  # seeds in a row whose world may break as it begins


class Ended(NamedTuple):
    """An episode that came to its end in a step.

    Attributes:
        observation: the last of it, arrays without the worlds' axis.
        info: `configuration`, `verdict`, and `fault` where one of ours ended it.
    """

    observation: Arrays
    info: dict[str, Any]


class Stepped(NamedTuple):
    """What a step came to, a row a world.

    Attributes:
        observations: where an episode has ended, the first of the next.
        rewards: float32; NaN where a fault of ours ended the episode: leave that episode out.
        terminated: the agent has ended the episode.
        truncated: a budget, or a fault of ours, has ended it.
        valid: False where the reward is NaN.
        ended: the episodes that ended, by world.
    """

    observations: Arrays
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    valid: NDArray[np.bool_]
    ended: dict[int, Ended]


def picture_of(suite: Suite) -> tuple[int, int] | None:
    """Return the height and width of a suite's pictures, None where it has none.

    Raises:
        UserError: it shows no tree or has tools, which no index stands for, or its pictures differ in size.
    """
    seen, devices = shown(suite.config.seen_through[0]), suite.config.devices
    if "tree" not in seen or "tools" in seen:
        raise UserError("arrays tell of elements, and actions name them: use the channel tree or pixels+tree")
    if "pixels" not in seen:
        return None
    return picture_size(devices)


class ArraySession:
    """One world's session whose observations are a row of arrays and whose actions are indices."""

    def __init__(self, suite: Suite, screen: Screen, reward: Reward = "success") -> None:
        self.session, self.screen = suite.session(reward=reward), screen

    def reset(self, seed: int = 0, configuration: Configuration | None = None) -> dict[str, Any]:
        """Begin an episode and return its info; see `Session.reset`."""
        observation, info = self.session.reset(configuration, seed=seed)
        self.screen.begin(observation)
        return info

    def step(self, index: int) -> Moved:
        """Do the action of an index; see `Session.step`."""
        moved = self.session.step(self.screen.action(index))
        self.screen.show(moved.observation, index)
        return moved


class Batch:
    """Worlds of a suite that step together in this process.

    Args:
        worlds: how many.
        sizes: how much the arrays hold.
        reward: success, or the share of items.
        settings: of the suite, as in a run's file.

    Raises:
        UserError: a setting is unknown or has no such value, or the channel shows no elements.
    """

    def __init__(self, worlds: int, *, sizes: Sizes | None = None, reward: Reward = "success", **settings: Any) -> None:
        if worlds < 1:
            raise UserError(f"a batch has one world or more, not {worlds}")
        self.suite, self.sizes = Suite(**settings), sizes or Sizes()
        self.picture = picture_of(self.suite)
        self._rows = rows = self.sizes.empty(worlds, self.picture)
        self.worlds = [ArraySession(self.suite, Screen(self.sizes, rows, n), reward) for n in range(worlds)]
        self._seeds: list[int] = []

    def reset(self, seed: int | Sequence[int] = 0) -> Arrays:
        """Begin an episode in each world and return the observations.

        Args:
            seed: the first world's, the next one's is one more, and so on; or one for each. An episode that follows in
                a world has the seed of the one before it plus the number of worlds.
        """
        count = len(self.worlds)
        self._seeds = list(range(seed, seed + count)) if isinstance(seed, int) else list(seed)
        if len(self._seeds) != count:
            raise UserError(f"{len(self._seeds)} seeds for {count} worlds; give one for each, or the first alone")
        for number in range(count):
            self._begin(number)
        return self._seen()

    def step(self, actions: Sequence[int] | NDArray[Any]) -> Stepped:
        """Do one action in each world.

        Raises:
            UserError: there are not as many actions as worlds, or `reset` was not called.
        """
        count = len(self.worlds)
        if len(actions) != count or not self._seeds:
            raise UserError(f"{len(actions)} actions for {count} worlds" if self._seeds else "call reset before step")
        rewards, ended = np.zeros(count, np.float32), {}
        terminated, truncated = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        for number, index in enumerate(np.asarray(actions).tolist()):
            moved = self.worlds[number].step(index)
            rewards[number] = np.nan if moved.reward is None else moved.reward
            terminated[number], truncated[number] = moved.terminated, moved.truncated
            if moved.info["over"]:
                ended[number] = Ended(self._row(number), moved.info)
                self._seeds[number] += count
                self._begin(number)
        return Stepped(self._seen(), rewards, terminated, truncated, ~np.isnan(rewards), ended)

    def close(self) -> None:
        """Let go of all worlds."""
        for world in self.worlds:
            world.session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _begin(self, number: int) -> None:
        """Begin the episode of a world's seed; of a later one where a world breaks as it begins."""
        for left in reversed(range(_TRIES)):
            try:
                self.worlds[number].reset(self._seeds[number])
                break
            except Fault:
                if not left:
                    raise
                self._seeds[number] += len(self.worlds)

    def _seen(self) -> Arrays:
        mask(self._rows, self.sizes)
        return {name: array.copy() for name, array in self._rows.items()}

    def _row(self, number: int) -> Arrays:
        row = {name: array[number : number + 1].copy() for name, array in self._rows.items()}
        mask(row, self.sizes)
        return {name: array[0] for name, array in row.items()}


class Demonstration(NamedTuple):
    """What the oracle saw and did: arrays with a row a step, and the indices."""

    observations: Arrays
    actions: NDArray[np.int64]


def demonstration(suite: Suite, seed: int, sizes: Sizes | None = None) -> Demonstration | None:
    """Return how the oracle does the task of a seed; None where something that it does has no index, or it fails."""
    size = sizes or Sizes()
    rows = size.empty(1, picture_of(suite))
    world = ArraySession(suite, Screen(size, rows))
    seen: list[Arrays] = []
    actions: list[int] = []
    with world.session:
        world.reset(seed)
        for index in _done_by_oracle(world, seed):
            if index is None:
                return None
            mask(rows, size)
            seen.append({name: array.copy() for name, array in rows.items()})
            actions.append(index)
            moved = world.step(index)
    if moved.reward != 1:
        return None
    return Demonstration({name: np.concatenate([one[name] for one in seen]) for name in rows}, np.array(actions))


def _done_by_oracle(world: ArraySession, seed: int) -> Iterator[int | None]:
    """Yield the indices of what the oracle does, each to be done before the next."""
    session = world.session
    assert session.configuration
    with oracle(session.configuration, world.screen.now.goal, seed) as agent:
        while session.verdict is None:
            meant = agent.act(world.screen.now)
            while (index := world.screen.index(meant)) == COMMANDS.index("more"):
                yield index
            yield index
