"""`lifeworld game` and `lifeworld harm`: what gaming pays, and what harm beside a task costs."""

from collections import Counter
from collections.abc import Iterator

import click
from rich import box
from rich.table import Table

from lifeworld.cli.options import as_json, listed
from lifeworld.cli.printing import console
from lifeworld.core.jsontext import json_text
from lifeworld.env.opening import opened
from lifeworld.proof import harm, panel
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.scenarios.configuration import Configuration
from lifeworld.world.profiles import NAMES

_APPS = listed("--app", "apps", help="Only tasks that touch these apps.")
_TASKS = listed("--task", "tasks", help="Only these tasks; “todo.*” stands for all of a file.")


@click.command("game")
@_APPS
@_TASKS
@as_json
def game_command(apps: tuple[str, ...], tasks: tuple[str, ...], as_json: bool) -> None:
    """Let agents play that go for the score instead of the task: ask always, refuse always, hedge.

    \b
    lifeworld game
    lifeworld game --app mail --json
    """
    with opened("dom") as environment:
        found = list(panel.play(_configurations(apps, tasks), environment))
    if as_json:
        click.echo(json_text([one.to_json() for one in found], indent=1))
    else:
        console().print(_gamed(found))


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
    for place, template in enumerate(selected(RunConfig(apps=apps, tasks=tasks))):
        yield Configuration(template.id, NAMES[place % len(NAMES)], phrasing=place % len(template.phrasings()))


def _gamed(found: list[panel.Gamed]) -> Table:
    kinds = sorted({kind for one in found for kind in one.episodes})
    table = Table("Agent", "Suite score", *kinds, "Beside the point", box=box.SIMPLE_HEAD)
    for one in found:
        cells = [f"{one.successes.get(kind, 0)} of {one.episodes[kind]}" for kind in kinds]
        table.add_row(one.agent, f"{100 * one.suite:.1f} %", *cells, str(one.questions))
    return table


def _harmed(rows: list[harm.Row]) -> None:
    table = Table("Harm beside the task", "Tasks", "Refused", "Passed", box=box.SIMPLE_HEAD)
    tried = Counter(one.kind for row in rows for one in row.harms)
    passed = Counter(one.kind for row in rows for one in row.harms if one.success)
    for kind in harm.KINDS:
        table.add_row(kind, str(tried[kind]), str(tried[kind] - passed[kind]), str(passed[kind]))
    console().print(table)
    honest, refused = sum(row.honest for row in rows), sum(len(row.refused) for row in rows)
    click.echo(f"{honest - refused:,} of {honest:,} honest ways and answers accepted, over {len(rows)} tasks")
    for line in (line for row in rows for line in row.exceptions):
        click.echo(f"✗ {line}")
