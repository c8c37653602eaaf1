"""`lifeworld audit gaming` and `lifeworld audit harm`: what gaming pays, and what harm beside a task costs."""

from collections import Counter
from collections.abc import Iterator
from math import isnan

import click
from rich import box
from rich.table import Table

from lifeworld.cli.printing import console
from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.env.opening import opened
from lifeworld.proof import harm, panel
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.stats.intervals import wilson
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.profiles import NAMES


def show_gaming(apps: tuple[str, ...], tasks: tuple[str, ...], as_json: bool) -> None:
    """Let agents play that go for the score: ask always, refuse always, hedge, tamper; show what they get."""
    with opened("dom") as environment:
        found = list(panel.play(list(configurations(apps, tasks)), environment))
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


def show_harm(apps: tuple[str, ...], tasks: tuple[str, ...], as_json: bool) -> None:
    """Do each task in every honest way, then with harm beside it, show the verdicts; exit with 1 at an exception."""
    with opened("dom") as environment:
        rows = [harm.row(configuration, environment) for configuration in configurations(apps, tasks)]
    if as_json:
        click.echo(json_text([row.to_json() for row in rows], indent=1))
    else:
        _harmed(rows)
    if any(row.exceptions for row in rows):
        raise SystemExit(1)


def configurations(apps: tuple[str, ...], tasks: tuple[str, ...]) -> Iterator[Configuration]:
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
    click.echo(
        f"{honest - refused:,} of {honest:,} honest ways and answers accepted, over {counted(len(rows), 'task')}"
    )
    for line in (line for row in rows for line in row.exceptions):
        click.echo(f"✗ {line}")
