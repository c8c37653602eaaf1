"""Where an agent plays one episode: in our process, or in one of its own."""

import asyncio
import inspect
import itertools
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lifeworld.agents.calling import Outcome, awaited, called, raised
from lifeworld.agents.roster import create, is_ours
from lifeworld.agents.walls import NO_WALL, WALL
from lifeworld.agents.wire import KINDS, believed, counted, fault_read, no_action, recorded, scaled
from lifeworld.agents.worker_process import Bystander, Log, WorkerProcess, WorkerProcesses
from lifeworld.core.actions import Action, parse_action
from lifeworld.core.choices import Channel, shown
from lifeworld.core.errors import AgentFailed, Fault, LifeworldError, ProviderFault, UserError
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage

if TYPE_CHECKING:
    from lifeworld.agents.agent import Agent
    from lifeworld.taskkit.configuration import Configuration
    from lifeworld.taskkit.draw import Instance

_CLOSING = 5.0  # seconds that an agent may take to close
_IN_BEGIN = " in begin"
_numbers = itertools.count(1)  # of episodes in processes; a planned episode's id would tell an agent which it is


class AgentHandle(ABC):
    """An agent as the runner sees it, for one episode.

    Attributes:
        privileged: it is told the task.
        wall: what keeps it from the run's files: “namespace”, “no wall”, or "" where it is ours.
        answers_or_faults: where its model's provider does not answer, `act` ends by itself.
        believed: what it says of its model's provider is known to be so, since it is the roster's own; of anyone
            else's agent it is a claim, and an agent could choose by claims what it is scored on.
        usage: what its model took so far.
        safety_checks, cut_off: of its provider that it confirmed, and answers that were cut off, so far.
        scale: device pixels for a pixel of the page in its pictures; known once it is made.
        log: what is kept of what it printed.
        native: what its model said for the last action, as plain data.
    """

    def __init__(self, name: str) -> None:
        self._name, self.wall = name, ""
        self.privileged = self.answers_or_faults = self.believed = False  # as of whose agent nobody knows
        self.usage, self.safety_checks, self.cut_off, self.scale, self.log = Usage(), 0, 0, 1, Log()
        self.native: Any = None

    @abstractmethod
    async def open(self) -> None:
        """Make the agent.

        Raises:
            AgentFailed: it can't be made any more.
            Fault: the system gives it no process.
        """

    @abstractmethod
    async def begin(self, instance: "Instance", configuration: "Configuration", goal: str, seed: int) -> None:
        """Tell it the goal; the task as well where it is privileged.

        Raises:
            AgentFailed: it broke; so do the others.
        """

    @abstractmethod
    async def most(self, observation: Observation) -> Usage:
        """Return the most that its next action can take."""

    @abstractmethod
    async def act(self, observation: Observation) -> Action:
        """Return its next action.

        Raises:
            AgentFailed: it broke.
            ProviderFault: its model did not answer; it may be asked again.
        """

    @abstractmethod
    async def close(self) -> str:
        """Let go of it, and return what went wrong in that."""


class InProcess(AgentHandle):
    """An agent in our process: the roster's own, or anyone's for debugging."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._ours = self.believed = is_ours(name)
        self.wall = "" if self._ours else NO_WALL
        self._agent: Agent | None = None

    async def open(self) -> None:
        try:
            self._agent = create(self._name)
        except UserError as error:
            raise error if self._ours else AgentFailed(str(error)) from error
        self.privileged = self._agent.privileged
        self.answers_or_faults = self._ours and self._agent.answers_or_faults
        self.scale = scaled(self._agent.scale)

    async def begin(self, instance: "Instance", configuration: "Configuration", goal: str, seed: int) -> None:
        assert self._agent
        if self.privileged:
            await self._call(self._agent.receive_task, " in receive_task", instance, configuration)
        await self._call(self._agent.begin, _IN_BEGIN, goal, seed)

    async def ready(self, priced: bool) -> None:
        """See that it could play.

        Args:
            priced: what it costs must be known.

        Raises:
            UserError: it is not.
            ProviderFault: its model can't be asked.
        """
        assert self._agent
        if priced and not self._agent.priced:
            wanted = f"{self._name}{'&' if '?' in self._name else '?'}price_in=DOLLARS&price_out=DOLLARS"
            told = f"the price of {self._name} is not known, which max_cost needs: give it, per million"
            raise UserError(f"{told}: {wanted}")
        await self._call(self._agent.ready, " in ready")

    @property
    def priced(self) -> bool:
        """Whether what it costs is known."""
        assert self._agent
        return self._agent.priced

    def must_have_effect(self, channels: Sequence[Channel]) -> None:
        """See that each of its settings has an effect in one of these channels.

        Raises:
            UserError: one has none.
        """
        assert self._agent
        for name, needs in self._agent.needs().items() if self._ours else ():
            if not any(shown(needs) <= shown(channel) for channel in channels):
                said = f"{self._name}: {name} has an effect in channels with {needs}, and not in {', '.join(channels)}"
                raise UserError(f"{said}; leave it out")

    async def most(self, observation: Observation) -> Usage:
        assert self._agent
        most: Usage = await self._call(self._agent.most, " in most", observation)
        return most

    async def act(self, observation: Observation) -> Action:
        assert self._agent
        try:
            action: Action = await self._call(self._agent.act, "", observation)
        finally:
            self.usage, self.cut_off = _believed(self._agent.usage, self.usage), counted(self._agent.cut_off)
        if not isinstance(action, KINDS):
            raise self._failed(no_action(action))
        native = self._agent.native
        self.native = native if self._ours else recorded(native)
        self.safety_checks = counted(self._agent.safety_checks)
        return action

    async def close(self) -> str:
        if self._agent is None:
            return ""
        try:
            await asyncio.wait_for(self._call(self._agent.close, " in close"), _CLOSING)
        except TimeoutError:
            return f"the agent did not close in {_CLOSING:g} seconds"
        except (AgentFailed, Fault) as failed:
            return str(failed)
        return ""

    async def _call(self, call: Callable[..., Any], doing: str, *arguments: Any) -> Any:
        if inspect.iscoroutinefunction(call):
            value, error = await awaited(call(*arguments))
        else:
            value, error = await _in_thread(call, *arguments)
        if error is None:
            return value
        if isinstance(error, LifeworldError if self._ours else ProviderFault) and (self._ours or doing != _IN_BEGIN):
            raise error
        self.log.add("".join(traceback.format_exception(error)).encode(errors="replace"))
        raise self._failed(f"raised {raised(error, doing)}") from error

    def _failed(self, reason: str) -> LifeworldError:
        return Fault(f"the agent {self._name} {reason}") if self._ours else AgentFailed(f"the agent {reason}")


class InWorker(AgentHandle):
    """An agent in a process of its own, or of all that have its name."""

    def __init__(self, name: str, hosts: WorkerProcesses, alone: bool) -> None:
        super().__init__(name)
        self._hosts, self._alone, self._number = hosts, alone, next(_numbers)
        self._host: WorkerProcess | None = None
        self._sound = True  # it has answered all that it was asked

    async def open(self) -> None:
        try:
            self._host = await self._hosts.take(self._name, self._alone)
        except UserError as error:
            raise (Fault if isinstance(error.__cause__, OSError) else AgentFailed)(str(error)) from error
        self.wall = WALL if self._host.walled else NO_WALL
        self.scale = self._host.scale
        self.log = self._host.join(self._number)

    async def begin(self, instance: "Instance", configuration: "Configuration", goal: str, seed: int) -> None:
        await self._ask({"op": "begin", "goal": goal, "seed": seed})

    async def most(self, observation: Observation) -> Usage:
        return Usage()  # nobody knows

    async def act(self, observation: Observation) -> Action:
        said = await self._ask({"op": "act"}, observation)
        self.usage, self.cut_off = _believed(said.get("usage"), self.usage), counted(said.get("cut_off"))
        if "provider" in said:
            raise fault_read(said["provider"])
        self.native, self.safety_checks = recorded(said.get("native")), counted(said.get("safety_checks"))
        return parse_action(said.get("action"))

    async def close(self) -> str:
        if self._host is None:
            return ""
        said = await self._closed(self._host)
        self._host.leave(self._number)
        await self._hosts.give(self._host)
        return said

    async def _closed(self, host: WorkerProcess) -> str:
        said = ""
        try:
            if not host.ended and (self._sound or host.together):
                await asyncio.wait_for(self._ask({"op": "close"}), _CLOSING)
        except TimeoutError:
            self._sound, said = False, f"the agent did not close in {_CLOSING:g} seconds"
        except Bystander:
            pass
        except AgentFailed as failed:
            said = str(failed)
        if not self._sound and not (host.together and not said):
            await host.end("an episode in it has failed")
        for _ in range(3):  # what it printed before it answered is on its way
            await asyncio.sleep(0)
        return said

    async def _ask(self, message: dict[str, Any], observation: Observation | None = None) -> dict[str, Any]:
        assert self._host
        self._sound = False
        said = await self._host.ask(self._number, message, observation)
        self._sound = True
        return said


def _believed(usage: Any, before: Usage) -> Usage:
    """Return what an agent says that it took so far.

    Raises:
        AgentFailed: it can't be true, or is less than it was.
    """
    try:
        said = believed(usage)
    except ValueError as error:
        raise AgentFailed(f"the agent's {error}") from None
    for name, was in asdict(before).items():
        if getattr(said, name) < was:
            raise AgentFailed(f"the agent's usage fell: {name} was {was}, and is {getattr(said, name)}; it is a total")
    return said


async def _in_thread(call: Callable[..., Any], *arguments: Any) -> Outcome:
    """Run a call in a thread that nothing waits for when the run is over."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Outcome] = loop.create_future()

    def settle(outcome: Outcome) -> None:
        if not answer.done():
            answer.set_result(outcome)

    def work() -> None:
        outcome = called(call, *arguments)
        with suppress(RuntimeError):  # the loop has been closed meanwhile
            loop.call_soon_threadsafe(settle, outcome)

    threading.Thread(target=work, daemon=True).start()
    return await answer
