"""Plays one planned episode: agent and environment take turns until one of them ends it.

The agent is asked within its time, the run's budget and the retries of its provider.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.core.actions import Action, bounded
from lifeworld.core.errors import AgentFailed, Fault, ProviderFault
from lifeworld.core.observation import Observation, View
from lifeworld.core.trajectory import Step, Usage
from lifeworld.core.verdict import Reason, Verdict
from lifeworld.env.drivers.by_points import refers
from lifeworld.env.environment import Environment
from lifeworld.env.episode import Episode
from lifeworld.env.session import used_up
from lifeworld.run.action_target import target_box, target_control, target_pressed
from lifeworld.run.budget import Backoff, Budget
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.played_episode import AFTER_ACTION, PlayedEpisode, fingerprint
from lifeworld.taskkit.catalogue import find

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


class Player:
    """Plays one episode and files each step as it goes."""

    def __init__(
        self,
        planned: Planned,
        handle: AgentHandle,
        environment: Environment,
        folder: Folder,
        config: RunConfig,
        budget: Budget,
    ) -> None:
        self.planned, self.handle, self._environment = planned, handle, environment
        config = config.scaled(find(planned.configuration.task).budgets())
        self._folder, self._config = folder, config
        self._steps: list[Step] = []
        self._caller = AgentCaller(handle, budget, config, random.Random(f"patience {planned.id}"))
        self._struck: Step | None = None  # the agent's action that an infrastructure error followed

    async def play(self, acting: Callable[[], None] = lambda: None) -> PlayedEpisode:
        """Play until the agent stops, crashes or exceeds a budget.

        Args:
            acting: called before the agent's first action is carried out.

        Raises:
            Fault: an infrastructure error.
        """
        opened = await self._opened()
        observation = await self._environment.reset(self.planned.configuration)
        episode = self._environment.episode
        assert episode
        broke = False
        try:
            if opened:
                raise opened
            self._caller.start()
            begun = self.handle.begin(
                episode.instance, episode.configuration, observation.goal, int(self.planned.id[:8], 16)
            )
            await self._caller.within(begun)
            while not (self._environment.terminated or self._environment.truncated):
                observation = await self._turn(episode, observation, acting)
                if stopped := self._stopped():
                    self._environment.truncate(stopped)
        except AgentFailed as failed:
            broke = not isinstance(failed, AgentTimeout)
            self._environment.truncate(str(failed))
        return self._ended(episode, broke)

    async def _opened(self) -> AgentFailed | None:
        """Make the agent, whose pictures are drawn as it wants them; return what was wrong with that."""
        try:
            await self.handle.open()
        except AgentFailed as failed:
            return failed
        self._environment.driver.scale = self.handle.scale
        return None

    def after_error(self, reason: str) -> PlayedEpisode:
        """Return an episode that an infrastructure error ended: the agent's failure if it followed its action."""
        episode, struck = self._environment.episode, [self._struck] if self._struck else []
        if episode is None or not (self._caller.given_up or struck):
            return PlayedEpisode(Verdict.unscored(reason))
        marks = fingerprint(episode, self._driver())
        if self._caller.given_up:
            verdict = Verdict.unscored(reason)
            return PlayedEpisode(verdict, episode.goal, self._steps, fingerprint=marks, stopped=reason, again=False)
        verdict, steps = Verdict("failure", (Reason(AFTER_ACTION + reason),)), [*self._steps, *struck]
        return PlayedEpisode(verdict, episode.goal, steps, fingerprint=marks, stopped=reason, fault=True)

    async def _turn(self, episode: Episode, observation: Observation, acting: Callable[[], None]) -> Observation:
        handle = self.handle
        started, before = time.perf_counter(), (handle.usage, handle.safety_checks, handle.cut_off)
        action = await self._caller.action(observation)
        view, seconds = self._environment.view, time.perf_counter() - started - self._caller.waited
        assert view
        step = self._step(view, action, seconds, before)
        if not self._steps:
            acting()
        try:
            after = await self._environment.step(action)
        except Fault:
            self._struck = step
            raise
        self._caller.excuse(self._environment.waited)
        points = self._environment.driver.by_points if after.feedback.ok and refers(action) else ()
        if there := self._environment.reached:
            step = replace(step, reached=self._image(there), pressed=target_pressed(action, there))
        acts = episode.acts[-1]
        self._steps.append(replace(step, feedback=after.feedback, reply=after.reply, acts=acts, by_points=points))
        return after

    def _step(self, view: View, action: Action, seconds: float, before: tuple[Usage, int, int]) -> Step:
        used, confirmed, cut_off = before
        return Step(
            number=len(self._steps),
            action=action,
            url=view.url,
            title=view.title,
            words=view.tree.text,
            image=self._image(view),
            box=target_box(action, view),
            **target_control(action, view.tree),
            pressed=target_pressed(action, view),
            seconds=round(seconds, 4),
            usage=self.handle.usage - used,
            safety_checks=self.handle.safety_checks - confirmed,
            cut_off=self.handle.cut_off - cut_off,
            native=self.handle.native,
        )

    def _stopped(self) -> str:
        if why := used_up([step.feedback.ok for step in self._steps], self._config.max_steps):
            return why
        return f"the budget of {self._config.max_seconds:g} seconds is used up" if self._caller.late else ""

    def _ended(self, episode: Episode, broke: bool) -> PlayedEpisode:
        view = self._environment.view
        assert view
        last: dict[str, Any] = {"url": view.url, "title": view.title, "words": view.tree.text}
        late = self.handle.usage - sum((step.usage for step in self._steps), Usage())  # of an answer after the deadline
        last["usage"] = late if late.tokens_in or late.tokens_out else Usage()
        last["cut_off"] = self.handle.cut_off - sum(step.cut_off for step in self._steps)
        self._steps.append(Step(number=len(self._steps), action=None, **last, image=self._image(view)))
        return PlayedEpisode.left_by(episode, self._steps, self._driver(), self._environment.truncated, broke)

    def _image(self, view: View) -> str:
        return self._folder.keep_image(view.screenshot) if view.screenshot else ""

    def _driver(self) -> str:
        driver = self._environment.driver
        dense = f" at {driver.scale} device pixels" if driver.scale > 1 else ""
        return f"{driver.name} {getattr(driver, 'version', '')}{dense}".strip()
