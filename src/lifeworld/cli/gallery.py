"""`lifeworld gallery`: sheets of screens."""

import asyncio
from pathlib import Path

import click

from lifeworld import apps
from lifeworld.cli.options import listed
from lifeworld.env.drivers.browser import Browser
from lifeworld.report.gallery import sheet
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected


@click.command("gallery")
@listed("--app", "only", help="Only these apps.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("docs/gallery"), show_default=True
)
def gallery_command(only: tuple[str, ...], out: Path) -> None:
    """Take a sheet of screens of each app: phone and desktop, light and dark.

    \b
    lifeworld gallery --app bank
    """
    list(selected(RunConfig(apps=only)))  # an app that does not exist is told before the browser starts
    asyncio.run(_take(only, out))


async def _take(only: tuple[str, ...], out: Path) -> None:
    async with Browser() as browser:
        for app in apps.installed():
            if not only or app.id in only:
                click.echo(await sheet(app, browser, out, lambda line: click.echo(line, err=True)))
