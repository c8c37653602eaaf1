"""The tables of a run: one typed row an episode, and how the agent behaved in it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import Usage
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


def read_rows(folder: Folder) -> list[dict[str, Any]]:
    """Return the rows of a run's results.

    Raises:
        UserError: no episode has finished.
    """
    found: list[dict[str, Any]] = table(folder).to_pylist()
    if not found:
        raise UserError(folder.unplayed)
    return found


def outcome_counts(folder: Folder) -> dict[str, Counter[str]]:
    """Return for each agent how many episodes had each outcome, and its infrastructure errors under “fault”.

    Raises:
        UserError: no episode has finished.
    """
    place = folder.path / PLACE
    found = read_table(place, columns=["agent", "status", "fault"]) if place.exists() else None
    if not found:
        raise UserError(folder.unplayed)
    counts: dict[str, Counter[str]] = {agent: Counter() for agent in sorted(found["agent"].unique().to_pylist())}
    for agent, status, fault, count in _groups(found):
        counts[agent].update({status: count, "fault": count * bool(fault)})
    return counts


def usage(folder: Folder) -> Usage:
    """Return the tokens and dollars that a run's models took in its finished episodes."""
    found = read_table(folder.path / PLACE, columns=["tokens_in", "tokens_out", "cost"])
    return Usage(*(pc.sum(column).as_py() or 0 for column in found.columns))


def _groups(table: pa.Table) -> Iterator[tuple[str, str, bool, int]]:
    grouped = (
        table.group_by(table.column_names).aggregate([([], "count_all")]).select([*table.column_names, "count_all"])
    )
    yield from zip(*(column.to_pylist() for column in grouped.columns), strict=True)


def by_agent(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each agent, agents in the order of their names."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in rows:
        found.setdefault(one["agent"], []).append(one)
    return dict(sorted(found.items()))


def crashed_by_agent(folder: Folder) -> dict[str, list[str]]:
    """Return the ids of the episodes in which agents crashed, by agent; infrastructure errors are not among them."""
    modes = read_table(folder.path / behaviour.PLACE, columns=["episode", "mode"])
    crashed = modes.filter(pc.field("mode") == "broke")["episode"].combine_chunks()
    found = read_table(folder.path / PLACE, columns=["agent", "episode", "fault"])
    broke = found.filter(pc.field("episode").isin(crashed) & ~pc.field("fault"))
    ids: dict[str, list[str]] = {}
    for agent, episode in zip(broke["agent"].to_pylist(), broke["episode"].to_pylist(), strict=True):
        ids.setdefault(agent, []).append(episode)
    return ids
