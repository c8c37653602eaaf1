"""One battle, played: both sides at once, on identical copies of one world, each leaving a run as any other does."""

import asyncio
import hashlib
import secrets
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.agents.worker_process import WorkerProcesses
from lifeworld.arena.live import Happened, Stream
from lifeworld.arena.ring import STOPPED, Ask, Control, Corner, Ring
from lifeworld.arena.tables import Came, SideName
from lifeworld.arena.watching import Watch
from lifeworld.core.choices import Channel
from lifeworld.core.errors import Fault, LifeworldError
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.run.config import RunConfig
from lifeworld.run.crew import first, nothing
from lifeworld.run.episode import Played
from lifeworld.run.folder import Folder
from lifeworld.run.money import Purse
from lifeworld.run.plan import Planned
from lifeworld.run.work import Work, is_hosted
from lifeworld.taskkit.configuration import Configuration

_RETRIES = 1  # of a fault of ours within a try; the queue has three of these


@dataclass(frozen=True)
class Contest:
    """A battle as a worker needs it: what is played, and by whom, without the database."""

    battle: str
    configuration: Configuration
    goal: str
    written: bool
    live: bool
    specs: dict[SideName, str]
    limits: dict[SideName, tuple[int, float]]

    @property
    def seed(self) -> int:
        """The same for both sides, and again for every try."""
        return int.from_bytes(hashlib.blake2b(self.battle.encode(), digest_size=4).digest())


@dataclass(frozen=True)
class Result:
    """One side as it was played: its run's folder, what came of it, and the world's fingerprint."""

    folder: str
    came: Came
    fingerprint: str


Results: TypeAlias = dict[SideName, Result]


@dataclass(frozen=True)
class Stadium:
    """What a worker plays battles with.

    Attributes:
        home: the arena's folder.
        browser: None plays without screens.
        hosts: of the processes of agents of one's own.
        pace: seconds that a step takes at least in a live battle.
        watch: ends a browser that takes too much memory.
    """

    home: Path
    browser: Browser | None
    hosts: WorkerProcesses
    pace: float = 0.0
    watch: Watch | None = None

    async def play(self, contest: Contest, control: Control, ask: Ask | None) -> Results:
        """Play both sides at once, and leave the folders of both.

        Raises:
            Fault: a fault of ours ended one, or the worlds were not the same.
        """
        stream = Stream(self.home, contest.battle) if contest.live else None
        pace = self.pace if contest.live else 0.0
        corners = {side: Corner(side, contest.goal, control, ask, pace, stream) for side in contest.specs}
        names = {side: secrets.token_urlsafe(16) for side in contest.specs}
        try:
            return _same(await self._both(contest, corners, names))
        except BaseException:
            discard(self.home, names.values())
            raise
        finally:
            if stream:
                stream.close()

    async def _both(self, contest: Contest, corners: dict[SideName, Corner], names: dict[SideName, str]) -> Results:
        try:
            async with asyncio.TaskGroup() as group:
                plays = {side: self._side(contest, corner, names[side]) for side, corner in corners.items()}
                tasks = {side: group.create_task(play) for side, play in plays.items()}
        except* LifeworldError as several:
            crowded = self.watch.reason() if self.watch else ""
            raise (Fault(crowded) if crowded else first(several)) from None
        return {side: task.result() for side, task in tasks.items()}

    async def _side(self, contest: Contest, corner: Corner, name: str) -> Result:
        played = await self._played(contest, corner, self.home / "battles" / name)
        corner.tell(Happened("done", corner.side))
        return _result(name, played, contest.written)

    async def _played(self, contest: Contest, corner: Corner, path: Path) -> Played:
        config = self._config(contest, corner.side)
        planned = Planned(config.agents[0], self._channel, config.driver, contest.configuration, 0, contest.seed)
        if is_hosted(planned.agent, config):
            await self.hosts.prepare(planned.agent)
        ring = Ring(self._driver(_shown(corner)), self._channel, corner)
        work = _Work(config, Folder.begun(path, config), self.hosts, Purse(), corner.handles)
        try:
            played = await work.tried(planned, ring, nothing)
        finally:
            await ring.close()
        if played.fault or (played.verdict.outcome == "unscored"):
            raise Fault("; ".join(played.verdict.reasons))
        played.file(work.folder, planned)
        return played

    def _config(self, contest: Contest, side: SideName) -> RunConfig:
        steps, seconds = contest.limits[side]
        return RunConfig(
            agents=(contest.specs[side],),
            driver="chromium" if self.browser else "dom",
            channels=(self._channel,),
            seed=contest.seed,
            max_steps=steps,
            max_seconds=seconds,
            retries=_RETRIES,
        )

    @property
    def _channel(self) -> Channel:
        return "pixels+tree" if self.browser else "tree"

    def _driver(self, shown: Callable[[bytes], None] | None) -> Chromium | Dom:
        return Chromium(self.browser, cast=shown) if self.browser else Dom()


@dataclass(frozen=True)
class _Work(Work):
    """Tells the corner which agent plays."""

    handles: list[AgentHandle] = field(default_factory=list)

    def handle(self, agent: str, alone: bool) -> AgentHandle:
        self.handles.append(super().handle(agent, alone))
        return self.handles[-1]


def discard(home: Path, folders: Iterable[str]) -> None:
    """Take away what was played in vain."""
    for name in folders:
        shutil.rmtree(home / "battles" / name, ignore_errors=True)


def _shown(corner: Corner) -> Callable[[bytes], None] | None:
    stream = corner.stream
    return (lambda jpeg: stream.show(corner.side, jpeg)) if stream else None


def _result(name: str, played: Played, written: bool) -> Result:
    counts, verdict = played.counts, played.verdict
    judged = not written and played.stopped != STOPPED
    came = Came(
        verdict=verdict.outcome if judged else None,
        reason="; ".join(verdict.reasons) if judged else played.stopped,
        steps=counts["steps"],
        seconds=counts["seconds"],
        questions=counts["questions"],
        side_effects=len(verdict.side_effects),
    )
    return Result(name, came, played.fingerprint["digest"])


def _same(results: Results) -> Results:
    marks = {one.fingerprint for one in results.values()}
    if len(marks) > 1:
        raise Fault(f"the two worlds were not the same: {' and '.join(sorted(marks))}")
    return results
