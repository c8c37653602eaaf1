"""`lifeworld apps gallery`: sheets of screens."""

import asyncio
from itertools import product
from pathlib import Path

import click

from lifeworld import apps
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.env.drivers.browser import Browser
from lifeworld.report.gallery import sheet
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import selected

SHOWN = ("theme", "layout", "language", "device", "content")


def take(only: tuple[str, ...], axes: tuple[str, ...], out: Path) -> None:
    """Take the sheets, and tell where each is."""
    if wrong := [axis for axis in axes if axis not in SHOWN]:
        raise UserError(f"no sheet of the axis “{wrong[0]}”; {hint(wrong[0], SHOWN)}")
    list(selected(RunConfig(apps=only)))  # an app that does not exist is told before the browser starts
    asyncio.run(_take(only, axes or ("",), out))


async def _take(only: tuple[str, ...], axes: tuple[str, ...], out: Path) -> None:
    async with Browser() as browser:
        for app, axis in product(apps.installed(), axes):
            if not only or app.id in only:
                click.echo(await sheet(app, browser, out, lambda line: click.echo(line, err=True), axis))
