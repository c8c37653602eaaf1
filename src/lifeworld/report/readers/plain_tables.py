"""Plain tables: a CSV or Parquet file with a row an episode and columns that the person names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from lifeworld.core.counting import joined as joined_words
from lifeworld.core.errors import UserError
from lifeworld.report.readers.files import Dialect, loaded, texts
from lifeworld.report.readers.table import (
    AXIS,
    KEYS,
    MEASURES,
    NOTHING,
    SCORE,
    VERDICTS,
    Naming,
    Part,
    literal,
    noun,
    number,
    unknown,
    verdict,
)

MOST_WORDS = 5  # words that are named
Origin = Callable[[int], str]
# What other benchmarks call the columns that nobody named; those of a number may hold shares of a task, too.
NUMBERS = ("reward", "score", "result")
USUAL = {
    "success": ("is_successful", "successful", "passed", "resolved", "correct", *NUMBERS),
    "app": ("domain", "site", "sites", "website"),
    "task": ("task_id", "task_name", "task_template", "example_id"),
    "agent": ("agent_name", "model", "model_name"),
    "rollout": ("seed", "trial", "attempt", "repeat"),
}
MEASURED = {"steps": ("num_steps", "episode_length", "num_interactions"), "seconds": ("run_time", "duration")}


def read(path: Path, naming: Naming) -> Part:
    """Return the episodes of a table whose columns the person names, or that are called as is usual.

    Raises:
        UserError: a column is missing, or a success is not 0 or 1; names the column or the row.
    """
    table = loaded(path, Dialect(naming.delimiter, naming.encoding))
    _refuse_doubled(table, path)
    taken: dict[str, Any] = {what: name for what, name in _usual(table, naming).items() if name}
    if (name := taken.get("success")) in NUMBERS and naming.success_at is None and _is_score(table[name]):
        taken["score"] = taken.pop("success")
    measured = _found(table, MEASURED, replace(naming, **taken))
    renamed = {name: what for what, name in measured.items() if name and _is_measure(table[name])}
    table = table.rename_columns([renamed.get(name, name) for name in table.column_names])
    found = part_of(table, path, replace(naming, **taken))
    told = joined_words([f"“{name}” as {what}" for what, name in taken.items()])
    notes = (f"taken are the columns {told}; --column names others",) if taken else ()
    return replace(found, notes=(*notes, *found.notes))


def _usual(table: pa.Table, naming: Naming) -> dict[str, str]:
    """Return the column of each thing that nobody named and no column is called by; "" where there is none."""
    unsaid = {what: names for what, names in USUAL.items() if not getattr(naming, what)}
    if naming.score:
        unsaid.pop("success", None)
    found = _found(table, unsaid, naming)
    counted = found.get("rollout") and not naming.episode and len(table[found["rollout"]].unique()) > 1
    return found if counted else {**found, "rollout": ""}


def _found(table: pa.Table, names: Mapping[str, Sequence[str]], naming: Naming) -> dict[str, str]:
    """Return the first of the usual columns of each thing that is there, plain, and named for nothing else."""
    said = {*naming.axes, *(getattr(naming, name) for name in (*USUAL, SCORE, "episode"))}
    there = {one.name for one in table.schema if not pa.types.is_nested(one.type)} - said
    lacking = {what: usual for what, usual in names.items() if what not in table.column_names}
    return {what: next((one for one in usual if one in there), "") for what, usual in lacking.items()}


def _is_measure(column: pa.ChunkedArray) -> bool:
    """Return whether a column holds nothing but numbers from 0 on."""
    told = (one for one in column.unique().to_pylist() if str(one).strip().lower() not in NOTHING)
    return all((value := number(one)) is not None and value >= 0 for one in told)


def _is_score(column: pa.ChunkedArray) -> bool:
    """Return whether a column holds other numbers than 0 and 1."""
    told = {str(one).strip().lower() for one in column.unique().to_pylist() if one is not None}
    return any(number(one) is not None for one in told - {*VERDICTS, *NOTHING})


def part_of(table: pa.Table, path: Path, naming: Naming) -> Part:
    """Return the episodes of a table that is already in memory."""
    _refuse_doubled(table, path)
    _refuse_lacking(table, path, naming)
    origin = _origin(path)
    columns = {key: _key(table, path, key, getattr(naming, key)) for key in KEYS}
    for axis in naming.axes:
        columns[AXIS + axis] = pc.fill_null(texts(_named(table, path, "axis", axis)), "")
    columns["rollout"] = _rollout(table, path, naming)
    if naming.score:
        columns[SCORE] = _numbers(_named(table, path, "score", naming.score), naming.score, origin)
    raw = (
        pa.chunked_array([pa.nulls(table.num_rows, pa.string())])
        if _unjudged(table, naming)
        else _named(table, path, "success", naming.success or "success")
    )
    columns["success"], notes = in_words(raw, naming, path) or (_verdicts(raw, naming, origin), ())
    columns |= {name: _measure(table, name, path) for name in MEASURES}
    if not table.num_rows:
        raise UserError(f"{path} holds no episode")
    used = {*USUAL, *MEASURES, *naming.axes, *(getattr(naming, what) for what in (*USUAL, SCORE, "episode"))}
    unused = sorted({*table.column_names} - used)
    unit, who = noun(naming.app.replace("sites", "site"), "app"), noun(naming.agent, "agent")
    return Part(pa.table(columns), origin, notes, unit, who, lambda row, other: apart(table, row, other, unused))


def _origin(path: Path) -> Origin:
    return lambda row: f"{path}, row {row + 1}"


def apart(table: pa.Table, row: int, other: int, names: Sequence[str]) -> str:
    """Return the advice of which columns of these names tell two rows of one rollout apart."""
    differing = [name for name in names if table[name][row].as_py() != table[name][other].as_py()]
    return f". They differ in {joined_words(differing)}: --axis names what was varied" if differing else ""


def _refuse_doubled(table: pa.Table, path: Path) -> None:
    twice = sorted({name for name in table.column_names if table.column_names.count(name) > 1})
    if twice:
        raise UserError(f"{path}: two columns are called “{twice[0]}”")


def _refuse_lacking(table: pa.Table, path: Path, naming: Naming) -> None:
    """Name all missing columns at once, each with the option for it."""
    wanted = {key: getattr(naming, key) or key for key in (*KEYS, *(() if _unjudged(table, naming) else ("success",)))}
    lacking = {what: name for what, name in wanted.items() if name[:1] != "=" and name not in table.column_names}
    if len(lacking) > 1:
        told, there = (", ".join(f"“{name}”" for name in names) for names in (lacking.values(), table.column_names))
        options = ",".join(f"{what}=COLUMN" for what in lacking)
        advice = f"Name them with --column {options}; {next(iter(lacking))}==NAME gives every row that value"
        raise UserError(f"{path}: there are no columns {told}; there are {there}. {advice}")


def _unjudged(table: pa.Table, naming: Naming) -> bool:
    """Return whether there is a score and no verdict."""
    return bool(naming.score and not naming.success and "success" not in table.column_names)


def _advice(what: str) -> str:
    every = f"; {what}==NAME gives every row that value" if what in KEYS else ""
    return "Name it with --axis COLUMN" if what == "axis" else f"Name it with --column {what}=COLUMN{every}"


def _named(table: pa.Table, path: Path, what: str, name: str) -> pa.ChunkedArray:
    if name not in table.column_names:
        raise UserError(f"{path}: {unknown('column', name, table.column_names)}. {_advice(what)}")
    return _plain(table, path, name)


def _plain(table: pa.Table, path: Path, name: str) -> pa.ChunkedArray:
    if pa.types.is_nested(kind := table.schema.field(name).type):
        raise UserError(f"{path}: column “{name}” holds {kind}, not one plain value a row")
    return table[name]


def _key(table: pa.Table, path: Path, key: str, name: str) -> pa.ChunkedArray | pa.Array:
    if name.startswith("="):
        return pa.array([literal(name)] * table.num_rows, pa.string())
    column = texts(_named(table, path, key, name or key))
    empty = np.flatnonzero(pc.fill_null(pc.equal(column, ""), True).to_numpy())
    if empty.size:
        raise UserError(f"{_origin(path)(int(empty[0]))}: no {key} in column “{name or key}”")
    return column


def _rollout(table: pa.Table, path: Path, naming: Naming) -> pa.ChunkedArray | pa.Array:
    """Return what tells the rollouts of one configuration apart: their number, or the episode's own id."""
    if naming.episode:
        ids = values_said(texts(_named(table, path, "episode", naming.episode)))
        _refuse_repeated(ids, _origin(path), naming.episode)
        return ids
    if naming.rollout or "rollout" in table.column_names:
        return values_said(texts(_named(table, path, "rollout", naming.rollout or "rollout")))
    return pa.nulls(table.num_rows, pa.string())


def _refuse_repeated(ids: pa.ChunkedArray, origin: Origin, name: str) -> None:
    first: dict[Any, int] = {}
    if len(ids.unique()) == len(ids):
        return
    for row, value in enumerate(ids.to_pylist()):
        if value is not None and first.setdefault(value, row) != row:
            raise UserError(f"{origin(row)}: the same episode as {origin(first[value])} ({name} {value})")


def _verdicts(raw: pa.ChunkedArray, naming: Naming, origin: Origin) -> pa.ChunkedArray:
    """Parse each different value once; an error names its first row."""
    values = raw.unique()
    places = pc.index_in(raw, value_set=values)
    _, firsts = np.unique(places.to_numpy(), return_index=True)
    told = zip(values.to_pylist(), firsts, strict=True)
    judged = [verdict(value, naming.success_at, origin(int(first))) for value, first in told]
    return pc.take(pa.array(judged, pa.bool_()), places)


def _measure(table: pa.Table, name: str, path: Path) -> pa.ChunkedArray | pa.Array:
    if name not in table.column_names:
        return pa.nulls(table.num_rows, pa.float64())
    return _numbers(_plain(table, path, name), name, _origin(path), least=0)


def _numbers(column: pa.ChunkedArray, name: str, origin: Origin, least: float = -inf) -> pa.Array:
    """Return a column of finite numbers, null where it says nothing.

    Raises:
        UserError: a value is no number, is infinite or too small; names the row.
    """
    values = column.unique()
    known = [None if said is None or str(said).strip().lower() in NOTHING else said for said in values.to_pylist()]
    made = [None if said is None else number(said) for said in known]
    for said, value in zip(known, made, strict=True):
        if said is not None and (value is None or not isfinite(value) or value < least):
            row = int(pc.index(column, pa.scalar(said, column.type)).as_py())
            wanted = "a number" if least == -inf else f"a number from {least:g} on"
            raise UserError(f"{origin(row)}: column “{name}” wants {wanted}, not {said!r}")
    return pc.take(pa.array(made, pa.float64()), pc.index_in(column, value_set=values))


def in_words(raw: pa.ChunkedArray, naming: Naming, path: Path) -> tuple[pa.ChunkedArray, tuple[str, ...]] | None:
    """Return a column's verdicts with a note of what counts as a failure; None where it is no column of words.

    Raises:
        UserError: it holds nothing but words and nobody says which is a success, or no row has the word that is said.
    """
    said = pc.utf8_lower(pc.utf8_trim_whitespace(texts(raw)))
    known = {one["values"]: one["counts"] for one in pc.value_counts(said).to_pylist() if one["values"] is not None}
    words, wanted = [one for one in known if one not in NOTHING], naming.success_is.strip().lower()
    column, there = f"{path}: column “{naming.success or 'success'}”", _listed([f"“{one}”" for one in words])
    if wanted and wanted not in words:
        raise UserError(f"{column} never says “{wanted}”, as --read success_is has it; it says {there or 'nothing'}")
    if not wanted and words and not any(number(VERDICTS.get(one, one)) is not None for one in words):
        raise UserError(f"{column} says {there}: name the one that is a success, like --read success_is={words[0]}")
    if not wanted:
        return None
    failures = _listed([f"“{one}” ({known[one]})" for one in words if one != wanted])
    judged = pc.if_else(pc.is_in(said, pa.array(NOTHING)), pa.scalar(None, pa.bool_()), pc.equal(said, wanted))
    return judged, (f"failures are {failures}",) if failures else ()


def values_said(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return texts, null where they say nothing."""
    nothing = pc.is_in(pc.utf8_lower(pc.utf8_trim_whitespace(column)), pa.array(NOTHING))
    return pc.if_else(nothing, pa.scalar(None, pa.string()), column)


def _listed(words: list[str]) -> str:
    return ", ".join([*words[:MOST_WORDS], *(["…"] if len(words) > MOST_WORDS else [])])
