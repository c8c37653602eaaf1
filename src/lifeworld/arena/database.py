"""The arena's database: SQLite, or PostgreSQL by URL; opens reading and writing sessions."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import SQLITE_BUSY, OperationalError
from typing import Any, Self, TypeVar, get_args

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, DateTime, Dialect, Engine, Enum, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.types import TypeDecorator

from lifeworld.core.errors import UserError

T = TypeVar("T")
_POOL_SIZE = 30  # connections at once
_BUSY_TIMEOUT = 15_000  # ms that a writer of SQLite waits for another
_MIGRATION_LOCK = 0x11FE  # the lock that keeps two processes from migrating at once


class Database:
    """Opens sessions; it can be shared among threads, but not among processes.

    Raises:
        UserError: the URL is of another database.
    """

    def __init__(self, url: str) -> None:
        self.url = parse_url(url)
        self.engine = _engine(self.url)
        # SQLite has one writer at a time and polls ever less often; a lock wakes the next writer at once.
        self._turn: AbstractContextManager[Any] = threading.Lock() if self.is_sqlite else nullcontext()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session on a snapshot, which blocks no writer; its objects stay usable afterwards."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a session that is committed at the end, or rolled back on an exception."""
        writer = self.engine.execution_options(writes=True)
        with self._turn, Session(writer, expire_on_commit=False) as session, session.begin():
            yield session

    def read(self, work: Callable[[Session], T]) -> T:
        with self.reading() as session:
            return work(session)

    def write(self, work: Callable[[Session], T]) -> T:
        """Run a function in a writing session and return its result.

        After a conflict with a concurrent writer it runs again, and sees what the other has written.
        """
        with suppress(IntegrityError), self.writing() as session:
            return work(session)
        with self.writing() as session:
            return work(session)

    def migrate(self) -> None:
        if self.is_sqlite and self.url.database:
            place = Path(self.url.database)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch(0o600)  # it holds addresses; SQLite's other files get the same mode
        with self.engine.execution_options(writes=True).begin() as connection:
            if not self.is_sqlite:  # where the first statement has taken the lock
                connection.execute(select(func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
            command.upgrade(alembic_config(connection), "head")

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Moment(TypeDecorator[datetime]):
    """A time in UTC on every database; SQLite stores no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


def choice_column(values: Any, name: str) -> Enum:
    """Return the column type of a closed set of strings, with a check constraint."""
    return Enum(*get_args(values), name=name, native_enum=False, create_constraint=True, length=24)


def parse_url(written: str) -> URL:
    """Parse a database URL; `postgresql://` selects the driver that comes with the arena.

    Raises:
        UserError: it is of another database.
    """
    try:
        url = make_url(written)
    except ArgumentError:
        raise _bad_url(written) from None
    name = url.get_backend_name()
    if name == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if name != "sqlite" or not url.database or url.database == ":memory:":
        raise _bad_url(written)
    return url


def _bad_url(written: str) -> UserError:
    shown = written.rpartition("@")[2]  # no password in a message
    return UserError(f"--database {shown}: use sqlite:////path/arena.db or postgresql://user@host/name")


def alembic_config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(url, pool_pre_ping=True, pool_size=_POOL_SIZE)
    engine = create_engine(url, pool_size=_POOL_SIZE, connect_args={"timeout": _BUSY_TIMEOUT / 1000})
    event.listen(engine, "connect", _set_pragmas)
    event.listen(engine, "begin", _begin_transaction)
    return engine


def _set_pragmas(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun explicitly, not by the driver
    for pragma in (f"busy_timeout={_BUSY_TIMEOUT}", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    _switch_to_wal(connection)


def _switch_to_wal(connection: Any) -> None:
    """Let readers and a writer work at once; only the first connection of a new file has to switch.

    SQLite refuses the switch at once while another connection switches or reads; its busy timeout does not cover it.
    """
    until = time.monotonic() + _BUSY_TIMEOUT / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except OperationalError as error:
            if error.sqlite_errorcode & 0xFF != SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_transaction(connection: Connection) -> None:
    """Begin with the write lock in writing sessions: SQLite can't wait when a read lock is upgraded."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
