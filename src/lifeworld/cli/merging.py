"""`lifeworld runs merge`: join runs of one plan."""

from pathlib import Path

import click

from lifeworld.cli.running import summary
from lifeworld.core.counting import counted
from lifeworld.run.merging import Merged, merge
from lifeworld.run.storage import Location

_SHOWN = 5


def joined(parts: tuple[Location, ...], out: Path) -> None:
    """Join runs, and tell what was taken and what is missing."""
    merged = merge(parts, out)
    for part, count in zip(parts, merged.taken, strict=True):
        click.echo(f"{counted(count, 'episode')} of {part}")
    if merged.twice:
        click.echo(f"{merged.twice} were there already")
    _tell_missing(merged)
    for line in summary(merged.folder):
        click.echo(line)


def _tell_missing(merged: Merged) -> None:
    if not merged.missing:
        return click.echo("nothing of the plan is missing")
    count = len(merged.missing)
    lacks = f"{counted(count, 'episode')} of the plan {'is' if count == 1 else 'are'} missing"
    click.echo(f"{lacks}; lifeworld eval --out {merged.folder.path} plays {'it' if count == 1 else 'them'}")
    for one in merged.missing[:_SHOWN]:
        click.echo(f"  {one.agent} {one.configuration.task} ({one.configuration.profile}, repeat {one.repeat})")
    if len(merged.missing) > _SHOWN:
        click.echo(f"  … and {len(merged.missing) - _SHOWN} more")
