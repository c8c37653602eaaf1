"""One planned episode, played: agent and environment in turn, until one of them ends it."""

import asyncio
import hashlib
import json
import platform
import time
from dataclasses import dataclass, field
from typing import Any

import lifeworld
from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Message, Point, Ref
from lifeworld.core.jsontext import json_text
from lifeworld.core.observation import Box, View
from lifeworld.core.trajectory import Step, Usage
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import Environment
from lifeworld.env.episode import Episode
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned

_INVALID_IN_A_ROW = 5


@dataclass
class Played:
    """What playing an episode gave: its steps, its verdict, its numbers."""

    verdict: Verdict
    goal: str = ""
    steps: list[Step] = field(default_factory=list)
    changes: dict[str, Any] = field(default_factory=dict)
    fingerprint: dict[str, str] = field(default_factory=dict)
    stopped: str = ""  # which budget ended it, if one did

    def file(self, folder: Folder, planned: Planned, privileged: bool = False) -> None:
        """Write the episode into a run's folder; what marks it finished comes last.

        Raises:
            OSError: it can't be written.
        """
        place = f"episodes/{planned.id}"
        lines = [json_text(step.to_json()) for step in self.steps]
        folder.write(f"{place}/steps.jsonl", "\n".join(lines).encode())
        folder.write(f"{place}/changes.json", json_text(self.changes).encode())
        summary = {
            "episode": planned.id,
            "planned": planned.to_json(),
            "goal": self.goal,
            "privileged": privileged,
            "verdict": self.verdict.to_json(),
            "counts": self.counts,
            "fingerprint": self.fingerprint,
        }
        folder.write(f"{place}/episode.json", json_text(summary, indent=1).encode())

    @property
    def counts(self) -> dict[str, Any]:
        """The numbers of the results' row."""
        acted = [step for step in self.steps if step.action is not None]
        used = sum((step.usage for step in acted), Usage())
        return {
            "steps": len(acted),
            "invalid_actions": sum(not step.feedback.ok for step in acted),
            "questions": sum(isinstance(step.action, Message) and step.action.expects_reply for step in acted),
            "seconds": round(sum(step.seconds for step in acted), 3),
            "tokens_in": used.tokens_in,
            "tokens_out": used.tokens_out,
            "cost": used.cost,
        }


class Player:
    """Plays one episode and files each step as it goes."""

    def __init__(
        self, planned: Planned, agent: Agent, environment: Environment, folder: Folder, config: RunConfig
    ) -> None:
        self._planned, self._agent, self._environment = planned, agent, environment
        self._folder, self._config = folder, config
        self._steps: list[Step] = []

    async def play(self) -> Played:
        """Play until the agent stops or a budget is used up.

        Raises:
            Fault: something of ours broke.
        """
        observation = await self._environment.reset(self._planned.configuration)
        episode = self._environment.episode
        assert episode
        if self._agent.privileged:
            self._agent.told(episode.instance)
        self._agent.begin(observation.goal, self._seed())
        deadline = time.monotonic() + self._config.max_seconds
        stopped = ""
        while episode.done is None and not stopped:
            started, used = time.perf_counter(), self._agent.usage
            action = await asyncio.to_thread(self._agent.act, observation)
            view, seconds = self._environment.view, time.perf_counter() - started
            observation = await self._environment.step(action)
            spent = self._agent.usage - used
            assert view
            self._file(view, action, seconds, spent, episode, observation)
            stopped = self._stopped(deadline)
        return self._ended(episode, stopped)

    def _file(self, view: View, action: Action, seconds: float, spent: Usage, episode: Episode, after: Any) -> None:
        image = self._folder.keep_image(view.screenshot) if view.screenshot else ""
        step = Step(
            number=len(self._steps),
            action=action,
            url=view.url,
            title=view.title,
            words=view.tree.text,
            image=image,
            box=aim(action, view),
            on=named(action, view),
            feedback=after.feedback,
            reply=after.reply,
            acts=episode.acts[-1],
            seconds=round(seconds, 4),
            usage=spent,
        )
        self._steps.append(step)

    def _stopped(self, deadline: float) -> str:
        last = [step.feedback.ok for step in self._steps[-_INVALID_IN_A_ROW:]]
        if len(last) == _INVALID_IN_A_ROW and not any(last):
            return f"{_INVALID_IN_A_ROW} invalid actions in a row"
        if len(self._steps) >= self._config.max_steps:
            return f"the budget of {self._config.max_steps} steps is used up"
        return f"the budget of {self._config.max_seconds:g} seconds is used up" if time.monotonic() > deadline else ""

    def _ended(self, episode: Episode, stopped: str) -> Played:
        view = self._environment.view
        assert view
        image = self._folder.keep_image(view.screenshot) if view.screenshot else ""
        number = len(self._steps)
        self._steps.append(
            Step(number=number, action=None, url=view.url, title=view.title, words=view.tree.text, image=image)
        )
        changes = episode.world.changes().to_json()
        verdict = episode.verdict()
        if stopped and episode.done is None:
            verdict = Verdict("failure", (stopped, *verdict.reasons), verdict.items, verdict.side_effects)
        return Played(verdict, episode.goal, self._steps, changes, fingerprint(episode, self._driver()), stopped)

    def _driver(self) -> str:
        driver = self._environment.driver
        return f"{driver.name} {getattr(driver, 'version', '')}".strip()

    def _seed(self) -> int:
        return int(self._planned.id[:8], 16)


def aim(action: Action, view: View) -> Box | None:
    """Return where on the picture an action goes, in fractions of its width and height."""
    target = getattr(action, "target", None) or next(iter(getattr(action, "path", ())), None)
    if isinstance(target, Point):
        return Box(target.x, target.y, 0, 0)
    node = view.tree.by_ref(target.id) if isinstance(target, Ref) else None
    if node is None or node.box is None:
        return None
    width, height = view.size
    return Box(node.box.x / width, node.box.y / height, node.box.width / width, node.box.height / height)


def named(action: Action, view: View) -> str:
    """Return the name of the control that an action is aimed at by reference."""
    target = getattr(action, "target", None)
    node = view.tree.by_ref(target.id) if isinstance(target, Ref) else None
    return node.name if node else ""


def fingerprint(episode: Episode, driver: str) -> dict[str, str]:
    """Return what decides an episode's pixels: versions, the driver with its own, configuration, database."""
    parts = {
        "versions": f"lifeworld {lifeworld.__version__}, python {platform.python_version()}",
        "driver": driver,
        "database": episode.instance.profile.digest,
        "configuration": episode.configuration.id,
    }
    written = json.dumps(parts, sort_keys=True, allow_nan=False)
    return {**parts, "digest": hashlib.blake2b(written.encode(), digest_size=8).hexdigest()}
