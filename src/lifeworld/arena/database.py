"""The arena's database: SQLite, or PostgreSQL by URL; sessions that read and sessions that write."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.orm import Session

from lifeworld.core.errors import UserError

T = TypeVar("T")
_MOST = 30  # connections at once
_PATIENCE = 15_000  # ms that a writer of SQLite waits for another
_MIGRATING = 0x11FE  # the lock that keeps two processes from migrating at once


class Database:
    """Hands out sessions; safe to share among threads, made anew in each process.

    Raises:
        UserError: the URL is of neither database.
    """

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.engine = _engine(self.url)
        # SQLite has one writer at a time; one that waits looks ever less often, but a lock wakes the next at once.
        self._turn: AbstractContextManager[Any] = threading.Lock() if self.is_sqlite else nullcontext()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session that sees one state and keeps no writer waiting; objects stay usable after it."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session that is committed at the end, or rolled back if anything is raised."""
        writer = self.engine.execution_options(writes=True)
        with self._turn, Session(writer, expire_on_commit=False) as session, session.begin():
            yield session

    def write(self, work: Callable[[Session], T]) -> T:
        """Return what a piece of work returns that writes; where somebody else just wrote the same, it is done anew.

        The second time it sees what the other has written.
        """
        with suppress(IntegrityError), self.writing() as session:
            return work(session)
        with self.writing() as session:
            return work(session)

    def migrate(self) -> None:
        """Bring the tables to what this version needs; does nothing where they are so already."""
        if self.is_sqlite and self.url.database:
            place = Path(self.url.database)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch(0o600)  # it holds addresses; SQLite's files beside it take after it
        with self.engine.execution_options(writes=True).begin() as connection:
            if not self.is_sqlite:  # where the first statement has taken the lock
                connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
            command.upgrade(migrations(connection), "head")

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_url(written: str) -> URL:
    """Return a database's URL; `postgresql://` means the driver that comes with the arena.

    Raises:
        UserError: it is of neither database.
    """
    try:
        url = make_url(written)
    except ArgumentError:
        raise _unknown(written) from None
    name = url.get_backend_name()
    if name == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if name != "sqlite" or not url.database or url.database == ":memory:":
        raise _unknown(written)
    return url


def _unknown(written: str) -> UserError:
    shown = written.rpartition("@")[2]  # no password in a message
    return UserError(f"--database {shown}: it is sqlite:////path/arena.db or postgresql://user@host/name")


def migrations(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration, on a connection where there is one."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(url, pool_pre_ping=True, pool_size=_MOST)
    engine = create_engine(url, pool_size=_MOST, connect_args={"timeout": _PATIENCE / 1000})
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


def _connected(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, and not where the driver guesses
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={_PATIENCE}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begun(connection: Connection) -> None:
    """Take the lock for writing at once where there will be writing: a lock that is upgraded can't wait its turn."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
