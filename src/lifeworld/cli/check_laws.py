"""What `lifeworld check` tells of the apps' laws."""

import re
from collections.abc import Iterable

import click

from lifeworld import apps
from lifeworld.proof.laws import LAWS, broken

_PAGE = re.compile(r".*?\b(?:GET|POST) /\S*: ")


def check_laws(names: Iterable[str], quiet: bool) -> dict[str, list[str]]:
    """Hold apps to the laws of all apps; return what breaks them, by app."""
    found: dict[str, list[str]] = {}
    for app in apps.installed():
        if app.id in set(names):
            found[app.id] = list(broken(app))
            if not quiet:
                for line in _by_cause(found[app.id]):
                    click.echo(f"✗ {app.id}: {line}")
                click.echo(f"{app.name} keeps {len(LAWS) - _laws_in(found[app.id])} of {len(LAWS)} laws")
    return found


def _by_cause(lines: Iterable[str]) -> list[str]:
    """Return what breaks laws, each cause once, with the laws that it breaks before it."""
    laws: dict[str, dict[str, None]] = {}
    told: dict[str, str] = {}
    for law, _, what in (line.partition(": ") for line in lines):
        cause = of_page(what) or what
        laws.setdefault(cause, {})[law] = None
        told.setdefault(cause, what)
    return [f"{', '.join(laws[cause])}: {what}" for cause, what in told.items()]


def of_page(told: str) -> str:
    """Return why a page breaks, whichever page of its kind was met; "" where no page is told of."""
    found = _PAGE.match(told)
    return told[found.end() :] if found else ""


def _laws_in(lines: Iterable[str]) -> int:
    return len({line.partition(":")[0] for line in lines})
