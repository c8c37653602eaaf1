"""Where commands print tables: names are shown as they are, whatever signs are in them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
from rich import box
from rich.console import Console
from rich.progress import ProgressColumn, Task
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from lifeworld.run.folder import Folder

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
    """Return a table without a title."""
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


class Rate(ProgressColumn):
    """How many a second are done, beside a progress bar."""

    def render(self, task: Task) -> Text:
        rate = task.finished_speed or task.speed
        return Text(f"{rate:.1f}/s" if rate else "")
