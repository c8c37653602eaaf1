"""What an agent is: an observation in, an action out."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from lifeworld.core.actions import Action
from lifeworld.core.choices import Channel
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage

if TYPE_CHECKING:  # an agent's own process has no need of tasks
    from lifeworld.taskkit.configuration import Configuration
    from lifeworld.taskkit.draw import Instance


def need_screen(name: str, observation: Observation) -> None:
    """See that an agent which works on screens has one.

    Raises:
        UserError: it has tools instead.
    """
    if observation.tools and not observation.screen:
        raise UserError(f"the agent {name} works on screens: leave tools out of --channel")


class Agent(ABC):
    """A program that looks at a screen and acts. One object plays one episode.

    Budgets, retries, timeouts and logging belong to the runner; an agent only decides. Where `act` is an
    `async def`, so may be `begin` and `close`, and one process plays many episodes at once.

    Attributes:
        privileged: it is handed the task's definition (`receive_task`) and is shown apart in reports.
        answers_or_faults: where its model's provider does not answer, `act` ends by itself, with a `ProviderFault`; the
            runner lets it, for that time is nobody's.
        usage: what its model took so far; the runner notes the difference a step makes.
        safety_checks: how many of its provider's safety checks it confirmed so far; noted likewise.
        cut_off: how many of its model's answers were cut off and asked for again so far; noted likewise.
        scale: device pixels for a pixel of the page in the pictures that it wants, 1 to 3.
        native: what its model said when it was last asked, as plain data, if it was for the last action.
        priced: whether `usage` tells what it costs.
    """

    privileged: ClassVar[bool] = False
    answers_or_faults: ClassVar[bool] = False
    usage: Usage = Usage()
    safety_checks: int = 0
    cut_off: int = 0
    scale: int = 1
    native: Any = None
    priced: bool = True

    def receive_task(self, instance: "Instance", configuration: "Configuration") -> None:
        """Take in the task and what its episode starts from; called before `begin`, for privileged agents only."""

    async def ready(self) -> None:
        """See that it could play; called once before the first episode, on an object that plays none.

        Raises:
            LifeworldError: it could not; says in one line what to set.
        """

    def begin(self, goal: str, seed: int) -> Awaitable[None] | None:
        """Take in the goal; `seed` is the only source of chance that an agent should use."""
        return None

    def most(self, observation: Observation) -> Usage:
        """Return the most that the next action can take; asked before `act`, where a run may spend only so much."""
        return Usage()

    def needs(self) -> Mapping[str, Channel]:
        """Return which of its settings have an effect only in channels with some part, and with which."""
        return {}

    @abstractmethod
    def act(self, observation: Observation) -> Awaitable[Action] | Action:
        """Return the next action. May block."""

    def close(self) -> Awaitable[None] | None:
        """Let go of what the agent holds; called once, however the episode ended."""
        return None
