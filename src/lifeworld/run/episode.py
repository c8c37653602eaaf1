"""One planned episode, played: agent and environment in turn, until one of them ends it."""

import hashlib
import json
import platform
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import lifeworld
from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.core.actions import Action, Message
from lifeworld.core.errors import AgentFailed, Fault
from lifeworld.core.jsontext import json_text
from lifeworld.core.observation import Observation, View
from lifeworld.core.trajectory import Step, Usage
from lifeworld.core.verdict import Verdict
from lifeworld.env.drivers.by_points import refers
from lifeworld.env.environment import Environment
from lifeworld.env.episode import Episode
from lifeworld.run import ledger
from lifeworld.run.aiming import aim, named
from lifeworld.run.asking import Asking, TimeUp
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.money import Purse
from lifeworld.run.plan import Planned
from lifeworld.taskkit.compose import horizon
from lifeworld.verify.judge import Asked, Happened

_INVALID_IN_A_ROW = 5


@dataclass
class Played:
    """What playing an episode gave: its steps, its verdict, its numbers.

    Attributes:
        stopped: what ended it, if the agent did not: a budget, or how the agent broke.
        broke: the agent broke, or broke a limit other than its budgets.
        fault: a fault of ours followed the agent's action.
        asked: the questions to the person.
        happened: the rest of what the verdict rests on, so that it can be judged anew.
        answer_schema: of the answer that the goal asked for, as the agent was told it.
        again: whether another try may help, if a fault ended it.
        privileged, in_process: how the agent played.
        log: what it printed.
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
    log: bytes = b""

    @classmethod
    def lost(cls, reason: str, after_action: bool) -> "Played":
        """Return what an episode is of which nothing is left but the reason.

        Args:
            reason: what happened to it.
            after_action: it happened after the agent's action in every try, which makes it the agent's failure.
        """
        said = f"the world broke after the agent's action in every try: {reason}"
        verdict = Verdict("failure", (said,)) if after_action else Verdict.unscored(f"fault: {reason}")
        return cls(verdict, stopped=reason if after_action else "", fault=after_action)

    @classmethod
    def left_by(
        cls, episode: Episode, steps: list[Step], driver: str, stopped: str = "", broke: bool = False
    ) -> "Played":
        """Return what an episode is that has come to its end."""
        happened = episode.happened()
        verdict = ended_by(episode.judged(happened.changes), stopped)
        changes, marks = happened.changes.to_json(), fingerprint(episode, driver)
        played = cls(verdict, episode.goal, steps, changes, marks, stopped, broke, asked=happened.asked)
        return replace(played, happened=_beside(happened, stopped), answer_schema=episode.answer_schema)

    @property
    def faulty(self) -> bool:
        """Whether a fault of ours ended it, so that it is worth another try."""
        return self.again and (self.fault or self.verdict.outcome == "unscored")

    def file(self, folder: Folder, planned: Planned) -> None:
        """Write the episode into a run's folder; what marks it finished comes last.

        Raises:
            UserError: it can't be written.
        """
        lines = [json_text(step.to_json()) for step in self.steps]
        files = {"steps.jsonl": _encoded("\n".join(lines)), "changes.json": _encoded(json_text(self.changes))}
        log = {"agent.log": self.log} if self.log else {}
        summary = {
            "episode": planned.id,
            "planned": planned.to_json(),
            "goal": self.goal,
            "answer_schema": self.answer_schema,
            "privileged": self.privileged,
            "in_process": self.in_process,
            "broke": self.broke,
            "fault": self.fault,
            "verdict": self.verdict.to_json(),
            "asked": [one.to_json() for one in self.asked],
            "happened": self.happened,
            "ended": self.ended,
            "counts": self.counts,
            "bytes": {name: len(data) for name, data in files.items()},
            "fingerprint": self.fingerprint,
        }
        folder.file(planned.id, {**files, **log, "episode.json": _encoded(json_text(summary, indent=1))})
        ledger.note(folder, summary, self.steps)

    @property
    def ended(self) -> str:
        """How it ended: the agent said so, or a budget was used up; nothing where a fault of ours did."""
        if not self.steps:
            return ""
        return "truncated" if self.stopped else "terminated"

    @property
    def counts(self) -> dict[str, Any]:
        """The numbers of the results' row."""
        return counts_of(self.steps, self.asked)


class Player:
    """Plays one episode and files each step as it goes."""

    def __init__(
        self,
        planned: Planned,
        handle: AgentHandle,
        environment: Environment,
        folder: Folder,
        config: RunConfig,
        purse: Purse | None = None,
    ) -> None:
        self.planned, self.handle, self._environment = planned, handle, environment
        config = config.lasting(horizon(planned.configuration.task))
        self._folder, self._config = folder, config
        self._steps: list[Step] = []
        self._asking = Asking(handle, purse or Purse(), config, random.Random(f"patience {planned.id}"))
        self._struck: Step | None = None  # the agent's action that a fault of ours followed

    async def play(self, acting: Callable[[], None] = lambda: None) -> Played:
        """Play until the agent stops, or breaks, or a budget is used up.

        Args:
            acting: called before the agent's first action is done.

        Raises:
            Fault: something of ours broke.
        """
        observation = await self._environment.reset(self.planned.configuration)
        episode = self._environment.episode
        assert episode
        broke = False
        try:
            await self.handle.open()
            self._asking.start()
            await self._asking.within(self._begin(episode, observation.goal))
            while not (self._environment.terminated or self._environment.truncated):
                observation = await self._turn(episode, observation, acting)
                if stopped := self._stopped():
                    self._environment.truncate(stopped)
        except AgentFailed as failed:
            broke = not isinstance(failed, TimeUp)
            self._environment.truncate(str(failed))
        return self._ended(episode, broke)

    async def _begin(self, episode: Episode, goal: str) -> None:
        await self.handle.begin(episode.instance, episode.configuration, goal, self._seed())

    def broken_off(self, reason: str) -> Played:
        """Return what an episode is that a fault of ours has ended: the agent's failure if its action led to it."""
        episode = self._environment.episode
        if self._asking.given_up and episode:
            marks = fingerprint(episode, self._driver())
            verdict = Verdict.unscored(reason)
            return Played(verdict, episode.goal, self._steps, fingerprint=marks, stopped=reason, again=False)
        if self._struck is None or episode is None:
            return Played(Verdict.unscored(reason))
        verdict = Verdict("failure", (f"the world broke after the agent's action in every try: {reason}",))
        steps = [*self._steps, self._struck]
        marks = fingerprint(episode, self._driver())
        return Played(verdict, episode.goal, steps, fingerprint=marks, stopped=reason, fault=True)

    async def _turn(self, episode: Episode, observation: Observation, acting: Callable[[], None]) -> Observation:
        started, before = time.perf_counter(), (self.handle.usage, self.handle.safety_checks)
        action = await self._asking.action(observation)
        view, seconds = self._environment.view, time.perf_counter() - started - self._asking.waited
        assert view
        step = self._step(view, action, seconds, before)
        if not self._steps:
            acting()
        try:
            after = await self._environment.step(action)
        except Fault:
            self._struck = step
            raise
        self._asking.excuse(self._environment.waited)
        points = self._environment.driver.by_points if after.feedback.ok and refers(action) else ()
        acts = episode.acts[-1]
        self._steps.append(replace(step, feedback=after.feedback, reply=after.reply, acts=acts, by_points=points))
        return after

    def _step(self, view: View, action: Action, seconds: float, before: tuple[Usage, int]) -> Step:
        used, confirmed = before
        image = self._folder.keep_image(view.screenshot) if view.screenshot else ""
        return Step(
            number=len(self._steps),
            action=action,
            url=view.url,
            title=view.title,
            words=view.tree.text,
            image=image,
            box=aim(action, view),
            **named(action, view.tree),
            seconds=round(seconds, 4),
            usage=self.handle.usage - used,
            safety_checks=self.handle.safety_checks - confirmed,
            native=self.handle.native,
        )

    def _stopped(self) -> str:
        last = [step.feedback.ok for step in self._steps[-_INVALID_IN_A_ROW:]]
        if len(last) == _INVALID_IN_A_ROW and not any(last):
            return f"{_INVALID_IN_A_ROW} invalid actions in a row"
        if len(self._steps) >= self._config.max_steps:
            return f"the budget of {self._config.max_steps} steps is used up"
        return f"the budget of {self._config.max_seconds:g} seconds is used up" if self._asking.late else ""

    def _ended(self, episode: Episode, broke: bool) -> Played:
        view = self._environment.view
        assert view
        image = self._folder.keep_image(view.screenshot) if view.screenshot else ""
        said: dict[str, Any] = {"url": view.url, "title": view.title, "words": view.tree.text, "image": image}
        self._steps.append(Step(number=len(self._steps), action=None, **said, usage=self._too_late()))
        return Played.left_by(episode, self._steps, self._driver(), self._environment.truncated, broke)

    def _too_late(self) -> Usage:
        """Return what an answer took that came when the time was up."""
        left = self.handle.usage - sum((step.usage for step in self._steps), Usage())
        return left if left.tokens_in or left.tokens_out else Usage()

    def _driver(self) -> str:
        driver = self._environment.driver
        return f"{driver.name} {getattr(driver, 'version', '')}".strip()

    def _seed(self) -> int:
        return int(self.planned.id[:8], 16)


def counts_of(steps: Sequence[Step], asked: Sequence[Asked]) -> dict[str, Any]:
    """Return what an episode took, by its steps and its questions to the person."""
    acted = [step for step in steps if step.action is not None]
    used = sum((step.usage for step in steps), Usage())
    return {
        "steps": len(acted),
        "invalid_actions": sum(not step.feedback.ok for step in acted),
        "questions": sum(isinstance(step.action, Message) and step.action.expects_reply for step in acted),
        "needless_questions": sum(not one.fits for one in asked),
        "safety_checks": sum(step.safety_checks for step in acted),
        "seconds": round(sum(step.seconds for step in acted), 3),
        "tokens_in": used.tokens_in,
        "tokens_out": used.tokens_out,
        "cost": used.cost,
    }


def ended_by(verdict: Verdict, stopped: str) -> Verdict:
    """Return the verdict on an episode that a budget, or how the agent broke, has ended: never a success."""
    return replace(verdict, outcome="failure", reasons=(stopped, *verdict.reasons)) if stopped else verdict


def _beside(happened: Happened, stopped: str) -> dict[str, Any]:
    """Return what a verdict rests on beside steps, changes and questions."""
    said = {"today": str(happened.today), "came": list(happened.came), "unsaid": happened.unsaid}
    return {**said, "stopped": stopped}


def _encoded(text: str) -> bytes:
    """Return a text as UTF-8; an agent's words may hold half characters that no file can."""
    return text.encode(errors="replace")


def fingerprint(episode: Episode, driver: str) -> dict[str, str]:
    """Return what decides an episode's pixels: versions, the driver with its own, configuration, database."""
    parts = {
        "versions": f"lifeworld {lifeworld.__version__}, python {platform.python_version()}",
        "driver": driver,
        "database": episode.instance.profile.digest,
        "configuration": episode.configuration.id,
    }
    return {**parts, "digest": digest_of(parts)}


def digest_of(parts: dict[str, str]) -> str:
    """Return what stands for all parts of a fingerprint."""
    written = json.dumps(parts, sort_keys=True, allow_nan=False)
    return hashlib.blake2b(written.encode(), digest_size=8).hexdigest()
