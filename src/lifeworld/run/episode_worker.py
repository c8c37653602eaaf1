"""Plays a process's share of a run: infrastructure errors are retried, each episode is filed when it ends."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from lifeworld.agents.agent_handle import AgentHandle, InProcess, InWorker
from lifeworld.agents.calling import plain
from lifeworld.agents.roster import is_ours
from lifeworld.agents.worker_process import GIGABYTE, Bystander, Limits, WorkerProcesses, hosted
from lifeworld.core.errors import Fault, OutOfFiles, TaskError, UserError, extras_named
from lifeworld.core.verdict import Reason
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment
from lifeworld.run.budget import Budget
from lifeworld.run.config import RunConfig, rebuild
from lifeworld.run.episode import Player
from lifeworld.run.filing import Seal
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.played_episode import PlayedEpisode
from lifeworld.run.remote_folder import folder_type
from lifeworld.run.storage import is_out_of_files
from lifeworld.run.task_queue import Notify, TaskFunction

_FILING = 10  # times that an episode is filed, a second apart, while no file can be opened
_STARTING = 60.0  # seconds that an agent's process may take to start, or as long as an episode


def is_hosted(agent: str, config: RunConfig) -> bool:
    """Return whether an agent runs in its own process."""
    return not is_ours(config.agent(agent)) and not config.in_process


def limits_of(config: RunConfig, *hidden: str) -> Limits:
    """Return the limits of an agent's process, from which these folders are hidden."""
    return Limits(int(config.max_memory * GIGABYTE), max(_STARTING, config.max_seconds), hidden)


@asynccontextmanager
async def playing(path: str, settings: str) -> AsyncIterator[TaskFunction]:
    """Open what a run's episodes need, and yield a function that plays a planned one, files it and returns its seal.

    Args:
        path: the run's folder, or its address.
        settings: its config as JSON.

    Raises:
        UserError: an agent can't be made, or there is no browser.
    """
    config = rebuild(json.loads(settings))
    folder = folder_type(path)(path)
    limits = limits_of(config, str(folder.path.absolute()))
    async with hosted(limits) as hosts, _environments(config) as environments:
        for agent in config.agents:
            if is_hosted(agent, config):
                await hosts.prepare(config.agent(agent))
        work = EpisodeWorker(config, folder, hosts, Budget(config.max_tokens, config.max_cost))

        async def do(task: str, tell: Notify) -> str:
            planned = Planned.from_json(json.loads(task))
            async with environments.one() as environment:
                played = await work.tried(planned, environment, tell)
            return (await work.filed(played, planned)).text

        yield do


class _Environments:
    """A pool of environments, which grows when none is free."""

    def __init__(self, make: Callable[[], Environment]) -> None:
        self._make = make
        self._free: list[Environment] = []
        self.all: list[Environment] = []

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Environment]:
        environment = self._free.pop() if self._free else self._made()
        yield environment
        self._free.append(environment)

    def _made(self) -> Environment:
        self.all.append(self._make())
        return self.all[-1]


@asynccontextmanager
async def _environments(config: RunConfig) -> AsyncIterator[_Environments]:
    if config.driver == "dom":
        yield _Environments(lambda: Environment(Dom()))
        return
    with extras_named():
        from lifeworld.env.drivers.browser import Browser  # half a second that dom need not wait for
        from lifeworld.env.drivers.chromium import Chromium

    async with Browser() as browser:
        found = _Environments(lambda: Environment(Chromium(browser)))
        yield found
        for environment in found.all:
            await environment.close()


@dataclass(frozen=True)
class EpisodeWorker:
    """Plays episodes; holds what all episodes of a process share."""

    config: RunConfig
    folder: Folder
    hosts: WorkerProcesses
    budget: Budget

    def handle(self, agent: str, alone: bool) -> AgentHandle:
        """Return the handle of an agent for one episode."""
        named = self.config.agent(agent)
        return InWorker(named, self.hosts, alone) if is_hosted(agent, self.config) else InProcess(named)

    async def filed(self, played: PlayedEpisode, planned: Planned) -> Seal:
        """File an episode; if too many files are open, once others are closed.

        Raises:
            UserError: it can't be written.
        """
        for _ in range(_FILING):
            try:
                return played.file(self.folder, planned)
            except OutOfFiles as fault:
                said = str(fault)
                await asyncio.sleep(1)
        raise UserError(
            f"{said}; finished episodes are kept. Raise the limit (ulimit -n) and run the same command again"
        )

    async def tried(self, planned: Planned, environment: Environment, tell: Notify) -> PlayedEpisode:
        """Play an episode; infrastructure errors are retried and leave it unscored, unless each followed an action."""
        environment.channel = planned.channel  # type: ignore[assignment]
        tries: list[PlayedEpisode] = []
        alone = False
        while len(tries) <= self.config.retries:
            handle = self.handle(planned.agent, alone)
            player = Player(planned, handle, environment, self.folder, self.config, self.budget)
            try:
                played = await self._played(player, tell)
            except Bystander:
                alone = True
                continue
            if not played.faulty:
                return played
            tries.append(played)
        return next((played for played in tries if not played.fault), tries[-1])

    async def _played(self, player: Player, tell: Notify) -> PlayedEpisode:
        """Play an episode once, and close the agent in any case."""
        handle = player.handle
        try:
            played = await player.play(lambda: tell("acted"))
        except Fault as fault:
            played = player.after_error(plain(f"{fault.reason}: {fault}"))
        except TaskError as fault:
            played = player.after_error(f"task_fault: {fault}")
        except OSError as error:
            if not is_out_of_files(error):
                raise
            played = player.after_error(f"{Fault.reason}: {error.strerror}")
        finally:
            closing = await handle.close()
        if closing and played.verdict.outcome == "failure":
            played.verdict = replace(played.verdict, why=(*played.verdict.why, Reason(closing)))
        played.privileged, played.wall, played.log = handle.privileged, handle.wall, handle.log.text
        played.scale = handle.scale
        played.in_process = self.config.in_process and not is_ours(self.config.agent(player.planned.agent))
        return played
