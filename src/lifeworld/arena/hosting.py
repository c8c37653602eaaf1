"""Hosts an arena: its folder and settings, the site, and workers beside it, which are started again when they die."""

import gc
import logging
import os
import re
import secrets
import shlex
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal

import uvicorn
from alembic.util import CommandError
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from sqlalchemy import select
from sqlalchemy.exc import DatabaseError, OperationalError
from starlette.types import ASGIApp

from lifeworld.arena import agents, filling
from lifeworld.arena.database import Database
from lifeworld.arena.queue import LEASE
from lifeworld.arena.tables import Agent, Battle
from lifeworld.arena.watching import MEMORY
from lifeworld.core.errors import UserError
from lifeworld.core.toml import checked, tables

SECRET = "LIFEWORLD_ARENA_SECRET"
DATABASE = "LIFEWORLD_ARENA_DATABASE"
METRICS = "LIFEWORLD_ARENA_METRICS"
_SOCKET_BYTES = 65_536  # of what a visitor sends over a socket at once
_TAKING = 30_000  # ms that a visitor's machine has to take what it is sent
_KEPT_OPEN = 75  # seconds that a visitor's connection waits for the next request: as long as one thinks before a vote
_REACHING = 20.0  # seconds that a database has to answer
_AGAIN = 1.0  # seconds before a worker that died is started again
_STOPPING = 8.0  # seconds that a worker has to end
_log = logging.getLogger(__name__)
_TURNS = 0.0005  # seconds that a thread computes while another waits; of Python's own 5 ms each statement waits one


def _address(said: str) -> str:
    """Return a visitor's e-mail address, once sure that it is one."""
    if not re.fullmatch(r"[^\s@]+@[^\s@]+", said):
        raise ValueError("an e-mail address is wanted, like you@arena.example")
    return said


def _proxy(said: str) -> str:
    """Return a proxy's address, or a network of them, once sure that it is one."""
    try:
        ip_network(said) if said != "*" else None
    except ValueError:
        raise ValueError("an address or a network is wanted, like 127.0.0.1 or 10.0.0.0/8") from None
    return said


def _told(said: str) -> str:
    """Return a text, once sure that it says anything."""
    if not said.strip():
        raise ValueError("it is empty; write what the provider calls this arena, like arena")
    return said


class Oidc(BaseModel):
    """A provider of OpenID Connect; `secret_from` names the variable of the environment that holds its secret."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    issuer: str
    client: Annotated[str, AfterValidator(_told)]
    secret_from: str = "LIFEWORLD_ARENA_OIDC_SECRET"
    name: str = "your organisation"


class Mail(BaseModel):
    """Who writes mails; `server_from` names the variable that holds the server, smtps://name:password@host:465."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    sender: str
    server_from: str = "LIFEWORLD_ARENA_SMTP"


class Hosting(BaseModel):
    """What an arena's file says.

    Attributes:
        origins: where the site is reached from outside.
        admins: e-mail addresses whose owners administer.
        contact: whom the text on data names.
        proxies: addresses of proxies in front, whose word on visitors' addresses is believed.
        ahead: battles that are played at the first start, beside those that ship; 0 for neither.
        pace: seconds that a step of a live battle takes at least.
        memory: GB that the browser of a worker's battle may take; more than that ends the battle. Held on Linux.
        lease: seconds after which the battle of a worker that fell silent is another's.
        driver: what battles are played in; `dom` has no pictures, and is for tests.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    origins: tuple[str, ...] = ()
    admins: tuple[Annotated[str, AfterValidator(_address)], ...] = ()
    contact: str = "whoever runs this arena"
    proxies: tuple[Annotated[str, AfterValidator(_proxy)], ...] = ()
    ahead: int = Field(8, ge=0, le=200)
    pace: Annotated[float, Field(ge=0, le=30, allow_inf_nan=False)] = 0.8
    memory: Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)] = MEMORY
    lease: Annotated[float, Field(ge=2, le=3600, allow_inf_nan=False)] = LEASE.total_seconds()
    driver: Literal["chromium", "dom"] = "chromium"
    oidc: Oidc | None = None
    mail: Mail | None = None


def read(path: Path | None) -> Hosting:
    """Return what a file says, or what holds without one.

    Raises:
        UserError: it can't be read, or a key or value is not right.
    """
    if path is None:
        return Hosting()
    return checked(Hosting, tables(path), str(path))


def begun(home: Path, url: str | None) -> Database:
    """Return what `opened` does, of an arena that is begun here if there is none yet.

    Raises:
        UserError: the URL is of no database that can be reached, or the folder can't be made.
    """
    try:
        home.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{home}: {error.strerror or error}; name another folder with --dir") from None
    return _migrated(_database(home, url))


def opened(home: Path, url: str | None) -> Database:
    """Return an arena's database with its tables brought up to date: by URL, or SQLite in its folder.

    A server that is just starting is waited for.

    Raises:
        UserError: the folder holds no arena, or the URL is of no database that can be reached.
    """
    database = _database(home, url)
    tables_in = Path(database.url.database or "") if database.is_sqlite else home
    if not (home.exists() and tables_in.exists()):
        begin = f"lifeworld arena --dir {shlex.quote(str(home))}"
        raise UserError(f"{home} holds no arena; name another folder, or begin one there: {begin}")
    return _migrated(database)


def _database(home: Path, url: str | None) -> Database:
    return Database(url or os.environ.get(DATABASE) or f"sqlite:///{home.absolute()}/arena.db")


def _migrated(database: Database) -> Database:
    last, waiting = time.monotonic() + _REACHING, False
    while True:
        try:
            database.migrate()
            return database
        except OperationalError as error:
            if time.monotonic() > last:
                said = str(error.orig).splitlines()[0]
                raise UserError(f"the database can't be reached: {said}; is it running, and its URL right?") from None
            if not waiting:
                _log.warning("the database does not answer yet; it has %g seconds", _REACHING)
            waiting = True
            time.sleep(0.5)
        except DatabaseError as error:
            raise _damaged(database, str(error.orig)) from None
        except CommandError as error:  # of a newer version, say
            raise _damaged(database, str(error)) from None


def _damaged(database: Database, said: str) -> UserError:
    shown = database.url.render_as_string()
    return UserError(f"{shown} can't be used: {said.splitlines()[0]}; `lifeworld arena restore` fills a new arena")


def secret(home: Path) -> str:
    """Return what signs cookies: from the environment, or made once and kept in the folder for its owner alone."""
    if given := os.environ.get(SECRET):
        return given
    place = home / "secret"
    with suppress(FileExistsError):
        file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(file, secrets.token_hex(32).encode())
        os.close(file)
    return place.read_text()


def from_environment(name: str) -> str:
    """Return a secret that a file names and does not hold.

    Raises:
        UserError: the variable is not set.
    """
    value = os.environ.get(name, "")
    if not value:
        raise UserError(f"set {name} in the environment; the arena's file names it and does not hold it")
    return value


def begin(database: Database, home: Path, ahead: int) -> int:
    """At the first start, register the contenders and make the battles that ship, and queue more; return how many."""
    with database.writing() as session:
        if session.scalar(select(Agent.id).limit(1)) or session.scalar(select(Battle.id).limit(1)):
            return 0
        agents.register_keyless(session)
        queued = filling.prepare(session, ahead)
        if ahead:
            filling.unpack(session, home)
        return queued


@contextmanager
def workers(count: int, command: Sequence[str]) -> Iterator[None]:
    """Keep so many worker processes running; they end with this process, however that ends."""
    stopping = threading.Event()
    threads = [threading.Thread(target=_keep, args=(command, stopping), daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join(_STOPPING + 2)


def work_command(home: Path, config: Path | None) -> list[str]:
    """Return the command of a worker that ends when its standard input does."""
    command = [sys.executable, "-m", "lifeworld", "arena", "work", "--dir", str(home.absolute()), "--attached"]
    return command + (["--config", str(config.absolute())] if config else [])


def serve(application: ASGIApp, listening: socket.socket, proxies: Sequence[str] = ()) -> None:
    """Serve the site until the process is told to stop; only these proxies are believed on addresses."""
    sys.setswitchinterval(_TURNS)
    gc.collect()
    gc.freeze()  # all that is loaded by now stays; looking through it would keep everybody waiting
    config = uvicorn.Config(
        application,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        ws="websockets-sansio",
        ws_max_size=_SOCKET_BYTES,
        ws_per_message_deflate=False,  # frames are JPEGs
        timeout_keep_alive=_KEPT_OPEN,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run([listening])


def listen(host: str, port: int) -> socket.socket:
    """Take the port.

    Raises:
        UserError: it can't be used.
    """
    try:
        listening = socket.create_server((host, port), backlog=1024)
    except OSError as error:
        raise UserError(f"{host}:{port} can't be used ({error.strerror or error}); name another with --port") from None
    if sys.platform == "linux":  # connections take after it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _TAKING)
    return listening


def _keep(command: Sequence[str], stopping: threading.Event) -> None:
    """Run a worker, and another when it has ended, until it is time to stop."""
    while not stopping.is_set():
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        while process.poll() is None and not stopping.wait(0.1):
            pass
        _end(process)
        stopping.wait(_AGAIN)


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin:
        process.stdin.close()
    try:
        process.wait(_STOPPING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
