"""One process's share of a run: episodes played, our faults retried, each filed as soon as it is over."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from lifeworld.agents.agent_handle import AgentHandle, InProcess, InWorker
from lifeworld.agents.calling import plain
from lifeworld.agents.roster import is_ours
from lifeworld.agents.worker_process import GIGABYTE, Bystander, Limits, WorkerProcesses, hosted
from lifeworld.core.errors import Fault, TaskError
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment
from lifeworld.run.away import kind
from lifeworld.run.config import RunConfig
from lifeworld.run.crew import Do, Tell
from lifeworld.run.episode import Played, Player
from lifeworld.run.folder import Folder, build_again
from lifeworld.run.money import Purse
from lifeworld.run.plan import Planned

_STARTING = 60.0  # seconds that an agent's process may take to start, or as long as an episode


def is_hosted(agent: str, config: RunConfig) -> bool:
    """Return whether an agent plays in a process of its own."""
    return not is_ours(config.agent(agent)) and not config.in_process


def limits_of(config: RunConfig) -> Limits:
    """Return what the process of an agent may take."""
    return Limits(int(config.max_memory * GIGABYTE), max(_STARTING, config.max_seconds))


@asynccontextmanager
async def playing(path: str, settings: str) -> AsyncIterator[Do]:
    """Open what a run's episodes need, and give what plays a planned one, files it and returns its outcome.

    Args:
        path: the run's folder, or its address.
        settings: its config as JSON.

    Raises:
        UserError: an agent can't be made, or there is no browser.
    """
    config = build_again(json.loads(settings))
    async with hosted(limits_of(config)) as hosts, _environments(config) as environments:
        for agent in config.agents:
            if is_hosted(agent, config):
                await hosts.prepare(config.agent(agent))
        work = Work(config, kind(path)(path), hosts, Purse(config.max_tokens, config.max_cost))

        async def do(task: str, tell: Tell) -> str:
            planned = Planned.from_json(json.loads(task))
            async with environments.one() as environment:
                played = await work.tried(planned, environment, tell)
            played.file(work.folder, planned)
            return played.verdict.outcome

        yield do


class _Environments:
    """Environments that are free; a new one is made when none is."""

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
    from lifeworld.env.drivers.browser import Browser  # half a second that dom need not wait for
    from lifeworld.env.drivers.chromium import Chromium

    async with Browser() as browser:
        found = _Environments(lambda: Environment(Chromium(browser)))
        yield found
        for environment in found.all:
            await environment.close()


@dataclass(frozen=True)
class Work:
    """What all episodes of a process share."""

    config: RunConfig
    folder: Folder
    hosts: WorkerProcesses
    purse: Purse

    def handle(self, agent: str, alone: bool) -> AgentHandle:
        """Return the place of an agent for one episode."""
        named = self.config.agent(agent)
        return InWorker(named, self.hosts, alone) if is_hosted(agent, self.config) else InProcess(named)

    async def tried(self, planned: Planned, environment: Environment, tell: Tell) -> Played:
        """Play an episode; a fault of ours is retried, then leaves it unscored, unless each followed an action."""
        environment.channel = planned.channel  # type: ignore[assignment]
        tries: list[Played] = []
        alone = False
        while len(tries) <= self.config.retries:
            handle = self.handle(planned.agent, alone)
            player = Player(planned, handle, environment, self.folder, self.config, self.purse)
            try:
                played = await self._played(player, tell)
            except Bystander:
                alone = True
                continue
            if not played.faulty:
                return played
            tries.append(played)
        return next((played for played in tries if not played.fault), tries[-1])

    async def _played(self, player: Player, tell: Tell) -> Played:
        """Play an episode once, and let go of the agent however that ends."""
        handle = player.handle
        try:
            played = await player.play(lambda: tell("acted"))
        except Fault as fault:
            played = player.broken_off(plain(f"{fault.reason}: {fault}"))
        except TaskError as fault:
            played = player.broken_off(f"task_fault: {fault}")
        finally:
            closing = await handle.close()
        if closing and played.verdict.outcome == "failure":
            played.verdict = replace(played.verdict, reasons=(*played.verdict.reasons, closing))
        played.privileged, played.log = handle.privileged, handle.log.text
        played.in_process = self.config.in_process and not is_ours(self.config.agent(player.planned.agent))
        return played
