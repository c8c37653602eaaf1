"""`lifeworld report` and `lifeworld view`: what came of a run."""

import contextlib
import functools
import http.server
import io
import threading
import webbrowser
from pathlib import Path
from typing import BinaryIO, get_args

import click

from lifeworld.cli.places import Output, RunType
from lifeworld.core.choices import ReportFormat
from lifeworld.core.errors import Fault, UserError

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
    handler = functools.partial(_Viewer, directory=str(run))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise UserError(f"port {port} can't be used ({error.strerror}); name another with --port") from error
    address = f"http://127.0.0.1:{server.server_port}/"
    click.echo(f"{address}  (Ctrl-C ends it)")
    if not no_open:
        webbrowser.open(address)
    with server:
        server.serve_forever()


class _Viewer(http.server.SimpleHTTPRequestHandler):
    """Serves a run's folder; keeps the pages of an episode when it is opened, and draws its screens when asked to."""

    _one_at_a_time = threading.Lock()

    def do_GET(self) -> None:
        """Serve a file; an episode that was played without pictures is replayed before."""
        first, *rest = self.path.partition("#")[0].partition("?")[0].strip("/").split("/")
        if first == "episodes" and rest[1:] in ([], ["index.html"]) and rest:
            from lifeworld.report.episode_pages import replay
            from lifeworld.run.folder import Folder

            with self._one_at_a_time, contextlib.suppress(UserError):  # a folder that can't be written shows words
                replay(Folder.opened(Path(self.directory)), rest[0])
        super().do_GET()

    def do_POST(self) -> None:
        """Draw an episode's screens; only pages of this viewer may ask."""
        if self.headers.get("Origin") != f"http://{self.headers.get('Host')}" or not self.path.startswith("/draw/"):
            self.send_error(403)
            return
        from lifeworld.report.pictures import redraw
        from lifeworld.run.folder import Folder

        try:
            with self._one_at_a_time:
                redraw(Folder.opened(Path(self.directory)), self.path.removeprefix("/draw/"))
        except (UserError, Fault) as error:
            self._answer(409, " ".join(str(error).split()))
        else:
            self._answer(200, "drawn")

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Find what is asked for; a path that no file can have is none of this folder."""
        try:
            return super().send_head()
        except ValueError:
            self.send_error(404)
            return None

    def _answer(self, code: int, said: str) -> None:
        body = said.encode()
        self.send_response(code)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of each request."""
