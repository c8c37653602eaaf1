"""Plays one battle: both sides at once, on identical copies of one world; each side leaves the folder of a run."""

import asyncio
import hashlib
import os
import secrets
import shutil
import signal
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self, TypeAlias

from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.agents.limits import WATCHED, families, taken
from lifeworld.agents.worker_process import GIGABYTE, WorkerProcesses
from lifeworld.arena.additions import Addition
from lifeworld.arena.battle_environment import STOPPED, Ask, BattleEnvironment, BattleSide, Control
from lifeworld.arena.live import BattleEvent, EventStream
from lifeworld.arena.tables import Agent, SideName, SideOutcome
from lifeworld.core.choices import Channel
from lifeworld.core.errors import DriverFault, Fault, LifeworldError
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.run.budget import Budget
from lifeworld.run.config import RunConfig
from lifeworld.run.episode_worker import EpisodeWorker, is_hosted
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.played_episode import PlayedEpisode, counts_of
from lifeworld.run.task_queue import ignore
from lifeworld.run.worker_pool import first_exception
from lifeworld.taskkit.configuration import Configuration

MEMORY_GB = 4.0
_POLL_SECONDS = 0.5  # seconds between two checks
_RETRIES = 1  # of infrastructure errors within an attempt; the queue makes three attempts


@dataclass(frozen=True)
class BattleSpec:
    """What a worker needs to play a battle, detached from the database."""

    battle: str
    configuration: Configuration
    goal: str
    written: bool
    added: tuple[Addition, ...]
    live: bool
    agents: dict[SideName, Agent]

    @property
    def seed(self) -> int:
        """The same for both sides and for every attempt."""
        return int.from_bytes(hashlib.blake2b(self.battle.encode(), digest_size=4).digest())


@dataclass(frozen=True)
class SideResult:
    """The result of a side: its run's folder, its outcome, the fingerprint of its world, and the pages it was on."""

    folder: str
    outcome: SideOutcome
    fingerprint: str
    pages: tuple[str, ...] = ()


SideResults: TypeAlias = dict[SideName, SideResult]


class MemoryWatch:
    """Kills a browser that takes more memory than `most` bytes; the next battle starts a new one.

    File-backed shared memory does not count. Memory is watched on Linux only.
    """

    def __init__(self, browser: Browser, most: int) -> None:
        self._browser, self._most = browser, most
        self._reason = ""

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def reason(self) -> str:
        """Return why the browser was killed since the last call; "" if it was not."""
        reason, self._reason = self._reason, ""
        return reason

    async def _watch(self) -> None:
        while WATCHED:
            await asyncio.sleep(_POLL_SECONDS)
            with suppress(DriverFault, ProcessLookupError):
                process = await self._browser.process()
                if taken(families({process})[process]) > self._most:
                    os.kill(process, signal.SIGKILL)
                    self._reason = f"the browser took more than {self._most / GIGABYTE:g} GB of memory"


@dataclass(frozen=True)
class BattleRunner:
    """Plays battles for a worker; `pace` is the minimal duration of a step of a live battle in seconds.

    Without a browser there are no pictures; with a watch, one that takes too much memory is killed.
    """

    home: Path
    browser: Browser | None
    hosts: WorkerProcesses
    pace: float = 0.0
    watch: MemoryWatch | None = None

    async def play(self, spec: BattleSpec, control: Control, ask: Ask | None) -> SideResults:
        """Play both sides at once and return their results; a failed attempt leaves no folders.

        Raises:
            Fault: an infrastructure error ended a side, or the worlds differ.
        """
        pace, stream = (self.pace, EventStream(self.home, spec.battle)) if spec.live else (0.0, None)
        sides = {side: BattleSide(side, spec.goal, control, ask, pace, stream, spec.added) for side in spec.agents}
        names = {side: secrets.token_urlsafe(16) for side in spec.agents}
        with ExitStack() as always, ExitStack() as failed:
            if stream:
                always.callback(stream.close)
            failed.callback(delete_runs, self.home, names.values())
            results = _check_same_world(await self._play_both(spec, sides, names))
            failed.pop_all()
        return results

    async def _play_both(
        self, spec: BattleSpec, sides: dict[SideName, BattleSide], names: dict[SideName, str]
    ) -> SideResults:
        try:
            async with asyncio.TaskGroup() as group:
                plays = {side: self._run_side(spec, battle_side, names[side]) for side, battle_side in sides.items()}
                tasks = {side: group.create_task(play) for side, play in plays.items()}
        except* LifeworldError as several:
            crowded = self.watch.reason() if self.watch else ""
            raise (Fault(crowded) if crowded else first_exception(several)) from None
        return {side: task.result() for side, task in tasks.items()}

    async def _run_side(self, spec: BattleSpec, battle_side: BattleSide, name: str) -> SideResult:
        played = await self._play_side(spec, battle_side, self.home / "battles" / name)
        battle_side.publish(BattleEvent("done", battle_side.side))
        return _side_result(name, played, spec.written)

    async def _play_side(self, spec: BattleSpec, battle_side: BattleSide, path: Path) -> PlayedEpisode:
        config = self._config(spec, battle_side.side)
        planned = Planned(config.agents[0], self._channel, config.driver, spec.configuration, 0, spec.seed)
        if is_hosted(planned.agent, config):
            await self.hosts.prepare(planned.agent)
        environment = BattleEnvironment(self._driver(battle_side), self._channel, battle_side)
        work = _Work(config, Folder.begun(path, config), self.hosts, Budget(), battle_side.handles)
        try:
            played = await work.tried(planned, environment, ignore)
        finally:
            await environment.close()
        if played.fault or (played.verdict.outcome == "unscored"):
            raise Fault("; ".join(played.verdict.reasons))
        played.file(work.folder, planned)
        return played

    def _config(self, spec: BattleSpec, side: SideName) -> RunConfig:
        agent = spec.agents[side]
        return RunConfig(
            agents=(agent.spec,),
            driver="chromium" if self.browser else "dom",
            channels=(self._channel,),
            seed=spec.seed,
            max_steps=agent.steps,
            max_seconds=agent.seconds,
            retries=_RETRIES,
        )

    @property
    def _channel(self) -> Channel:
        return "pixels+tree" if self.browser else "tree"

    def _driver(self, battle_side: BattleSide) -> Chromium | Dom:
        stream = battle_side.stream
        shown = (lambda jpeg: stream.show(battle_side.side, jpeg)) if stream else None
        return Chromium(self.browser, cast=shown) if self.browser else Dom()


@dataclass(frozen=True)
class _Work(EpisodeWorker):
    """Gives the side the handle of its agent."""

    handles: list[AgentHandle] = field(default_factory=list)

    def handle(self, agent: str, alone: bool) -> AgentHandle:
        self.handles.append(super().handle(agent, alone))
        return self.handles[-1]


def delete_runs(home: Path, folders: Iterable[str]) -> None:
    """Delete the folders of sides that are not kept."""
    for name in folders:
        shutil.rmtree(home / "battles" / name, ignore_errors=True)


def _side_result(name: str, played: PlayedEpisode, written: bool) -> SideResult:
    outcome = SideOutcome.of(played.verdict.to_json(), counts_of(played.steps, played.asked))
    if written or played.stopped == STOPPED:
        outcome = replace(outcome, verdict=None, reasons=[played.stopped])
    pages = tuple(step.url for step in played.steps)
    return SideResult(name, outcome, played.fingerprint["digest"], pages)


def _check_same_world(results: SideResults) -> SideResults:
    marks = {one.fingerprint for one in results.values()}
    if len(marks) > 1:
        raise Fault(f"the two worlds differ: {' and '.join(sorted(marks))}")
    return results
