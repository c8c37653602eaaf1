"""Plays what is planned: several episodes at once, our faults retried, nothing finished ever lost."""

import asyncio
import errno
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from lifeworld.agents.roster import create
from lifeworld.core.errors import Fault, ScenarioError, UserError
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

Told = Callable[[Planned, Verdict], None]


async def run(config: RunConfig, path: Path, told: Told = lambda planned, verdict: None) -> Folder:
    """Run a config into a folder, going on where an earlier run of it stopped.

    Args:
        config: what to run.
        path: the folder; made if it is not there.
        told: called after each episode.

    Raises:
        UserError: the config can't be run, the folder is another run's, or the disk is full.
    """
    episodes = plan(config)
    for agent in config.agents:
        create(agent)  # a wrong name or a missing key is told before anything is run
    folder = Folder.begun(path, config)
    done = folder.finished()
    waiting: asyncio.Queue[Planned] = asyncio.Queue()
    for planned in episodes:
        if planned.id not in done:
            waiting.put_nowait(planned)
    try:
        if not waiting.empty():
            await _work(config, folder, waiting, told)
    except OSError as error:
        raise _full(error, path) from error
    finally:
        results.write(folder)
    return folder


async def _work(config: RunConfig, folder: Folder, waiting: asyncio.Queue[Planned], told: Told) -> None:
    count = min(config.workers, waiting.qsize())
    async with _environments(config, count) as environments, asyncio.TaskGroup() as group:
        for environment in environments:
            group.create_task(_drain(config, folder, waiting, environment, told))


async def _drain(
    config: RunConfig, folder: Folder, waiting: asyncio.Queue[Planned], environment: Environment, told: Told
) -> None:
    while not waiting.empty():
        planned = waiting.get_nowait()
        played, privileged = await _tried(config, folder, planned, environment)
        played.file(folder, planned, privileged)
        told(planned, played.verdict)


async def _tried(config: RunConfig, folder: Folder, planned: Planned, environment: Environment) -> tuple[Played, bool]:
    """Play an episode; a fault of ours is retried, then leaves it unscored with the reason."""
    reason = ""
    for _ in range(config.retries + 1):
        agent = create(planned.agent)
        environment.channel = planned.channel  # type: ignore[assignment]
        try:
            return await Player(planned, agent, environment, folder, config).play(), agent.privileged
        except Fault as fault:
            reason = f"{fault.reason}: {fault}"
        except ScenarioError as fault:
            reason = f"scenario_fault: {fault}"
        finally:
            agent.close()
    return Played(Verdict.unscored(reason), fingerprint={"digest": "", "versions": ""}), agent.privileged


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


def _full(error: OSError, path: Path) -> Exception:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return UserError(
            f"the disk of {path} is full; finished episodes are kept. Make room and run the same command again"
        )
    return UserError(f"{path}: {error.strerror or error}; finished episodes are kept")
