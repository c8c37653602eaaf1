"""`lifeworld report` and `lifeworld view`: what came of a run."""

import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from lifeworld.cli.places import Output, RunType
from lifeworld.core.choices import ReportFormat

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_RUN = click.argument("run", type=RunType())


@click.command("report")
@_RUN
@click.option("--out", type=Output(), help="Where to write it (RUN/report.html); pictures: a folder.")
@click.option("--format", "form", type=click.Choice(get_args(ReportFormat)), default="html", show_default=True)
@click.option("--open", "show", is_flag=True, help="Open it in a browser.")
def report_command(run: Path, out: Path | None, form: ReportFormat, show: bool) -> None:
    """Write the report of a run: figures with intervals, and every episode's screens.

    For papers: all tables as LaTeX or Markdown, all plots as SVG or PNG (drawn in Chromium).

    \b
    lifeworld report runs/a --open
    lifeworld report runs/a --format svg --out figures
    """
    place = _reported(run, out, form)
    click.echo(str(place))
    if show:
        webbrowser.open(place.resolve().as_uri())


def _reported(run: Path, out: Path | None = None, form: ReportFormat = "html") -> Path:
    """Write the report, and tell which episodes it leaves out."""
    from lifeworld.cli.printing import tell_damaged
    from lifeworld.run.folder import Folder  # with all apps, for which help need not wait

    folder = Folder.opened(run)
    from lifeworld.report.render import report  # with all statistics, for which no refusal need wait

    _, place = report(folder, out, form)
    tell_damaged(folder, "the report leaves this episode out")
    if not folder.names():
        click.echo(f"{folder.name} holds no episodes: the report rests on its tables, and shows no screens", err=True)
    return place


@click.command("view")
@_RUN
@click.option("--port", type=click.IntRange(0, 65535), default=8400, show_default=True, help="Port to serve on.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def view_command(run: Path, port: int, no_open: bool) -> None:
    """Look at a run in the browser: all episodes step by step, and the report.

    Episodes that were played without pictures are replayed when opened, and show their pages themselves.

    \b
    lifeworld view runs/a
    """
    _reported(run)
    from lifeworld.report.pictures import viewer  # with all that serves, for which help need not wait

    serve_pages(viewer(run), port, no_open)


def serve_pages(application: "ASGIApp", port: int, no_open: bool) -> None:
    """Serve pages on this machine until Ctrl-C, and open them in a browser."""
    from lifeworld.web.loopback import Loopback

    server = Loopback(port)
    try:
        server.start(application)
        click.echo(f"{server.origin}/  (Ctrl-C ends it)")
        if not no_open:
            webbrowser.open(f"{server.origin}/")
        threading.Event().wait()
    finally:
        server.stop()
