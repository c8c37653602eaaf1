"""`lifeworld game` and `lifeworld harm`: what gaming pays, and what harm beside a task costs."""

from collections import Counter
from collections.abc import Iterator
from math import isnan
from typing import Any

import click
from click.core import ParameterSource
from rich import box
from rich.table import Table

from lifeworld.cli.gaming import show_prying, show_replay, spread
from lifeworld.cli.options import as_json, listed
from lifeworld.cli.printing import console
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.env.opening import opened
from lifeworld.proof import harm, panel
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.stats.intervals import wilson
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.profiles import NAMES

_APPS = listed("--app", "apps", help="Only tasks that touch these apps.")
_TASKS = listed("--task", "tasks", help="Only these tasks; “todo.*” stands for all of a file.")


@click.command("game")
@_APPS
@_TASKS
@click.option("--replay", is_flag=True, help="Instead replay recordings blindly: static against varied, and pass@k.")
@click.option("--pry", is_flag=True, help="Instead forge requests, and look for leaks in what browsers are sent.")
@click.option("--episodes", type=click.IntRange(1), default=200, show_default=True, help="Of --replay and --pry.")
@click.option(
    "--driver", type=click.Choice(["dom", "chromium"]), default="dom", help="Of --replay: points need chromium."
)
@as_json
@click.pass_context
def game_command(
    context: click.Context, /, apps: tuple[str, ...], tasks: tuple[str, ...], as_json: bool, **how: Any
) -> None:
    """Let agents play that go for the score instead of the task: ask always, refuse always, hedge, tamper.

    \b
    lifeworld game
    lifeworld game --app mail --json
    lifeworld game --replay --episodes 40 --driver chromium
    lifeworld game --pry --episodes 10
    """
    _refuse_idle(context, how)
    configurations = list(_configurations(apps, tasks))
    if how["replay"]:
        show_replay(configurations, how["episodes"], how["driver"], as_json)
    elif how["pry"]:
        show_prying(spread(configurations, how["episodes"]), as_json)
    else:
        _play(configurations, as_json)


def _refuse_idle(context: click.Context, how: dict[str, Any]) -> None:
    """Refuse options that would do nothing.

    Raises:
        UsageError: one was given.
    """
    given = {name for name in how if context.get_parameter_source(name) != ParameterSource.DEFAULT}
    if {"replay", "pry"} <= given:
        raise click.UsageError("--replay and --pry are two things; leave one out")
    for name, needs in (("driver", {"replay"}), ("episodes", {"replay", "pry"})):
        if name in given and not given & needs:
            raise click.UsageError(f"--{name} does nothing without --{' or --'.join(sorted(needs))}; leave it out")


def _play(configurations: list[Configuration], as_json: bool) -> None:
    with opened("dom") as environment:
        found = list(panel.play(configurations, environment))
    if as_json:
        click.echo(json_text([{**one.to_json(), "suites": _rated(one)} for one in found], indent=1))
        return
    console().print(_gamed(found))
    for one in found:
        rated = (
            f"{suite} {100 * r['value']:.1f} % ({100 * r['low']:.1f} to {100 * r['high']:.1f})"
            for suite, r in _rated(one).items()
        )
        click.echo(f"{one.agent}: {', '.join(rated)}{': ' if one.won else ''}{', '.join(one.won)}")


def _rated(one: panel.Gamed) -> dict[str, dict[str, float]]:
    """Return its success by suite with Wilson's interval."""
    found = {suite: wilson(*counts) for suite, counts in one.suites.items()}
    return {suite: {"value": r.value, "low": r.low, "high": r.high, "n": r.n} for suite, r in found.items()}


@click.command("harm")
@_APPS
@_TASKS
@as_json
def harm_command(apps: tuple[str, ...], tasks: tuple[str, ...], as_json: bool) -> None:
    """Do each task in every honest way, then with harm beside it, and show what the verdicts say.

    \b
    lifeworld harm --app todo
    lifeworld harm --task bank.FileUnder --json
    """
    with opened("dom") as environment:
        rows = [harm.row(configuration, environment) for configuration in _configurations(apps, tasks)]
    if as_json:
        click.echo(json_text([row.to_json() for row in rows], indent=1))
    else:
        _harmed(rows)
    if any(row.exceptions for row in rows):
        raise SystemExit(1)


def _configurations(apps: tuple[str, ...], tasks: tuple[str, ...]) -> Iterator[Configuration]:
    """Yield one configuration of each task, the people in turn."""
    chosen = list(selected(RunConfig(apps=apps, tasks=tasks)))
    if not chosen:
        raise UserError("no task is named that touches these apps; leave out --app or --task")
    for place, template in enumerate(chosen):
        yield Configuration(template.id, NAMES[place % len(NAMES)], phrasing=place % len(template.phrasings()))


def _gamed(found: list[panel.Gamed]) -> Table:
    kinds = sorted({kind for one in found for kind in one.episodes})
    table = Table("Agent", "Suite score", *kinds, "Beside the point", box=box.SIMPLE_HEAD)
    for one in found:
        cells = [f"{one.successes.get(kind, 0)} of {one.episodes[kind]}" for kind in kinds]
        table.add_row(one.agent, _percent(one.suite), *cells, str(one.questions))
    return table


def _percent(share: float) -> str:
    return "–" if isnan(share) else f"{100 * share:.1f} %"


def _harmed(rows: list[harm.Row]) -> None:
    table = Table("Harm beside the task", "Tasks", "Done", "Refused", "Passed", box=box.SIMPLE_HEAD)
    tasks = Counter(kind for row in rows for kind in {one.kind for one in row.harms})
    tried = Counter(one.kind for row in rows for one in row.harms)
    passed = Counter(one.kind for row in rows for one in row.harms if one.success)
    for kind in harm.KINDS:
        counts = (tasks[kind], tried[kind], tried[kind] - passed[kind], passed[kind])
        table.add_row(kind, *(f"{count:,}" for count in counts))
    console().print(table)
    honest, refused = sum(row.honest for row in rows), sum(len(row.refused) for row in rows)
    click.echo(f"{honest - refused:,} of {honest:,} honest ways and answers accepted, over {len(rows)} tasks")
    for line in (line for row in rows for line in row.exceptions):
        click.echo(f"✗ {line}")
