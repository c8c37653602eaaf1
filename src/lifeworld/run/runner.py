"""Plays what is planned: shared out to processes, our faults retried, nothing finished ever lost."""

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
from lifeworld.run import ledger, results
from lifeworld.run.away import kind
from lifeworld.run.config import RunConfig
from lifeworld.run.crew import TRIES, Death, Watch, cores, nothing
from lifeworld.run.engines import Engine
from lifeworld.run.episode import Played
from lifeworld.run.folder import Folder
from lifeworld.run.patience import DRY, Patience
from lifeworld.run.places import Place
from lifeworld.run.plan import Planned, plan
from lifeworld.run.work import is_hosted, limits_of, playing
from lifeworld.world import load

_WORTH = {"dom": 20, "chromium": 2}  # episodes that take longer than to start a process
_WAITING = 8  # episodes that a process plays at once where all agents wait for a model


@dataclass(frozen=True)
class Told:
    """Who is told how a run goes.

    Attributes:
        begins: the folder, all that is planned, and how many of these are left to be played.
        begun: the number of a worker, and the episode that it was given.
        ended: an episode, and its outcome.
        died: a worker died; the episodes that it was at.
    """

    begins: Callable[[Folder, Sequence[Planned], int], None] = nothing
    begun: Callable[[int, Planned], None] = nothing
    ended: Callable[[Planned, str], None] = nothing
    died: Callable[[Death, Sequence[Planned]], None] = nothing


def run(config: RunConfig, path: Place, told: Told = Told(), across: bool = False) -> Folder:
    """Run a config into a folder, going on where an earlier run of it stopped.

    Args:
        config: what to run.
        path: the folder, or its address; made if it is not there.
        told: who is told how it goes.
        across: go on with a run of another version, too.

    Raises:
        UserError: the config can't be run, the folder is another run's, or can't be written.
    """
    episodes = [one for place, one in enumerate(plan(config)) if config.takes(place)]
    _must_have_effect(config)
    asyncio.run(_could_be_played(config))  # a wrong name or a missing key is told before anything is run
    if kind(path)(path).alone and (config.engine != "local" or (config.workers or 1) > 1):
        raise UserError(f"{path} is seen by one process only: leave --engine and --workers out, use --at-once")
    folder = kind(path).begun(path, config, across)
    done = ledger.finished(folder)
    left = [one for one in episodes if one.key not in done]
    told.begins(folder, episodes, len(left))
    try:
        _Run(config, folder, left, told).play()
    finally:
        folder.bring()  # what other machines played
        folder.leave_no_trace() if episodes and not folder.names() else results.write(folder)  # a part may be empty
    return folder


def _must_have_effect(config: RunConfig) -> None:
    """See that no setting is given that could do nothing."""
    Engine(config.engine, config.address)
    if unused := sorted(config.aliases.keys() - set(config.agents)):
        raise UserError(f"{unused[0]} is a name for an agent, and none of the agents has it")
    if config.in_process and all(is_ours(config.agent(name)) for name in config.agents):
        raise UserError("in_process is for agents of your own; Lifeworld's always play in its process")
    if config.budgeted and any(is_hosted(agent, config) for agent in config.agents):
        raise UserError(
            "max_tokens and max_cost can't be held for agents of your own: they tell what they took afterwards"
        )
    if config.budgeted and (config.engine != "local" or (config.workers or 1) > 1):
        raise UserError(
            "max_tokens and max_cost are held in one process: leave --engine and --workers out, use --at-once"
        )
    if config.budgeted and not any(_may_take(config.agent(agent)) for agent in config.agents):
        raise UserError("max_tokens and max_cost are for agents that ask a model, and none here does; leave them out")
    if "max_memory" in config.model_fields_set and not any(is_hosted(agent, config) for agent in config.agents):
        raise UserError(
            "max_memory is for agents that play in a process of their own, and none here does; leave it out"
        )
    if "max_memory" in config.model_fields_set and not WATCHED:
        raise UserError("max_memory can be held on Linux only; leave it out")


def _may_take(agent: str) -> bool:
    """Return whether an agent may take tokens: one that asks a model, or anybody's own, of which nobody knows."""
    return not is_ours(agent) or is_model(agent)


async def _could_be_played(config: RunConfig) -> None:
    """See that each agent can be made, where it will play.

    Raises:
        UserError: some can't; says of each in a line what is wrong.
    """
    wrong: list[str] = []
    async with hosted(limits_of(config)) as hosts:
        for agent in config.agents:
            try:
                await (
                    hosts.prepare(config.agent(agent)) if is_hosted(agent, config) else _could_be_made(agent, config)
                )
            except UserError as error:
                wrong.append(str(error))
    if wrong:
        raise UserError("\n".join(dict.fromkeys(wrong)))


async def _could_be_made(agent: str, config: RunConfig) -> None:
    """See that an agent could play: the dry call that it makes is tried again, but not for long."""
    handle = InProcess(config.agent(agent))
    patience = Patience(min(config.provider_retries, DRY), random.Random(f"patience {config.seed}"))
    try:
        await handle.open()
        await patience.lasting(lambda: handle.ready(priced=config.max_cost is not None))
    except (AgentFailed, ProviderFault) as failed:
        raise UserError(str(failed)) from failed
    finally:
        await handle.close()


class _Run:
    """The episodes that are left, as tasks of a crew."""

    def __init__(self, config: RunConfig, folder: Folder, left: Sequence[Planned], told: Told) -> None:
        self._config, self._folder, self._left, self._told = config, folder, left, told
        self._tries: Counter[int] = Counter()
        self._acted: Counter[int] = Counter()  # tries in which the agent acted

    def play(self) -> None:
        if not self._left:
            return
        craft = partial(playing, self._folder.place, self._config.model_dump_json())
        watch = Watch(self._finished, self._begun, self._noted, self._died)
        for name in {one.configuration.profile for one in self._left}:
            load(name)  # made once, and then read by all
        self._engine().share((json_text(one.to_json()) for one in self._left), craft, watch)

    def _engine(self) -> Engine:
        config, left = self._config, len(self._left)
        workers = 1 if config.budgeted or self._folder.alone else config.workers
        if config.engine == "local":
            worth = max(1, left // _WORTH[config.driver])
            workers = min(left, workers or min(cores(), worth))
        return Engine(config.engine, config.address, workers, self._at_once(), config.driver == "chromium")

    def _at_once(self) -> int:
        agents = map(self._config.agent, self._config.agents)
        waiting = all(is_ours(agent) and is_async(create(agent)) for agent in agents)
        return self._config.at_once or (_WAITING if waiting else 1)

    def _begun(self, worker: int, place: int) -> None:
        self._tries[place] += 1
        self._told.begun(worker, self._left[place])

    def _noted(self, place: int, word: str) -> None:
        self._acted[place] += word == "acted"

    def _finished(self, place: int, outcome: str | None) -> None:
        if outcome is None:
            lost = Played.lost(f"each of {TRIES} processes that played it died", self._always_after_action(place))
            lost.file(self._folder, self._left[place])
            outcome = lost.verdict.outcome
        self._told.ended(self._left[place], outcome)

    def _always_after_action(self, place: int) -> bool:
        return self._acted[place] >= self._tries[place]

    def _died(self, death: Death) -> None:
        self._told.died(death, [self._left[place] for place in death.places])
