"""Asks an agent for its next action, within its time, the run's budget and the retries of its provider."""

import asyncio
import random
import time
from collections.abc import Awaitable
from typing import TypeVar

from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.core.actions import Action, bounded
from lifeworld.core.errors import AgentFailed, ProviderFault
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage
from lifeworld.run.backoff import Backoff
from lifeworld.run.budget import Budget
from lifeworld.run.config import RunConfig

T = TypeVar("T")


class AgentTimeout(AgentFailed):
    """The agent did not answer in time."""


class AgentCaller:
    """Asks an agent for its actions in one episode.

    Attributes:
        waited: seconds of the last action spent on a provider that did not answer; they don't count. Those of an
            agent that is not believed do.
        given_up: the model's provider answered none of the attempts.
    """

    def __init__(self, handle: AgentHandle, budget: Budget, config: RunConfig, chance: random.Random) -> None:
        self._handle, self._budget, self._config, self._chance = handle, budget, config, chance
        self._deadline = 0.0
        self.waited, self.given_up = 0.0, False

    def start(self) -> None:
        """Start the agent's time."""
        self._deadline = asyncio.get_running_loop().time() + self._config.max_seconds

    def excuse(self, seconds: float) -> None:
        """Extend the deadline by time that is not the agent's."""
        self._deadline += seconds

    def _excuse(self, seconds: float) -> None:
        """Excuse a part of the time that an action took, unless that is only what the agent says."""
        if self._handle.believed:
            self.waited, self._deadline = self.waited + seconds, self._deadline + seconds

    @property
    def late(self) -> bool:
        """Whether its time is up."""
        return asyncio.get_running_loop().time() > self._deadline

    async def within(self, work: Awaitable[T]) -> T:
        """Wait for the agent until its deadline.

        Raises:
            AgentTimeout: it did not answer.
        """
        try:
            async with asyncio.timeout_at(self._deadline):
                return await work
        except TimeoutError:
            raise self._time_up() from None

    async def action(self, observation: Observation) -> Action:
        """Return the agent's next action; while its model's provider does not answer, the request is repeated.

        Raises:
            AgentFailed: it crashed, its time is up, or it says so of a provider that nobody else asked.
            ProviderFault: the provider answered no attempt.
            BudgetExceeded: the action might cost more than is left.
        """
        backoff, self.waited = Backoff(self._config.provider_retries, self._chance), 0.0
        while True:
            started, excused = time.perf_counter(), self.waited
            try:
                action = await self._paid(observation)
            except ProviderFault as fault:
                if fault.unfinished:
                    continue  # the rest is asked for at once, on the model's time
                await self._rest(backoff.wait(fault), fault)
                self._excuse(time.perf_counter() - started - (self.waited - excused))
                continue
            if self._handle.answers_or_faults and self.late:
                raise self._time_up()
            return bounded(action)

    async def _rest(self, wait: float | None, fault: ProviderFault) -> None:
        """Wait before the next attempt, or give up where there is none."""
        if self._handle.believed:
            self.given_up = wait is None
            if wait is None:
                raise fault
            await asyncio.sleep(wait)
        elif wait is None:
            raise AgentFailed(f"the agent said that its model's provider did not answer: {fault}") from fault
        else:
            await self.within(asyncio.sleep(wait))

    def _time_up(self) -> AgentTimeout:
        return AgentTimeout(f"the budget of {self._config.max_seconds:g} seconds was used up before the agent answered")

    async def _acted(self, observation: Observation) -> Action:
        """Return the agent's answer; a call to a provider is not cut off: its silence is not the agent's failure."""
        acting = self._handle.act(observation)
        return await (acting if self._handle.answers_or_faults else self.within(acting))

    async def _paid(self, observation: Observation) -> Action:
        if not self._budget.limited:
            return await self._acted(observation)
        most, used, asked = await self._handle.most(observation), self._handle.usage, time.perf_counter()
        async with self._budget.reserved(most) as book:
            self._excuse(time.perf_counter() - asked)
            try:
                return await self._acted(observation)
            except ProviderFault as fault:
                most = most if fault.charged else Usage()  # the provider may charge for a lost answer
                raise
            finally:
                took = self._handle.usage - used
                book(took if took.tokens_in or took.tokens_out else most)  # not every endpoint says
