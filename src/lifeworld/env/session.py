"""A client's seat at a device: reset, step, verdict, close. `lifeworld.make` returns one; every bridge stands on it.

```python
with lifeworld.make("todo.CompleteTask") as session:
    observation, info = session.reset(seed=3)
    while not info["over"]:
        observation, reward, terminated, truncated, info = session.step(decide(observation))
```
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from operator import index
from typing import Any, Literal, NamedTuple, Self, SupportsIndex
from weakref import finalize

from lifeworld.core.actions import Action, bounded, parse_action
from lifeworld.core.choices import Channel
from lifeworld.core.counting import counted
from lifeworld.core.errors import Fault, UserError, hint
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import BUDGET
from lifeworld.core.verdict import Reason, Verdict
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.drivers.driver import Stage
from lifeworld.env.opening import opened
from lifeworld.taskkit.catalogue import find
from lifeworld.taskkit.configuration import AXES, Configuration

Reward = Literal["success", "items"]
Choose = Callable[[int], Configuration]
_INVALID = 5  # actions in a row that could not be done


def used_up(done: Sequence[bool], max_steps: int) -> str:
    """Return why no more steps are taken; "" as long as they are.

    Args:
        done: whether each action so far could be done.
        max_steps: how many there may be.
    """
    if len(done) >= _INVALID and not any(done[-_INVALID:]):
        return f"{_INVALID} invalid actions in a row"
    return f"the budget of {counted(max_steps, 'step')} is used up" if len(done) >= max_steps else ""


class Moved(NamedTuple):
    """What a step came to.

    Attributes:
        reward: 0 until the episode ends, then 1 for a success, or the share of items that are met; None where a fault
            of ours ended it, which is nobody's failure: leave such an episode out.
        terminated: the agent has ended the episode.
        truncated: a budget, or a fault of ours, has ended it.
        info: `configuration`, `over`, `feedback`; and once it is over `verdict`, with `fault` where one ended it.
    """

    observation: Observation
    reward: float | None
    terminated: bool
    truncated: bool
    info: dict[str, Any]


class Session:
    """Plays one episode after the other, for one client.

    Args:
        choose: the configuration of a seed.
        driver: dom or chromium.
        channel: what the client sees and uses; the driver's widest by default.
        max_steps: after which an episode is truncated; times `Task.budgets()`.
        reward: `success`, or the share of `items`.

    Raises:
        UserError: the driver can't show what the channel has, or there is no browser.
    """

    def __init__(
        self,
        choose: Choose,
        driver: str = "dom",
        channel: Channel | None = None,
        max_steps: int = BUDGET,
        reward: Reward = "success",
    ) -> None:
        if max_steps < 1 or reward not in ("success", "items"):
            raise UserError("max_steps is 1 or more, and reward is success or items")
        self._choose, self._by_items = choose, reward == "items"
        self._max_steps = self._allowed = max_steps
        self._opened = ExitStack()
        self._environment = self._opened.enter_context(opened(driver, channel))
        self._left = finalize(self, self._opened.close)  # nor does a browser stay that nobody closes
        self._now: Observation | None = None
        self._done: list[bool] = []
        self.configuration: Configuration | None = None
        self.verdict: Verdict | None = None  # of the episode, once it is over

    def reset(
        self, configuration: Configuration | str | None = None, *, seed: int = 0
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode, of this configuration (or its id) or of that which the seed chooses.

        Raises:
            UserError: there is no such task, profile or value, or no instance of it can be drawn; nothing has changed.
            Fault: the world or the browser broke; nothing has begun.
        """
        chosen = self._chosen(configuration, seed)
        try:
            now = self._environment.reset(chosen)
        except Fault:
            self._now = None
            raise
        self.configuration, self._id, self._now = chosen, chosen.id, now
        self._allowed = self._max_steps * find(chosen.task).budgets()
        self.verdict, self._done = None, []
        return now, self._info()

    def step(self, action: Action | Mapping[str, Any] | str | bytes) -> Moved:
        """Do one action, also as plain data or JSON; what is wrong with it is in the observation's feedback.

        Raises:
            UserError: no episode has begun, or it is over.
        """
        if self._now is None or self.verdict is not None:
            raise UserError("the episode is over; call reset" if self._now else "call reset before step")
        meant = bounded(parse_action(action))
        environment = self._environment.environment
        try:
            self._now = self._environment.step(meant)
            self._done.append(self._now.feedback.ok)
            if why := used_up(self._done, self._allowed):
                environment.truncate(why)
            if environment.terminated or environment.truncated:
                self._judge(environment.truncated)
        except Fault as fault:
            self.verdict = Verdict.unscored(f"fault: {fault}")
        over = self.verdict is not None
        terminated = over and environment.terminated and bool(self.verdict and self.verdict.outcome != "unscored")
        return Moved(self._now, self._reward(), terminated, over and not terminated, self._info())

    @property
    def observation(self) -> Observation:
        """What was seen last.

        Raises:
            UserError: no episode has begun.
        """
        if self._now is None:
            raise UserError("call reset first")
        return self._now

    def stop(self, why: str) -> float | None:
        """End the episode as it stands, for this reason, unless it is over; return its reward.

        Raises:
            UserError: no episode has begun.
        """
        if self._now is None:
            raise UserError("call reset before stop")
        if self.verdict is None:
            try:
                self._judge(why)
            except Fault as fault:
                self.verdict = Verdict.unscored(f"fault: {fault}")
        return self._reward()

    def close(self) -> None:
        """Let go of the world and the browser. An episode that is not over is judged as it stands."""
        if self._now is not None:
            self.stop("the client has gone")
        self._left()
        self._now = None

    @property
    def stage(self) -> Stage:
        """The world of the episode, for whoever serves its screens.

        Raises:
            UserError: no episode has begun.
        """
        episode = self._environment.environment.episode
        if episode is None:
            raise UserError("call reset before there is a world")
        return episode.world

    def shown(self, address: str) -> None:
        """Note an address that a browser has shown to which the client serves the stage: `Navigate` may go there."""
        driver = self._environment.environment.driver
        assert isinstance(driver, Dom), "chromium's own browser shows the screens"
        driver.shown(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _chosen(self, configuration: Any, seed: Any) -> Configuration:
        if isinstance(configuration, Configuration):
            return configuration
        if isinstance(configuration, str):
            return Configuration.parse(configuration)
        if configuration is not None:
            raise UserError("configuration is one, or its id, like todo.CompleteTask:nora:3.0; a seed is named: seed=3")
        if isinstance(seed, bool) or not isinstance(seed, SupportsIndex) or not 0 <= index(seed) < 2**63:
            raise UserError("seed is a whole number from 0 on, below 2**63")
        return self._choose(index(seed))  # an integer of numpy is one

    def _judge(self, truncated: str) -> None:
        verdict = self._environment.verdict()
        self.verdict = replace(verdict, why=(Reason(truncated), *verdict.why)) if truncated else verdict

    def _reward(self) -> float | None:
        if self.verdict is None:
            return 0.0
        if self.verdict.outcome == "unscored":
            return None
        return self.verdict.score if self._by_items else float(self.verdict.success)

    def _info(self) -> dict[str, Any]:
        assert self._now
        told: dict[str, Any] = {"configuration": self._id, "over": self.verdict is not None}
        told["feedback"] = self._now.feedback
        if self.verdict:
            told["verdict"] = self.verdict.to_json()
            told |= {"fault": self.verdict.reasons[0]} if self.verdict.outcome == "unscored" else {}
        return told


def make(
    task: str,
    driver: str = "dom",
    channel: Channel | None = None,
    *,
    profile: str = "nora",
    instance: int | None = None,
    max_steps: int = BUDGET,
    reward: Reward = "success",
    **axes: Any,
) -> Session:
    """Return a session of one task on one person's device: a seed says which instance is played, and varies no axis.

    To draw people, devices and themes, too, train through a door (docs/bridges.md), or pass `reset` a configuration.

    Args:
        task: its id, like bank.TransferBetweenAccounts.
        driver: dom or chromium.
        channel: pixels, pixels+tree, tree, tools, pixels+tools or tree+tools.
        profile: whose device it is.
        instance: which of the task's instances is played, whatever the seed; by default the seed says it.
        max_steps: after which an episode is truncated.
        reward: success, or the share of items that are met.
        axes: a value of each axis that is not the usual one, like theme="dark"; phrasing=1.

    Raises:
        UserError: there is no such task, person or value.
    """
    find(task)
    for axis in axes.keys() - {*AXES, "phrasing"}:
        raise UserError(f"no axis “{axis}”; {hint(axis, [*AXES, 'phrasing'])}")

    def choose(seed: int) -> Configuration:
        return Configuration(task, profile, seed if instance is None else instance, **axes)

    choose(0)
    return Session(choose, driver, channel, max_steps, reward)
