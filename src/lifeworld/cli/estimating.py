"""What `lifeworld stats` does: `report`, `plan`, `validate`, `votes` and `agreement`."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import numpy as np
from click.core import ParameterSource
from rich.table import Table

from lifeworld.cli import statistics_tables as tables
from lifeworld.cli.options import Pairs, numbers, single, whole
from lifeworld.cli.printing import console, titled, warn
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError, hint
from lifeworld.core.jsontext import json_text
from lifeworld.report.figure import Terms
from lifeworld.report.readers import READERS, Naming, read
from lifeworld.report.readers.files import Dialect
from lifeworld.report.readers.findings import findings, report_of, write_report
from lifeworld.report.readers.judgements import Agreements, Leaderboard, agreements, leaderboard
from lifeworld.report.readers.planning import for_power, for_width
from lifeworld.report.readers.table import Episodes
from lifeworld.report.readers.validation import USERS, Trials, chosen_parts
from lifeworld.stats import Limits

_MOST = {"tasks": (2, 100), "configurations": (1, 50), "rollouts": (1, 20)}  # the least that is right, and the usual
_SIZES = {"benchmarks": (2, 1000), "bootstraps": (2, 100), "replicates": (50, 200)}


def _read(files: tuple[Path, ...], options: dict[str, Any]) -> Episodes:
    """Return the episodes of files, as the options name columns and formats."""
    how = single("--read", options["read"])
    form, at = how.pop("format", None), how.pop("success_at", None)
    if form is not None and form not in READERS:
        raise UserError(f"--read format={form}: no format “{form}”; {hint(form, READERS)}")
    at_least = None
    if at is not None:
        try:
            at_least = float(at)
        except ValueError:
            raise UserError(f"--read success_at={at}: it is a number") from None
    columns = single("--column", options["column"])
    return read(files, Naming(**columns, **how, axes=options["axes"], success_at=at_least), form)


def _whole(flag: str, given: Pairs, usual: dict[str, tuple[int, int]]) -> dict[str, int]:
    """Return whole numbers by name, the usual ones where none is given."""
    found = {name: most for name, (_, most) in usual.items()}
    return found | whole(flag, given, {name: least for name, (least, _) in usual.items()})


def show_report(files: tuple[Path, ...], out: Path | None, as_json: bool, **options: Any) -> None:
    """Print what results come to, and write the report where one is asked for."""
    episodes = _read(files, options)
    terms = Terms(options["level"], options["correction"])
    if as_json:
        click.echo(json_text(findings(episodes, terms).to_json(), indent=1))
    if out or not as_json:
        made = report_of(episodes, ", ".join(file.resolve().name for file in files), terms)
    if not as_json:
        tables.show_document(made)
    if out:
        write_report(made, out)
        click.echo(str(out), err=as_json)


def show_plan(files: tuple[Path, ...], agents: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Print how much has to be run for what is wanted."""
    width, power, difference = (options[name] for name in ("width", "power", "difference"))
    if (width is None) == (power is None) or (power is None) != (difference is None):
        raise UserError("say what is wanted: --width W, or --power P with --difference D")
    if width is not None and len(agents) > 1:
        raise UserError("--width plans for each agent alone: name one with --agent, or none for all")
    if power is not None and len(agents) == 1:
        raise UserError("--power compares two agents: name both with --agent A,B")
    limits, episodes = _limits(options), _read(files, options)
    if width is not None:
        plans = for_width(episodes, width, options["level"], limits, "".join(agents))
    else:
        plans = [for_power(episodes, agents, difference, power, limits, options["level"])]
    if as_json:
        told = [{**asdict(one), "episodes": one.design.episodes if one.design else None} for one in plans]
        click.echo(json_text(told, indent=1))
    else:
        tables.show_plans(plans, episodes.unit, episodes.who)


def _limits(options: dict[str, Any]) -> Limits:
    most = _whole("--most", options["most"], _MOST)
    prices = numbers("--price", options["price"])
    counts = most["tasks"], most["configurations"], most["rollouts"]
    return Limits(*counts, prices.get("task", 0.0), prices.get("configuration", 0.0))


def show_validation(size: Pairs, only: tuple[str, ...], runs: tuple[Path, ...], as_json: bool, **options: Any) -> None:
    """Put the intervals on trial, print what came of it, and exit with 1 where ours fall short."""
    _refuse_idle(chosen_parts(only, bool(runs)), size)
    sizes = _whole("--size", size, _SIZES)
    counts = sizes["benchmarks"], sizes["bootstraps"], sizes["replicates"]
    episodes = read(runs, Naming(axes=options["axes"])) if runs else None
    trials = Trials(np.random.default_rng(options["seed"]), *counts, only, episodes)
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


def _refuse_idle(parts: list[str], size: Pairs) -> None:
    """Refuse options that no part of a validation has a use for.

    Raises:
        UserError: one was given.
    """
    context = click.get_current_context()
    given = [name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    for name in (*given, *size):
        if name in USERS and not USERS[name] & set(parts):
            flag = "--size " + name if name in size else f"--{name.removesuffix('s') if name == 'runs' else name}"
            raise UserError(f"{flag.replace('axes', 'axis')} has no effect here: only {', '.join(parts)} is run")


def show_votes(file: Path, column: Pairs, read: Pairs, as_json: bool, **options: Any) -> None:
    """Print the leaderboard that votes come to."""
    named = {"a": "", "b": "", "winner": "", "user": "", **single("--column", column)}
    found = leaderboard(file, named, **options, dialect=Dialect(**single("--read", read)))
    if as_json:
        click.echo(json_text(asdict(found), indent=1))
    else:
        show_leaderboard(found)


def show_agreement(file: Path, read: Pairs, as_json: bool, **options: Any) -> None:
    """Print how far raters agree."""
    found = agreements(file, **options, dialect=Dialect(**single("--read", read)))
    if as_json:
        click.echo(json_text(asdict(found), indent=1))
    else:
        show_agreements(found)


def show_leaderboard(found: Leaderboard) -> None:
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
    table = titled("Agreement", ("Measure", "Value", "Interval", "Items"))
    for one in found.measures:
        if one.found is None:
            table.add_row(one.measure, "–", one.why_not, "")
        else:
            low, high = (f"{end:.3f}" for end in (one.found.low, one.found.high))
            table.add_row(one.measure, f"{one.found.value:.3f}", f"{low} to {high}", str(one.found.n))
    raters, labels = counted(len(found.raters), "rater"), counted(len(found.labels), "different label")
    told = f"{raters}, {counted(found.items, 'item')}, {labels}\n"
    doubts = [f"{why} ({one.measure})" for one in found.measures if one.found for why in one.found.warnings]
    _print(told, table, doubts)


def _print(told: str, table: Table, doubts: Sequence[str]) -> None:
    """Print a line, a table and its doubts; what is not a terminal is wide enough for every table."""
    place = console()
    place.print(told)
    place.print(table)
    warn(*doubts)
