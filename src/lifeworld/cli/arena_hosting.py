"""What `lifeworld arena`, `arena work` and `arena admin` do."""

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
from starlette.types import ASGIApp

from lifeworld.arena import hosting
from lifeworld.arena.backup import clean_up
from lifeworld.arena.database import Database
from lifeworld.arena.hosting import DATABASE, HostConfig
from lifeworld.arena.worker import Worker, check_judge, open_runner
from lifeworld.arena.worker_processes import capacity, worker_command, worker_processes
from lifeworld.core.errors import UserError

if TYPE_CHECKING:
    from lifeworld.arena.site.settings import Settings


def host_site(host: str, port: int, wanted: int | None, home: Path, url: str | None, config: Path | None) -> None:
    """Serve the site, with processes that play battles, until Ctrl-C."""
    hosting.log_to_stderr()
    given, workers = hosting.load_config(config), capacity() if wanted is None else wanted
    asyncio.run(check_judge(given.judge))
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
    from lifeworld.arena.site.mailing import SmtpMailer

    mail = given.mail
    mailer = SmtpMailer(hosting.environment_secret(mail.server_from), mail.sender) if mail else None
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


def work(home: Path, url: str | None, config: Path | None, attached: bool, battles: int | None) -> None:
    """Play battles until what started this process ends, or so many are played."""
    hosting.log_to_stderr()
    given = hosting.load_config(config)
    asyncio.run(check_judge(given.judge))
    left = _parent_gone() if attached else threading.Event()
    with hosting.open_existing(home, url) as database:
        asyncio.run(_work(database, home, given, _until(left, battles)))


async def _work(database: Database, home: Path, given: HostConfig, until: Callable[[bool], bool]) -> None:
    async with open_runner(home.absolute(), given.driver, given.pace, given.memory) as played_in:
        await Worker(database, played_in, timedelta(seconds=given.lease), judge=given.judge).work(until)


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


def sign_in(home: Path, url: str | None, config: Path | None, email: str, port: int) -> None:
    """Print an address that signs an administrator in once."""
    from lifeworld.arena.site.account_pages import sign_in_link

    given = hosting.load_config(config)
    if email.lower() not in given.admins:
        raise UserError(
            f'{email} is no administrator; write admins = ["{email}"] into the file, and name it by --config'
        )
    with hosting.open_existing(home, url) as database:
        click.echo(sign_in_link(_settings(home, given, f"http://127.0.0.1:{port}"), database, email))
