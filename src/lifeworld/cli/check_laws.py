"""What `lifeworld check` tells of the apps' laws."""

from collections.abc import Iterable

import click

from lifeworld import apps
from lifeworld.proof.laws import LAWS, broken


def check_laws(names: Iterable[str], quiet: bool) -> dict[str, list[str]]:
    """Hold apps to the laws of all apps; return what breaks them, by app."""
    found: dict[str, list[str]] = {}
    for app in apps.installed():
        if app.id in set(names):
            found[app.id] = list(broken(app))
            if not quiet:
                for line in found[app.id]:
                    click.echo(f"✗ {app.id}: {line}")
                click.echo(f"{app.name} keeps {len(LAWS) - _laws_in(found[app.id])} of {len(LAWS)} laws")
    return found


def _laws_in(lines: Iterable[str]) -> int:
    return len({line.partition(":")[0] for line in lines})
