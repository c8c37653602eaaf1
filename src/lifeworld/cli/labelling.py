"""`lifeworld runs rate`: people rate trajectories, and are held against one another, judges and the verifier."""

import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from starlette.types import ASGIApp

from lifeworld.cli.judging import show_against, show_among, show_between
from lifeworld.cli.printing import tell_damaged
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.report import agreement
from lifeworld.run.folder import Folder
from lifeworld.run.judging import filed
from lifeworld.run.labels import everybody
from lifeworld.web.loopback import Loopback

_PORT = 8402


def rated(run: Path, port: int | None, no_open: bool, agreed: bool, as_json: bool) -> None:
    """Serve the page on which people rate, or show how far they agree."""
    folder = Folder.opened(run)
    if agreed and (port is not None or no_open):
        raise UserError("--port and --no-open have no effect with --agreement; leave them out")
    if as_json and not agreed:
        raise UserError("--json has no effect without --agreement; leave it out")
    if agreed:
        _show(folder, as_json)
    else:
        _serve(folder, _PORT if port is None else port, no_open)


def _site(folder: Folder) -> ASGIApp:
    """Return the page, having told which episodes can't be asked about."""
    from lifeworld.label.site import Desk, Site

    try:
        return Site(Desk(folder)).application()
    finally:
        tell_damaged(folder, "nobody is asked about it")


def _serve(folder: Folder, port: int, no_open: bool) -> None:
    site, server = _site(folder), Loopback(port)
    server.start(site)
    try:
        click.echo(f"{server.origin}/  (Ctrl-C ends it)")
        if not no_open:
            webbrowser.open(server.origin)
        threading.Event().wait()
    finally:
        server.stop()


def _show(folder: Folder, as_json: bool) -> None:
    people = agreement.people(everybody(folder))
    if not people:
        raise UserError(f"{folder.path} has no ratings yet; lifeworld runs rate {folder.path} takes them")
    truth, judges = agreement.truth(folder), agreement.judges(filed(folder))
    if as_json:
        click.echo(json_text(_plain(truth, people, judges), indent=1))
        return
    for one in people:
        click.echo(f"{one.name}: {len(one.of(True))} outcomes and {len(one.of(False))} items rated")
    if len(people) > 1:
        show_among(agreement.among(people))
    for one in people:
        show_against(one.name, agreement.against(truth, one))
    show_between(agreement.between([*people, *judges]))


def _plain(
    truth: agreement.Truth, people: Sequence[agreement.Rater], judges: Sequence[agreement.Rater]
) -> dict[str, Any]:
    among = agreement.among(people) if len(people) > 1 else []
    return {
        "people": [
            {"name": one.name, "agreement": [asdict(row) for row in agreement.against(truth, one)]} for one in people
        ],
        "among": [asdict(row) for row in among],
        "between": [asdict(row) for row in agreement.between([*people, *judges])],
    }
