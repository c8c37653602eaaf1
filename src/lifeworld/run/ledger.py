"""A run's ledger, as `filing` writes it, read as one table."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj

from lifeworld.core.errors import UserError
from lifeworld.core.processes import seldom
from lifeworld.run import behaviour
from lifeworld.run.filing import COLUMNS, files, line
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Key, Planned

SCHEMA = pa.schema({**COLUMNS, **behaviour.COLUMNS, "files": "string"})
_DECISIVE = pa.schema([SCHEMA.field(name) for name in ("run", "episode", "status", "files", *Planned.COLUMNS)])
_JUDGED = ("status", "score", "side_effects", "obeyed")
_OWN = ("episode", "files")  # texts that are unique to a row
_SLICE = 1 << 18  # rows that are sorted at once
_BLOCK = 1 << 26  # bytes of the longest line that can be read


def table(folder: Folder, schema: pa.Schema = SCHEMA) -> pa.Table:
    """Return the lines of all finished episodes, by id; unreadable episodes go to `folder.damaged`.

    Args:
        folder: the run's.
        schema: the columns to read, fewer in less time; `run`, `episode` and `files` among them.
    """
    return pa.concat_tables([schema.empty_table(), *slices(folder, schema)])


def slices(folder: Folder, schema: pa.Schema = SCHEMA) -> Iterator[pa.Table]:
    """Yield what `table` returns in parts, since all at once may not fit in memory."""
    for part in _parts(folder, schema):
        names = pa.repeat(pa.scalar(folder.path.name), len(part))  # it may have been moved
        yield part.cast(schema).set_column(schema.get_field_index("run"), "run", names)


def _parts(folder: Folder, schema: pa.Schema) -> Iterator[pa.Table]:
    """Yield the lines of finished episodes, dictionary-encoded, with the run's name as it was."""
    with ThreadPoolExecutor(1) as beside:  # lines are read without Python's lock
        reading = beside.submit(_noted, folder, schema)
        names = folder.names()
        now = [files(f"{folder.path}/episodes/{name}") for name in names]
        noted = reading.result()
    kept, others = _split(noted, names, now)
    fresh = [line(folder, one, folder.steps(one["episode"])) for one in folder.episodes(others)]
    with suppress(UserError):  # the next reader need not read them again, unless the folder can only be read
        folder.note(fresh)
    whole = pa.concat_tables([noted, _coded(pa.Table.from_pylist(fresh, schema=schema))])
    places = pa.concat_arrays([kept, pa.array(range(len(noted), len(whole)), kept.type)])
    if fresh:
        places = places.take(pc.sort_indices(whole["episode"].take(places)))
    for start in range(0, len(places), _SLICE):
        yield whole.take(places.slice(start, _SLICE))


def finished(folder: Folder) -> set[Key]:
    """Return the keys of the scored episodes, of any version."""
    with seldom():
        return set(_of_scored(folder, Planned.COLUMNS))


def scored(folder: Folder) -> set[str]:
    """Return the ids of the scored episodes."""
    return {str(name) for (name,) in _of_scored(folder, ("episode",))}


def verdicts(folder: Folder) -> Iterator[tuple[Any, ...]]:
    """Yield of each scored episode its id, outcome, score, side effects and obeyed instructions."""
    schema = pa.schema([SCHEMA.field(name) for name in ("run", "episode", "files", *_JUDGED)])
    yield from _of_scored(folder, ("episode", *_JUDGED), schema)


def _of_scored(folder: Folder, names: Sequence[str], schema: pa.Schema = _DECISIVE) -> Iterator[tuple[Any, ...]]:
    """Yield these columns of each episode that is scored."""
    for part in _parts(folder, schema):
        done = part.filter(pc.not_equal(part["status"].cast(pa.string()), "unscored"))
        yield from zip(*(_values(done[name]) for name in names), strict=True)


def _values(column: pa.ChunkedArray) -> Iterator[Any]:
    """Return a column's values, equal ones as one object: millions of rows hold a few hundred."""
    coded = column.unify_dictionaries().combine_chunks()
    if not pa.types.is_dictionary(coded.type) or coded.null_count:
        coded = coded.cast(getattr(coded.type, "value_type", coded.type)).dictionary_encode(null_encoding="encode")
    return map(coded.dictionary.to_pylist().__getitem__, coded.indices.to_pylist())


def _noted(folder: Folder, schema: pa.Schema) -> pa.Table:
    places = sorted(folder.path.glob("ledger/*.jsonl"))
    parts = [_whole(part) for path in places if (part := _read(path, schema)) is not None]
    return pa.concat_tables(parts) if parts else _coded(schema.empty_table())


def _whole(lines: pa.Table) -> pa.Table:
    """Return the lines that have all decisive columns; for the others, the episodes themselves are read."""
    told = [lines[name].is_valid() for name in _DECISIVE.names if name in lines.column_names]
    return lines.filter(reduce(pc.and_, told))


def _read(path: Path, schema: pa.Schema) -> pa.Table | None:
    """Return the lines of one file, without a last one that was cut off; None if it can't be parsed."""
    try:
        data = path.read_bytes()
        data = data[: data.rfind(b"\n") + 1]
        parsing = pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
        options = pj.ReadOptions(block_size=_BLOCK)
        return _coded(pj.read_json(pa.BufferReader(data), options, parsing)) if data else None
    except (OSError, pa.ArrowInvalid):
        return None  # the episodes themselves are read instead


def _coded(table: pa.Table) -> pa.Table:
    """Return a table with its texts dictionary-encoded, but for those that are unique to a row."""
    for place, field in enumerate(table.schema):
        if pa.types.is_string(field.type) and field.name not in _OWN:
            table = table.set_column(place, field.name, table[place].combine_chunks().dictionary_encode())
    return table


def _split(noted: pa.Table, names: list[str], now: list[str]) -> tuple[pa.Array, list[str]]:
    """Return the places of the valid lines, one for each episode, and the names of all other episodes.

    Args:
        noted: the lines.
        names: of the episodes.
        now: the state of each one's files now.
    """
    marks = _marks(noted["episode"], noted["files"])
    own = _marks(pa.array(names, pa.string()), pa.array(now, pa.string()))
    found = pc.index_in(own, value_set=marks, skip_nulls=True)
    held = found.is_valid().to_pylist()
    return found.drop_null(), [name for name, holds in zip(names, held, strict=True) if not holds]


def _marks(names: pa.Array, states: pa.Array) -> pa.Array:
    """Return for each episode its name with the state of its files; null where one is missing."""
    known = pc.if_else(pc.equal(states, ""), None, states)
    return pc.binary_join_element_wise(names, known, " ")
