"""`lifeworld arena`: battles between agents, blind votes, a ranking; and what its host does with it."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource
from starlette.types import ASGIApp

from lifeworld.core.errors import UserError

try:
    from lifeworld.arena import agents, backup, filling, hosting, logs
    from lifeworld.arena.database import Database
    from lifeworld.arena.hosting import DATABASE, Hosting
    from lifeworld.arena.worker import Worker, stadium
except ModuleNotFoundError as missing:
    raise UserError(f"the arena needs the package {missing.name}: pip install 'lifeworld[arena]'") from None

if TYPE_CHECKING:
    from lifeworld.arena.site.settings import Settings

_HOME = Path("runs/arena")
_folder = click.Path(path_type=Path, file_okay=False)
_file = click.Path(path_type=Path, dir_okay=False)
dir_option = click.option(
    "--dir",
    "home",
    type=_folder,
    default=_HOME,
    show_default=True,
    help="The arena's folder: battles, database.",
)
database_option = click.option(
    "--database", "url", envvar=DATABASE, help="postgresql://… for many users; SQLite in the folder otherwise."
)
config_option = click.option("--config", type=_file, help="A TOML file: origins, admins, mail, OpenID Connect.")


@click.group("arena", invoke_without_command=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 for all the world.")
@click.option("--port", type=click.IntRange(0, 65535), default=8404, show_default=True)
@click.option("--workers", type=click.IntRange(0), default=1, show_default=True, help="Processes that play battles.")
@dir_option
@database_option
@config_option
@click.pass_context
def arena_command(
    context: click.Context, host: str, port: int, workers: int, home: Path, url: str | None, config: Path | None
) -> None:
    """Let agents meet over one task, have people vote blind, and rank the agents by it.

    \b
    lifeworld arena                                    the site and a worker, on this machine
    lifeworld arena fill runs/a                        battles of a finished run's episodes
    lifeworld arena agents add "my agent" module:Class another contender
    lifeworld arena backup arena.tar.gz                all of it in one file
    """
    if context.invoked_subcommand is None:
        return _serve(host, port, workers, home, url, config)
    given = [name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if given:
        written = {"home": "dir", "url": "database"}.get(given[0], given[0])
        raise UserError(f"--{written} before {context.invoked_subcommand} has no effect; write it behind, if it has it")


def _serve(host: str, port: int, workers: int, home: Path, url: str | None, config: Path | None) -> None:
    logs.begin()
    given = hosting.read(config)
    with hosting.opened(home, url) as database, hosting.listen(host, port) as listening:
        os.environ[DATABASE] = database.url.render_as_string(hide_password=False)  # for workers
        queued = hosting.begin(database, given.ahead)
        address = f"http://{host}:{listening.getsockname()[1]}"
        click.echo(f"{address}  (Ctrl-C ends it)")
        if queued and workers:
            click.echo(f"{queued} battles are being played for the first page; the first is there in some seconds")
        with hosting.workers(workers, hosting.work_command(home, config)):
            hosting.serve(_site(database, home, given, address), listening, given.proxies)


def _site(database: Database, home: Path, given: Hosting, address: str) -> ASGIApp:
    from lifeworld.arena.site.app import application
    from lifeworld.arena.site.mailing import Nowhere, Server

    mail = given.mail
    post = Server(hosting.from_environment(mail.server_from), mail.sender) if mail else Nowhere()
    return application(database, home, _settings(home, given, address), post)


def _settings(home: Path, given: Hosting, address: str) -> "Settings":
    from lifeworld.arena.site.settings import OpenId, Settings

    oidc = given.oidc
    return Settings(
        secret=hosting.secret(home),
        origins=given.origins or (address,),
        admins=given.admins,
        contact=given.contact,
        metrics=os.environ.get(hosting.METRICS, ""),
        oidc=OpenId(oidc.issuer, oidc.client, hosting.from_environment(oidc.secret_from), oidc.name) if oidc else None,
    )


@arena_command.command("work")
@dir_option
@database_option
@config_option
@click.option("--attached", is_flag=True, hidden=True, help="End when standard input does.")
@click.option("--battles", type=click.IntRange(1), help="End after so many.")
def work_command(home: Path, url: str | None, config: Path | None, attached: bool, battles: int | None) -> None:
    """Play battles from the queue: another process, on this machine or on any that shares folder and database."""
    logs.begin()
    given = hosting.read(config)
    left = _parent_gone() if attached else threading.Event()
    with hosting.opened(home, url) as database:
        asyncio.run(_work(database, home, given, _until(left, battles)))


async def _work(database: Database, home: Path, given: Hosting, until: Callable[[bool], bool]) -> None:
    async with stadium(home.absolute(), given.driver, given.pace) as played_in:
        await Worker(database, played_in).work(until)


def _until(left: threading.Event, battles: int | None) -> Callable[[bool], bool]:
    played = 0

    def over(one: bool) -> bool:
        nonlocal played
        played += one
        return left.is_set() or (battles is not None and played >= battles)

    return over


def _parent_gone() -> threading.Event:
    """Return what is set when whoever started this process has gone, however that was."""
    gone = threading.Event()

    def wait() -> None:
        sys.stdin.buffer.read()
        gone.set()
        time.sleep(5)
        os._exit(0)  # in the middle of a battle; its lease runs out

    threading.Thread(target=wait, daemon=True).start()
    return gone


@arena_command.command("fill")
@click.argument("runs", type=_folder, nargs=-1, required=True)
@click.option("--most", type=click.IntRange(1), help="Battles to make at most, drawn at random.")
@dir_option
@database_option
def fill_command(runs: tuple[Path, ...], most: int | None, home: Path, url: str | None) -> None:
    """Make battles of finished runs: two agents' episodes on the same configuration, to be voted on as replays."""
    with hosting.opened(home, url) as database, database.writing() as session:
        filled = filling.fill(session, home, runs, most)
    click.echo(f"{filled.made} battles made, {filled.known} were there already")
    left = {
        "unscored": filled.unscored,
        "without pictures": filled.unseen,
        "without a rival": filled.alone,
    }
    for why, count in left.items():
        if count:
            click.echo(f"left out: {count} episode{'s' * (count > 1)} {why}")


@arena_command.command("admin")
@click.argument("email")
@dir_option
@database_option
@config_option
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8404, show_default=True, help="The site's, on this machine."
)
def admin_command(email: str, home: Path, url: str | None, config: Path | None, port: int) -> None:
    """Print an address that signs EMAIL in once, as an administrator if the file's `admins` name it."""
    from lifeworld.arena.site.account_pages import invitation

    given = hosting.read(config)
    if email.lower() not in {one.lower() for one in given.admins}:
        raise UserError(
            f'{email} is no administrator; write admins = ["{email}"] into the file, and name it by --config'
        )
    with hosting.opened(home, url) as database:
        click.echo(invitation(_settings(home, given, f"http://127.0.0.1:{port}"), database, email))


@arena_command.command("export")
@click.argument("out", type=_folder)
@click.option("--title", default="Votes of an arena of Lifeworld", show_default=True, help="Of the data card.")
@click.option("--texts", is_flag=True, help="With what voters wrote, which may name people.")
@dir_option
@database_option
def export_command(out: Path, title: str, texts: bool, home: Path, url: str | None) -> None:
    """Write votes, pairs, labels and references to trajectories as a public dataset without personal data."""
    from lifeworld.arena import exchange, stored

    with hosting.opened(home, url) as database, database.reading() as session:
        data = exchange.Dataset(
            stored.votes(session, public=True),
            stored.labels(session),
            folders=stored.folders(session),
            reasons=stored.reasons(session),
            texts=stored.texts(session) if texts else None,
        )
    counts = exchange.export(data, out, title)
    click.echo(f"{out}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))


@arena_command.command("import")
@click.argument("votes", type=click.Path(path_type=Path))
def import_command(votes: Path) -> None:
    """Rank the agents of a published file of votes, or of an exported folder, anew."""
    from lifeworld.arena import importing
    from lifeworld.arena.poll import Poll
    from lifeworld.arena.ranking import leaderboard

    found = importing.read(votes)
    click.echo(f"{found.votes.num_rows} votes read, {found.dropped} left out")
    for one in leaderboard(Poll.of(found.votes)).standings:
        click.echo(f"{one}")


@arena_command.group("agents")
def agents_command() -> None:
    """List the contenders, or add, pause or retire one."""


@agents_command.command("list")
@dir_option
@database_option
def list_command(home: Path, url: str | None) -> None:
    """List all contenders with what they are."""
    from sqlalchemy import select

    from lifeworld.arena.tables import Agent

    with hosting.opened(home, url) as database, database.reading() as session:
        for one in session.scalars(select(Agent).order_by(Agent.name)):
            click.echo(f"{one.name}  {one.spec}  {one.status}, {one.steps} steps, {one.seconds:g} s")


@agents_command.command("add")
@click.argument("name")
@click.argument("spec")
@click.option("--steps", type=int, default=30, show_default=True, help="Actions that it has in a battle.")
@click.option("--seconds", type=float, default=180, show_default=True, help="Seconds that it has in a battle.")
@dir_option
@database_option
def add_command(name: str, spec: str, steps: int, seconds: float, home: Path, url: str | None) -> None:
    """Add a contender: NAME is shown after votes, SPEC is what `lifeworld eval --agent` takes."""
    with hosting.opened(home, url) as database, database.writing() as session:
        agents.register(session, name, spec, steps, seconds)
    click.echo(f"“{name}” is {spec}")


@agents_command.command("set")
@click.argument("name")
@click.argument("status", type=click.Choice(["active", "paused", "retired"]))
@dir_option
@database_option
def set_command(name: str, status: str, home: Path, url: str | None) -> None:
    """Make a contender active, pause it, or retire it for good."""
    with hosting.opened(home, url) as database, database.writing() as session:
        agents.turn(session, name, status)  # type: ignore[arg-type]
    click.echo(f"“{name}” is {status}")


@arena_command.command("backup")
@click.argument("archive", type=_file)
@dir_option
@database_option
def backup_command(archive: Path, home: Path, url: str | None) -> None:
    """Write all tables and battles into one archive; the arena may go on meanwhile."""
    with hosting.opened(home, url) as database:
        counts = backup.backup(database, home, archive)
    click.echo(f"{archive}: {counts['battles']} battles, {counts['votes']} votes")


@arena_command.command("restore")
@click.argument("archive", type=_file)
@dir_option
@database_option
def restore_command(archive: Path, home: Path, url: str | None) -> None:
    """Fill a new, empty arena from an archive; the database may be of the other kind."""
    with hosting.opened(home, url) as database:
        counts = backup.restore(database, home, archive)
    click.echo(f"{home}: {counts['battles']} battles, {counts['votes']} votes")
