"""`lifeworld eval`: run agents on tasks."""

import asyncio
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from lifeworld.cli.options import listed
from lifeworld.cli.printing import console
from lifeworld.core.errors import UserError
from lifeworld.core.verdict import Verdict
from lifeworld.run import results
from lifeworld.run.config import RunConfig, build, from_file
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned, composition, plan
from lifeworld.run.runner import Begins, Told, run


@click.command("eval")
@listed(
    "--agent", "agents", help="Agents, with commas between: oracle,null,random,label,replay:DIR[:labels],module:Class."
)
@click.option("--driver", type=click.Choice(["dom", "chromium"]), help="dom needs no browser; chromium shows pixels.")
@listed("--channel", "channels", help="What agents see and use: pixels, pixels+tree, tree.")
@listed("--task", "tasks", help="Only these tasks.")
@listed("--app", "apps", help="Only tasks that touch these apps, their own first.")
@listed("--tag", "tags", help="Only tasks with these tags.")
@listed("--profile", "profiles", help="Only these people's devices.")
@listed("--device", "devices", help="phone, desktop.")
@listed("--theme", "themes", help="light, dark.")
@listed("--crossed", "crossed", help="Axes of which every value is run: profile, phrasing, theme, device.")
@click.option("--limit", type=int, help="At most so many configurations, the apps in turn.")
@click.option("--instances", type=int, help="Instances of each task (1).")
@click.option("--repeats", type=int, help="Times that each configuration is run (1).")
@click.option("--max-steps", type=int, help="Actions that an agent may take (40).")
@click.option("--max-seconds", type=float, help="Seconds that an episode may take (300).")
@click.option("--max-memory", type=float, help="GB of memory that an agent's process may use (4).")
@click.option("--in-process", is_flag=True, default=None, help="Agents of yours in our process, for debugging only.")
@click.option("--workers", type=int, help="Episodes at once (2).")
@click.option("--seed", type=int, help="Decides what is drawn (0).")
@click.option("--config", "file", type=click.Path(path_type=Path), help="A TOML file with the same settings.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder of the run.")
@click.option("--across-versions", "across", is_flag=True, help="Go on with a run that another version began.")
def eval_command(file: Path | None, out: Path, across: bool, **flags: Any) -> None:
    """Run agents on tasks. The same command goes on where it stopped, and so does --out alone.

    \b
    lifeworld eval --agent oracle,null --out runs/check
    lifeworld eval --out runs/check
    lifeworld eval --agent label --crossed theme,device --repeats 2 --out runs/sensitivity
    lifeworld eval --agent label --driver chromium --app bank,mail --repeats 3 --out runs/label
    """
    given = {name: value for name, value in flags.items() if value not in (None, ())}
    folder = evaluate(_wanted(given, file, out), out, across)
    click.echo(f"results in {folder.path / 'results.parquet'}; next: lifeworld report {folder.path}")


def _wanted(given: dict[str, Any], file: Path | None, out: Path) -> RunConfig:
    """Return the config that flags and a file give, or where these give nothing, that of the run to go on with."""
    if file is None and not given.keys() - {"workers"} and (out / "run.json").exists():
        return Folder.opened(out).config().model_copy(update=build(given).model_dump(include=set(given)))
    settings = from_file(file) if file else {}
    return build({**settings, **given}, str(file) if file and not given else "the command line")


def evaluate(config: RunConfig, out: Path, across: bool = False) -> Folder:
    """Run a config with a progress bar and print what came of it.

    Raises:
        UserError: it can't be run.
    """
    columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    total = len(plan(config))
    progress = Progress(*columns, console=console(stderr=True))
    bar = progress.add_task("episodes", total=total, completed=_before(out, config))

    def told(planned: Planned, verdict: Verdict) -> None:
        progress.update(bar, advance=1, description=f"{planned.agent} {verdict.outcome}")

    def begins(folder: Folder) -> None:
        click.echo(composition(config), err=True)
        for place, what in folder.damaged.items():
            click.echo(f"{folder.path / place} is damaged ({what}); this episode is run again", err=True)
        progress.start()

    try:
        folder = _run(config, out, told, begins, across)
    finally:
        if progress.live.is_started:
            progress.stop()
    for line in summary(folder):
        click.echo(line)
    return folder


def summary(folder: Folder) -> list[str]:
    """Return one line for each agent: how many episodes succeeded, failed and were not scored."""
    lines = []
    for agent, rows in results.by_agent(results.read(folder)).items():
        counts = {kind: sum(row["status"] == kind for row in rows) for kind in ("success", "failure", "unscored")}
        faults = sum(row["fault"] for row in rows)
        after = f"; {faults} of the failures are faults after its own action" if faults else ""
        lines.append(f"{agent}: {', '.join(f'{count} {kind}' for kind, count in counts.items())}{after}")
    return lines


def _run(config: RunConfig, out: Path, told: Told, begins: Begins, across: bool) -> Folder:
    try:
        return asyncio.run(run(config, out, told, begins, across))
    except KeyboardInterrupt:
        click.echo(f"\nstopped; finished episodes are kept. To go on: lifeworld eval --out {out}", err=True)
        raise


def _before(out: Path, config: RunConfig) -> int:
    try:
        return len(Folder.opened(out).finished() & set(plan(config)))
    except UserError:
        return 0
