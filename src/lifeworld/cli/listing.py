"""Tables of the apps, of what is shown to work of them, and of the tasks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.table import Table

from lifeworld import apps
from lifeworld.cli.printing import console
from lifeworld.core.counting import counted
from lifeworld.core.jsontext import json_text
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected, tags_of
from lifeworld.taskkit.catalogue import apps_of
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.parameters import Pick
from lifeworld.taskkit.styles import style_of

if TYPE_CHECKING:
    from lifeworld.proof.coverage import Covered


def show_apps(as_json: bool) -> None:
    """Print the apps."""
    rows = [{"id": a.id, "name": a.name, "family": a.family, "commands": len(a.commands)} for a in apps.installed()]
    _shown(rows, as_json)


def show_tasks(only: tuple[str, ...], tags: tuple[str, ...], as_json: bool) -> None:
    """Print the tasks that touch these apps and have these tags."""
    found = [described(template) for template in selected(RunConfig(apps=only, tags=tags))]
    if as_json:
        click.echo(json_text(found, indent=1))
        return
    _shown(
        [{"id": t["id"], "kind": t["kind"], "apps": ", ".join(t["apps"]), "goal": t["goals"][0]} for t in found], False
    )
    click.echo(counted(len(found), "task"))


def described(template: type[Task]) -> dict[str, Any]:
    """Return a task as plain data."""
    touched = apps_of(template)
    single = template.category() == "single"
    return {
        "id": template.id,
        "app": touched[0] if single else template.category(),
        "apps": list(touched),
        "category": template.category(),
        "kind": template.kind(),
        "tags": list(tags_of(template)),
        "about": (template.__doc__ or "").split("\n")[0],
        "goals": list(template.goals),
        "phrasings": [
            {"number": number, "style": style_of(number, template.goals), "goal": goal}
            for number, goal in enumerate(template.phrasings())
        ],
        "parameters": {
            name: value.model.__name__ if isinstance(value, Pick) else "value"
            for name, value in template.parameters.items()
        },
    }


def show_coverage(as_json: bool) -> None:
    """Print what of each command is shown to work, and exit with 1 where there is a gap."""
    from lifeworld.proof.coverage import coverage

    rows = coverage()
    if as_json:
        click.echo(json_text([row.to_json() for row in rows], indent=1))
    else:
        _shown([_cells(row) for row in rows], False)
    gaps = [f"{row.app}.{row.command}: {gap}" for row in rows for gap in row.gaps]
    click.echo(f"{counted(len(rows), 'command')}, {counted(len(gaps), 'gap')}", err=as_json)
    for gap in gaps:
        click.echo(f"  {gap}", err=True)
    if gaps:
        raise SystemExit(1)


def _cells(row: "Covered") -> dict[str, str]:
    refusals = ", ".join(f"{code} {'✓' if met else '–'}" for code, met in row.refusals.items())
    return {
        "app": row.app,
        "command": row.command,
        "success": "✓" if row.success else "–",
        "refusals": refusals or "none",
        "screen": row.screen or "–",
        "task": ", ".join(row.tasks) or "–",
    }


def _shown(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        click.echo(json_text(rows, indent=1))
        return
    place = console()
    if not place.is_terminal:
        click.echo("\n".join(_lines(rows)))
        return
    table = Table(box=box.SIMPLE)
    for n, name in enumerate(rows[0] if rows else ()):
        table.add_column(name, overflow="fold", no_wrap=n == 0)
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    place.print(table)


def _lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each row, its columns one below the other and none broken."""
    cells = [[str(name) for name in rows[0]], *([str(value) for value in row.values()] for row in rows)] if rows else []
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
