"""Plain tables: a CSV or Parquet file with a row an episode and columns that the person names."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pv
import pyarrow.parquet as pq

from lifeworld.core.errors import UserError
from lifeworld.report.readers.table import AXIS, KEYS, MEASURES, Naming, Part, unknown, verdict

Origin = Callable[[int], str]


def loaded(path: Path) -> pa.Table:
    """Return a CSV's columns as text, or a Parquet file's as they are, dictionaries written out.

    Raises:
        UserError: it can't be read.
    """
    try:
        if path.suffix == ".parquet":
            return written_out(pq.read_table(path))
        names = pv.open_csv(path).schema.names
        as_text = pv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=True)
        return pv.read_csv(path, parse_options=pv.ParseOptions(newlines_in_values=True), convert_options=as_text)
    except (OSError, pa.ArrowException) as error:
        raise UserError(f"{path}: {' '.join(str(error).split())}") from None


def written_out(table: pa.Table) -> pa.Table:
    """Return a table with plain columns in the place of dictionaries, as pandas makes them of its categories."""
    plain = [field.type.value_type if pa.types.is_dictionary(field.type) else field.type for field in table.schema]
    return table.cast(pa.schema([field.with_type(kind) for field, kind in zip(table.schema, plain, strict=True)]))


def read(path: Path, naming: Naming) -> Part:
    """Return the episodes of a table whose columns the person names.

    Raises:
        UserError: a column is missing, or a success is not 0 or 1; names the column or the row.
    """
    return part_of(loaded(path), path, naming)


def part_of(table: pa.Table, path: Path, naming: Naming) -> Part:
    """Return the episodes of a table that is already in memory."""
    _refuse_doubled(table, path)
    origin = _origin(path)
    columns = {key: _key(table, path, key, getattr(naming, key)) for key in KEYS}
    for axis in naming.axes:
        columns[AXIS + axis] = pc.fill_null(_texts(_named(table, path, "axis", axis)), "")
    columns["rollout"] = _rollout(table, path, naming)
    raw = _named(table, path, "success", naming.success or "success")
    columns["success"] = _verdicts(raw, naming.success_at, origin)
    columns |= {name: _measure(table, name, kind, path) for name, kind in MEASURES.items()}
    if not table.num_rows:
        raise UserError(f"{path} holds no episode")
    return Part(pa.table(columns), origin)


def _origin(path: Path) -> Origin:
    return lambda row: f"{path}, row {row + 1}"


def _refuse_doubled(table: pa.Table, path: Path) -> None:
    twice = sorted({name for name in table.column_names if table.column_names.count(name) > 1})
    if twice:
        raise UserError(f"{path}: two columns are called “{twice[0]}”")


def _named(table: pa.Table, path: Path, what: str, name: str) -> pa.ChunkedArray:
    if name not in table.column_names:
        raise UserError(f"{path}: {unknown('column', name, table.column_names)}. Name it with --{what} COLUMN")
    return table[name]


def _texts(column: pa.ChunkedArray) -> pa.ChunkedArray:
    try:
        return column.cast(pa.string())
    except pa.ArrowException:
        return pa.chunked_array([pa.array([str(value) for value in column.to_pylist()], pa.string())])


def _key(table: pa.Table, path: Path, key: str, name: str) -> pa.ChunkedArray | pa.Array:
    if name.startswith("="):
        return pa.array([name[1:]] * table.num_rows, pa.string())
    column = _texts(_named(table, path, key, name or key))
    empty = np.flatnonzero(pc.fill_null(pc.equal(column, ""), True).to_numpy())
    if empty.size:
        raise UserError(f"{_origin(path)(int(empty[0]))}: no {key} in column “{name or key}”")
    return column


def _rollout(table: pa.Table, path: Path, naming: Naming) -> pa.ChunkedArray | pa.Array:
    """Return what tells the rollouts of one configuration apart: their number, or the episode's own id."""
    if naming.episode:
        ids = _texts(_named(table, path, "episode", naming.episode))
        _refuse_repeated(ids, _origin(path), naming.episode)
        return ids
    if naming.rollout or "rollout" in table.column_names:
        return _texts(_named(table, path, "rollout", naming.rollout or "rollout"))
    return pa.nulls(table.num_rows, pa.string())


def _refuse_repeated(ids: pa.ChunkedArray, origin: Origin, name: str) -> None:
    first: dict[Any, int] = {}
    if len(ids.unique()) == len(ids):
        return
    for row, value in enumerate(ids.to_pylist()):
        if value is not None and first.setdefault(value, row) != row:
            raise UserError(f"{origin(row)}: the same episode as {origin(first[value])} ({name} {value})")


def _verdicts(raw: pa.ChunkedArray, success_at: float | None, origin: Origin) -> pa.ChunkedArray:
    """Judge each different value once, naming the first row of one that is no verdict."""
    values = raw.unique()
    places = pc.index_in(raw, value_set=values)
    _, firsts = np.unique(places.to_numpy(), return_index=True)
    told = zip(values.to_pylist(), firsts, strict=True)
    judged = [verdict(value, success_at, origin(int(first))) for value, first in told]
    return pc.take(pa.array(judged, pa.bool_()), places)


def _measure(table: pa.Table, name: str, kind: pa.DataType, path: Path) -> pa.ChunkedArray | pa.Array:
    if name not in table.column_names:
        return pa.nulls(table.num_rows, kind)
    try:
        return table[name].cast(kind)
    except pa.ArrowException as error:
        raise UserError(f"{path}, column “{name}”: {' '.join(str(error).split())}") from None
