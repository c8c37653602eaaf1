"""Runs of `lifeworld eval`: a run's folder, or its results.parquet alone."""

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from lifeworld.core.choices import EVERY_AXIS
from lifeworld.core.counting import joined
from lifeworld.core.errors import UserError
from lifeworld.report.readers.files import loaded
from lifeworld.report.readers.plain_tables import apart, part_of
from lifeworld.report.readers.table import OURS, Naming, Part
from lifeworld.run import results
from lifeworld.run.folder import Folder

NAMED, COUNTED = ("agent", "channel", "driver", "app", "task"), ("tokens_in", "tokens_out")
MARKS = {"fingerprint", "channel", "driver", "privileged"}


def is_own(table: pa.Table) -> bool:
    """Return whether a table is a results.parquet of Lifeworld."""
    return set(table.column_names) >= MARKS


def read(path: Path, naming: Naming) -> Part:
    """Return the episodes of a run; an agent is an agent through one channel of one driver.

    Raises:
        UserError: it holds no run, or no finished episode.
    """
    folder = Folder(path)
    table = _of_folder(folder) if path.is_dir() else loaded(path)
    if not table.num_rows:
        raise UserError(folder.unplayed)
    _refuse_odd(table, path)
    named = pc.binary_join_element_wise(table["agent"], table["channel"], table["driver"], " · ")
    tokens = pc.add(table["tokens_in"], table["tokens_out"])
    table = table.append_column("tokens", tokens)
    if not naming.agent:
        table = table.set_column(table.column_names.index("agent"), "agent", named)
    axes = naming.axes or tuple(axis for axis in EVERY_AXIS if axis in table.column_names)
    own = replace(naming, rollout=naming.rollout or "repeat", axes=axes)
    found = part_of(table, path / "results.parquet" if path.is_dir() else path, own)
    for name, (kind, otherwise) in OURS.items():
        renamed = naming.agent if name == "privileged" else naming.app
        if not renamed and name in table.column_names and table.schema.field(name).type == kind:
            found = replace(found, table=found.table.append_column(name, pc.fill_null(table[name], otherwise)))
    damaged = tuple(f"{place} is damaged ({what}) and left out" for place, what in folder.damaged.items())
    unnamed = [one for one in EVERY_AXIS if one in table.column_names]
    notes = (*damaged, *_knowing(table))
    return replace(found, notes=notes, apart=lambda row, other: apart(table, row, other, unnamed))


def _knowing(table: pa.Table) -> tuple[str, ...]:
    """Return a note with the agents that know the tasks, if any: they are no rivals of the others."""
    if "privileged" not in table.column_names or not pa.types.is_boolean(table["privileged"].type):
        return ()
    names = sorted(set(table["agent"].filter(table["privileged"]).to_pylist()))
    told = "know the tasks and are" if len(names) > 1 else "knows the tasks and is"
    return (f"{joined(names)} {told} no result to compare others with",) if names else ()


def _refuse_odd(table: pa.Table, path: Path) -> None:
    for name in (*NAMED, *COUNTED):
        if name not in table.column_names:
            raise UserError(f"{path}: there is no column “{name}”; is it a results.parquet of a run?")
        kind = table.schema.field(name).type
        numbers = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_null(kind)
        if not (pa.types.is_string(kind) if name in NAMED else numbers):
            raise UserError(f"{path}: column “{name}” holds {kind}, not {'text' if name in NAMED else 'numbers'}")


def _of_folder(folder: Folder) -> pa.Table:
    """Return a run's table: from its episodes, or the filed one where that is all there is."""
    folder.about()
    filed = folder.path / "results.parquet"
    return loaded(filed) if filed.exists() and next(folder.episodes(), None) is None else results.table(folder)
