"""Hosts an arena: its configuration file, folder, database and logs, and the server of its site."""

import gc
import json
import logging
import os
import re
import secrets
import shlex
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
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
from lifeworld.arena.playing import MEMORY_GB
from lifeworld.arena.queue import LEASE
from lifeworld.arena.tables import Agent, Battle
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import plain
from lifeworld.core.toml import checked, tables

SECRET = "LIFEWORLD_ARENA_SECRET"
DATABASE = "LIFEWORLD_ARENA_DATABASE"
METRICS = "LIFEWORLD_ARENA_METRICS"
_SOCKET_BYTES = 65_536  # of one message from a visitor's socket
_SEND_TIMEOUT = 30_000  # ms until a connection whose peer acknowledges nothing is closed
_KEEP_ALIVE = 75  # seconds that an idle connection is kept: about as long as people think before a vote
_CONNECT_TIMEOUT = 20.0  # seconds to wait for the database at the start
_log = logging.getLogger(__name__)
_LOG_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_SWITCH_INTERVAL = (
    0.0005  # seconds that a thread computes while another waits; of Python's own 5 ms each statement waits one
)


def _address(value: str) -> str:
    if not re.fullmatch(r"[^\s@]+@[^\s@]+", value):
        raise ValueError("an e-mail address is expected, like you@arena.example")
    return value.lower()  # as addresses are compared


def _proxy(value: str) -> str:
    try:
        ip_network(value) if value != "*" else None
    except ValueError:
        raise ValueError("an address or a network is expected, like 127.0.0.1 or 10.0.0.0/8") from None
    return value


def _not_empty(value: str) -> str:
    if not value.strip():
        raise ValueError("it is empty; write what the provider calls this arena, like arena")
    return value


class OpenIdConfig(BaseModel):
    """A provider of OpenID Connect; `secret_from` names the environment variable that holds its secret."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    issuer: str
    client: Annotated[str, AfterValidator(_not_empty)]
    secret_from: str = "LIFEWORLD_ARENA_OIDC_SECRET"
    name: str = "your organisation"


class MailConfig(BaseModel):
    """The sender of mails; `server_from` names the environment variable with smtps://name:password@host:465."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    sender: str
    server_from: str = "LIFEWORLD_ARENA_SMTP"


class HostConfig(BaseModel):
    """The configuration file of an arena.

    Attributes:
        origins: the public origins of the site.
        admins: e-mail addresses of administrators.
        contact: shown on the page about personal data.
        proxies: addresses of trusted reverse proxies.
        ahead: battles to play at the first start, besides those that ship; 0 for neither.
        pace: the minimal duration of a step of a live battle in seconds.
        memory: the limit in GB for the browser of a battle, which ends the battle; on Linux only.
        lease: seconds after which the battle of a silent worker is given to another.
        driver: of the battles; `dom` has no pictures and is for tests.
        judge: a model whose opinion is shown beside vote and verdict, named as for `lifeworld runs judge`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    origins: tuple[str, ...] = ()
    admins: tuple[Annotated[str, AfterValidator(_address)], ...] = ()
    contact: str = "whoever runs this arena"
    proxies: tuple[Annotated[str, AfterValidator(_proxy)], ...] = ()
    ahead: int = Field(8, ge=0, le=200)
    pace: Annotated[float, Field(ge=0, le=30, allow_inf_nan=False)] = 0.8
    memory: Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)] = MEMORY_GB
    lease: Annotated[float, Field(ge=2, le=3600, allow_inf_nan=False)] = LEASE.total_seconds()
    driver: Literal["chromium", "dom"] = "chromium"
    judge: str = ""
    oidc: OpenIdConfig | None = None
    mail: MailConfig | None = None


def load_config(path: Path | None) -> HostConfig:
    """Return the configuration of a file, or the default one.

    Raises:
        UserError: it can't be read, or a key or value is invalid.
    """
    if path is None:
        return HostConfig()
    return checked(HostConfig, tables(path), str(path))


def open_or_create(home: Path, url: str | None) -> Database:
    """Open an arena's database, and create the arena if there is none.

    Raises:
        UserError: the database can't be reached, or the folder can't be created.
    """
    try:
        home.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{home}: {error.strerror or error}; name another folder with --dir") from None
    return _migrate(_database(home, url))


def open_existing(home: Path, url: str | None) -> Database:
    """Open and migrate an arena's database: by URL, or SQLite in its folder.

    It waits for a database server that is just starting.

    Raises:
        UserError: the folder holds no arena, or the database can't be reached.
    """
    database = _database(home, url)
    tables_in = Path(database.url.database or "") if database.is_sqlite else home
    if not (home.exists() and tables_in.exists()):
        begin = f"lifeworld arena --dir {shlex.quote(str(home))}"
        raise UserError(f"{home} holds no arena; name another folder, or create one there: {begin}")
    return _migrate(database)


def _database(home: Path, url: str | None) -> Database:
    return Database(url or os.environ.get(DATABASE) or f"sqlite:///{home.absolute()}/arena.db")


def _migrate(database: Database) -> Database:
    last, waiting = time.monotonic() + _CONNECT_TIMEOUT, False
    while True:
        try:
            database.migrate()
            return database
        except OperationalError as error:
            if time.monotonic() > last:
                message = str(error.orig).splitlines()[0]
                raise UserError(
                    f"the database can't be reached: {message}; is it running, and its URL right?"
                ) from None
            if not waiting:
                _log.warning("the database does not answer yet; waiting up to %g seconds", _CONNECT_TIMEOUT)
            waiting = True
            time.sleep(0.5)
        except DatabaseError as error:
            raise _unusable(database, str(error.orig)) from None
        except CommandError as error:  # of a newer version, say
            raise _unusable(database, str(error)) from None


def _unusable(database: Database, message: str) -> UserError:
    shown = database.url.render_as_string()
    return UserError(f"{shown} can't be used: {message.splitlines()[0]}; `lifeworld arena restore` fills a new arena")


def signing_secret(home: Path) -> str:
    """Return the signing secret: from the environment, or created once in the folder, readable by its owner only."""
    if given := os.environ.get(SECRET):
        return given
    place = home / "secret"
    with suppress(FileExistsError):
        file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(file, secrets.token_hex(32).encode())
        os.close(file)
    return place.read_text()


def environment_secret(name: str) -> str:
    """Return a secret from an environment variable that the configuration file names.

    Raises:
        UserError: the variable is not set.
    """
    value = os.environ.get(name, "")
    if not value:
        raise UserError(f"set {name} in the environment; the arena's file refers to it")
    return value


def set_up(database: Database, home: Path, ahead: int) -> int:
    """At the first start, register agents, add the battles that ship and queue more; return the number queued."""
    with database.writing() as session:
        if session.scalar(select(Agent.id).limit(1)) or session.scalar(select(Battle.id).limit(1)):
            return 0
        agents.register_keyless(session)
        queued = filling.queue_first_battles(session, ahead)
        if ahead:
            filling.add_shipped_battles(session, home)
        return queued


def serve(application: ASGIApp, listening: socket.socket, proxies: Sequence[str] = ()) -> None:
    """Serve the site until the process is stopped; `proxies` are trusted to report visitors' addresses."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    gc.collect()
    gc.freeze()  # what is loaded by now stays; collecting it would only delay requests
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
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run([listening])


def listen(host: str, port: int) -> socket.socket:
    """Bind the port.

    Raises:
        UserError: it can't be used.
    """
    try:
        listening = socket.create_server((host, port), backlog=1024)
    except OSError as error:
        raise UserError(f"{host}:{port} can't be used ({error.strerror or error}); name another with --port") from None
    if sys.platform == "linux":  # connections inherit it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SEND_TIMEOUT)
    return listening


class JsonFormatter(logging.Formatter):
    """Formats a record as a line of JSON, with what the caller gave as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "by": record.name,
            "said": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _LOG_FIELDS},
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(plain(entry), default=str, ensure_ascii=False, allow_nan=False)


def log_to_stderr() -> None:
    """Log to standard error: this package from information on, others from warnings on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("lifeworld").setLevel(logging.INFO)
