"""Where commands print: tables, in which names are shown as they are, and a bar over work that processes share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

import click
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from lifeworld.run.task_queue import PoolListener, WorkerDeath

if TYPE_CHECKING:
    from lifeworld.run.folder import Folder


T = TypeVar("T")
EVERY = 30.0  # seconds between lines where there is no bar
_ENDLESS = 100_000  # columns of what is no terminal: nothing in a pipe or a file is broken


def console(stderr: bool = False) -> Console:
    """Return where to print; brackets and colons in names mean nothing, and lines break on terminals only."""
    found = Console(stderr=stderr, markup=False, emoji=False, highlight=False)
    if not found.is_terminal:
        found.width = _ENDLESS
    return found


def titled(title: str, heads: Sequence[str], rows: Iterable[Sequence[str | Text]] = ()) -> Table:
    """Return a table: words to the left in its first column, numbers to the right in the others."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, title_style="bold", pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def untitled(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    table = Table(*heads, box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(*row)
    return table


def tell_damaged(folder: "Folder", then: str) -> None:
    """Print which of a run's episodes are damaged, and what follows from that."""
    for damaged, what in folder.damaged.items():
        click.echo(f"{folder.path / damaged} is damaged ({what}); {then}", err=True)


def warn(*told: str) -> None:
    """Print reasons to trust what was printed less."""
    for line in told:
        console().print(f"! {line}", style="yellow", soft_wrap=True)


# ---- how work that several processes share is shown: one bar, what each is at, what became of one that died


class Rate(ProgressColumn):
    """How many a second are done, beside a progress bar."""

    def render(self, task: Task) -> Text:
        rate = task.finished_speed or task.speed
        return Text(f"{rate:.1f}/s" if rate else "")


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
        self.echo(", ".join([*told, *[f"about {duration(left or 0)} left"] * bool(left)]), err=True)

    def listener(self: "Sharing[int]", finished: Callable[[int, str | None], None]) -> PoolListener:
        """Return what shows tasks as they come, and hands on the place and the result of each."""

        def took(place: int, text: str | None) -> None:
            self.finished()
            finished(place, text)

        return PoolListener(took, self.begun, died=self.died)

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


def duration(seconds: float) -> str:
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
