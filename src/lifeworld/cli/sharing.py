"""How work that several processes share is shown: one bar, what each is at, and what became of one that died."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lifeworld.cli.printing import Rate, console
from lifeworld.run.crew import Death


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


class Sharing:
    """The bar over tasks that workers share.

    Args:
        progress: the bar, begun by its owner.
        total, completed: how many tasks there are, and how many were done before.
        named: what a task is called, by its place.
    """

    def __init__(self, progress: Progress, total: int, named: Callable[[int], str], completed: int = 0) -> None:
        self._progress, self._named = progress, named
        self._task = progress.add_task("", total=total, completed=completed)
        self._at: dict[int, str] = {}

    def begun(self, worker: int, place: int) -> None:
        self._at[worker] = self._named(place)
        told = " · ".join(f"{number} {name}" for number, name in sorted(self._at.items()))
        self._progress.update(self._task, description=told)

    def finished(self) -> None:
        self._progress.advance(self._task)

    def died(self, death: Death) -> None:
        self._at.pop(death.worker, None)
        at = ", ".join(map(self._named, death.places)) or "nothing"
        after = "; it is tried again" if death.again else "; it is given up"
        who = f"worker {death.worker} (process {death.process}) died of {death.how}"
        self.echo(f"{who} at {at}{after if death.places else ''}", err=True)

    def echo(self, line: str, err: bool = False) -> None:
        """Print a line with the bar out of its way."""
        with _aside(self._progress):
            click.echo(line, err=err)


@contextmanager
def _aside(progress: Progress) -> Iterator[None]:
    shown = progress.live.is_started
    if shown:
        progress.stop()
    yield
    if shown:
        progress.start()
