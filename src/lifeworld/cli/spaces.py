"""`lifeworld audit space`: how many configurations there are by axis, and what is known of them."""

from typing import Any

import click
from rich import box
from rich.table import Table

from lifeworld.cli.printing import console
from lifeworld.core.jsontext import json_text
from lifeworld.proof.many_singly import SINGLE
from lifeworld.proof.space import Space, space
from lifeworld.run.config import RunConfig
from lifeworld.run.manifest import is_current, place, read
from lifeworld.run.plan import selected


def show_space(apps: tuple[str, ...], tags: tuple[str, ...], as_json: bool) -> None:
    """Print the space by axis: proved as the manifest in the cache folder has it, reachable, estimated."""
    templates = list(selected(RunConfig(apps=apps, tags=tags)))
    names = {template.id for template in templates}
    rows = [row for row in read(place()) if row["level"] == SINGLE and row["task"] in names]
    found = space([row for row in rows if is_current(row)], templates)
    share = _share(found)
    if as_json:
        click.echo(json_text({**found.to_json(), "drawable": share}, indent=1))
        return
    table = Table("Axis", "Values", "Proved with", box=box.SIMPLE_HEAD)
    for axis, count in found.values.items():
        table.add_row(axis, f"{count:,}", f"{len(found.by_axis[axis]):,}")
    console().print(table)
    click.echo(f"proved singly     {found.proved:>26,}  in {place()}")
    click.echo(f"  by composition  {found.composed:>26,}  the same under every theme, layout and device")
    click.echo(f"reachable         {found.reachable:>26,}  all that a configuration can name")
    if share:
        low, high = 100 * share["low"], 100 * share["high"]
        told = f"{found.drawn:,} of {found.tried:,} tried could be drawn ({low:.1f} to {high:.1f} %)"
        click.echo(f"estimated         {found.estimated:>26,}  {told}")
    else:
        click.echo("nothing is proved yet: `lifeworld audit proofs` does")


def _share(found: Space) -> dict[str, Any]:
    if not found.tried:
        return {}
    from lifeworld.stats.intervals import wilson  # with all statistics, which a list of tasks need not wait for

    estimate = wilson(found.drawn, found.tried)
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "level": estimate.level}
