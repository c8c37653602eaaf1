"""`lifeworld demo`: the main job, from nothing to a report."""

import webbrowser
from pathlib import Path

import click

from lifeworld.cli.running import evaluate
from lifeworld.core.counting import counted
from lifeworld.report.render import report
from lifeworld.run.config import RunConfig

AGENTS = ("oracle", "tree", "random", "null")


@click.command("demo")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("runs/demo"), show_default=True)
@click.option("--limit", type=click.IntRange(1), default=42, show_default=True, help="Configurations.")
@click.option("--workers", type=click.IntRange(1), help="Processes that share the episodes (one for each core).")
@click.option("--no-open", is_flag=True, help="Do not open the report.")
def demo_command(out: Path, limit: int, workers: int | None, no_open: bool) -> None:
    """Let four agents work through real screens in a real browser, and open the report.

    \b
    lifeworld demo
    """
    click.echo(f"{len(AGENTS)} agents on {counted(limit, 'configuration')} in Chromium: {', '.join(AGENTS)}")
    config = RunConfig(agents=AGENTS, driver="chromium", limit=limit, workers=workers, max_steps=45)
    place = report(evaluate(config, out))
    click.echo(f"report: {place}")
    if not no_open:
        webbrowser.open(place.resolve().as_uri())
