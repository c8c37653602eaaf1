"""`lifeworld stats votes` and `lifeworld stats agreement`: what people prefer, and whether raters agree."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.table import Table

from lifeworld.cli.options import Pairs, single
from lifeworld.cli.printing import console, titled
from lifeworld.core.counting import counted
from lifeworld.core.jsontext import json_text
from lifeworld.report.readers.judgements import Agreements, Drawing, Leaderboard, agreements, leaderboard
from lifeworld.report.readers.plain_tables import Dialect


def _drawing(options: dict[str, Any]) -> tuple[Drawing, Dialect]:
    how = single("--read", options["read"])
    drawing = Drawing(np.random.default_rng(0), level=options["level"], prior=options.get("prior", 0.0))
    return drawing, Dialect(how.get("delimiter", ""), how.get("encoding", ""))


def show_votes(file: Path, column: Pairs, anchor: str, as_json: bool, **options: Any) -> None:
    """Print the leaderboard that votes come to."""
    drawing, dialect = _drawing(options)
    named = {"a": "", "b": "", "winner": "", "user": "", **single("--column", column)}
    found = leaderboard(file, named, drawing, anchor, dialect)
    if as_json:
        click.echo(json_text(asdict(found), indent=1))
    else:
        show_leaderboard(found)


def show_agreement(file: Path, raters: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Print how far raters agree."""
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
    users = f" of {counted(found.users, 'user')}" if found.users else ""
    pinned = f"{found.anchor} is" if found.anchor else "the mean of all is"
    _print(f"{counted(found.votes, 'vote')}{users}; {pinned} 1000; {found.method}\n", table, found.warnings)


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
