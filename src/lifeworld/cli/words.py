"""`lifeworld apps translations`: the catalogues of what the apps say."""

from pathlib import Path

import click

from lifeworld import apps
from lifeworld.proof.catalogue import task_folders, update
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.web.language import HERE


def update_all(only: tuple[str, ...]) -> None:
    """Update the catalogues of these apps, or of all and what they share; tell how much is not translated."""
    list(selected(RunConfig(apps=only)))  # an app that does not exist is told
    for folder in (HERE, *task_folders()) if not only else ():
        _tell(folder, update(folder))
    for app in apps.installed():
        if not only or app.id in only:
            _tell(app.folder, update(app.folder, app))


def _tell(folder: Path, found: dict[Path, int]) -> None:
    for path, count in found.items():
        click.echo(f"{folder.name:12} {path.relative_to(folder)!s:44} {count:5} not translated")
