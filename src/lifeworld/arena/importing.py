"""Reads vote files: an arena's own export, and files with the columns model_a, model_b and winner."""

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from lifeworld.arena.ballots import VOTES, check_votes
from lifeworld.core.errors import UserError, hint
from lifeworld.report.readers.files import loaded

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
_NEEDED = {"model_a": "left", "model_b": "right", "winner": "choice"}
NAMES = {
    **_NEEDED,
    "judge": "voter",
    "user": "voter",
    "question_id": "battle",
    "tstamp": "created",
}
"""The column names of other arenas, and ours."""
ENDINGS = (".parquet", ".csv", ".json", ".jsonl")


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
    found = _open_table(path)
    try:
        return _votes(found, path)
    except (ValueError, pa.ArrowException) as problem:  # a column is of a kind that no vote has
        raise UserError(f"{path}: it can't be read: {(str(problem).splitlines() or [''])[0]}") from None


def _votes(found: pa.Table, path: Path) -> ImportedVotes:
    table = _use_our_names(found, path)
    if lacking := [f"{their} (or {our})" for their, our in _NEEDED.items() if our not in table.column_names]:
        there = ", ".join(found.column_names) or "none, it is empty"
        raise UserError(f"{path}: no column {', '.join(lacking)}; there are {there}")
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
    if file.is_file() and file.suffix not in ENDINGS:
        raise UserError(f"{file}: a vote file ends in {', '.join(ENDINGS)}, or is in a folder with votes.parquet")
    table = loaded(file)
    twice = sorted({name for name in table.column_names if table.column_names.count(name) > 1})
    if twice:
        raise UserError(f"{file}: there are several columns {', '.join(twice)}")
    return table


def _use_our_names(table: pa.Table, path: Path) -> pa.Table:
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
