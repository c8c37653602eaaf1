"""Ray runs tasks on the cores of one machine or of many: restarts, placement and back-pressure are Ray's.

Each machine needs the same Lifeworld installed and sees the run's folder under the same path.
"""

import asyncio
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.run.task_queue import PoolListener, TaskFunction, TaskQueue, WorkerFactory, ignore, open_worker

BROWSER = "browser"  # the resource that a machine with a browser is started with
_LITTLE = 0.001  # of it, since any number of workers may use it
_LISTENING = 10.0  # seconds that a cluster has to answer
_CLOSING = 30.0  # seconds that actors have to close what they opened
_LONGEST = 300  # characters of Ray's messages, which may be pages


def run_tasks(
    tasks: Iterable[str], factory: WorkerFactory, listener: PoolListener, workers: int, at_once: int, browser: bool
) -> None:
    """Run tasks as `worker_pool.Engine.run_tasks` does; no deaths are reported, since Ray replaces who dies.

    Args:
        tasks: texts, which the workers understand.
        factory: opens what a worker needs, with its first task.
        listener: gets the results and events.
        workers: how many there are, of one core each.
        at_once: how many tasks each runs at the same time.
        browser: only machines that were started with the resource “browser” take part.

    Raises:
        UserError: a task raised one, or the cluster is gone.
    """
    import ray

    kind = ray.remote(_Actor).options(
        num_cpus=1,
        max_restarts=-1,
        max_concurrency=at_once,
        resources={BROWSER: _LITTLE} if browser else {},
    )
    actors = {number: kind.remote(factory) for number in range(1, workers + 1)}
    try:
        _Distribution(TaskQueue(tasks, at_once), listener, actors).run()
    except ray.exceptions.RayTaskError:
        raise
    except ray.exceptions.RayError as error:
        told = f"{type(error).__name__}: {' '.join(str(error).split())[:_LONGEST]}"
        raise UserError(
            f"the cluster failed ({told}); finished tasks are kept, and the same command resumes the run"
        ) from None
    finally:
        for actor in actors.values():
            ray.kill(actor)


class _Actor:
    """One of Ray's workers; it opens what it needs with its first task."""

    def __init__(self, factory: WorkerFactory) -> None:
        self._factory = factory
        self._open = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._run: TaskFunction | None = None

    async def ready(self) -> None:
        """Answer once Ray has placed it."""

    async def run(self, task: str) -> str:
        async with self._opening:
            if self._run is None:
                self._run = await self._open.enter_async_context(open_worker(self._factory))
        return await self._run(task, ignore)

    async def close(self) -> None:
        """Close what it opened."""
        await self._open.aclose()


class _Distribution:
    """Gives tasks to actors, as many as each can run at once, and collects the results.

    Only an actor that has a place gets tasks: Ray may never place one whose machine is gone, or one too many.
    """

    def __init__(self, queue: TaskQueue, listener: PoolListener, actors: dict[int, Any]) -> None:
        self._queue, self._listener, self._actors = queue, listener, actors
        self._results: dict[Any, tuple[int, int, str]] = {}  # awaited: actor, place and task of each
        self._placing: dict[Any, int] = {}  # actors that Ray has yet to place, by the answer that is awaited

    def run(self) -> None:
        import ray

        for number in self._actors:
            self._await_place(number)
        while self._results or not self._queue.empty:
            for ready in self._ready():
                self._receive(ready)
        with suppress(ray.exceptions.RayError):  # all is done, and an actor that died meanwhile has nothing to close
            ray.get([self._actors[number].close.remote() for number in self._queue.running], timeout=_CLOSING)

    def _ready(self) -> list[Any]:
        """Wait for an answer, and return all that have come."""
        import ray

        awaited = [*self._results, *self._placing]
        ray.wait(awaited)
        come: list[Any] = ray.wait(awaited, num_returns=len(awaited), timeout=0)[0]
        return come

    def _await_place(self, number: int) -> None:
        """Ask an actor to answer as soon as it has a place; Ray asks again if it dies meanwhile."""
        self._placing[self._actors[number].ready.options(max_task_retries=-1).remote()] = number

    def _receive(self, ready: Any) -> None:
        import ray

        if ready in self._placing:
            ray.get(ready)
            return self._fill(self._placing.pop(ready))
        number, place, task = self._results.pop(ready)
        try:
            self._listener.finished(place, _result(ready))
        except ray.exceptions.RayActorError:
            return self._retry(number, place, task)
        if number in self._queue.running:
            self._queue.running[number].pop(place, None)
            self._fill(number)

    def _retry(self, number: int, place: int, task: str) -> None:
        """Put back a task of an actor that died, for another actor."""
        running = self._queue.running.get(number, {})
        if place in running:
            del self._queue.running[number]
            self._await_place(number)
        for lost in self._queue.retry({place: task}, alone=[*running] == [place]):
            self._listener.finished(lost, None)
        for idle in [one for one, tasks in self._queue.running.items() if not tasks]:
            self._fill(idle)

    def _fill(self, number: int) -> None:
        for place, task in self._queue.assign(number):
            self._results[self._actors[number].run.remote(task)] = number, place, task
            self._listener.begun(number, place)


def _result(ready: Any) -> str:
    """Return the result of a task."""
    import ray

    try:
        found: str = ray.get(ready)
    except ray.exceptions.RayTaskError as error:
        raise UserError(str(error.cause)) if isinstance(error.cause, UserError) else error from None
    return found


@contextmanager
def connected(address: str = "") -> Iterator[None]:
    """Connect to a cluster, or start one on this machine where no address is given.

    Raises:
        UserError: Ray is not installed, or nothing answers at the address.
    """
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray 2's warning about it
    try:
        import ray
    except ImportError:
        raise UserError("--engine ray needs Ray: pip install 'lifeworld[ray]'") from None
    started = not ray.is_initialized()
    if started:
        _start(address)
    try:
        yield
    finally:
        if started:
            ray.shutdown()


def _start(address: str) -> None:
    import ray

    if address and address != "auto":
        _check_listening(address)
    here: dict[str, Any] = {} if address else {"resources": {BROWSER: 1}, "include_dashboard": False}
    try:
        ray.init(address or "local", log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _unanswered(address, str(error).splitlines()[0]) from None


def _check_listening(address: str) -> None:
    """Check that something listens there; Ray itself would wait for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdigit():
        raise UserError(f"{address} is not the address of a Ray cluster; give one like 10.0.0.1:6379, or auto")
    try:
        socket.create_connection((host, int(port)), _LISTENING).close()
    except (OSError, OverflowError) as error:
        raise _unanswered(address, str(error)) from None


def _unanswered(address: str, said: str) -> UserError:
    return UserError(f"no Ray cluster answers at {address} ({said}); `ray start --head` starts one")


def available_cores(browser: bool) -> int:
    """Return how many cores the machines have that can take part.

    Raises:
        UserError: none can.
    """
    import ray

    alive = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    fit = [resources for resources in alive if not browser or BROWSER in resources]
    if not fit:
        raise UserError(
            "no machine of the cluster has a browser; start those that have one with "
            f"ray start … --resources '{{\"{BROWSER}\": 1}}', or use --driver dom"
        )
    return int(sum(resources.get("CPU", 0) for resources in fit)) or 1
