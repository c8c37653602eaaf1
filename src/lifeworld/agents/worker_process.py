"""Processes for agents that are not ours: started, asked, watched, and killed with all that they started."""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from lifeworld.agents import limits
from lifeworld.agents.wire import MOST, packed, scaled
from lifeworld.core.errors import AgentFailed, LifeworldError, UserError
from lifeworld.core.observation import Observation
from lifeworld.core.writing import cache

LOGGED = 1_000_000  # bytes of what an agent prints that an episode keeps
GIGABYTE = 10**9
_DYING = 1.0  # seconds in which a process that has let go of its pipes should have ended
_LOOKING = 0.1  # seconds between two looks at the processes' memory


class Bystander(LifeworldError):
    """A process ended that played several episodes; which of them ended it shows when each is played alone."""


@dataclass(frozen=True)
class Limits:
    """What a process may take: bytes of memory, and seconds to start; and folders that a wall hides from it."""

    memory: int
    starting: float
    hidden: tuple[str, ...] = ()


class Log:
    """What an agent printed in one episode, up to a limit."""

    def __init__(self) -> None:
        self._kept, self._lost = bytearray(), 0

    def add(self, data: bytes) -> None:
        room = LOGGED - len(self._kept)
        self._kept += data[:room]
        self._lost += len(data[room:])

    @property
    def text(self) -> bytes:
        """All that is kept, and how much more there was."""
        return bytes(self._kept) + (f"\n… and {self._lost} bytes more\n".encode() if self._lost else b"")


class WorkerProcess:
    """One process in which agents of one name live.

    Attributes:
        together: it can play several episodes at once.
        walled: it is behind a wall.
        scale: device pixels for a pixel of the page in its pictures.
        ended: why it ended; "" while it serves.
    """

    def __init__(self, name: str, process: asyncio.subprocess.Process, most: Limits) -> None:
        self.name, self.pid, self.scale, self.ended = name, process.pid, 1, ""
        self.together = self.walled = False
        self._crowded = False  # several episodes were in it when it ended
        self._process, self._limits = process, most
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._logs: dict[int, Log] = {}
        self._before = Log()  # what it printed before its first episode
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._listen())]

    @classmethod
    async def started(cls, name: str, most: Limits) -> "WorkerProcess":
        """Start a process and have it make an agent of this name.

        Raises:
            UserError: it can't.
        """
        command = (sys.executable, "-P", "-u", "-m", "lifeworld.agents.worker")
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, stderr=pipe, limit=MOST, start_new_session=True
            )
        except OSError as error:
            raise UserError(f"{name} can't be given a process: {error.strerror or error}") from error
        host = cls(name, process, most)
        try:
            said = await asyncio.wait_for(host._begun(), most.starting)
        except (AgentFailed, TimeoutError) as error:
            await host.end(f"its process was not ready after {most.starting:g} seconds")
            raise UserError(f"{name}: {str(error) or host.ended}") from None
        if "refused" in said:
            await host.end("refused")
            raise UserError(str(said["refused"]))
        host.together, host.scale = bool(said.get("together")), scaled(said.get("scale"))
        return host

    async def _begun(self) -> dict[str, Any]:
        """Have it go behind a wall, and then make its agent; return what it says of that."""
        hidden = [*self._limits.hidden, str(cache().absolute())]
        self.walled = bool((await self._ask(0, packed({"hidden": hidden, "memory": self._limits.memory})))["wall"])
        return await self._ask(0, packed({"agent": self.name, "memory": self._limits.memory}))

    @property
    def playing(self) -> int:
        """How many episodes it plays."""
        return len(self._logs)

    def join(self, number: int) -> Log:
        """Begin to keep what is printed for an episode, and return where."""
        self._logs[number], self._before = self._before, Log()
        return self._logs[number]

    def leave(self, number: int) -> None:
        """End an episode's part in this process."""
        self._logs.pop(number, None)

    async def ask(self, number: int, message: dict[str, Any], observation: Observation | None = None) -> dict[str, Any]:
        """Return what an episode's agent answers.

        Raises:
            AgentFailed: it broke, or its process did.
            Bystander: the process broke, and other episodes were in it.
        """
        said = await self._ask(number, packed({**message, "episode": number}, observation))
        if "failed" in said:
            raise AgentFailed(self._too_much if said.get("memory") else f"the agent {said['failed']}")
        return said

    async def end(self, reason: str) -> None:
        """Kill the process and all that it started, and tell everyone who waits."""
        self._fall(reason)
        limits.end(self.pid)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _DYING)
            await asyncio.wait_for(asyncio.shield(asyncio.gather(*self._tasks)), _DYING)
        for task in self._tasks:
            task.cancel()
        if self._process.stdin:
            self._process.stdin.close()

    def look(self, memory: int) -> None:
        """Take in how much memory the process and all that it started take, and whether it still is."""
        if memory > self._limits.memory:
            self._fall(self._too_much)
            limits.end(self.pid)
        elif self._process.returncode is not None:
            self._fall(self._how())

    @property
    def _too_much(self) -> str:
        return f"the agent's process used more than {self._limits.memory / GIGABYTE:g} GB of memory"

    async def _ask(self, number: int, data: bytes) -> dict[str, Any]:
        if self.ended:
            raise self._broken()
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        assert self._process.stdin
        try:
            self._process.stdin.write(data)
            with suppress(ConnectionError):  # the reader tells how the process ended
                await self._process.stdin.drain()
            said: dict[str, Any] = await answer
        finally:
            self._waiting.pop(number, None)
        return said

    def _broken(self) -> LifeworldError:
        return Bystander(self.ended) if self._crowded else AgentFailed(self.ended)

    def _fall(self, reason: str) -> None:
        if not self.ended:
            self.ended, self._crowded = reason, self.playing > 1
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self._broken())

    async def _read(self) -> None:
        """Hand on what the process says, until it says nothing more or what is no message."""
        assert self._process.stdout
        try:
            while line := await self._process.stdout.readline():
                said = json.loads(line)
                answer = self._waiting.get(said.get("episode", 0))
                if answer is not None and not answer.done():
                    answer.set_result(said)
        except (ValueError, TypeError, AttributeError, RecursionError):
            self._fall("the agent's process sent what is no message")
        else:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), _DYING)
            self._fall(self._how())
        limits.end(self.pid)

    async def _listen(self) -> None:
        assert self._process.stderr
        while data := await self._process.stderr.read(65536):
            for log in list(self._logs.values()) or [self._before]:
                log.add(data)

    def _how(self) -> str:
        code = self._process.returncode
        if code is None:
            return "the agent's process closed its connection"
        return f"the agent's process ended ({f'exit code {code}' if code >= 0 else signal.Signals(-code).name})"


class WorkerProcesses:
    """The processes of a run: one for each episode at once and each agent, or one for all of an async agent's."""

    def __init__(self, most: Limits) -> None:
        self._limits = most
        self._all: list[WorkerProcess] = []
        self._idle: dict[str, list[WorkerProcess]] = {}
        self._shared: dict[str, WorkerProcess] = {}
        self._starting = asyncio.Lock()

    async def prepare(self, name: str) -> WorkerProcess:
        """See that an agent of this name can be made, and keep its process, which is returned, for the first episode.

        Raises:
            UserError: it can't.
        """
        host = await self._begun(name)
        await self.give(host)
        return host

    async def take(self, name: str, alone: bool = False) -> WorkerProcess:
        """Return a process for an episode, a new one where none is free; `alone` asks for one that nobody shares.

        Raises:
            UserError: none can be started.
        """
        if alone:
            return await self._begun(name)
        async with self._starting:
            shared = self._shared.get(name)
            if shared and not shared.ended:
                return shared
            idle = [host for host in self._idle.pop(name, []) if not host.ended]
            if idle:
                self._idle[name] = idle[1:]
                return idle[0]
            host = await self._begun(name)
            if host.together:
                self._shared[name] = host
            return host

    async def give(self, host: WorkerProcess) -> None:
        """Take a process back when an episode is over; one that has ended, or is one too many, is done away with."""
        if host.playing:
            return
        shared = self._shared.get(host.name)
        if host.ended or (host.together and shared not in (None, host)):
            await host.end("it is not needed")
            self._all.remove(host)
        elif host.together:
            self._shared[host.name] = host
        else:
            self._idle.setdefault(host.name, []).append(host)

    async def end(self) -> None:
        for host in self._all:
            await host.end("the run is over")

    async def watch(self) -> None:
        """Look after the processes until cancelled; rarely where looking takes long."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            serving = [host for host in self._all if not host.ended]
            found = limits.families({host.pid for host in serving}) if limits.WATCHED else {}
            for host in serving:
                host.look(limits.taken(found.get(host.pid, ())))
            await asyncio.sleep(max(_LOOKING, 10 * (loop.time() - before)))

    async def _begun(self, name: str) -> WorkerProcess:
        host = await WorkerProcess.started(name, self._limits)
        self._all.append(host)
        return host


@asynccontextmanager
async def hosted(most: Limits) -> AsyncIterator[WorkerProcesses]:
    """Give processes to agents, and end all of them afterwards."""
    hosts = WorkerProcesses(most)
    with limits.unreadable():
        watching = asyncio.create_task(hosts.watch())
        try:
            yield hosts
        finally:
            watching.cancel()
            await hosts.end()
