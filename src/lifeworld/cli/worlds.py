"""`lifeworld people world`: a world as a file."""

from pathlib import Path

import click

from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.store import Store
from lifeworld.world.files import exported, homes, written
from lifeworld.world.profiles import load


def write_world(profile: str, apps: tuple[str, ...], out: Path) -> None:
    """Write the rows of a profile's world, of these apps or of all."""
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
