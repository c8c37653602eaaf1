"""A run's ledger: one line of JSON an episode with its rows of results and of behaviour, read as one table.

Each process that plays appends to a file of its own, `DIR/ledger/<machine>-<process>-<chance>.jsonl`. The episodes' own
files are what counts: a line holds only while they are as they were when it was written; else they are read again.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.json as pj

from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import Step
from lifeworld.run import behaviour
from lifeworld.run import row as results
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Key, Planned

Row: TypeAlias = dict[str, Any]
FILES = ("episode.json", "steps.jsonl", "changes.json")  # whose size and time a line notes
SCHEMA = pa.unify_schemas([results.SCHEMA, behaviour.SCHEMA, pa.schema([("files", pa.string())])])
_DECISIVE = pa.schema([SCHEMA.field(name) for name in ("run", "episode", "status", "files", *Planned.COLUMNS)])
_BLOCK = 1 << 26  # bytes of the longest line that can be read


def note(folder: Folder, episode: Row, steps: Sequence[Step]) -> None:
    """Append the line of an episode that has been filed.

    Raises:
        UserError: it can't be written.
    """
    folder.note([_line(folder, episode, steps)])


def table(folder: Folder, schema: pa.Schema = SCHEMA) -> pa.Table:
    """Return the lines of all finished episodes, by id; those whose files can't be read are noted as damaged.

    Args:
        folder: the run's.
        schema: the columns to read, fewer in less time; `run`, `episode` and `files` among them.
    """
    noted = _noted(folder, schema)
    kept, others = _told_apart(folder, noted)
    fresh = [_line(folder, one, folder.steps(one["episode"])) for one in folder.episodes(others)]
    with suppress(UserError):  # the next reader need not read them again, unless the folder can only be read
        folder.note(fresh)
    whole = pa.concat_tables([noted.take(kept), pa.Table.from_pylist(fresh, schema=schema)])
    names = pa.repeat(pa.scalar(folder.path.name), len(whole))  # it may have been moved
    return whole.set_column(schema.get_field_index("run"), "run", names).sort_by("episode")


def finished(folder: Folder) -> set[Key]:
    """Return the episodes that are done and scored, by whichever version."""
    return set(_of_scored(folder, Planned.COLUMNS))


def scored(folder: Folder) -> set[str]:
    """Return the ids of the episodes that are done and scored."""
    return {str(name) for (name,) in _of_scored(folder, ("episode",))}


def _of_scored(folder: Folder, names: Sequence[str]) -> Iterator[Key]:
    """Yield these columns of each episode that is scored."""
    found = table(folder, _DECISIVE)
    rows = zip(*(found[name].to_pylist() for name in names), strict=True)
    yield from (row for row, status in zip(rows, found["status"].to_pylist(), strict=True) if status != "unscored")


def _line(folder: Folder, episode: Row, steps: Sequence[Step]) -> Row:
    name = episode["episode"]
    found = {**results.row(episode, folder.path.name), **behaviour.row(episode, steps)}
    return {**found, "files": files(f"{folder.path}/episodes/{name}")}


def _noted(folder: Folder, schema: pa.Schema) -> pa.Table:
    places = sorted(folder.path.glob("ledger/*.jsonl"))
    parts = [part for path in places if (part := _read(path, schema)) is not None]
    return pa.concat_tables(parts) if parts else schema.empty_table()


def _read(path: Path, schema: pa.Schema) -> pa.Table | None:
    """Return the lines of one file, without a last one that was cut off; None where it is not understood."""
    try:
        data = path.read_bytes()
        data = data[: data.rfind(b"\n") + 1]
        parsing = pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
        return pj.read_json(pa.BufferReader(data), pj.ReadOptions(block_size=_BLOCK), parsing) if data else None
    except (OSError, pa.ArrowInvalid):
        return None  # the episodes themselves are read instead


def _told_apart(folder: Folder, noted: pa.Table) -> tuple[pa.Array, list[str]]:
    """Return the places of the lines that hold, one for each episode, and the names of all other episodes."""
    marks = zip(noted["episode"].to_pylist(), noted["files"].to_pylist(), strict=True)
    places = {mark: place for place, mark in enumerate(marks)}
    names = folder.names()
    found = [places.get((name, files(f"{folder.path}/episodes/{name}"))) for name in names]
    kept = [place for place in found if place is not None]
    return pa.array(kept, pa.int64()), [name for name, place in zip(names, found, strict=True) if place is None]


def files(episode: str | Path) -> str:
    """Return the sizes and times of an episode's files; "" where one is missing."""
    try:
        found = [os.stat(f"{episode}/{name}") for name in FILES]
    except OSError:
        return ""
    return " ".join(f"{one.st_size} {one.st_mtime_ns}" for one in found)
