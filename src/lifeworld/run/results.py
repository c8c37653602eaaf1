"""The tables of a run: one typed row an episode, and how the agent behaved in it."""

from collections.abc import Iterable
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from lifeworld.core.errors import UserError
from lifeworld.run import behaviour, ledger, row
from lifeworld.run.folder import Folder


def tables(folder: Folder) -> tuple[pa.Table, pa.Table]:
    """Write results.parquet and behaviour.parquet from all finished episodes and return both tables."""
    whole = ledger.table(folder)
    found = whole.select(row.SCHEMA.names), whole.select(behaviour.SCHEMA.names)
    for name, table in zip(("results.parquet", behaviour.PLACE), found, strict=True):
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink)
        folder.write(name, sink.getvalue())
    return found


def write(folder: Folder) -> pa.Table:
    """Write the tables of a run and return its results."""
    return tables(folder)[0]


def read(folder: Folder) -> list[dict[str, Any]]:
    """Return the rows of a run's results.

    Raises:
        UserError: no episode has finished.
    """
    found: list[dict[str, Any]] = write(folder).to_pylist()
    if not found:
        raise UserError(f"{folder.path} has no finished episodes yet; run `lifeworld eval --out {folder.path}` again")
    return found


def by_agent(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each agent, agents in the order of their names."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in rows:
        found.setdefault(one["agent"], []).append(one)
    return dict(sorted(found.items()))
