"""An agent asked for its next action: as long as its time, the run's money and a provider's patience last."""

import asyncio
import random
import time
from collections.abc import Awaitable
from typing import TypeVar

from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.core.actions import Action
from lifeworld.core.errors import AgentFailed, ProviderFault
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage
from lifeworld.run.config import RunConfig
from lifeworld.run.money import Purse
from lifeworld.run.patience import Patience

T = TypeVar("T")


class TimeUp(AgentFailed):
    """The agent had not answered when its time was up."""


class Asking:
    """Asks an agent through one episode.

    Attributes:
        waited: seconds of the last action that went on a provider that did not answer; nobody's time.
        given_up: the model's provider has not answered, however often it was asked.
    """

    def __init__(self, handle: AgentHandle, purse: Purse, config: RunConfig, chance: random.Random) -> None:
        self._handle, self._purse, self._config, self._chance = handle, purse, config, chance
        self._deadline = 0.0
        self.waited, self.given_up = 0.0, False

    def start(self) -> None:
        """Let the agent's time begin."""
        self._deadline = asyncio.get_running_loop().time() + self._config.max_seconds

    def excuse(self, seconds: float) -> None:
        """Let time pass that is not the agent's."""
        self._deadline += seconds

    @property
    def late(self) -> bool:
        """Whether its time is up."""
        return asyncio.get_running_loop().time() > self._deadline

    async def within(self, work: Awaitable[T]) -> T:
        """Wait for the agent as long as its time lasts.

        Raises:
            TimeUp: it has not answered.
        """
        try:
            async with asyncio.timeout_at(self._deadline):
                return await work
        except TimeoutError:
            raise self._time_up() from None

    async def action(self, observation: Observation) -> Action:
        """Return the agent's next action; where its model's provider does not answer, it is asked again.

        Raises:
            AgentFailed: it broke, or its time is up.
            ProviderFault: the provider has not answered in every try.
            Spent: the action might cost more than is left.
        """
        patience, self.waited = Patience(self._config.provider_retries, self._chance), 0.0
        while True:
            started = time.perf_counter()
            try:
                action = await self._paid(observation)
            except ProviderFault as fault:
                wait = patience.wait(fault)
                self.given_up = wait is None
                if wait is None:
                    raise
                await asyncio.sleep(wait)
                lost = time.perf_counter() - started
                self.waited, self._deadline = self.waited + lost, self._deadline + lost
                continue
            if self._handle.answers_or_faults and self.late:
                raise self._time_up()
            return action

    def _time_up(self) -> TimeUp:
        return TimeUp(f"the budget of {self._config.max_seconds:g} seconds was used up before the agent answered")

    async def _acted(self, observation: Observation) -> Action:
        """Return the agent's answer; one that waits for a provider is let end, or a silent one would be its failure."""
        acting = self._handle.act(observation)
        return await (acting if self._handle.answers_or_faults else self.within(acting))

    async def _paid(self, observation: Observation) -> Action:
        if not self._purse.limited:
            return await self._acted(observation)
        most, used = await self._handle.most(observation), self._handle.usage
        with self._purse.reserved(most):
            try:
                action = await self._acted(observation)
            except (ProviderFault, AgentFailed) as failed:  # the provider may charge for what nobody got
                self._purse.book(most if getattr(failed, "charged", True) else Usage())
                raise
            took = self._handle.usage - used
            self._purse.book(took if took.tokens_in or took.tokens_out else most)  # not every endpoint says
            return action
