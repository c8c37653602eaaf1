"""Episodes as columns of NumPy arrays; a text is a number in a list of labels, so that a million episodes fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from lifeworld.core.choices import EVERY_AXIS
from lifeworld.core.errors import UserError
from lifeworld.stats.tally import FloatArray, IntArray

Codes: TypeAlias = NDArray[np.integer[Any]]  # of few different values, so that small integers do
BoolArray = NDArray[np.bool_]

SCORED = ("failure", "success")
_TEXTS = ("agent", "channel", "driver", "category", "app", "apps", "task", "status", "repeat", "mode", "wall")
_DEFAULTS = {"category": "single", "driver": "", "channel": "", "status": "unscored"}
_LARGEST = 2**62
_MOST_VALUES = 24
_OWN_AXES = {axis: axis for axis in EVERY_AXIS}


@dataclass(frozen=True, eq=False)
class Texts:
    """A column of few different texts: `labels[codes[n]]` is the text of episode n; labels are in order."""

    labels: tuple[str, ...]
    codes: Codes

    def where(self, *wanted: str) -> BoolArray:
        """Return which episodes have one of these texts."""
        table = np.array([label in wanted for label in self.labels], dtype=bool)
        return np.asarray(table[self.codes])


@dataclass(frozen=True, eq=False)
class Episodes:
    """All episodes of a run. Columns that the source lacks are one empty label, or NaN.

    Attributes:
        table: the source.
        texts: its columns of text.
        axes: the value of each axis along which the environment may vary.
    """

    table: pa.Table
    texts: dict[str, Texts]
    axes: dict[str, Texts]

    @property
    def size(self) -> int:
        return int(self.table.num_rows)

    @property
    def success(self) -> BoolArray:
        return self.texts["status"].where("success")

    @property
    def scored(self) -> BoolArray:
        return self.texts["status"].where(*SCORED)

    def marked(self, name: str) -> BoolArray:
        """Return which episodes a column of yes and no marks; none where the source lacks it."""
        if name not in self.table.column_names:
            return np.zeros(self.size, dtype=bool)
        return np.asarray(_whole(self.table[name]).fill_null(False).to_numpy(zero_copy_only=False), dtype=bool)

    def number(self, name: str) -> FloatArray:
        """Return a column of numbers or of yes and no; NaN where the source has no such column or value."""
        kind = self.table.schema.field(name).type if name in self.table.column_names else pa.null()
        if not (pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind)):
            return np.full(self.size, np.nan)
        return np.asarray(_whole(self.table[name]).cast(pa.float64()).to_numpy(zero_copy_only=False), dtype=np.float64)

    def varying(self) -> list[str]:
        """Return the axes that vary, leaving out those of more values than anyone would compare."""
        return [axis for axis, own in self.axes.items() if 2 <= len(own.labels) <= _MOST_VALUES]

    def rows(self, places: IntArray, names: Sequence[str]) -> list[dict[str, object]]:
        """Return some episodes as rows, with the columns named that there are."""
        kept = [name for name in names if name in self.table.column_names]
        found: list[dict[str, object]] = self.table.select(kept).take(pa.array(places)).to_pylist()
        return found


def episodes(results: pa.Table, behaviour: pa.Table | None = None, axes: Mapping[str, str] | None = None) -> Episodes:
    """Return the episodes of a results table, with their behaviour joined where it was measured.

    Args:
        results: one row an episode, columns as in `results.parquet`; `agent`, `task`, `app` and `status` must be
            there.
        behaviour: one row an episode, by the column `episode`.
        axes: the column of each axis; by default those of our own runs.

    Raises:
        UserError: there are no episodes, or a needed column is missing.
    """
    missing = [name for name in ("agent", "app", "task", "status") if name not in results.column_names]
    if missing:
        raise UserError(f"the results lack the column {', '.join(missing)}")
    if results.num_rows == 0:
        raise UserError("the results hold no episodes")
    table = joined(results, behaviour) if behaviour is not None else results
    found = {axis: texts_of(table, name) for axis, name in (_OWN_AXES if axes is None else axes).items()}
    return Episodes(table, {name: texts_of(table, name) for name in _TEXTS}, found)


def joined(results: pa.Table, behaviour: pa.Table) -> pa.Table:
    """Return the results with the behaviour of the same episodes; null where none was measured."""
    if not results["episode"].equals(behaviour["episode"]):
        behaviour = behaviour.take(_whole(pc.index_in(results["episode"], value_set=_whole(behaviour["episode"]))))
    for name in behaviour.column_names:
        if name not in results.column_names:
            results = results.append_column(name, behaviour[name])
    return results


def combined(codes: Sequence[Codes]) -> tuple[IntArray, int]:
    """Return one number for each combination of codes, from 0 and without gaps, and how many combinations there are."""
    key, size = np.zeros(codes[0].size, dtype=np.int64), 1
    for column in codes:
        width = int(column.max()) + 1
        if size * width > _LARGEST:
            key, size = _compressed(key, size)
        key, size = key * width + column, size * width
    return _compressed(key, size)


def numbered(group: IntArray, member: Codes) -> tuple[IntArray, IntArray]:
    """Number the different members of each group from 0, in order; and return the first row of each, group by group."""
    key, _ = combined([group, member])
    first = first_rows(key)
    starts = np.searchsorted(group[first], np.arange(int(group.max()) + 1))
    return (np.arange(first.size) - starts[group[first]])[key], first


def first_rows(key: IntArray) -> IntArray:
    """Return the first row of each number, for numbers without gaps."""
    return np.asarray(np.unique(key, return_index=True)[1])


def added(place: IntArray, counts: NDArray[Any], shape: tuple[int, ...]) -> IntArray:
    """Return counts added up by place in an array of this shape."""
    sums = np.bincount(place, weights=counts, minlength=int(np.prod(shape)))
    return np.rint(sums).astype(np.int64).reshape(shape)


def _compressed(key: IntArray, size: int) -> tuple[IntArray, int]:
    """Return numbers below `size` as numbers without gaps, in the same order, and how many different ones there are."""
    if size <= key.size:  # no need to sort
        there = np.bincount(key, minlength=size) > 0
        return (np.cumsum(there) - 1)[key], int(there.sum())
    unique, codes = np.unique(key, return_inverse=True)
    return np.asarray(codes, dtype=np.int64).ravel(), int(unique.size)


def texts_of(table: pa.Table, name: str) -> Texts:
    """Return a column as labels and codes; a null is an empty label."""
    if name not in table.column_names:
        return Texts((_DEFAULTS.get(name, ""),), np.zeros(table.num_rows, dtype=np.int32))
    column = _whole(table[name])
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    found = ["" if label is None else label for label in column.dictionary.to_pylist()]
    empty = len(found)
    codes = pc.fill_null(column.indices.cast(pa.int32()), empty).to_numpy(zero_copy_only=False)
    return _ordered([*found, ""], codes)


def _ordered(found: list[object], codes: Codes) -> Texts:
    """Put labels in order (numbers by size) and leave out those that nothing has."""
    used = np.flatnonzero(np.bincount(codes))
    order = sorted({found[code] for code in used}, key=lambda label: (isinstance(label, str), label))
    places = {label: place for place, label in enumerate(order)}
    renamed = np.array([places.get(label, 0) for label in found], dtype=np.int32)
    return Texts(tuple(str(label) for label in order), renamed[codes])


def _whole(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
