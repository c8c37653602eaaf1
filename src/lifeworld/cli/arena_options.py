"""Options that the arena's commands share."""

from pathlib import Path

import click

from lifeworld.arena.hosting import DATABASE

_HOME = Path("runs/arena")
folder = click.Path(path_type=Path, file_okay=False)
file = click.Path(path_type=Path, dir_okay=False)
dir_option = click.option(
    "--dir",
    "home",
    type=folder,
    default=_HOME,
    show_default=True,
    help="The arena's folder: battles, database.",
)
database_option = click.option(
    "--database", "url", envvar=DATABASE, help="postgresql://… for many users; SQLite in the folder otherwise."
)
config_option = click.option("--config", type=file, help="A TOML file: origins, admins, mail, OpenID Connect.")
