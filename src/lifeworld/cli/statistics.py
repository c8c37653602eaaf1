"""`lifeworld stats`: honest intervals for anyone's results, how much to run, and whether the intervals hold."""

from pathlib import Path
from typing import Any

import click

from lifeworld.cli.options import SEED, Amount, Decorated, as_json, decorated, listed, pairs
from lifeworld.cli.places import Output

_SHARE = Amount(0, 1, min_open=True, max_open=True)
_LEVEL = click.option("--level", type=_SHARE, default=0.95, show_default=True, help="Level of the intervals.")
_SEED = click.option("--seed", type=SEED, default=0, show_default=True, help="Decides what is drawn.")
_COLUMNS = ("success", "app", "task", "agent", "rollout", "episode")
_FILES = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
_FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
_DIALECT = pairs("--read", ("delimiter", "encoding"), "How a CSV is written, like delimiter=tab,encoding=latin-1.")
_READ = ("format", "delimiter", "encoding", "success_at", "success_is")
_HOW = (
    "How the files are: format (found out by itself), delimiter and encoding of a CSV; success_at=0.5 counts scores "
    "from there on as successes, success_is=pass the rows that say so."
)
_AXES = listed("--axis", "axes", help="Columns along which the environment was varied.")


def _naming(*more: str) -> Decorated:
    """Return the options with which a person says which column holds what."""
    columns = (*_COLUMNS, *more)
    which = f"Which holds what: {', '.join(columns)}; app==NAME is that value in every row."
    return decorated((pairs("--column", columns, which), _AXES, pairs("--read", _READ, _HOW)))


@click.group("stats")
def stats_command() -> None:
    """Intervals for anyone's results, the size of a study, and proof that the intervals hold.

    \b
    lifeworld stats report logs/                            Inspect, ATIF, AgentLab, DigiWorld, OSWorld, own runs
    lifeworld stats report r.csv --column success=ok,agent=model,app=site
    lifeworld stats plan r.csv --width 0.05                 how much to run
    lifeworld stats validate                                do the intervals hold what they say?
    lifeworld stats votes votes.csv                         a leaderboard from people's preferences
    lifeworld stats agreement labels.csv --raters judge,me  how far raters agree
    """


@stats_command.command("report")
@_FILES
@_naming("score")
@click.option("--out", type=Output(dir_okay=False), help="Also write a report: .html, .md or .tex.")
@click.option(
    "--correction",
    type=click.Choice(["holm", "benjamini-hochberg", "bonferroni"]),
    default="holm",
    show_default=True,
    help="Of p-values for their number.",
)
@_LEVEL
@as_json
def report_command(**options: Any) -> None:
    """Suite scores, differences, apps and axes of any harness's results, with intervals.

    FILES are CSV or Parquet tables, Inspect logs, ATIF trajectories or Harbor jobs, AgentLab studies, DigiWorld's or
    OSWorld's result folders, or runs of Lifeworld. A column named as score is a number: its mean is told, too.

    \b
    lifeworld stats report results.csv --column success=passed --axis theme,device --out report.html
    lifeworld stats report logs/ --json
    """
    from lifeworld.cli.estimating import show_report

    show_report(**options)


@stats_command.command("plan")
@_FILES
@_naming()
@click.option("--width", type=_SHARE, help="How wide the interval of a suite score may be.")
@click.option("--power", type=_SHARE, help="How often a difference is to be found; needs --difference.")
@click.option("--difference", type=_SHARE, help="The difference that is to be found.")
@listed("--agent", "agents", help="With --width, the one agent to plan for; with --power, the two that are compared.")
@pairs("--most", ("tasks", "configurations", "rollouts"), "At most: tasks=100,configurations=50,rollouts=20.")
@pairs("--price", ("task", "configuration"), "What making one costs, in rollouts, like task=5,configuration=2.")
@_LEVEL
@as_json
def plan_command(**options: Any) -> None:
    """How many tasks, configurations and rollouts are needed, from the results of a pilot.

    \b
    lifeworld stats plan pilot.csv --width 0.06
    lifeworld stats plan runs/pilot --power 0.8 --difference 0.05 --agent old,new
    """
    from lifeworld.cli.estimating import show_plan

    show_plan(**options)


@stats_command.command("validate")
@pairs(
    "--size",
    ("benchmarks", "bootstraps", "replicates"),
    "Benchmarks simulated a design, those for bootstraps, replicates of each: benchmarks=1000,bootstraps=100,"
    "replicates=200.",
)
@listed("--only", help="Only these parts: 1a, 1b, 1c, table3, designs, crossed, paper, run.")
@click.option("--run", "runs", multiple=True, type=click.Path(path_type=Path), help="Also a population like this run.")
@_AXES
@_SEED
@as_json
def validate_command(**options: Any) -> None:
    """Make DigiWorld/PRISM's Figures 1a, 1b, 1c and Table 3 again, and put every interval on trial.

    Coverage and width of the paper's estimators and of ours, beside the paper's numbers. Exit code 1 if ours leaves
    93.5 to 97 % in a design of several apps by more than chance. A few minutes; --size benchmarks=200 is a minute. Of
    --run columns have the usual names.

    \b
    lifeworld stats validate --only 1a,designs
    lifeworld stats validate --run runs/a --only run
    """
    from lifeworld.cli.estimating import show_validation

    show_validation(**options)


@stats_command.command("votes")
@_FILE
@pairs("--column", ("a", "b", "winner", "user"), "Which is which, like a=left,b=right; winner: a, b, tie or both bad.")
@click.option("--anchor", default="", help="The model put at 1000 [the mean of all]; ranks stay as they are.")
@click.option("--prior", type=Amount(0, 1e9), default=0.0, help="Precision of a normal prior on ratings [none].")
@_LEVEL
@_DIALECT
@as_json
def votes_command(**options: Any) -> None:
    """A Bradley-Terry leaderboard from a table of votes, with intervals.

    A tie is half a win each, and so is “both bad”, which is counted beside it. Where people cast several votes, whole
    people are drawn anew. Where some model never lost or never met the others, ratings are finite only with a --prior,
    which draws all towards the mean.

    \b
    lifeworld stats votes votes.csv
    lifeworld stats votes votes.csv --column a=left,b=right,winner=verdict,user=voter --anchor base
    """
    from lifeworld.cli.estimating import show_votes

    show_votes(**options)


@stats_command.command("agreement")
@_FILE
@listed("--raters", help="Columns of the raters; without it all but “item”.")
@click.option(
    "--metric", type=click.Choice(["nominal", "ordinal", "interval", "ratio"]), default="nominal", help="Of alpha."
)
@click.option("--weights", type=click.Choice(["linear", "quadratic"]), help="Of Cohen's kappa, for labels in an order.")
@_LEVEL
@_DIALECT
@as_json
def agreement_command(**options: Any) -> None:
    """How far raters agree: Cohen's and Fleiss' kappa, Krippendorff's alpha, with intervals.

    FILE has a row an item and a column a rater; an empty cell is a missing label, which only alpha takes.

    \b
    lifeworld stats agreement labels.csv --raters judge,person
    lifeworld stats agreement stars.csv --metric ordinal
    """
    from lifeworld.cli.estimating import show_agreement

    show_agreement(**options)
