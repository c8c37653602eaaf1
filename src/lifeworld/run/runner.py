"""Runs a config: plans its episodes, checks its agents, and distributes the episodes to worker processes."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from lifeworld.agents.agent_handle import InProcess
from lifeworld.agents.limits import WATCHED
from lifeworld.agents.roster import create, is_async, is_model, is_ours
from lifeworld.agents.worker_process import hosted
from lifeworld.core.errors import AgentFailed, ProviderFault, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.run import outcomes
from lifeworld.run.budget import CHECK_RETRIES, Backoff
from lifeworld.run.config import RunConfig
from lifeworld.run.episode_worker import is_hosted, limits_of, playing
from lifeworld.run.filing import Seal, Seals, refusal
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned, plan
from lifeworld.run.played_episode import PlayedEpisode
from lifeworld.run.remote_folder import folder_type
from lifeworld.run.storage import Location
from lifeworld.run.task_queue import TRIES, PoolListener, WorkerDeath, ignore
from lifeworld.run.worker_pool import Engine, available_cores
from lifeworld.world import load

_WORTH = {"dom": 20, "chromium": 2}  # episodes that take longer than to start a process
_WAITING = 8  # episodes that a process plays at once where all agents wait for a model


@dataclass(frozen=True)
class RunListener:
    """Callbacks of a run.

    Attributes:
        begins: the folder, all planned episodes, and how many of these are left.
        begun: the number of a worker, and the episode that it was given.
        ended: an episode, and its outcome.
        died: a worker died; the episodes that it was running.
        noted: a line that the person should know from the beginning.
    """

    begins: Callable[[Folder, Sequence[Planned], int], None] = ignore
    begun: Callable[[int, Planned], None] = ignore
    ended: Callable[[Planned, str], None] = ignore
    died: Callable[[WorkerDeath, Sequence[Planned]], None] = ignore
    noted: Callable[[str], None] = ignore


def run(config: RunConfig, path: Location, told: RunListener = RunListener(), across: bool = False) -> Folder:
    """Run a config into a folder; an earlier run of it is resumed.

    Args:
        config: what to run.
        path: the folder, or its address; made if it is not there.
        told: is called as the run proceeds.
        across: resume a run of another version, too.

    Raises:
        UserError: the config can't be run, the folder is another run's, or can't be written.
    """
    episodes = [one for place, one in enumerate(plan(config)) if config.includes(place)]
    _must_have_effect(config)
    walled, unpriced = asyncio.run(
        _could_be_played(config)
    )  # reports a wrong name or a missing key before anything is run
    if folder_type(path)(path).alone and (config.engine != "local" or (config.workers or 1) > 1):
        raise UserError(f"{path} is seen by one process only: leave --engine and --workers out, use --set at_once=N")
    folder = folder_type(path).begun(path, config, across)
    done = outcomes.finished(folder)
    left = [one for one in episodes if one.key not in done]
    told.begins(folder, episodes, len(left))
    for agent in unpriced:
        told.noted(
            f"the price of {agent} is not known, so its cost is 0: set price_in and price_out, per million tokens"
        )
    foreign = any(is_hosted(agent, config) for agent in config.agents)
    seals = Seals(folder, {one.id for one in episodes}) if foreign else None
    ended = False
    try:
        _Run(config, folder, left, told, walled, seals).play()
        ended = True
    finally:
        folder.sync()  # what other machines played
        refused = seals.refuse(ended) if seals else []
        folder.leave_no_trace() if episodes and not folder.names() else outcomes.write(folder)  # a part may be empty
    if refused:
        raise UserError(refusal(folder, refused))
    return folder


def _must_have_effect(config: RunConfig) -> None:
    """Check that no setting is without effect."""
    Engine(config.engine, config.address)
    if unused := sorted(config.aliases.keys() - set(config.agents)):
        raise UserError(f"{unused[0]} is an alias, but no agent has this name")
    if config.in_process and all(is_ours(config.agent(name)) for name in config.agents):
        raise UserError("in_process is for your own agents; Lifeworld's always run in its process")
    if config.budgeted and any(is_hosted(agent, config) for agent in config.agents):
        raise UserError(
            "max_tokens and max_cost can't be enforced for your own agents: they report their usage afterwards"
        )
    if config.budgeted and (config.engine != "local" or (config.workers or 1) > 1):
        raise UserError(
            "max_tokens and max_cost are enforced in one process: leave --engine and --workers out, use --set at_once=N"
        )
    if config.budgeted and not any(_may_take(config.agent(agent)) for agent in config.agents):
        raise UserError("max_tokens and max_cost are for agents that use a model, and none here does; leave them out")
    told = config.model_dump(exclude_defaults=True).keys()
    if "provider_retries" in told and not any(map(_may_take, map(config.agent, config.agents))):
        raise UserError("provider_retries is for agents that use a model, and none here does; leave it out")
    if "max_memory" in told and not any(is_hosted(agent, config) for agent in config.agents):
        raise UserError("max_memory is for agents that run in their own process, and none here does; leave it out")
    if "max_memory" in told and not WATCHED:
        raise UserError("max_memory can be enforced on Linux only; leave it out")


def _may_take(agent: str) -> bool:
    """Return whether an agent may use tokens: a built-in one that calls a model, or any other."""
    return not is_ours(agent) or is_model(agent)


async def _could_be_played(config: RunConfig) -> tuple[bool, list[str]]:
    """Check that each agent can be created, in the process where it will run.

    Returns:
        Whether all are behind a wall, and those whose price is not known.

    Raises:
        UserError: some can't; a line for each names the reason.
    """
    wrong, unpriced = list[str](), list[str]()
    walled = True
    async with hosted(limits_of(config)) as hosts:
        for agent in config.agents:
            try:
                if is_hosted(agent, config):
                    host = await hosts.prepare(config.agent(agent))
                    walled, scale = walled and host.walled, host.scale
                else:
                    made = await _could_be_made(agent, config)
                    unpriced += [] if made.priced else [agent]
                    scale = made.scale
                if scale > 1 and config.driver == "dom":
                    raise UserError(f"{agent}: scale={scale} is for pictures, and the driver dom has none")
            except UserError as error:
                wrong.append(str(error))
    if wrong:
        raise UserError("\n".join(dict.fromkeys(wrong)))
    return walled, unpriced


async def _could_be_made(agent: str, config: RunConfig) -> InProcess:
    """Check that an agent can run, and return it: its test request is retried, but not for long."""
    handle = InProcess(config.agent(agent))
    backoff = Backoff(min(config.provider_retries, CHECK_RETRIES), random.Random(f"patience {config.seed}"))
    try:
        await handle.open()
        handle.must_have_effect(config.seen_through)
        await backoff.retry(lambda: handle.ready(priced=config.max_cost is not None))
        return handle
    except (AgentFailed, ProviderFault) as failed:
        raise UserError(str(failed)) from failed
    finally:
        await handle.close()


class _Run:
    """The episodes that are left, as tasks of a worker pool."""

    def __init__(
        self,
        config: RunConfig,
        folder: Folder,
        left: Sequence[Planned],
        told: RunListener,
        walled: bool,
        seals: Seals | None,
    ) -> None:
        self._config, self._folder, self._left, self._told = config, folder, left, told
        self._walled, self._seals = walled, seals
        self._tries: Counter[int] = Counter()
        self._acted: Counter[int] = Counter()  # tries in which the agent acted

    def play(self) -> None:
        if not self._left:
            return
        craft = partial(playing, self._folder.place, self._config.model_dump_json())
        watch = PoolListener(self._finished, self._begun, self._noted, self._died)
        for name in {one.configuration.profile for one in self._left}:
            load(name)  # made once, and then read by all
        self._engine().run_tasks((json_text(one.to_json()) for one in self._left), craft, watch)

    def _engine(self) -> Engine:
        config, left = self._config, len(self._left)
        workers = 1 if config.budgeted or self._folder.alone else config.workers
        if config.engine == "local":
            worth = max(1, left // _WORTH[config.driver])
            workers = min(left, workers or min(available_cores(), worth))
        apart = not (self._walled or self._folder.alone)  # an agent could end this process
        return Engine(config.engine, config.address, workers, self._at_once(), config.driver == "chromium", apart)

    def _at_once(self) -> int:
        agents = map(self._config.agent, self._config.agents)
        waiting = all(is_ours(agent) and is_async(create(agent)) for agent in agents)
        return self._config.at_once or (_WAITING if waiting else 1)

    def _begun(self, worker: int, place: int) -> None:
        self._tries[place] += 1
        self._told.begun(worker, self._left[place])

    def _noted(self, place: int, word: str) -> None:
        self._acted[place] += word == "acted"

    def _finished(self, place: int, said: str | None) -> None:
        planned = self._left[place]
        if said is None:
            unwalled = not self._walled and is_hosted(planned.agent, self._config)
            reason = f"each of {TRIES} processes that played it died"
            lost = PlayedEpisode.lost(reason, self._acted[place] >= self._tries[place], unwalled)
            said = lost.file(self._folder, planned).text
        seal = Seal.of(said)
        if self._seals:
            self._seals.keep(planned.id, seal)
        self._told.ended(planned, seal.outcome)

    def _died(self, death: WorkerDeath) -> None:
        self._told.died(death, [self._left[place] for place in death.places])
