"""`lifeworld words`: the catalogues of what the apps say."""

from pathlib import Path

import click

from lifeworld import apps
from lifeworld.cli.options import listed
from lifeworld.proof.catalogue import task_folders, update
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected
from lifeworld.web.language import HERE


@click.command("words")
@listed("--app", "only", help="Only these apps; without it all of them, and what they share.")
def words_command(only: tuple[str, ...]) -> None:
    """Bring the catalogues of translations up to date with what the apps say, and the person in their goals.

    The `locale/LANGUAGE/LC_MESSAGES/messages.po` of an app, or of a folder of tasks, gets what is new in English;
    what is said no more goes.

    \b
    lifeworld words --app bank
    """
    list(selected(RunConfig(apps=only)))  # an app that does not exist is told
    for folder in (HERE, *task_folders()) if not only else ():
        _tell(folder, update(folder))
    for app in apps.installed():
        if not only or app.id in only:
            _tell(app.folder, update(app.folder, app))


def _tell(folder: Path, found: dict[Path, int]) -> None:
    for path, count in found.items():
        click.echo(f"{folder.name:12} {path.relative_to(folder)!s:44} {count:5} not translated")
