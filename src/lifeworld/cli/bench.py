"""`lifeworld bench`: speed and size on this machine."""

from typing import Any

import click
from rich import box
from rich.table import Table

from lifeworld.cli.options import as_json
from lifeworld.cli.printing import console
from lifeworld.core.jsontext import json_text
from lifeworld.proof.speed import SUBJECTS, Figure, machine


@click.command("bench")
@click.argument("subject", type=click.Choice(list(SUBJECTS)), required=False)
@as_json
def bench_command(subject: str | None, as_json: bool) -> None:
    """Measure speed and size on this machine: worlds, profiles, dom, chromium, or all of them.

    \b
    lifeworld bench worlds
    lifeworld bench --json
    """
    figures = [figure for name in ([subject] if subject else SUBJECTS) for figure in SUBJECTS[name]()]
    if as_json:
        click.echo(json_text(written(figures), indent=1))
    else:
        show(figures)


def written(figures: list[Figure]) -> dict[str, Any]:
    """Return figures and machine as plain data."""
    return {"machine": machine(), "figures": [figure.to_json() for figure in figures]}


def show(figures: list[Figure]) -> None:
    """Print figures as a table, the machine below."""
    table = Table(box=box.SIMPLE)
    for name in ("subject", "what", "value", "unit", "target", "samples"):
        table.add_column(name, justify="right" if name in ("value", "samples") else "left")
    for figure in figures:
        mark = {True: " ✓", False: " ✗", None: ""}[figure.met]
        value = f"{figure.value:.3g}" if figure.value < 100 else f"{figure.value:.0f}"
        table.add_row(figure.subject, figure.what, value, figure.unit, figure.target + mark, str(figure.samples))
    place = console()
    place.print(table)
    place.print(", ".join(f"{name} {value}" for name, value in machine().items()), soft_wrap=True)
