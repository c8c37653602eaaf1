"""Reads vote files: an arena's own export, and files with the columns model_a, model_b and winner."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from lifeworld.arena.ballots import VOTES, check_votes
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.nearest import hint

WINNERS = {
    "model_a": "left",
    "model_b": "right",
    "tie": "tie",
    "tie (bothbad)": "bad",
    "a": "left",
    "b": "right",
    "bothbad": "bad",
    "both bad": "bad",
    "both_bad": "bad",
}
"""The values of the column winner, and the choice that each means: a is left, b is right."""
NAMES = {
    "model_a": "left",
    "model_b": "right",
    "winner": "choice",
    "judge": "voter",
    "user": "voter",
    "question_id": "battle",
    "tstamp": "created",
}
"""The column names of other arenas, and ours."""
_NEEDED = ("left", "right", "choice")
_READ_ERRORS = (OSError, ValueError, RecursionError, pa.ArrowException)  # what readers raise for damaged files


@dataclass(frozen=True, slots=True, eq=False)
class ImportedVotes:
    """The votes of a file, a table of `ballots.VOTES`; how many its host excluded; and columns that are unknown."""

    votes: pa.Table
    dropped: int
    ignored: tuple[str, ...]


def read_votes(path: Path) -> ImportedVotes:
    """Return the votes of a file (.parquet, .csv, .json with a list of objects, .jsonl) or of an exported folder.

    Raises:
        UserError: it can't be read, a column is missing, or a row is invalid; rows are numbered from 0.
    """
    try:
        return _read(path)
    except _READ_ERRORS as problem:
        raise UserError(f"{path}: it can't be read: {(str(problem).splitlines() or [''])[0]}") from None


def _read(path: Path) -> ImportedVotes:
    table = _use_our_names(_open_table(path), path)
    lacking = [name for name in _NEEDED if name not in table.column_names]
    if lacking:
        raise UserError(
            f"{path}: no {', '.join(lacking)} among the columns {', '.join(table.column_names)}; a vote file has "
            "model_a, model_b and winner, or left, right and choice"
        )
    ignored = tuple(name for name in table.column_names if name not in (*VOTES.names, "dropped", "text"))
    dropped = 0
    if "dropped" in table.column_names:
        counts = pc.equal(pc.fill_null(table["dropped"], ""), "")
        dropped = table.num_rows - int(pc.sum(counts).as_py() or 0)
        table = table.filter(counts)
    try:
        return ImportedVotes(check_votes(_all_columns(table)), dropped, ignored)
    except UserError as problem:
        raise UserError(f"{path}: {problem}") from None


def _open_table(path: Path) -> pa.Table:
    file = path / "votes.parquet" if path.is_dir() else path
    if not file.exists():
        raise UserError(f"{file}: no such file or folder")
    reader = READERS.get(file.suffix)
    if reader is None:
        raise UserError(f"{file}: a vote file ends in {', '.join(READERS)}, or is in a folder with votes.parquet")
    table = reader(file)
    twice = sorted({name for name in table.column_names if table.column_names.count(name) > 1})
    if twice:
        raise UserError(f"{file}: there are several columns {', '.join(twice)}")
    return table


def _csv(file: Path) -> pa.Table:
    texts = dict.fromkeys((*NAMES, *VOTES.names), pa.string())
    return pyarrow.csv.read_csv(file, convert_options=pyarrow.csv.ConvertOptions(column_types=texts, null_values=[""]))


def _json(file: Path) -> pa.Table:
    return _table_of_objects(json.loads(file.read_text(encoding="utf-8")))


def _lines(file: Path) -> pa.Table:
    return _table_of_objects(
        [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    )


def _table_of_objects(rows: Any) -> pa.Table:
    """Return objects as a table of text columns, as unknown columns may hold anything."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError("it is not a list of objects")
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: [_text(row.get(name)) for row in rows] for name in names}
    return pa.table({name: pa.array(values, pa.string()) for name, values in columns.items()})


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json_text(value)


READERS: dict[str, Callable[[Path], pa.Table]] = {
    ".parquet": pq.read_table,
    ".csv": _csv,
    ".json": _json,
    ".jsonl": _lines,
}


def _use_our_names(table: pa.Table, path: Path) -> pa.Table:
    """Return the table with our column names and choices."""
    if "winner" in table.column_names:
        winners = [(value or "").strip().lower() for value in pc.cast(table["winner"], pa.string()).to_pylist()]
        for row, value in enumerate(winners):
            if value not in WINNERS:
                raise UserError(f"{path}: vote {row}: no winner “{value}”; {hint(value, list(WINNERS))}")
        at = table.column_names.index("winner")
        table = table.set_column(at, "winner", pa.array([WINNERS[value] for value in winners], pa.string()))
    own = set(table.column_names)
    return table.rename_columns([_column_name(name, own) for name in table.column_names])


def _column_name(name: str, present: set[str]) -> str:
    """Return our name of a column, unless the file has another column of that name."""
    found = NAMES.get(name, name)
    return name if found in present else found


def _all_columns(table: pa.Table) -> pa.Table:
    """Return all columns of votes; missing ones are null."""
    columns = [
        _cast_column(table[field.name], field)
        if field.name in table.column_names
        else pa.nulls(table.num_rows, field.type)
        for field in VOTES
    ]
    return pa.table(columns, schema=VOTES)


def _cast_column(column: pa.ChunkedArray, field: pa.Field) -> pa.ChunkedArray:
    """Return a column in its type; times may be seconds since 1970."""
    try:
        if pa.types.is_timestamp(field.type) and not pa.types.is_timestamp(column.type):
            return pc.cast(pc.multiply(pc.cast(column, pa.float64()), 1e6), pa.int64(), safe=False).cast(field.type)
        return column.cast(field.type)
    except pa.ArrowInvalid:
        raise UserError(f"the column {field.name} has the type {column.type}, not {field.type}") from None
