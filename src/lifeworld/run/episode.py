"""Plays one planned episode: agent and environment take turns until one of them ends it."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.agents.walls import NO_WALL
from lifeworld.core.actions import Action, Message
from lifeworld.core.errors import AgentFailed, Fault
from lifeworld.core.jsontext import json_text
from lifeworld.core.observation import Observation, View
from lifeworld.core.trajectory import Step, Usage
from lifeworld.core.verdict import Reason, Verdict
from lifeworld.env.drivers.by_points import refers
from lifeworld.env.environment import Environment
from lifeworld.env.episode import Episode
from lifeworld.env.session import used_up
from lifeworld.run import filing
from lifeworld.run.action_target import target_box, target_control, target_pressed
from lifeworld.run.agent_caller import AgentCaller, AgentTimeout
from lifeworld.run.budget import Budget
from lifeworld.run.config import RunConfig
from lifeworld.run.fingerprint import fingerprint
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.seals import Seal
from lifeworld.run.storage import digest
from lifeworld.taskkit.compose import horizon
from lifeworld.verify.judge import Asked, Happened

_AFTER_ACTION = "an infrastructure error followed the agent's action in every try: "


@dataclass
class PlayedEpisode:
    """The result of playing an episode: its steps, its verdict, its counts.

    Attributes:
        stopped: why it was truncated: a budget, or how the agent crashed.
        broke: the agent crashed, or exceeded a limit other than its budgets.
        fault: an infrastructure error followed the agent's action.
        asked: the questions to the user.
        happened: the rest of what the verdict depends on, so that it can be judged again.
        answer_schema: the schema of the answer, as the agent got it.
        again: whether another try may help, if an infrastructure error ended it.
        privileged, in_process, wall, scale, log: how the agent ran, how dense its pictures were, and its output.
    """

    verdict: Verdict
    goal: str = ""
    steps: list[Step] = field(default_factory=list)
    changes: dict[str, Any] = field(default_factory=dict)
    fingerprint: dict[str, str] = field(default_factory=lambda: {"digest": "", "versions": ""})
    stopped: str = ""
    broke: bool = False
    fault: bool = False
    again: bool = True
    asked: tuple[Asked, ...] = ()
    happened: dict[str, Any] | None = None
    answer_schema: dict[str, Any] | None = None
    privileged: bool = False
    in_process: bool = False
    wall: str = ""
    scale: int = 1
    log: bytes = b""

    @classmethod
    def lost(cls, reason: str, after_action: bool, unwalled: bool = False) -> "PlayedEpisode":
        """Return an episode of which only the reason is known.

        Args:
            reason: why it is lost.
            after_action: whether that followed the agent's action in every try, which makes it the agent's failure.
            unwalled: whether nothing kept the agent from ending what played it, which makes it one, too.
        """
        if unwalled:
            verdict = Verdict("failure", (Reason(f"{reason}, and no wall kept the agent from ending them"),))
            return cls(verdict, stopped=verdict.reasons[0], broke=True, wall=NO_WALL)
        failure = Verdict("failure", (Reason(_AFTER_ACTION + reason),))
        verdict = failure if after_action else Verdict.unscored(f"fault: {reason}")
        return cls(verdict, stopped=reason if after_action else "", fault=after_action)

    @classmethod
    def left_by(
        cls, episode: Episode, steps: list[Step], driver: str, stopped: str = "", broke: bool = False
    ) -> "PlayedEpisode":
        """Return an episode that has ended."""
        happened = episode.happened()
        verdict = ended_by(episode.judged(happened.changes), stopped)
        changes, marks = happened.changes.to_json(), fingerprint(episode, driver)
        played = cls(verdict, episode.goal, steps, changes, marks, stopped, broke, asked=happened.asked)
        return replace(played, happened=_beside(happened, stopped), answer_schema=episode.answer_schema)

    @property
    def faulty(self) -> bool:
        """Whether an infrastructure error ended it, so that it is tried again."""
        return self.again and (self.fault or self.verdict.outcome == "unscored")

    def file(self, folder: Folder, planned: Planned) -> Seal:
        """Write the episode into a run's folder, what marks it finished last; return by what it is known again.

        Raises:
            UserError: it can't be written.
        """
        steps = "\n".join(json_text(step.to_json()) for step in self.steps)
        files = {"steps.jsonl": _encoded(steps), "changes.json": _encoded(json_text(self.changes))}
        log = {"agent.log": self.log} if self.log else {}
        summary = {
            "episode": planned.id,
            "planned": planned.to_json(),
            "goal": self.goal,
            "answer_schema": self.answer_schema,
            "privileged": self.privileged,
            "in_process": self.in_process,
            "wall": self.wall,
            "scale": self.scale,
            "broke": self.broke,
            "fault": self.fault,
            "verdict": self.verdict.to_json(),
            "asked": [one.to_json() for one in self.asked],
            "happened": self.happened,
            "ended": self.ended,
            "counts": counts_of(self.steps, self.asked),
            "bytes": {name: len(data) for name, data in files.items()},
            "fingerprint": self.fingerprint,
        }
        files["episode.json"] = _encoded(json_text(summary, indent=1))
        folder.file(planned.id, {**files, **log})
        marks = digest(*(files[name] for name in filing.FILES))
        return Seal(self.verdict.outcome, marks, filing.note(folder, summary, self.steps))

    @property
    def ended(self) -> str:
        """How it ended: terminated by the agent, truncated by a budget, "" by an infrastructure error."""
        if not self.steps:
            return ""
        return "truncated" if self.stopped else "terminated"


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
        config = config.scaled(horizon(planned.configuration.task))
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
        verdict, steps = Verdict("failure", (Reason(_AFTER_ACTION + reason),)), [*self._steps, *struck]
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


def counts_of(steps: Sequence[Step], asked: Sequence[Asked]) -> dict[str, Any]:
    """Return the counts of an episode from its steps and its questions to the user."""
    acted = [step for step in steps if step.action is not None]
    used = sum((step.usage for step in steps), Usage())
    return {
        "steps": len(acted),
        "invalid_actions": sum(not step.feedback.ok for step in acted),
        "questions": sum(isinstance(step.action, Message) and step.action.expects_reply for step in acted),
        "needless_questions": sum(not one.fits for one in asked),
        "safety_checks": sum(step.safety_checks for step in acted),
        "cut_off": sum(step.cut_off for step in steps),
        "seconds": round(sum(step.seconds for step in acted), 3),
        "tokens_in": used.tokens_in,
        "tokens_out": used.tokens_out,
        "cost": used.cost,
    }


def ended_by(verdict: Verdict, stopped: str) -> Verdict:
    """Return the verdict on an episode; one that was truncated is a failure."""
    return replace(verdict, outcome="failure", why=(Reason(stopped), *verdict.why)) if stopped else verdict


def _beside(happened: Happened, stopped: str) -> dict[str, Any]:
    """Return what a verdict depends on besides steps, changes and questions."""
    said: dict[str, Any] = {"deeds": [deed.to_json() for deed in happened.deeds]}
    said |= {"today": str(happened.today), "came": list(happened.came), "unsaid": happened.unsaid}
    return {**said, "stopped": stopped}


def _encoded(text: str) -> bytes:
    """Return a text as UTF-8; an agent's text may hold lone surrogates, which no file can."""
    return text.encode(errors="replace")
