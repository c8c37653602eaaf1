"""How work that several processes share is shown: one bar, what each is at, and what became of one that died."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lifeworld.cli.printing import Rate, console
from lifeworld.run.task_queue import WorkerDeath

T = TypeVar("T")


def bar() -> Progress:
    """Return a progress bar with the rate, the time left and what the workers do; none where nobody looks."""
    place = console(stderr=True)
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    return Progress(*columns, console=place, transient=True, redirect_stdout=False, disable=not place.is_terminal)


EVERY = 30.0  # seconds between lines where there is no bar


class Sharing(Generic[T]):
    """The bar over tasks that workers share; off a terminal, a line now and then instead.

    Args:
        progress: the bar, begun by its owner.
        total, completed: how many tasks there are, and how many were done before.
        named: what a task is called; those who run them tell of a task as themselves, most by its place.
    """

    def __init__(self, progress: Progress, total: int, completed: int = 0, named: Callable[[T], str] = str) -> None:
        self._progress, self._named = progress, named
        self._task = progress.add_task("", total=total, completed=completed)
        self._at: dict[int, str] = {}
        self._told = progress.get_time()

    def begun(self, worker: int, task: T) -> None:
        """Show what a worker is at now."""
        self._at[worker] = self._named(task)
        told = " · ".join(f"{number} {at}" for number, at in sorted(self._at.items()))
        self._progress.update(self._task, description=told)
        self._tell()

    def finished(self) -> None:
        self._progress.advance(self._task)
        self._tell()

    def _tell(self) -> None:
        """Say how far it is, if nobody sees the bar and nothing was said for a while."""
        if not self._progress.disable or self._progress.get_time() < self._told + EVERY:
            return
        self._told = self._progress.get_time()
        task = next(one for one in self._progress.tasks if one.id == self._task)
        rate, left = Rate().render(task).plain, task.time_remaining
        told = [f"{task.completed:,.0f} of {task.total:,.0f} done", *[rate] * bool(rate)]
        self.echo(", ".join([*told, *[f"about {_duration(left or 0)} left"] * bool(left)]), err=True)

    def died(self, death: WorkerDeath, tasks: Sequence[T] | None = None) -> None:
        """Say what became of a worker, and of the tasks that it was at; by default those at the places of the death."""
        at: list[str] = list(map(self._named, death.places if tasks is None else tasks))  # type: ignore[arg-type]
        self._at.pop(death.worker, None)
        after = "it is tried again" if death.again else "it is given up"
        who = f"worker {death.worker} (process {death.process}) died of {death.how}"
        self.echo(f"{who} at {', '.join(at)}; {after}" if at else who, err=True)

    def echo(self, line: str, err: bool = False) -> None:
        """Print a line with the bar out of its way."""
        with aside(self._progress):
            click.echo(line, err=err)


@contextmanager
def shared(total: int, named: Callable[[int], str] = str) -> Iterator[Sharing[int]]:
    """Show a bar over so many tasks, which are told of by their places."""
    with bar() as progress:
        yield Sharing(progress, total, named=named)


def _duration(seconds: float) -> str:
    """Return a length of time as one says it: in minutes from a hundred seconds on, in hours from a hundred minutes."""
    for size, unit in ((1, "s"), (60, "min")):
        if seconds <= 100 * size:
            return f"{-(-seconds // size):.0f} {unit}"
    return f"{seconds / 3600:.1f} h"


@contextmanager
def aside(progress: Progress) -> Iterator[None]:
    """Take a progress bar away while something else is printed."""
    shown = progress.live.is_started
    if shown:
        progress.stop()
    yield
    if shown:
        progress.start()
