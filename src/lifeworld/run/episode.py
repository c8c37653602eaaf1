"""Plays one planned episode: agent and environment take turns until one of them ends it."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.core.actions import Action
from lifeworld.core.errors import AgentFailed, Fault
from lifeworld.core.observation import Observation, View
from lifeworld.core.trajectory import Step, Usage
from lifeworld.core.verdict import Reason, Verdict
from lifeworld.env.drivers.by_points import refers
from lifeworld.env.environment import Environment
from lifeworld.env.episode import Episode
from lifeworld.env.session import used_up
from lifeworld.run.action_target import target_box, target_control, target_pressed
from lifeworld.run.agent_caller import AgentCaller, AgentTimeout
from lifeworld.run.budget import Budget
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.played_episode import AFTER_ACTION, PlayedEpisode, fingerprint
from lifeworld.taskkit.catalogue import find


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
