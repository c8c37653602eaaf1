"""`lifeworld demo`: the main job, from nothing to a report."""

from pathlib import Path

import click

from lifeworld.cli.options import COUNT
from lifeworld.cli.places import Output


@click.command("demo")
@click.option("--out", type=Output(file_okay=False), default=Path("runs/demo"), show_default=True)
@click.option("--limit", type=COUNT, default=6, show_default=True, help="Configurations.")
@click.option("--workers", type=COUNT, help="Processes that share the episodes (one for each core).")
@click.option("--no-open", is_flag=True, help="Do not open the page.")
def demo_command(out: Path, limit: int, workers: int | None, no_open: bool) -> None:
    """Let three agents work through real screens in a real browser, on a page that shows them at work.

    \b
    lifeworld demo
    """
    from lifeworld.cli.demonstrating import show_demo  # with all apps and the report, for which help need not wait

    show_demo(out, limit, workers, not no_open)
