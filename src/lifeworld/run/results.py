"""The tables of a run: one typed row an episode, and how the agent behaved in it."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from lifeworld.core.errors import UserError
from lifeworld.run import behaviour, filing, ledger
from lifeworld.run.folder import Folder
from lifeworld.run.storage import read_table

PLACE = "results.parquet"
_SCHEMAS = {PLACE: pa.schema(filing.COLUMNS), behaviour.PLACE: pa.schema(behaviour.COLUMNS)}
HERE = ("run", "verified")  # columns about this machine, not about the one where a run was played


def write(folder: Folder) -> None:
    """Write results.parquet and behaviour.parquet from all finished episodes.

    Raises:
        UserError: they can't be written.
    """
    for name, data in _build(folder).items():
        folder.write(name, data)


def build_tables(folder: Folder) -> dict[str, pa.BufferReader]:
    """Return both tables from all finished episodes, as files by name; write them where the folder can be written."""
    found = _build(folder)
    with suppress(UserError):  # a reader may not be able to write
        for name, data in found.items():
            folder.write(name, data)
    return {name: pa.BufferReader(data) for name, data in found.items()}


def _build(folder: Folder) -> dict[str, pa.Buffer]:
    sinks = {name: pa.BufferOutputStream() for name in _SCHEMAS}
    with ExitStack() as stack:
        each = {name: stack.enter_context(pq.ParquetWriter(sinks[name], _SCHEMAS[name])) for name in _SCHEMAS}
        for part in ledger.slices(folder):
            for name, schema in _SCHEMAS.items():
                each[name].write_table(part.select(schema.names))
    return {name: sink.getvalue() for name, sink in sinks.items()}


def table(folder: Folder) -> pa.Table:
    """Return a run's results from all finished episodes."""
    return pq.read_table(build_tables(folder)[PLACE])


def outdated(folder: Folder) -> Iterator[str]:
    """Yield the names of the filed tables that differ from the finished episodes."""
    for name, data in _build(folder).items():
        place = folder.path / name
        if place.exists() and not _alike(place, pq.read_table(pa.BufferReader(data))):
            yield name


def _alike(place: Path, table: pa.Table) -> bool:
    try:
        filed = read_table(place)
    except (OSError, pa.ArrowInvalid):
        return False
    here = [name for name in HERE if name in table.column_names and name in filed.column_names]
    return bool(filed.drop_columns(here).equals(table.drop_columns(here)))


def columns(folder: Folder, *names: str) -> Iterator[tuple[Any, ...]]:
    """Yield these columns of each episode, from the tables as they were last written; nothing where there are none."""
    found: dict[str, list[Any]] = {}
    for place, schema in _SCHEMAS.items():
        wanted = [name for name in names if name in schema.names and name not in found]
        if wanted and (folder.path / place).exists():
            found |= read_table(folder.path / place, columns=wanted).to_pydict()
    yield from zip(*(found.get(name, ()) for name in names), strict=True)
