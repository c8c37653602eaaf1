"""Work shared out to processes: the same results whatever their number, and none lost where one dies."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait

from lifeworld.core.errors import Fault, UserError
from lifeworld.core.garbage import seldom
from lifeworld.core.stopping import unhurried

Tell = Callable[[str], None]  # a word on a task while it is done
Do = Callable[[str, Tell], Awaitable[str]]
Craft = Callable[[], AbstractAsyncContextManager[Do]]  # opens what is needed to do tasks
TRIES = 3  # workers that a task may take with it
_PATIENCE = 5.0  # seconds that a worker has to put its things away
_SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class Death:
    """A worker that died.

    Attributes:
        worker: its number, from 1.
        process: its process id.
        how: what ended it.
        places: of the tasks that it was at.
        again: whether these are tried again.
    """

    worker: int
    process: int
    how: str
    places: tuple[int, ...]
    again: bool


def nothing(*_: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Watch:
    """Who is told what: each call comes in the process that shares the work out.

    Attributes:
        finished: a task's place and what came of it; None where every worker died of it.
        begun: the number of a worker, and the place of the task that it was given.
        noted: a task's place, and what was told of it while it was done.
        died: a worker died; another takes its place.
    """

    finished: Callable[[int, str | None], None]
    begun: Callable[[int, int], None] = nothing
    noted: Callable[[int, str], None] = nothing
    died: Callable[[Death], None] = nothing


def cores() -> int:
    """Return how many processes can work at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share(tasks: Iterable[str], craft: Craft, watch: Watch, workers: int = 1, at_once: int = 1) -> None:
    """Do tasks, each of which is known by its place among them.

    Args:
        tasks: texts, which `craft` understands; taken as they are needed.
        craft: a function of a module, so that other processes find it; nothing but texts goes to and fro.
        watch: who is told.
        workers: how many processes share the tasks; one does them here.
        at_once: how many tasks a process does at the same time.

    Raises:
        UserError: a task raised one.
        Fault: a task of another process raised something else.
    """
    if workers < 2:
        return asyncio.run(_here(tasks, craft, watch, at_once))
    crew = _Crew(tasks, craft, watch, at_once)
    try:
        crew.work(workers)
    finally:
        with unhurried():
            crew.dismiss()


@asynccontextmanager
async def at_work(craft: Craft) -> AsyncIterator[Do]:
    """Open what is needed to do tasks, in a process that does nothing else."""
    async with craft() as do:
        with seldom():
            yield do


async def _here(tasks: Iterable[str], craft: Craft, watch: Watch, at_once: int) -> None:
    waiting = enumerate(tasks)

    async def drain(do: Do) -> None:
        for place, task in waiting:
            watch.begun(1, place)
            watch.finished(place, await do(task, partial(watch.noted, place)))

    try:
        async with at_work(craft) as do, asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(drain(do))
    except BaseExceptionGroup as several:
        raise first(several) from several


def first(several: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first of several exceptions, however deep it lies."""
    found = several.exceptions[0]
    return first(found) if isinstance(found, BaseExceptionGroup) else found


class _Worker:
    """One process, and the tasks that it is at.

    Attributes:
        alone: its task may be one that workers die of, so that it gets no other meanwhile.
    """

    def __init__(self, number: int, craft: Craft) -> None:
        self.number, self.alone = number, False
        self.tasks: dict[int, str] = {}
        self.pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs, craft), name=f"worker {number}", daemon=True)
        with unhurried():  # which it takes over, from its first import on: Ctrl-C is for this process
            self.process.start()
        theirs.close()

    def give(self, place: int, task: str) -> None:
        self.tasks[place] = task
        _say(self.pipe, f"{place}\n{task}")

    def dismiss(self, patience: float = _PATIENCE) -> None:
        """Let it put its things away for so many seconds, or end it."""
        self.pipe.close()
        for end, seconds in ((None, patience), (self.process.terminate, _PATIENCE), (self.process.kill, _PATIENCE)):
            if end:
                end()
            self.process.join(seconds)
            if self.process.exitcode is not None:
                return


class _Crew:
    def __init__(self, tasks: Iterable[str], craft: Craft, watch: Watch, at_once: int) -> None:
        self._craft, self._watch, self._at_once = craft, watch, at_once
        self._fresh = enumerate(tasks)
        self._again: deque[tuple[int, str]] = deque()  # a worker died of these, or of another at the same time
        self._deaths: Counter[int] = Counter()
        self._workers: dict[int, _Worker] = {}

    def work(self, workers: int) -> None:
        for number in range(1, workers + 1):
            if not self._hired(number).tasks:
                break
        while busy := {one.pipe: one for one in self._workers.values() if one.tasks}:
            for pipe in wait(list(busy)):
                self._hear(busy[pipe])  # type: ignore[index]

    def dismiss(self) -> None:
        for worker in self._workers.values():
            worker.pipe.close()  # all at once, so that they put their things away side by side
        last = time.monotonic() + _PATIENCE  # for all of them together
        for worker in self._workers.values():
            worker.dismiss(max(0.0, last - time.monotonic()))

    def _hired(self, number: int) -> _Worker:
        worker = self._workers[number] = _Worker(number, self._craft)
        self._fill(worker)
        return worker

    def _fill(self, worker: _Worker) -> None:
        """Give a worker what it can do at once; what a worker may have died of, it does alone."""
        if not worker.tasks:
            worker.alone = bool(self._again)
            if self._again:
                return self._give(worker, *self._again.popleft())
        while not worker.alone and len(worker.tasks) < self._at_once:
            found = next(self._fresh, None)
            if found is None:
                return
            self._give(worker, *found)

    def _give(self, worker: _Worker, place: int, task: str) -> None:
        worker.give(place, task)
        self._watch.begun(worker.number, place)

    def _hear(self, worker: _Worker) -> None:
        """Take in what a worker says, or that it has died."""
        said = next(_received(worker.pipe), None)
        if said is None:
            return self._replace(worker)
        head, _, text = said.partition("\n")
        kind, _, place = head.partition(" ")
        if kind in _BROKEN:
            raise _BROKEN[kind](text)
        if kind == "word":
            return self._watch.noted(int(place), text)
        del worker.tasks[int(place)]
        self._watch.finished(int(place), text)
        self._fill(worker)

    def _replace(self, dead: _Worker) -> None:
        dead.dismiss()
        self._deaths.update(list(dead.tasks) if len(dead.tasks) == 1 else ())  # of several, each is tried alone first
        lost = [place for place in dead.tasks if self._deaths[place] >= TRIES]
        self._again.extend(one for one in dead.tasks.items() if one[0] not in lost)
        how = _how(dead.process.exitcode or 0)
        self._watch.died(Death(dead.number, dead.process.pid or 0, how, tuple(dead.tasks), not lost))
        for place in lost:
            self._watch.finished(place, None)
        self._hired(dead.number)


_BROKEN: dict[str, type[UserError] | type[Fault]] = {"mistake": UserError, "fault": Fault}


def _how(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _serve(pipe: "Connection[bytes, bytes]", craft: Craft) -> None:
    """Do tasks until the pipe is closed; Ctrl-C is for the process that shares them out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        asyncio.run(_served(pipe, craft))
    except BaseExceptionGroup as several:
        _say_broken(pipe, first(several))
    except Exception as broken:  # noqa: BLE001 (the edge of this process: whatever broke is told where it can be seen)
        _say_broken(pipe, broken)


async def _served(pipe: "Connection[bytes, bytes]", craft: Craft) -> None:
    asked = _asked(pipe)
    async with at_work(craft) as do:
        tasks: set[asyncio.Task[None]] = set()
        hearing = asyncio.ensure_future(asked.get())
        while True:
            await asyncio.wait({hearing, *tasks}, return_when=asyncio.FIRST_COMPLETED)
            for task in [task for task in tasks if task.done()]:
                tasks.remove(task)
                task.result()
            if hearing.done():
                said = hearing.result()
                if said is None:
                    break
                tasks.add(asyncio.create_task(_done(pipe, do, said)))
                hearing = asyncio.ensure_future(asked.get())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _done(pipe: "Connection[bytes, bytes]", do: Do, said: str) -> None:
    place, _, task = said.partition("\n")
    text = await do(task, lambda word: _say(pipe, f"word {place}\n{word}"))
    _say(pipe, f"done {place}\n{text}")


def _asked(pipe: "Connection[bytes, bytes]") -> "asyncio.Queue[str | None]":
    """Return the tasks that come through a pipe as they come; None when it is closed."""
    loop = asyncio.get_running_loop()
    asked: asyncio.Queue[str | None] = asyncio.Queue()
    with suppress(NotImplementedError):  # Windows, where there is no such signal to be polite to
        loop.add_signal_handler(signal.SIGTERM, asked.put_nowait, None)

    def read() -> None:
        with suppress(RuntimeError):  # the loop is closed: this process is about to end
            for said in _received(pipe):
                loop.call_soon_threadsafe(asked.put_nowait, said)
            loop.call_soon_threadsafe(asked.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return asked


def _say_broken(pipe: "Connection[bytes, bytes]", broken: BaseException) -> None:
    if isinstance(broken, UserError):
        return _say(pipe, f"mistake\n{broken}")
    _say(pipe, "fault\n" + "".join(traceback.format_exception(broken)))


def _received(pipe: "Connection[bytes, bytes]") -> Iterator[str]:
    with suppress(EOFError, OSError):
        while True:
            yield pipe.recv_bytes().decode()


def _say(pipe: "Connection[bytes, bytes]", text: str) -> None:
    with suppress(OSError):  # nobody listens any more, and reading will tell
        pipe.send_bytes(text.encode())
