"""`lifeworld world`: a world as a file."""

from pathlib import Path

import click

from lifeworld.cli.options import listed
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.store import Store
from lifeworld.world.files import exported, homes, written
from lifeworld.world.profiles import DRAWN, NAMES, load


@click.group("world")
def world_command() -> None:
    """Write a whole world as a file, to change it and to play in it."""


@world_command.command("export")
@click.option("--profile", default=NAMES[0], show_default=True, help=f"Whose: {', '.join(NAMES)}; {DRAWN}.")
@listed("--app", "apps", help="Only the rows of these apps, to be laid over the profile.")
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="A .yaml or .json file.")
def export_command(profile: str, apps: tuple[str, ...], out: Path) -> None:
    """Write all rows of a profile's world by app and table, as YAML or JSON.

    \b
    lifeworld world export --profile nora --out whole.json
    lifeworld world export --profile nora --app todo --out tidy.yaml
    lifeworld play --world tidy.yaml
    lifeworld eval --agent oracle --world tidy.yaml --app todo --out runs/tidy
    """
    for name in apps:
        if name not in homes():
            raise UserError(f"no app “{name}”; {hint(name, homes())}")
    store = Store.over(load(profile).data)
    try:
        world = exported(store, profile, apps)
        out.parent.mkdir(parents=True, exist_ok=True)
        written(world, out)
    except OSError as error:
        raise UserError(f"{out} can't be written: {error.strerror or error}") from None
    finally:
        store.close()
    count = sum(len(rows) for tables in world["rows"].values() for rows in tables.values())
    click.echo(f"{out}: {count} rows")
