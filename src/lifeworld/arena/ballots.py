"""Votes and labels as Arrow tables: the input of ranking, filters and analyses, from the database or from a file."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from lifeworld.core.errors import UserError
from lifeworld.stats.tally import FloatArray, IntArray

CHOICES = ("left", "right", "tie", "bad")
DIMENSIONS = ("category", "topic", "source", "device", "group", "background")
_SIDE = {"verdict": pa.string(), "steps": pa.int64(), "seconds": pa.float64(), "questions": pa.int64()}
VOTES = pa.schema(
    {
        "vote": pa.int64(),
        "battle": pa.string(),
        "task": pa.string(),
        "category": pa.string(),
        "topic": pa.string(),
        "source": pa.string(),
        "device": pa.string(),
        "left": pa.string(),
        "right": pa.string(),
        "choice": pa.string(),
        "voter": pa.string(),
        "group": pa.string(),
        "background": pa.string(),
        "address": pa.string(),
        "seconds": pa.float64(),
        "created": pa.timestamp("us", tz="UTC"),
        "chance": pa.float64(),
        **{f"{side}_{name}": kind for side in ("left", "right") for name, kind in _SIDE.items()},
    }
)
"""One row per vote. `left` and `right` name the agents, `chance` is the probability with which their pair was drawn
(null: unknown), `seconds` the time from showing to vote; for each side its verdict, steps, seconds and questions. All
columns but the agents and the choice may be null."""
LABELS = pa.schema(
    {
        "vote": pa.int64(),
        "battle": pa.string(),
        "voter": pa.string(),
        "side": pa.string(),
        "step": pa.int64(),
        "label": pa.string(),
        "value": pa.bool_(),
    }
)
"""One row per label; `step` is null for labels of a whole side."""


def check_votes(table: pa.Table) -> pa.Table:
    """Return a table of votes after checking that each can be counted.

    Raises:
        UserError: a row can't be counted; the message names the first one.
    """
    for name in ("left", "right", "choice"):
        _reject(pc.is_null(table[name]), f"{name} is missing")
    impossible = pc.or_(pc.less_equal(table["chance"], 0), pc.greater(table["chance"], 1))
    _reject(pc.fill_null(impossible, False), "chance must be above 0 and at most 1")
    _reject(pc.equal(table["left"], table["right"]), "both sides name the same agent")
    _reject(pc.invert(pc.is_in(table["choice"], pa.array(CHOICES))), f"choice must be one of {', '.join(CHOICES)}")
    return table


def _reject(bad: pa.ChunkedArray, reason: str) -> None:
    rows = np.flatnonzero(bad.to_numpy())
    if rows.size:
        raise UserError(f"vote {int(rows[0])}: {reason}")


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """A column of strings as integer codes `of`, and the strings in code order; null is ""."""

    names: tuple[str, ...]
    of: IntArray


def codes(table: pa.Table, *columns: str) -> list[Codes]:
    """Return columns of strings as integer codes, which are the same in all of them."""
    filled = [pc.fill_null(table[name], "").combine_chunks() for name in columns]
    names = tuple(sorted({name for column in filled for name in pc.unique(column).to_pylist()}))
    order = pa.array(names, pa.string())
    return [Codes(names, pc.index_in(column, order).to_numpy().astype(np.int64)) for column in filled]


def voters(table: pa.Table) -> IntArray:
    """Return the voters as integer codes; each vote without a voter gets its own code."""
    found = codes(table, "voter")[0]
    unnamed = (np.array(found.names) == "")[found.of]
    return np.where(unnamed, len(found.names) + np.arange(table.num_rows), found.of)


def choices(table: pa.Table) -> IntArray:
    """Return the choices as indices into `CHOICES`."""
    return np.asarray(pc.index_in(table["choice"], pa.array(CHOICES)).to_numpy(), dtype=np.int64)


def numbers(table: pa.Table, column: str) -> FloatArray:
    """Return a numeric column, with NaN for null."""
    return np.asarray(pc.cast(table[column], pa.float64()).to_numpy(zero_copy_only=False), dtype=np.float64)


def successes(table: pa.Table, side: str) -> FloatArray:
    """Return 1 where the side's agent succeeded, 0 where it failed, NaN where it was not scored."""
    verdict = pc.fill_null(table[f"{side}_verdict"], "")
    known = pc.is_in(verdict, pa.array(("success", "failure"))).to_numpy(zero_copy_only=False)
    return np.where(known, pc.equal(verdict, "success").to_numpy(zero_copy_only=False), np.nan)


def first_rows(table: pa.Table, column: str) -> pa.Table:
    """Return the first row for each value of a column, and all rows where it is null."""
    kept = np.unique(codes(table, column)[0].of, return_index=True)[1]
    lone = np.flatnonzero(pc.is_null(table[column]).to_numpy())
    return table.take(np.union1d(kept, lone))
