"""`lifeworld eval`: run agents on tasks; `lifeworld demo`: the main job, from nothing to a report."""

import tomllib
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from lifeworld.cli.options import COUNT, Pairs, apps_option, engine_option, listed, pairs, profiles_option, single
from lifeworld.cli.places import Output, PlaceType
from lifeworld.core.choices import SPLITS
from lifeworld.core.errors import UserError
from lifeworld.run.storage import Location, is_remote

if TYPE_CHECKING:
    from lifeworld.run.folder import Folder


AXES = ("theme", "layout", "device", "content", "state", "language", "goal_language", "keyboard", "horizon")

_RARE = (
    *("max_seconds", "max_memory", "max_tokens", "held_out", "in_process"),
    *("phrasings", "retries", "provider_retries", "at_once"),
)


@click.command("eval")
@listed("--agent", "agents", help="Agents, by commas: oracle, label, tree, ocr, anthropic:MODEL, module:Class.")
@click.option("--driver", type=click.Choice(["dom", "chromium"]), help="dom needs no browser; chromium shows pixels.")
@listed(
    "--channel",
    "channels",
    help="What agents see and use: pixels, tree (dom's own), pixels+tree (chromium's), or tools, with these or alone.",
)
@listed("--task", "tasks", help="Only these tasks.")
@apps_option
@listed("--tag", "tags", help="Only tasks with these tags.")
@profiles_option
@pairs("--axis", AXES, f"What is drawn for each configuration, like theme=light,dark; axes: {', '.join(AXES)}.")
@listed("--crossed", "crossed", help="Axes of which each value is run: theme, device, profile, phrasing, state ….")
@click.option("--split", type=click.Choice(SPLITS), help="Only tasks to learn from, to choose by, or to be tested on.")
@click.option("--limit", type=int, help="At most so many configurations, crossed ones counted, the apps in turn.")
@click.option("--instances", type=int, help="Instances of each task (1).")
@click.option("--repeats", type=int, help="Times that each configuration is run (1).")
@click.option("--max-steps", type=int, help="Actions that an agent may take (50).")
@pairs("--set", _RARE, f"Settings of the config file that are rarely needed: {', '.join(_RARE)}.")
@click.option("--max-cost", type=float, help="Dollars that models may cost in this command.")
@click.option("--workers", type=int, help="Processes that share the episodes (one for each core).")
@engine_option
@click.option("--part", help="Only this part of the plan, like 2/8; `lifeworld runs merge` joins the parts.")
@click.option("--seed", type=int, help="Decides what is drawn (0).")
@click.option("--study", help="A study that ships, with its tables; “list” lists them.")
@click.option("--config", "file", type=click.Path(path_type=Path), help="A TOML file: these settings, and rarer ones.")
@click.option(
    "--out",
    type=PlaceType(written=True),
    help="Folder of the run, or its address: s3://bucket/runs/a (runs/DATE-AGENT).",
)
@click.option("--across-versions", "across", is_flag=True, help="Go on with a run that another version began.")
def eval_command(
    axis: Pairs, set: Pairs, study: str | None, file: Path | None, out: Location | None, across: bool, **flags: Any
) -> None:
    """Run agents on tasks, and write the report. --out alone goes on with a run that was stopped.

    \b
    lifeworld eval --agent tree --tag easy
    lifeworld eval --agent oracle,null --out runs/check
    lifeworld eval --out runs/check
    lifeworld eval --agent label --crossed theme,device --repeats 2 --out runs/sensitivity
    lifeworld eval --agent label --axis theme=nord,language=en,de --limit 12 --out runs/varied
    lifeworld eval --agent oracle --profile tidy.yaml --app todo --out runs/tidy
    lifeworld eval --study questions --agent label,oracle --out runs/questions
    """
    # What plays is imported here: help need not wait for it.
    given = {name: value for name, value in flags.items() if value not in (None, ())}
    given.update({name if name == "horizon" else f"{name}s": values for name, values in axis.items()})
    given.update({name: _value(value) for name, value in single("--set", set).items()})
    if engine := given.pop("engine", None):
        given.update({name: one for name, one in zip(("engine", "address"), engine, strict=True) if one})
    if study:
        from lifeworld.cli.demonstrating import run_study

        if file:
            raise UserError("--config has no effect with --study, which is a file of its own; leave one out")
        return run_study(study, given, out, across)
    from lifeworld.cli.running import evaluate, new_place, wanted

    config = wanted(given, file, out)
    folder = evaluate(config, out or new_place(config), across)
    if folder.names():
        _tell(folder, whole=config.part == "1/1")


def _value(written: str) -> Any:
    """Return what a value is in a config file; what is none there is a text."""
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except tomllib.TOMLDecodeError:
        return written


def _tell(folder: "Folder", whole: bool) -> None:
    """Print the finding and where the report is; of a part, or a run elsewhere, how to get there."""
    from lifeworld.run.outcomes import TABLES

    name, here = quote(folder.name), quote(f"runs/{folder.name.rpartition('/')[2]}")
    if not TABLES:
        click.echo(f"a line of JSON for each episode is in {folder.path}/ledger")
        return click.echo(f"tables and a report: pip install 'lifeworld[run]', then lifeworld report {name}")
    if is_remote(folder.name) or not whole:
        more = f"lifeworld runs merge {name} --out {here}" if is_remote(folder.name) else f"lifeworld report {name}"
        click.echo(f"results in {folder.name}/results.parquet; next: {more}")
        return
    from lifeworld.report.render import report  # with all statistics, for which no refusal need wait

    made, place = report(folder)
    click.echo(f"results in {folder.name}/results.parquet")
    click.echo(made.finding)
    click.echo(f"report: {place.resolve().as_uri()}")


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
