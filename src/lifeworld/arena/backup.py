"""Back-up and restore: all tables and all battles in one archive, from either database into either."""

import io
import json
import tarfile
import zlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Table, Uuid, func, insert, select, text

import lifeworld
from lifeworld.arena.database import Database
from lifeworld.arena.tables import Moment
from lifeworld.arena.tables import Table as Tables
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text

_AT_ONCE = 1000  # rows that are read or written together
_MANIFEST = "arena.json"


def backup(database: Database, home: Path, archive: Path) -> dict[str, int]:
    """Write an archive of a running arena, as of one moment; return the number of rows of each table.

    The host's own secret is not in it.

    Raises:
        UserError: the archive is there already, or can't be written.
    """
    try:
        with tarfile.open(archive, "x:gz") as tar, database.engine.connect() as connection:
            if not database.is_sqlite:
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            revision = MigrationContext.configure(connection).get_current_revision()
            about = {"lifeworld": lifeworld.__version__, "revision": revision}
            _put(tar, _MANIFEST, json_text(about).encode())
            counts = {table.name: _kept(tar, connection, table) for table in Tables.metadata.sorted_tables}
            folders = connection.scalars(text("SELECT folder FROM sides WHERE folder <> ''")).all()
            for folder in folders:
                tar.add(home / "battles" / folder, f"battles/{folder}")
    except OSError as error:
        raise UserError(f"{archive}: {error.strerror or error}") from error
    return counts


def restore(database: Database, home: Path, archive: Path) -> dict[str, int]:
    """Fill an empty database and folder from an archive; all of it or nothing of the tables.

    Raises:
        UserError: the database is not empty, or the archive is none, or of another version of the tables.
    """
    database.migrate()
    try:
        with tarfile.open(archive, "r:gz") as tar:
            about = json.loads(_read(tar, _MANIFEST))
            with database.engine.execution_options(writes=True).begin() as connection:
                _must_be_empty(connection, about)
                counts = {one.name: _restored(tar, connection, one) for one in Tables.metadata.sorted_tables}
                members = [one for one in tar.getmembers() if one.name.startswith("battles/")]
                tar.extractall(home, members, filter="data")
    except (OSError, EOFError, zlib.error, tarfile.TarError, KeyError, ValueError) as error:
        raise UserError(f"{archive} is no archive of an arena that can be read: {error}") from error
    return counts


def _must_be_empty(connection: Connection, about: dict[str, Any]) -> None:
    revision = MigrationContext.configure(connection).get_current_revision()
    if about["revision"] != revision:
        raise UserError(
            f"the archive is of revision {about['revision']} (Lifeworld {about['lifeworld']}), the tables are of "
            f"{revision}; restore it with that version and let this one migrate"
        )
    for table in Tables.metadata.sorted_tables:
        if connection.scalar(select(func.count()).select_from(table)):
            raise UserError(f"the database is not empty (there are {table.name}); restore into a new one")


def _kept(tar: tarfile.TarFile, connection: Connection, table: Table) -> int:
    rows = connection.execute(select(table).order_by(*table.primary_key)).mappings()
    lines = [json_text({name: _plain(value) for name, value in row.items()}) for row in rows]
    _put(tar, f"tables/{table.name}.jsonl", "".join(f"{line}\n" for line in lines).encode())
    return len(lines)


def _restored(tar: tarfile.TarFile, connection: Connection, table: Table) -> int:
    rows = [_row(table, json.loads(line)) for line in _read(tar, f"tables/{table.name}.jsonl").splitlines()]
    for some in _parts(rows):
        connection.execute(insert(table), some)
    if connection.dialect.name == "postgresql" and rows and "id" in table.c and isinstance(rows[-1]["id"], int):
        highest = max(row["id"] for row in rows)
        connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), highest)))
    return len(rows)


def _row(table: Table, said: dict[str, Any]) -> dict[str, Any]:
    return {name: _typed(table, name, value) for name, value in said.items()}


def _typed(table: Table, name: str, value: Any) -> Any:
    kind = table.c[name].type
    if isinstance(value, str) and isinstance(kind, Moment):
        return datetime.fromisoformat(value)
    return UUID(value) if isinstance(value, str) and isinstance(kind, Uuid) else value


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def _parts(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    yield from (rows[start : start + _AT_ONCE] for start in range(0, len(rows), _AT_ONCE))


def _put(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(data)
    tar.addfile(member, io.BytesIO(data))


def _read(tar: tarfile.TarFile, name: str) -> bytes:
    file = tar.extractfile(name)
    if file is None:
        raise KeyError(f"{name} is no file")
    return file.read()
