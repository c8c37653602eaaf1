"""`lifeworld arena`: battles between agents, blind votes, a ranking; and what its host does with it."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource
from starlette.types import ASGIApp

from lifeworld.core.errors import UserError

try:
    from lifeworld.arena import filling, hosting
    from lifeworld.arena.backup import clean_up
    from lifeworld.arena.database import Database
    from lifeworld.arena.hosting import DATABASE, HostConfig
    from lifeworld.arena.worker import Worker, open_runner
    from lifeworld.arena.worker_processes import capacity, worker_command, worker_processes
    from lifeworld.cli.arena_agents import agents_command
    from lifeworld.cli.arena_data import backup_command, export_command, import_command, restore_command
    from lifeworld.cli.arena_options import config_option, database_option, dir_option, folder
except ModuleNotFoundError as missing:
    raise UserError(f"the arena needs the package {missing.name}: pip install 'lifeworld[arena]'") from None

if TYPE_CHECKING:
    from lifeworld.arena.site.settings import Settings


@click.group("arena", invoke_without_command=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 for all the world.")
@click.option("--port", type=click.IntRange(0, 65535), default=8404, show_default=True)
@click.option(
    "--workers",
    type=click.IntRange(0),
    default=capacity,
    show_default="as many as the machine holds",
    help="Processes that play battles, one each at a time.",
)
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
    lifeworld arena agents add "my agent" module:Class another agent
    lifeworld arena backup arena.tar.gz                all of it in one file
    """
    if context.invoked_subcommand is None:
        return _serve(host, port, workers, home, url, config)
    given = [name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if given:
        written = {"home": "dir", "url": "database"}.get(given[0], given[0])
        raise UserError(f"--{written} before {context.invoked_subcommand} has no effect; write it behind, if it has it")


def _serve(host: str, port: int, workers: int, home: Path, url: str | None, config: Path | None) -> None:
    hosting.log_to_stderr()
    given = hosting.load_config(config)
    with hosting.open_or_create(home, url) as database, hosting.listen(host, port) as listening:
        os.environ[DATABASE] = database.url.render_as_string(hide_password=False)  # for workers
        clean_up(database, home)
        queued = hosting.set_up(database, home, given.ahead)
        address = f"http://{host}:{listening.getsockname()[1]}"
        site = _site(database, home, given, address)  # refuses what is wrong before anything says that it runs
        click.echo(f"{address}  (Ctrl-C ends it)")
        if queued and workers:
            click.echo(f"{queued} battles more are being played ahead, beside those that ship")
        with worker_processes(workers, worker_command(home, config), database):
            hosting.serve(site, listening, given.proxies)


def _site(database: Database, home: Path, given: HostConfig, address: str) -> ASGIApp:
    from lifeworld.arena.site.app import application
    from lifeworld.arena.site.mailing import NoMailer, SmtpMailer

    mail = given.mail
    mailer = SmtpMailer(hosting.environment_secret(mail.server_from), mail.sender) if mail else NoMailer()
    return application(database, home, _settings(home, given, address), mailer)


def _settings(home: Path, given: HostConfig, address: str) -> "Settings":
    from lifeworld.arena.site.settings import OpenId, Settings

    oidc = given.oidc
    return Settings(
        secret=hosting.signing_secret(home),
        origins=given.origins or (address, address.replace("127.0.0.1", "localhost")),
        admins=given.admins,
        contact=given.contact,
        metrics=os.environ.get(hosting.METRICS, ""),
        oidc=OpenId(oidc.issuer, oidc.client, hosting.environment_secret(oidc.secret_from), oidc.name)
        if oidc
        else None,
    )


@arena_command.command("work")
@dir_option
@database_option
@config_option
@click.option("--attached", is_flag=True, hidden=True, help="End when standard input does.")
@click.option("--battles", type=click.IntRange(1), help="End after so many.")
def work_command(home: Path, url: str | None, config: Path | None, attached: bool, battles: int | None) -> None:
    """Play battles from the queue: another process, on this machine or on any that shares folder and database."""
    hosting.log_to_stderr()
    given = hosting.load_config(config)
    left = _parent_gone() if attached else threading.Event()
    with hosting.open_existing(home, url) as database:
        asyncio.run(_work(database, home, given, _until(left, battles)))


async def _work(database: Database, home: Path, given: HostConfig, until: Callable[[bool], bool]) -> None:
    async with open_runner(home.absolute(), given.driver, given.pace, given.memory) as played_in:
        await Worker(database, played_in, timedelta(seconds=given.lease)).work(until)


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
@click.argument("runs", type=folder, nargs=-1, required=True)
@click.option("--most", type=click.IntRange(1), help="Battles to make at most, drawn at random.")
@dir_option
@database_option
def fill_command(runs: tuple[Path, ...], most: int | None, home: Path, url: str | None) -> None:
    """Make battles of finished runs: two agents' episodes on the same configuration, to be voted on as replays."""
    with hosting.open_existing(home, url) as database, database.writing() as session:
        filled = filling.fill(session, home, runs, most)
    click.echo(f"battles made: {filled.made}, there already: {filled.existing}")
    left = {
        "unscored": filled.unscored,
        "without pictures": filled.without_pictures,
        "without a rival": filled.unmatched,
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
    from lifeworld.arena.site.account_pages import sign_in_link

    given = hosting.load_config(config)
    if email.lower() not in {one.lower() for one in given.admins}:
        raise UserError(
            f'{email} is no administrator; write admins = ["{email}"] into the file, and name it by --config'
        )
    with hosting.open_existing(home, url) as database:
        click.echo(sign_in_link(_settings(home, given, f"http://127.0.0.1:{port}"), database, email))


arena_command.add_command(agents_command)
for kept in (backup_command, restore_command, export_command, import_command):
    arena_command.add_command(kept)
