"""Backs up and restores all tables and battles as one archive, for either database; cleans up abandoned folders."""

import io
import json
import shutil
import tarfile
import time
import zlib
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Table, Uuid, func, insert, select, text

import lifeworld
from lifeworld.arena.database import Database, Moment
from lifeworld.arena.tables import Side
from lifeworld.arena.tables import Table as Tables
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text

_MANIFEST = "arena.json"
KEEP_SECONDS = 6 * 3600.0  # seconds after which a folder can no longer belong to a running battle


def backup(database: Database, home: Path, archive: Path) -> dict[str, int]:
    """Write a consistent archive of a running arena; return the number of rows of each table.

    The signing secret is not included.

    Raises:
        UserError: the archive is there already, or can't be written.
    """
    try:
        with tarfile.open(archive, "x:gz") as tar, database.engine.connect() as connection:
            if not database.is_sqlite:
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            revision = MigrationContext.configure(connection).get_current_revision()
            about = {"lifeworld": lifeworld.__version__, "revision": revision}
            _add_member(tar, _MANIFEST, json_text(about).encode())
            counts = {table.name: _write_table(tar, connection, table) for table in Tables.metadata.sorted_tables}
            folders = connection.scalars(text("SELECT folder FROM sides WHERE folder <> ''")).all()
            for folder in folders:
                tar.add(home / "battles" / folder, f"battles/{folder}")
    except OSError as error:
        raise UserError(f"{archive}: {error.strerror or error}") from error
    return counts


def restore(database: Database, home: Path, archive: Path) -> dict[str, int]:
    """Restore an archive into an empty database and folder; tables are restored in one transaction.

    Raises:
        UserError: the database is not empty, or the archive is damaged or of another schema version.
    """
    database.migrate()
    try:
        with tarfile.open(archive, "r:gz") as tar:
            about = json.loads(_read_member(tar, _MANIFEST))
            with database.engine.execution_options(writes=True).begin() as connection:
                _must_be_empty(connection, about)
                counts = {one.name: _restore_table(tar, connection, one) for one in Tables.metadata.sorted_tables}
                members = [one for one in tar.getmembers() if one.name.startswith("battles/")]
                tar.extractall(home, members, filter="data")
    except (OSError, EOFError, zlib.error, tarfile.TarError, KeyError, ValueError) as error:
        raise UserError(f"{archive} is not a readable archive of an arena: {error}") from error
    return counts


def clean_up(database: Database, home: Path, kept: float = KEEP_SECONDS) -> int:
    """Delete old folders that no battle refers to, which killed workers leave behind; return their number."""
    old = [folder for folder in (home / "battles").glob("*") if time.time() - folder.stat().st_ctime > kept]
    with database.reading() as session:  # read after listing the folders, so that battles saved meanwhile are known
        known = set(session.scalars(select(Side.folder)))
    left = [folder for folder in old if folder.name not in known]
    for folder in left:
        shutil.rmtree(folder, ignore_errors=True)
    return len(left)


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


def _write_table(tar: tarfile.TarFile, connection: Connection, table: Table) -> int:
    rows = connection.execute(select(table).order_by(*table.primary_key)).mappings()
    lines = [json_text({name: _to_json(value) for name, value in row.items()}) for row in rows]
    _add_member(tar, f"tables/{table.name}.jsonl", "".join(f"{line}\n" for line in lines).encode())
    return len(lines)


def _restore_table(tar: tarfile.TarFile, connection: Connection, table: Table) -> int:
    lines = _read_member(tar, f"tables/{table.name}.jsonl").splitlines()
    rows = [{name: _from_json(table, name, value) for name, value in json.loads(line).items()} for line in lines]
    if rows:
        connection.execute(insert(table), rows)
    if connection.dialect.name == "postgresql" and rows and "id" in table.c and isinstance(rows[-1]["id"], int):
        highest = max(row["id"] for row in rows)
        connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), highest)))
    return len(rows)


def _from_json(table: Table, name: str, value: Any) -> Any:
    kind = table.c[name].type
    if isinstance(value, str) and isinstance(kind, Moment):
        return datetime.fromisoformat(value)
    return UUID(value) if isinstance(value, str) and isinstance(kind, Uuid) else value


def _to_json(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def _add_member(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(data)
    tar.addfile(member, io.BytesIO(data))


def _read_member(tar: tarfile.TarFile, name: str) -> bytes:
    file = tar.extractfile(name)
    if file is None:
        raise KeyError(f"{name} is not a file")
    return file.read()
