"""The queue of tasks of a pool of worker processes, and the events that a pool reports."""

from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from lifeworld.core.processes import seldom

Notify = Callable[[str], None]  # sends a message about a task while it runs
TaskFunction = Callable[[str, Notify], Awaitable[str]]
WorkerFactory = Callable[[], AbstractAsyncContextManager[TaskFunction]]  # opens what a worker needs
TRIES = 3  # workers that may die of one task


@dataclass(frozen=True)
class WorkerDeath:
    """A worker that died.

    Attributes:
        worker: its number, from 1.
        process: its process id.
        how: the signal or exit code.
        places: the tasks that it ran.
        again: whether these are tried again.
    """

    worker: int
    process: int
    how: str
    places: tuple[int, ...]
    again: bool


def ignore(*_: object) -> None:
    """Do nothing: the default callback."""


@dataclass(frozen=True)
class PoolListener:
    """Callbacks of a pool; each is called in the process that distributes the tasks.

    Attributes:
        finished: a task's place and its result; None where every worker died of it.
        begun: the number of a worker, and the place of the task that it was given.
        noted: a task's place, and a message that it sent while it ran.
        died: a worker died; another one replaces it.
    """

    finished: Callable[[int, str | None], None]
    begun: Callable[[int, int], None] = ignore
    noted: Callable[[int, str], None] = ignore
    died: Callable[[WorkerDeath], None] = ignore


Watch = Callable[[Callable[[int, str | None], None]], PoolListener]  # makes a listener of what takes in results


@asynccontextmanager
async def open_worker(factory: WorkerFactory) -> AsyncIterator[TaskFunction]:
    """Open what a worker needs, in a process that does nothing else."""
    async with factory() as run:
        with seldom():
            yield run


class TaskQueue:
    """Assigns tasks, known by their place, to workers, known by their number.

    A task that a worker died of is tried again alone, so that it takes no other task with it.

    Attributes:
        running: the tasks of each worker, by place.
        exhausted: no new task is left; tasks to be tried again may be.
    """

    def __init__(self, tasks: Iterable[str], at_once: int) -> None:
        self._fresh, self._at_once = enumerate(tasks), at_once
        self._again: deque[tuple[int, str]] = deque()
        self._deaths: Counter[int] = Counter()
        self._alone: set[int] = set()
        self.running: dict[int, dict[int, str]] = {}
        self.exhausted = False

    @property
    def empty(self) -> bool:
        """Whether no task waits for a worker."""
        return self.exhausted and not self._again

    def assign(self, worker: int) -> Iterator[tuple[int, str]]:
        """Yield the tasks that a worker starts now, with their places: one to be tried again, or as many as fit."""
        tasks = self.running.setdefault(worker, {})
        if not tasks:
            self._alone.discard(worker)
            if self._again:
                self._alone.add(worker)
                place, tasks[place] = self._again[0]
                yield self._again.popleft()
        while worker not in self._alone and len(tasks) < self._at_once:
            found = next(self._fresh, None)
            if found is None:
                self.exhausted = True
                return
            place, tasks[place] = found
            yield found

    def retry(self, tasks: Mapping[int, str], alone: bool) -> list[int]:
        """Put back tasks that a worker died of; return the places of those that are given up.

        Args:
            tasks: by place.
            alone: the worker ran nothing else; of several tasks each is tried alone before it counts as deadly.
        """
        self._deaths.update(list(tasks) if alone else ())
        lost = [place for place in tasks if self._deaths[place] >= TRIES]
        self._again.extend(one for one in tasks.items() if one[0] not in lost)
        return lost
