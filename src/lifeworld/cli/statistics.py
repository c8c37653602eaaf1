"""`lifeworld stats`: honest intervals for anyone's results, how much to run, and whether the intervals hold."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import numpy as np
from click.core import ParameterSource

from lifeworld.cli import statistics_tables as tables
from lifeworld.cli.judgements import agreement_command, votes_command
from lifeworld.cli.options import DIALECT, LEVEL, SHARE, Decorated, as_json, decorated, listed
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.report.readers import READERS, Naming, read
from lifeworld.report.readers.findings import findings, write_report
from lifeworld.report.readers.planning import for_power, for_width
from lifeworld.report.readers.validation import PARTS, USERS, Trials, chosen_parts
from lifeworld.stats import Limits
from lifeworld.stats.multiplicity import STEPS

_NAMING = (
    click.option("--success", default="", help="Column (or score) with the verdict, 0 or 1."),
    click.option("--app", default="", help="Column of the app; =NAME gives every row that value."),
    click.option("--task", default="", help="Column of the task, that is the task."),
    click.option("--agent", default="", help="Column of the agent; =NAME gives every row that value."),
    click.option("--rollout", default="", help="Column that numbers the rollouts of a configuration."),
    click.option("--episode", default="", help="Column of an episode's own id."),
    listed("--axis", "axes", help="Columns along which the environment was varied."),
    click.option("--success-at", type=float, help="Scores of at least so much count as successes."),
    *DIALECT,
    click.option("--format", "form", type=click.Choice(list(READERS)), help="Which format; found out by itself."),
)
_FILES = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))


def naming(command: Decorated) -> Decorated:
    """Add the options with which a person says which column holds what."""
    made: Decorated = decorated(_NAMING)(command)
    return made


def named(options: dict[str, Any]) -> Naming:
    """Return what those options say, taking them out of a command's."""
    return Naming(**{name: options.pop(name) for name in Naming.__dataclass_fields__ if name in options})


def refuse_idle(why: str, names: Iterable[str]) -> None:
    """Refuse options that the person gave and that nothing would come of.

    Raises:
        UserError: one was given; says why it has no effect.
    """
    context = click.get_current_context()
    flags = {option.name: option.opts[0] for option in context.command.params}
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise UserError(f"{flags[name]} has no effect here: {why}")


@click.group("stats")
def stats_command() -> None:
    """Intervals for anyone's results, the size of a study, and proof that the intervals hold.

    \b
    lifeworld stats report logs/                            Inspect, ATIF, AgentLab, DigiWorld, OSWorld, own runs
    lifeworld stats report r.csv --success ok --agent model --app site --task task
    lifeworld stats plan --pilot r.csv --width 0.05         how much to run
    lifeworld stats validate                                do the intervals hold what they say?
    lifeworld stats votes votes.csv                         a leaderboard from people's preferences
    lifeworld stats agreement labels.csv --raters judge,me  how far raters agree
    """


stats_command.add_command(votes_command)
stats_command.add_command(agreement_command)


@stats_command.command("report")
@_FILES
@naming
@click.option("--score", default="", help="Column of a number: its mean, beside success or instead of it.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Also write a report: .html, .md or .tex.")
@click.option(
    "--correction",
    type=click.Choice(list(STEPS)),
    default="holm",
    show_default=True,
    help="Of p-values for their number.",
)
@LEVEL
@as_json
def report_command(files: tuple[Path, ...], out: Path | None, as_json: bool, **options: Any) -> None:
    """Suite scores, differences, apps and axes of any harness's results, with intervals.

    FILES are CSV or Parquet tables, Inspect logs, ATIF trajectories or Harbor jobs, AgentLab studies, DigiWorld's or
    OSWorld's result folders, or runs of Lifeworld.

    \b
    lifeworld stats report results.csv --success passed --axis theme,device --out report.html
    lifeworld stats report logs/ --json
    """
    own = named(options)
    episodes = read(files, own, options["form"])
    found = findings(episodes, options["level"], options["correction"])
    if as_json:
        click.echo(json_text(found.to_json(), indent=1))
    else:
        tables.show_findings(found)
    if out:
        title = ", ".join(file.resolve().name for file in files)
        click.echo(str(write_report(episodes, found, out, title)), err=as_json)


@stats_command.command("plan")
@click.option("--pilot", multiple=True, required=True, type=click.Path(path_type=Path), help="Results of a pilot.")
@naming
@click.option("--width", type=SHARE, help="How wide the interval of a suite score may be.")
@click.option("--power", type=SHARE, help="How often a difference is to be found; needs --difference.")
@click.option("--difference", type=SHARE, help="The difference that is to be found.")
@click.option("--for", "subject", default="", help="Plan for this agent of the pilot only.")
@listed("--between", help="The two agents of the pilot that are compared.")
@click.option("--max-tasks", type=click.IntRange(2), default=100, show_default=True, help="Tasks an app has.")
@click.option("--max-configurations", type=click.IntRange(1), default=50, show_default=True, help="Of a task.")
@click.option("--max-rollouts", type=click.IntRange(1), default=20, show_default=True, help="Of a configuration.")
@click.option("--task-price", type=float, default=0.0, help="What making a task costs, in rollouts.")
@click.option("--configuration-price", type=float, default=0.0, help="What a configuration costs, in rollouts.")
@LEVEL
@as_json
def plan_command(pilot: tuple[Path, ...], as_json: bool, **options: Any) -> None:
    """How many tasks, configurations and rollouts are needed, from a pilot.

    \b
    lifeworld stats plan --pilot pilot.csv --width 0.06
    lifeworld stats plan --pilot runs/pilot --power 0.8 --difference 0.05 --between old,new
    """
    width, power, difference = (options[name] for name in ("width", "power", "difference"))
    if (width is None) == (power is None) or (power is None) != (difference is None):
        raise UserError("say what is wanted: --width W, or --power P with --difference D")
    refuse_idle(
        "--width plans for each agent alone" if width is not None else "--power plans for two agents",
        ("between",) if width is not None else ("subject",),
    )
    episodes = read(pilot, named(options), options["form"])
    limits = Limits(
        options["max_tasks"],
        options["max_configurations"],
        options["max_rollouts"],
        options["task_price"],
        options["configuration_price"],
    )
    if width is not None:
        plans = for_width(episodes, width, options["level"], limits, options["subject"])
    else:
        plans = [for_power(episodes, options["between"], difference, power, limits, options["level"])]
    if as_json:
        told = [{**asdict(one), "episodes": one.design.episodes if one.design else None} for one in plans]
        click.echo(json_text(told, indent=1))
    else:
        tables.show_plans(plans)


@stats_command.command("validate")
@click.option("--benchmarks", type=click.IntRange(2), default=1000, show_default=True, help="Simulated, a design.")
@click.option("--bootstraps", type=click.IntRange(2), default=100, show_default=True, help="Benchmarks for bootstraps.")
@click.option("--replicates", type=click.IntRange(50), default=200, show_default=True, help="Of each bootstrap.")
@listed("--only", help=f"Only these parts: {', '.join(PARTS)}.")
@click.option("--run", "runs", multiple=True, type=click.Path(path_type=Path), help="Also a population like this run.")
@naming
@click.option("--seed", type=int, default=0, show_default=True, help="Decides what is drawn.")
@as_json
def validate_command(runs: tuple[Path, ...], only: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Make DigiWorld/PRISM's Figures 1a, 1b, 1c and Table 3 again, and put every interval on trial.

    Coverage and width of the paper's estimators and of ours, beside the paper's numbers. Exit code 1 if ours leaves
    93.5 to 97 % in a design of several apps by more than chance. A few minutes; --benchmarks 200 is a minute.

    \b
    lifeworld stats validate --only 1a,designs
    lifeworld stats validate --run runs/a --only run
    """
    own = named(options)
    parts = chosen_parts(only, bool(runs))
    refuse_idle(f"only {', '.join(parts)} is run", [name for name, users in USERS.items() if not users & set(parts)])
    rng = np.random.default_rng(options["seed"])
    episodes = read(runs, own, options["form"]) if runs else None
    trials = Trials(rng, options["benchmarks"], options["bootstraps"], options["replicates"], only, episodes)
    for part in trials.parts:
        click.echo(f"{part} …", err=True)
        trials.run(part)
        if not as_json:
            tables.show_part(part, trials)
    if as_json:
        click.echo(json_text(trials.to_json(), indent=1))
    if trials.short:
        click.echo("\n".join(tables.shortfall(row) for row in trials.short), err=True)
        raise SystemExit(1)
