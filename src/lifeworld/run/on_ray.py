"""Work shared out by Ray to the cores of one machine or of many: retries, placement and back-pressure are Ray's.

Each machine needs the same Lifeworld installed and sees the run's folder under the same path.
"""

import asyncio
import os
import socket
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.run.crew import TRIES, Craft, Do, Watch, at_work, nothing

BROWSER = "browser"  # the resource that a machine with a browser is started with
_LITTLE = 0.001  # of it, since any number of workers may use it
_LISTENING = 10.0  # seconds that a cluster has to answer
_CLOSING = 30.0  # seconds that actors have to put their things away
_TOLD = 300  # letters of what Ray says, which may be pages


@dataclass(frozen=True)
class Actors:
    """Workers of Ray's, by number from 1, and how many tasks each does at the same time."""

    each: dict[int, Any]
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
        max_concurrency=at_once,
        resources={BROWSER: _LITTLE} if browser else {},
    )
    return Actors({number: kind.remote(craft) for number in range(1, count + 1)}, at_once)


def share(tasks: Iterable[str], watch: Watch, actors: Actors) -> None:
    """Do tasks as `crew.share` does; `watch` is told nothing of workers that die, since Ray replaces them.

    Args:
        tasks: texts, which the actors' craft understands.
        watch: who is told what.
        actors: who does them; they are ended afterwards.

    Raises:
        UserError: a task raised one, or the cluster is gone.
    """
    import ray

    try:
        _Handing(enumerate(tasks), watch, actors).out()
    except ray.exceptions.RayTaskError:
        raise
    except ray.exceptions.RayError as error:
        said = f"{type(error).__name__}: {' '.join(str(error).split())[:_TOLD]}"
        raise UserError(
            f"the cluster failed ({said}); what was finished is kept, and the same command goes on"
        ) from None
    finally:
        for actor in actors.each.values():
            ray.kill(actor)


class _Actor:
    """A worker of Ray's: opens its things with its first task."""

    def __init__(self, craft: Craft) -> None:
        self._craft = craft
        self._open = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._do: Do | None = None

    async def there(self) -> None:
        """Answer once Ray has found a place for it."""

    async def do(self, task: str) -> str:
        async with self._opening:
            if self._do is None:
                self._do = await self._open.enter_async_context(at_work(self._craft))
        return await self._do(task, nothing)

    async def close(self) -> None:
        """Put everything away."""
        await self._open.aclose()


class _Handing:
    """Hands tasks to actors, as many as each can do at once, and takes in what comes of them.

    Only who has a place gets any: Ray may never find one for an actor whose machine is gone, or for one too many. What
    an actor died of is done alone, so that it takes no other with it.
    """

    def __init__(self, tasks: Iterator[tuple[int, str]], watch: Watch, actors: Actors) -> None:
        self._fresh, self._watch, self._actors = tasks, watch, actors
        self._over = False  # there is no fresh one any more
        self._again: deque[tuple[int, str]] = deque()
        self._deaths: Counter[int] = Counter()
        self._at: dict[Any, tuple[int, int, str]] = {}  # what will come: by which actor, of which task
        self._coming: dict[Any, int] = {}  # what will come once an actor has a place
        self._placed: dict[int, set[int]] = {}  # the tasks of each actor that has one
        self._alone: set[int] = set()

    def out(self) -> None:
        import ray

        for number in self._actors.each:
            self._call(number)
        while self._at or self._again or not self._over:
            for ready in self._ready():
                self._hear(ready)
        with suppress(ray.exceptions.RayError):  # all is done, and whoever died meanwhile has nothing to put away
            ray.get([self._actors.each[number].close.remote() for number in self._placed], timeout=_CLOSING)

    def _ready(self) -> list[Any]:
        """Wait until something has come, and return all that has."""
        import ray

        awaited = [*self._at, *self._coming]
        ray.wait(awaited)
        come: list[Any] = ray.wait(awaited, num_returns=len(awaited), timeout=0)[0]
        return come

    def _call(self, number: int) -> None:
        """Ask an actor to answer as soon as it has a place; Ray asks again if it dies meanwhile."""
        self._coming[self._actors.each[number].there.options(max_task_retries=-1).remote()] = number

    def _hear(self, ready: Any) -> None:
        import ray

        if ready in self._coming:
            ray.get(ready)
            number = self._coming.pop(ready)
            self._placed[number] = set()
            return self._fill(number)
        number, place, task = self._at.pop(ready)
        try:
            self._watch.finished(place, _result(ready))
        except ray.exceptions.RayActorError:
            return self._died(number, place, task)
        if number in self._placed:
            self._placed[number].discard(place)
            self._fill(number)

    def _died(self, number: int, place: int, task: str) -> None:
        """Put back a task of an actor that died, for another: of several at once, each is tried alone first."""
        at = self._placed.get(number, set())
        if place in at:
            del self._placed[number]
            self._call(number)
        self._deaths[place] += at == {place}
        if self._deaths[place] == TRIES:
            self._watch.finished(place, None)
        else:
            self._again.append((place, task))
        for idle in [one for one, tasks in self._placed.items() if not tasks]:
            self._fill(idle)

    def _fill(self, number: int) -> None:
        at = self._placed[number]
        if not at:
            self._alone.discard(number)
            if self._again:
                self._alone.add(number)
                return self._give(number, *self._again.popleft())
        while number not in self._alone and len(at) < self._actors.at_once:
            found = next(self._fresh, None)
            if found is None:
                self._over = True
                return
            self._give(number, *found)

    def _give(self, number: int, place: int, task: str) -> None:
        self._placed[number].add(place)
        self._at[self._actors.each[number].do.remote(task)] = number, place, task
        self._watch.begun(number, place)


def _result(ready: Any) -> str:
    """Return what came of a task."""
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
