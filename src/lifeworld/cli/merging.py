"""`lifeworld merge`: join runs of one plan."""

from pathlib import Path

import click

from lifeworld.cli.options import PlaceType
from lifeworld.cli.running import summary
from lifeworld.core.counting import counted
from lifeworld.run.merging import Merged, merge
from lifeworld.run.storage import Location

_SHOWN = 5


@click.command("merge")
@click.argument("parts", nargs=-1, required=True, type=PlaceType(exists=True))
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder of the whole run.")
def merge_command(parts: tuple[Location, ...], out: Path) -> None:
    """Join runs of one plan that were made apart, as `eval --part` makes them; say what is missing.

    \b
    lifeworld eval --agent label --part 1/2 --out runs/a
    lifeworld eval --agent label --part 2/2 --out runs/b
    lifeworld merge runs/a runs/b --out runs/whole
    lifeworld merge s3://bucket/runs/a --out runs/a
    """
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
