"""`lifeworld stats votes` and `lifeworld stats agreement`: what people prefer, and whether raters agree."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

import click
import numpy as np
from rich.table import Table

from lifeworld.cli.options import DIALECT, LEVEL, as_json, decorated, listed
from lifeworld.cli.printing import console, titled
from lifeworld.core.jsontext import json_text
from lifeworld.report.readers.judgements import Agreements, Drawing, Leaderboard, Weights, agreements, leaderboard
from lifeworld.report.readers.plain_tables import Dialect
from lifeworld.stats.agreement import Metric

_FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
_DRAWN = (
    click.option("--replicates", type=click.IntRange(100), default=1000, show_default=True, help="Of the bootstrap."),
    click.option("--seed", type=int, default=0, show_default=True, help="Decides what is drawn."),
    LEVEL,
    *DIALECT,
)


def _drawing(options: dict[str, Any]) -> tuple[Drawing, Dialect]:
    rng = np.random.default_rng(options["seed"])
    drawing = Drawing(rng, options["replicates"], options["level"], options.get("prior", 0.0))
    return drawing, Dialect(options["delimiter"], options["encoding"])


@click.command("votes")
@_FILE
@click.option("--a", "a", default="", help="Column of the first model [a].")
@click.option("--b", "b", default="", help="Column of the second model [b].")
@click.option("--winner", default="", help="Column that says a, b, tie or both bad [winner].")
@click.option("--user", default="", help="Column of who voted [user, if there is one].")
@click.option("--anchor", default="", help="The model put at 1000; without it the mean of all is.")
@click.option("--prior", type=click.FloatRange(0), default=0.0, help="Precision of a normal prior on ratings [none].")
@decorated(_DRAWN)
@as_json
def votes_command(file: Path, as_json: bool, **options: Any) -> None:
    """A Bradley-Terry leaderboard from a table of votes, with intervals.

    A tie is half a win each, and so is “both bad”, which is counted beside it. Where people cast several votes, whole
    people are drawn anew. Where some model never lost or never met the others, ratings are finite only with a --prior,
    which draws all towards the mean.

    \b
    lifeworld stats votes votes.csv
    lifeworld stats votes votes.csv --a left --b right --winner verdict --user voter --anchor base
    """
    drawing, dialect = _drawing(options)
    named = {name: options[name] for name in ("a", "b", "winner", "user")}
    found = leaderboard(file, named, drawing, options["anchor"], dialect)
    if as_json:
        click.echo(json_text(asdict(found), indent=1))
    else:
        show_leaderboard(found)


@click.command("agreement")
@_FILE
@listed("--raters", help="Columns of the raters; without it all but “item”.")
@click.option("--metric", type=click.Choice(get_args(Metric)), default="nominal", show_default=True, help="Of alpha.")
@click.option("--weights", type=click.Choice(get_args(Weights)), help="Of Cohen's kappa, for labels with an order.")
@decorated(_DRAWN)
@as_json
def agreement_command(file: Path, raters: Sequence[str], as_json: bool, **options: Any) -> None:
    """How far raters agree: Cohen's and Fleiss' kappa, Krippendorff's alpha, with intervals.

    FILE has a row an item and a column a rater; an empty cell is a missing label, which only alpha takes.

    \b
    lifeworld stats agreement labels.csv --raters judge,person
    lifeworld stats agreement stars.csv --metric ordinal
    """
    drawing, dialect = _drawing(options)
    found = agreements(file, raters, options["metric"], options["weights"], drawing, dialect)
    if as_json:
        click.echo(json_text(asdict(found), indent=1))
    else:
        show_agreements(found)


def show_leaderboard(found: Leaderboard) -> None:
    """Print a leaderboard."""
    heads = ("Model", "Rank", "Elo", f"{100 * found.level:g} % interval", "Votes", "Wins", "Losses", "Ties", "Both bad")
    table = titled("Leaderboard", heads)
    for one in found.places:
        counts = (one.votes, one.wins, one.losses, one.ties, one.both_bad)
        interval = f"{one.low:.0f} to {one.high:.0f}"
        table.add_row(one.model, str(one.rank), f"{one.elo:.0f}", interval, *map(str, counts))
    users = f" of {found.users} users" if found.users else ""
    pinned = f"{found.anchor} is" if found.anchor else "the mean of all is"
    _print(f"{found.votes} votes{users}; {pinned} 1000; {found.method}\n", table, found.warnings)


def show_agreements(found: Agreements) -> None:
    """Print measures of agreement."""
    table = titled("Agreement", ("Measure", "Value", "Interval", "Items"))
    for one in found.measures:
        if one.found is None:
            table.add_row(one.measure, "–", one.why_not, "")
        else:
            low, high = (f"{end:.3f}" for end in (one.found.low, one.found.high))
            table.add_row(one.measure, f"{one.found.value:.3f}", f"{low} to {high}", str(one.found.n))
    told = f"{len(found.raters)} raters, {found.items} items, {len(found.labels)} different labels\n"
    doubts = [(one.measure, doubt) for one in found.measures if one.found for doubt in one.found.warnings]
    _print(told, table, [f"{doubt} ({measure})" for measure, doubt in doubts])


def _print(told: str, table: Table, doubts: Sequence[str]) -> None:
    """Print a line, a table and its doubts; what is not a terminal is wide enough for every table."""
    place = console()
    place.print(told)
    place.print(table)
    for doubt in doubts:
        place.print(f"! {doubt}", style="yellow", soft_wrap=True)
