"""Work shared out by Ray to the cores of one machine or of many: retries, placement and back-pressure are Ray's.

Each machine needs the same Lifeworld installed and sees the run's folder under the same path.
"""

import asyncio
import os
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any

from lifeworld.core.errors import UserError
from lifeworld.run.crew import TRIES, Craft, Do, Watch, nothing

BROWSER = "browser"  # the resource that a machine with a browser is started with
_LITTLE = 0.001  # of it, since any number of workers may use it


def share(
    tasks: Iterable[str], craft: Craft, watch: Watch, workers: int, at_once: int = 1, *, browser: bool = False
) -> None:
    """Do tasks as `crew.share` does, on the cluster that `connected` leads to.

    Args:
        tasks, craft, watch: as there; `watch` is told nothing of workers that die, which Ray replaces.
        workers: how many actors of one core each; 0 for all cores of the cluster.
        at_once: how many tasks each does at the same time.
        browser: only machines that were started with the resource “browser” take part.

    Raises:
        UserError: a task raised one, or no machine can do the work.
    """
    import ray

    count = workers or _places(browser)
    options = {"num_cpus": 1, "max_restarts": -1, "max_task_retries": TRIES - 1, "max_concurrency": at_once}
    needs = {BROWSER: _LITTLE} if browser else {}
    kind = ray.remote(**options, resources=needs)(_Actor)
    actors = [kind.remote(craft) for _ in range(count)]  # type: ignore[attr-defined]
    try:
        _Handing(enumerate(tasks), watch).out(actors, at_once)
    finally:
        for actor in actors:
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

    def out(self, actors: list[Any], at_once: int) -> None:
        import ray

        for number in list(range(len(actors))) * at_once:
            self._hand(number, actors[number])
        while self._at:
            (ready,), _ = ray.wait(list(self._at))
            place, number = self._at.pop(ready)
            self._watch.finished(place, _result(ready))
            self._hand(number, actors[number])
        ray.get([actor.close.remote() for actor in actors], timeout=30)

    def _hand(self, number: int, actor: Any) -> None:
        found = next(self._tasks, None)
        if found is None:
            return
        place, task = found
        self._at[actor.do.remote(task)] = place, number
        self._watch.begun(number + 1, place)


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

    here = {} if address else {"resources": {BROWSER: 1}, "include_dashboard": False}
    try:
        ray.init(address or "local", log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, ValueError, RuntimeError) as error:
        said = str(error).splitlines()[0]
        raise UserError(f"no Ray cluster answers at {address}: {said}; `ray start --head` starts one") from None


def _places(browser: bool) -> int:
    """Return how many cores the machines have that can take part."""
    import ray

    alive = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    fit = [resources for resources in alive if not browser or BROWSER in resources]
    if not fit:
        raise UserError(
            "no machine of the cluster has a browser; start those that have one with "
            f"ray start … --resources '{{\"{BROWSER}\": 1}}', or use --driver dom"
        )
    return int(sum(resources.get("CPU", 0) for resources in fit)) or 1
