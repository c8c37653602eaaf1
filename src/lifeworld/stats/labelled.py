"""From a table with labels straight to arrays that every estimator takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifeworld.stats.estimate import complete_labels, finite
from lifeworld.stats.tally import FloatArray, IntArray

MOST_CELLS = 50_000_000
Labels = Sequence[Any] | NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """Values [app, task, axis 1 .. axis K, rollout], NaN where there is none, and what each place is called."""

    values: FloatArray
    apps: tuple[str, ...]
    tasks: tuple[tuple[str, ...], ...]
    axes: dict[str, tuple[str, ...]]


def from_labels(
    values: Sequence[float | None] | FloatArray,
    app: Labels,
    task: Labels,
    axes: Mapping[str, Labels] | None = None,
) -> Labelled:
    """Columns with a row an episode, as an array: `suite_interval(from_labels(won, app, task).values)`.

    Args:
        values: success (0, 1) or a score of each episode; None or NaN where it has none.
        app: its app's name.
        task: its task's name; the same name in two apps is two tasks.
        axes: by the name of each axis, its value for each episode. Rows that agree in all are rollouts.

    Raises:
        ValueError: for no value, an infinite one, a missing label, columns of unequal length, or too many cells to
            hold.
    """
    scores = np.array([np.nan if value is None else float(value) for value in values])
    finite(scores[~np.isnan(scores)], "values")
    columns = _columns({"app": app, "task": task, **(axes or {})}, scores.size)
    apps, place = np.unique(columns[0], return_inverse=True)
    pairs, pair = np.unique(np.stack([columns[0], columns[1]]), axis=1, return_inverse=True)
    first = np.searchsorted(pairs[0], apps)
    levels = [np.unique(column, return_inverse=True) for column in columns[2:]]
    cell = (place, pair.ravel() - first[place], *(codes for _, codes in levels))
    rollout = within_cells(np.unique(np.stack(cell), axis=1, return_inverse=True)[1].ravel())
    places = (*cell, rollout)
    shape = tuple(int(each.max()) + 1 for each in places)
    if np.prod(shape, dtype=float) > MOST_CELLS:
        raise ValueError(f"{' × '.join(map(str, shape))} cells are too many; name fewer axes")
    array = np.full(shape, np.nan)
    array[places] = scores
    names = tuple(tuple(pairs[1][pairs[0] == one].tolist()) for one in apps)
    told = {name: tuple(kinds.tolist()) for name, (kinds, _) in zip(axes or {}, levels, strict=True)}
    return Labelled(array, tuple(apps.tolist()), names, told)


def _columns(given: Mapping[str, Labels], rows: int) -> list[NDArray[Any]]:
    """Return each column of labels as texts; all of them have so many rows."""
    columns = [
        np.asarray(list(map(str, complete_labels(column, f"labels of {name}")))) for name, column in given.items()
    ]
    if any(column.size != rows for column in columns):
        raise ValueError(f"columns differ in length: {[rows, *(column.size for column in columns)]}")
    return columns


def within_cells(cells: IntArray) -> IntArray:
    """Return the number of each row among those of its cell, in the order of the rows."""
    order = np.argsort(cells, kind="stable")
    starts = np.flatnonzero(np.diff(cells[order], prepend=-1))
    counts = np.diff(np.append(starts, order.size))
    found = np.empty(order.size, np.int64)
    found[order] = np.arange(order.size) - np.repeat(starts, counts)
    return found
