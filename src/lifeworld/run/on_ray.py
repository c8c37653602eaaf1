"""Work shared out by Ray to the cores of one machine or of many: retries, placement and back-pressure are Ray's.

Each machine needs the same Lifeworld installed and sees the run's folder under the same path.
"""

import asyncio
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.run.crew import TRIES, Craft, Do, Watch, nothing

BROWSER = "browser"  # the resource that a machine with a browser is started with
_LITTLE = 0.001  # of it, since any number of workers may use it
_LISTENING = 10.0  # seconds that a cluster has to answer
_CLOSING = 30.0  # seconds that actors have to put their things away


@dataclass(frozen=True)
class Actors:
    """Workers of Ray's, and how many tasks each does at the same time."""

    each: list[Any]
    at_once: int


def actors(craft: Craft, count: int, at_once: int, browser: bool) -> Actors:
    """Return workers of one core each, which Ray starts anew where they die.

    Args:
        craft: what each opens with its first task.
        count: how many.
        at_once: how many tasks each does at the same time.
        browser: only machines that were started with the resource “browser” take part.
    """
    import ray

    kind = ray.remote(_Actor).options(
        num_cpus=1,
        max_restarts=-1,
        max_task_retries=TRIES - 1,
        max_concurrency=at_once,
        resources={BROWSER: _LITTLE} if browser else {},
    )
    return Actors([kind.remote(craft) for _ in range(count)], at_once)


def share(tasks: Iterable[str], watch: Watch, actors: Actors) -> None:
    """Do tasks as `crew.share` does; `watch` is told nothing of workers that die, since Ray replaces them.

    Args:
        tasks: texts, which the actors' craft understands.
        watch: who is told what.
        actors: who does them; they are ended afterwards.

    Raises:
        UserError: a task raised one.
    """
    import ray

    try:
        _Handing(enumerate(tasks), watch).out(actors)
    finally:
        for actor in actors.each:
            ray.kill(actor)


class _Actor:
    """A worker of Ray's: opens its things with its first task."""

    def __init__(self, craft: Craft) -> None:
        self._craft = craft
        self._open = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._do: Do | None = None

    async def do(self, task: str) -> str:
        async with self._opening:
            if self._do is None:
                self._do = await self._open.enter_async_context(self._craft())
        return await self._do(task, nothing)

    async def close(self) -> None:
        """Put everything away."""
        await self._open.aclose()


class _Handing:
    """Hands tasks to actors, as many as each can do at once, and takes in what comes of them."""

    def __init__(self, tasks: Iterator[tuple[int, str]], watch: Watch) -> None:
        self._tasks, self._watch = tasks, watch
        self._at: dict[Any, tuple[int, int]] = {}  # what will come: of which task, by which actor

    def out(self, actors: Actors) -> None:
        import ray

        for actor in actors.each * actors.at_once:
            self._hand(actor, actors.each.index(actor) + 1)
        while self._at:
            (ready,), _ = ray.wait(list(self._at))
            place, number = self._at.pop(ready)
            self._watch.finished(place, _result(ready))
            self._hand(actors.each[number - 1], number)
        ray.get([actor.close.remote() for actor in actors.each], timeout=_CLOSING)

    def _hand(self, actor: Any, number: int) -> None:
        found = next(self._tasks, None)
        if found is None:
            return
        place, task = found
        self._at[actor.do.remote(task)] = place, number
        self._watch.begun(number, place)


def _result(ready: Any) -> str | None:
    """Return what came of a task; None where each actor died of it."""
    import ray

    try:
        found: str = ray.get(ready)
    except ray.exceptions.RayTaskError as error:
        raise UserError(str(error.cause)) if isinstance(error.cause, UserError) else error from None
    except ray.exceptions.RayActorError:
        return None
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
        _begin(address)
    try:
        yield
    finally:
        if started:
            ray.shutdown()


def _begin(address: str) -> None:
    import ray

    if address and address != "auto":
        _must_listen(address)
    here: dict[str, Any] = {} if address else {"resources": {BROWSER: 1}, "include_dashboard": False}
    try:
        ray.init(address or "local", log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _unanswered(address, str(error).splitlines()[0]) from None


def _must_listen(address: str) -> None:
    """See that somebody listens there; Ray itself would wait for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdigit():
        raise UserError(f"{address} is no address of a Ray cluster; it is like 10.0.0.1:6379, or auto")
    try:
        socket.create_connection((host, int(port)), _LISTENING).close()
    except (OSError, OverflowError) as error:
        raise _unanswered(address, str(error)) from None


def _unanswered(address: str, said: str) -> UserError:
    return UserError(f"no Ray cluster answers at {address} ({said}); `ray start --head` starts one")


def places(browser: bool) -> int:
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
