"""Plays what is planned: several episodes at once, our faults retried, nothing finished ever lost."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from lifeworld.agents.calling import plain
from lifeworld.agents.hosting import GIGABYTE, Bystander, Hosts, Limits, hosted
from lifeworld.agents.limits import WATCHED
from lifeworld.agents.roster import is_ours
from lifeworld.agents.seat import Hosted, InProcess, Seat
from lifeworld.core.errors import AgentFailed, Fault, ScenarioError, UserError
from lifeworld.core.verdict import Verdict
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment
from lifeworld.run import results
from lifeworld.run.config import RunConfig
from lifeworld.run.episode import Played, Player
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned, plan

_STARTING = 60.0  # seconds that an agent's process may take to start, or as long as an episode

Told = Callable[[Planned, Verdict], None]
Begins = Callable[[Folder], None]


def _nothing(*_: object) -> None:
    """Tell nobody."""


async def run(
    config: RunConfig, path: Path, told: Told = _nothing, begins: Begins = _nothing, across: bool = False
) -> Folder:
    """Run a config into a folder, going on where an earlier run of it stopped.

    Args:
        config: what to run.
        path: the folder; made if it is not there.
        told: called after each episode.
        begins: called once everything is there to begin with, and it is known what is finished already.
        across: go on with a run of another version, too.

    Raises:
        UserError: the config can't be run, the folder is another run's, or can't be written.
    """
    episodes = plan(config)
    _must_have_effect(config)
    limits = Limits(int(config.max_memory * GIGABYTE), max(_STARTING, config.max_seconds))
    async with hosted(limits) as hosts:
        for agent in config.agents:  # a wrong name or a missing key is told before anything is run
            await (hosts.prepare(agent) if is_hosted(agent, config) else _could_be_made(agent))
        folder = Folder.begun(path, config, across)
        done = folder.finished()
        begins(folder)
        try:
            await _work(Work(config, folder, hosts, told), [one for one in episodes if one not in done])
        finally:
            results.write(folder)
    return folder


def _must_have_effect(config: RunConfig) -> None:
    """See that no setting is given that could do nothing."""
    if config.in_process and all(map(is_ours, config.agents)):
        raise UserError("in_process is for agents of your own; Lifeworld's always play in its process")
    if "max_memory" in config.model_fields_set and not any(is_hosted(agent, config) for agent in config.agents):
        raise UserError(
            "max_memory is for agents that play in a process of their own, and none here does; leave it out"
        )
    if "max_memory" in config.model_fields_set and not WATCHED:
        raise UserError("max_memory can be held on Linux only; leave it out")


def is_hosted(agent: str, config: RunConfig) -> bool:
    """Return whether an agent plays in a process of its own."""
    return not is_ours(agent) and not config.in_process


async def _could_be_made(agent: str) -> None:
    try:
        await InProcess(agent).open()
    except AgentFailed as failed:
        raise UserError(str(failed)) from failed


@dataclass(frozen=True)
class Work:
    """What all episodes of a run share."""

    config: RunConfig
    folder: Folder
    hosts: Hosts
    told: Told

    def seat(self, agent: str, alone: bool) -> Seat:
        """Return the place of an agent for one episode."""
        return Hosted(agent, self.hosts, alone) if is_hosted(agent, self.config) else InProcess(agent)


async def _work(work: Work, episodes: list[Planned]) -> None:
    if not episodes:
        return
    waiting = iter(episodes)
    try:
        async with (
            _environments(work.config, min(work.config.workers, len(episodes))) as environments,
            asyncio.TaskGroup() as group,
        ):
            for environment in environments:
                group.create_task(_drain(work, waiting, environment))
    except BaseExceptionGroup as several:
        raise first(several) from several


async def _drain(work: Work, waiting: Iterator[Planned], environment: Environment) -> None:
    for planned in waiting:
        played = await _tried(work, planned, environment)
        played.file(work.folder, planned)
        work.told(planned, played.verdict)


async def _tried(work: Work, planned: Planned, environment: Environment) -> Played:
    """Play an episode; a fault of ours is retried, then leaves it unscored, unless each followed an action."""
    environment.channel = planned.channel  # type: ignore[assignment]
    tries: list[Played] = []
    alone = False
    while len(tries) <= work.config.retries:
        try:
            played = await _played(work, planned, environment, alone)
        except Bystander:
            alone = True
            continue
        if not played.faulty:
            return played
        tries.append(played)
    return next((played for played in tries if not played.fault), tries[-1])


async def _played(work: Work, planned: Planned, environment: Environment, alone: bool) -> Played:
    """Play an episode once, and let go of the agent however that ends."""
    seat = work.seat(planned.agent, alone)
    player = Player(planned, seat, environment, work.folder, work.config)
    try:
        played = await player.play()
    except Fault as fault:
        played = player.broken_off(plain(f"{fault.reason}: {fault}"))
    except ScenarioError as fault:
        played = player.broken_off(f"scenario_fault: {fault}")
    finally:
        closing = await seat.close()
    if closing and played.verdict.outcome == "failure":
        played.verdict = replace(played.verdict, reasons=(*played.verdict.reasons, closing))
    played.privileged, played.log = seat.privileged, seat.log.text
    played.in_process = work.config.in_process and not is_ours(planned.agent)
    return played


def first(several: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first of several exceptions, however deep it lies."""
    found = several.exceptions[0]
    return first(found) if isinstance(found, BaseExceptionGroup) else found


@asynccontextmanager
async def _environments(config: RunConfig, count: int) -> AsyncIterator[list[Environment]]:
    if config.driver == "dom":
        yield [Environment(Dom()) for _ in range(count)]
        return
    async with Browser() as browser:
        environments = [Environment(Chromium(browser)) for _ in range(count)]
        yield environments
        for environment in environments:
            await environment.close()
