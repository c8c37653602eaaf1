"""A pool of worker processes: the results do not depend on their number, and no task is lost when one dies."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Literal

from lifeworld.core.errors import Fault, UserError
from lifeworld.core.processes import unhurried
from lifeworld.run import on_ray
from lifeworld.run.task_queue import PoolListener, TaskFunction, TaskQueue, WorkerDeath, WorkerFactory, open_worker

EngineName = Literal["local", "ray"]
_CLOSING = 5.0  # seconds that a worker has to close what it opened
_SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class Engine:
    """Starts the worker processes: on this machine, or on a cluster of Ray's.

    Attributes:
        name: local or ray.
        address: of a Ray cluster; "" starts one on this machine.
        workers: processes; None for as many as there are cores. A single one on this machine is this process.
        at_once: how many tasks each runs at the same time.
        browser: whether the tasks need one, which not every machine of a cluster has.
        apart: whether even a single worker is a process of its own, since a task may end it.

    Raises:
        UserError: an address is given to the local engine.
    """

    name: EngineName = "local"
    address: str = ""
    workers: int | None = None
    at_once: int = 1
    browser: bool = False
    apart: bool = False

    def __post_init__(self) -> None:
        if self.address and self.name == "local":
            raise UserError("an address is for --engine ray; the local engine has none")

    def for_tasks(self, count: int, worth: int) -> "Engine":
        """Return the engine with a process of this machine for each `worth` of so many tasks, where none is told."""
        if self.workers or self.name != "local":
            return self
        return replace(self, workers=max(1, min(available_cores(), count // worth)))

    def run_tasks(self, tasks: Iterable[str], factory: WorkerFactory, listener: PoolListener) -> None:
        """Run tasks, each of which is known by its place among them.

        Args:
            tasks: texts, which the workers understand; taken as they are needed.
            factory: a function of a module, so that other processes find it; only texts are sent to and fro.
            listener: gets the results and events.

        Raises:
            UserError: a task raised one, or the cluster can't be used.
            Fault: a task of another process raised something else.
        """
        if self.name == "ray":
            with on_ray.connected(self.address):
                workers = self.workers or on_ray.available_cores(self.browser)
                return on_ray.run_tasks(tasks, factory, listener, workers, self.at_once, self.browser)
        workers = self.workers or available_cores()
        if workers < 2 and not self.apart:
            return asyncio.run(_in_this_process(tasks, factory, listener, self.at_once))
        pool = _WorkerPool(tasks, factory, listener, self.at_once)
        try:
            pool.run(workers)
        finally:
            with unhurried():
                pool.close()


def available_cores() -> int:
    """Return how many processes can run at once on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


async def _in_this_process(tasks: Iterable[str], factory: WorkerFactory, listener: PoolListener, at_once: int) -> None:
    waiting = enumerate(tasks)

    async def drain(run: TaskFunction) -> None:
        for place, task in waiting:
            listener.begun(1, place)
            listener.finished(place, await run(task, partial(listener.noted, place)))

    try:
        async with open_worker(factory) as run, asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(drain(run))
    except BaseExceptionGroup as several:
        raise first_exception(several) from several


def first_exception(several: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first exception of a group, however deep it lies."""
    found = several.exceptions[0]
    return first_exception(found) if isinstance(found, BaseExceptionGroup) else found


class _Worker:
    """One process, and this end of its pipe."""

    def __init__(self, number: int, factory: WorkerFactory) -> None:
        self.number = number
        self.pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs, factory), name=f"worker {number}", daemon=True)
        with unhurried():  # which it takes over, from its first import on: Ctrl-C is for this process
            self.process.start()
        theirs.close()

    def close(self, patience: float = _CLOSING) -> None:
        """Let it close what it opened for so many seconds, or end it."""
        self.pipe.close()
        for end, seconds in ((None, patience), (self.process.terminate, _CLOSING), (self.process.kill, _CLOSING)):
            if end:
                end()
            self.process.join(seconds)
            if self.process.exitcode is not None:
                return


class _WorkerPool:
    def __init__(self, tasks: Iterable[str], factory: WorkerFactory, listener: PoolListener, at_once: int) -> None:
        self._factory, self._listener = factory, listener
        self._queue = TaskQueue(tasks, at_once)
        self._workers: dict[int, _Worker] = {}

    def run(self, workers: int) -> None:
        for number in range(1, workers + 1):
            self._start(number)
            if not self._queue.running[number]:
                break
        while busy := {one.pipe: one for one in self._workers.values() if self._queue.running[one.number]}:
            for pipe in wait(list(busy)):
                self._receive(busy[pipe])  # type: ignore[index]

    def close(self) -> None:
        for worker in self._workers.values():
            worker.pipe.close()  # all at once, so that they close side by side
        last = time.monotonic() + _CLOSING  # for all of them together
        for worker in self._workers.values():
            worker.close(max(0.0, last - time.monotonic()))

    def _start(self, number: int) -> None:
        self._workers[number] = _Worker(number, self._factory)
        self._fill(number)

    def _fill(self, number: int) -> None:
        for place, task in self._queue.assign(number):
            _send(self._workers[number].pipe, f"{place}\n{task}")
            self._listener.begun(number, place)

    def _receive(self, worker: _Worker) -> None:
        """Take in a worker's message, or notice that it has died."""
        message = next(_received(worker.pipe), None)
        if message is None:
            return self._replace(worker)
        head, _, text = message.partition("\n")
        kind, _, place = head.partition(" ")
        if kind in _RAISED:
            raise _RAISED[kind](text)
        if kind == "note":
            return self._listener.noted(int(place), text)
        del self._queue.running[worker.number][int(place)]
        self._listener.finished(int(place), text)
        self._fill(worker.number)

    def _replace(self, dead: _Worker) -> None:
        dead.close()
        tasks = self._queue.running.pop(dead.number)
        lost = self._queue.retry(tasks, alone=len(tasks) == 1)
        code = dead.process.exitcode or 0
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        self._listener.died(WorkerDeath(dead.number, dead.process.pid or 0, how, tuple(tasks), not lost))
        for place in lost:
            self._listener.finished(place, None)
        self._start(dead.number)


_RAISED: dict[str, type[UserError] | type[Fault]] = {"mistake": UserError, "fault": Fault}


def _serve(pipe: "Connection[bytes, bytes]", factory: WorkerFactory) -> None:
    """Run tasks until the pipe is closed; Ctrl-C is for the process that distributes them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        asyncio.run(_run_received(pipe, factory))
    except BaseExceptionGroup as several:
        _send_error(pipe, first_exception(several))
    except Exception as error:  # noqa: BLE001 (the edge of this process: any error is shown by the other process)
        _send_error(pipe, error)


async def _run_received(pipe: "Connection[bytes, bytes]", factory: WorkerFactory) -> None:
    messages = _messages(pipe)
    async with open_worker(factory) as run:
        tasks: set[asyncio.Task[None]] = set()
        receiving = asyncio.ensure_future(messages.get())
        while True:
            await asyncio.wait({receiving, *tasks}, return_when=asyncio.FIRST_COMPLETED)
            for task in [task for task in tasks if task.done()]:
                tasks.remove(task)
                task.result()
            if receiving.done():
                message = receiving.result()
                if message is None:
                    break
                tasks.add(asyncio.create_task(_run_one(pipe, run, message)))
                receiving = asyncio.ensure_future(messages.get())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _run_one(pipe: "Connection[bytes, bytes]", run: TaskFunction, message: str) -> None:
    place, _, task = message.partition("\n")
    text = await run(task, lambda note: _send(pipe, f"note {place}\n{note}"))
    _send(pipe, f"done {place}\n{text}")


def _messages(pipe: "Connection[bytes, bytes]") -> "asyncio.Queue[str | None]":
    """Return the tasks that come through a pipe as they come; None when it is closed."""
    loop = asyncio.get_running_loop()
    messages: asyncio.Queue[str | None] = asyncio.Queue()
    with suppress(NotImplementedError):  # Windows, which has no such signal
        loop.add_signal_handler(signal.SIGTERM, messages.put_nowait, None)

    def read() -> None:
        with suppress(RuntimeError):  # the loop is closed: this process is about to end
            for message in _received(pipe):
                loop.call_soon_threadsafe(messages.put_nowait, message)
            loop.call_soon_threadsafe(messages.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return messages


def _send_error(pipe: "Connection[bytes, bytes]", error: BaseException) -> None:
    if isinstance(error, UserError):
        return _send(pipe, f"mistake\n{error}")
    _send(pipe, "fault\n" + "".join(traceback.format_exception(error)))


def _received(pipe: "Connection[bytes, bytes]") -> Iterator[str]:
    with suppress(EOFError, OSError):
        while True:
            yield pipe.recv_bytes().decode()


def _send(pipe: "Connection[bytes, bytes]", text: str) -> None:
    with suppress(OSError):  # the other end is closed, which the next read notices
        pipe.send_bytes(text.encode())
