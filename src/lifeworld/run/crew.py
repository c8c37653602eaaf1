"""Work shared out to processes: the same results whatever their number, and none lost where one dies."""

import multiprocessing
import os
import signal
import sys
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait

from lifeworld.core.errors import Fault, UserError

Craft = Callable[[], AbstractContextManager[Callable[[str], str]]]  # opens what is needed to do tasks one by one
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
        place: of the task that it was at.
        again: whether that task is tried again.
    """

    worker: int
    process: int
    how: str
    place: int
    again: bool


def cores() -> int:
    """Return how many processes can work at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shared(
    tasks: Sequence[str], craft: Craft, workers: int, died: Callable[[Death], None]
) -> Iterator[tuple[int, str | None]]:
    """Yield each task's place and what came of it, as they are finished; None where every worker died of it.

    Args:
        tasks: texts, which `craft` understands.
        craft: a function of a module, so that other processes find it; nothing but texts goes to and fro.
        workers: how many processes share the tasks; one does them here.
        died: told of each worker that dies; another takes its place.

    Raises:
        UserError: a task raised one.
        Fault: a task of another process raised something else.
    """
    if workers < 2:
        with craft() as do:
            yield from ((place, do(task)) for place, task in enumerate(tasks))
        return
    crew = _Crew(tasks, craft, died)
    try:
        yield from crew.finished(min(workers, len(tasks)))
    finally:
        crew.dismiss()


class _Worker:
    """One process, and the task that it is at."""

    def __init__(self, number: int, craft: Craft) -> None:
        self.number, self.place = number, -1
        self.pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs, craft), name=f"worker {number}", daemon=True)
        self.process.start()
        theirs.close()

    def give(self, place: int, task: str) -> None:
        self.place = place
        _say(self.pipe, task)

    def taken(self) -> str | None:
        """Return what came of its task, or None if it has died.

        Raises:
            UserError: the task raised one.
            Fault: the task raised something else.
        """
        said = next(_received(self.pipe), None)
        if said is None:
            return None
        kind, _, text = said.partition("\n")
        if kind != "done":
            raise UserError(text) if kind == "mistake" else Fault(text)
        return text

    def dismiss(self) -> None:
        """Let it put its things away, or end it."""
        self.pipe.close()
        for end in (None, self.process.terminate, self.process.kill):
            if end:
                end()
            self.process.join(_PATIENCE)
            if self.process.exitcode is not None:
                return


class _Crew:
    def __init__(self, tasks: Sequence[str], craft: Craft, died: Callable[[Death], None]) -> None:
        self._tasks, self._craft, self._died = tasks, craft, died
        self._waiting = deque(range(len(tasks)))
        self._deaths: Counter[int] = Counter()
        self._workers: dict[int, _Worker] = {}

    def finished(self, workers: int) -> Iterator[tuple[int, str | None]]:
        for number in range(1, workers + 1):
            self._workers[number] = _Worker(number, self._craft)
            self._next(self._workers[number])
        while busy := {one.pipe: one for one in self._workers.values() if one.place >= 0}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                place, text = worker.place, worker.taken()
                worker = worker if text is not None else self._replaced(worker)
                if text is not None or self._deaths[place] == TRIES:
                    yield place, text
                self._next(worker)

    def dismiss(self) -> None:
        for worker in self._workers.values():
            worker.pipe.close()  # all at once, so that they put their things away side by side
        for worker in self._workers.values():
            worker.dismiss()

    def _next(self, worker: _Worker) -> None:
        worker.place = -1
        if self._waiting:
            place = self._waiting.popleft()
            worker.give(place, self._tasks[place])

    def _replaced(self, dead: _Worker) -> _Worker:
        dead.dismiss()
        self._deaths[dead.place] += 1
        again = self._deaths[dead.place] < TRIES
        if again:
            self._waiting.appendleft(dead.place)
        code = dead.process.exitcode or 0
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        self._died(Death(dead.number, dead.process.pid or 0, how, dead.place, again))
        self._workers[dead.number] = _Worker(dead.number, self._craft)
        return self._workers[dead.number]


def _serve(pipe: "Connection[bytes, bytes]", craft: Craft) -> None:
    """Do tasks until the pipe is closed; Ctrl-C is for the process that shares them out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        with craft() as do:
            for task in _received(pipe):
                _say(pipe, f"done\n{do(task)}")
    except UserError as mistake:
        _say(pipe, f"mistake\n{mistake}")
    except Exception:  # noqa: BLE001 (the edge of this process: whatever broke is told where it can be seen)
        _say(pipe, f"fault\n{traceback.format_exc()}")


def _received(pipe: "Connection[bytes, bytes]") -> Iterator[str]:
    with suppress(EOFError, ConnectionError):
        while True:
            yield pipe.recv_bytes().decode()


def _say(pipe: "Connection[bytes, bytes]", text: str) -> None:
    with suppress(ConnectionError):  # nobody listens any more, and reading will tell
        pipe.send_bytes(text.encode())
