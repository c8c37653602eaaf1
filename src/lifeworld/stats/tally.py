"""Outcomes of a benchmark: successes and trials in every cell [app, task, axis 1 .. axis K].

Rollouts of one cell are exchangeable, so (successes, trials) is all any estimator needs of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Successes and trials, each of shape [app, task, axis 1 .. axis K]; zero trials mark a missing cell."""

    successes: IntArray
    trials: IntArray

    def __post_init__(self) -> None:
        check_tally(self.successes, self.trials)

    @property
    def apps(self) -> int:
        return len(self.trials)

    @property
    def axes(self) -> tuple[int, ...]:
        return self.trials.shape[2:]

    @property
    def rates(self) -> FloatArray:
        """Success rate of every cell, NaN where it is missing."""
        observed = self.trials > 0
        return np.where(observed, self.successes / np.maximum(self.trials, 1), np.nan)

    def app(self, index: int) -> "Tally":
        """The tally of one app alone, still with its app dimension."""
        return Tally(self.successes[index : index + 1], self.trials[index : index + 1])


Outcomes: TypeAlias = ArrayLike | Tally


def check_tally(successes: IntArray, trials: IntArray) -> None:
    if successes.shape != trials.shape:
        raise ValueError(f"successes {successes.shape} and trials {trials.shape} differ in shape")
    if trials.ndim < 2 or trials.size == 0:
        raise ValueError("empty outcomes: expected [app, task, axes.., rollout] with at least one episode")
    if (successes < 0).any() or (successes > trials).any():
        raise ValueError("successes must lie between 0 and the trials of their cell")
    silent = np.flatnonzero(trials.reshape(len(trials), -1).sum(axis=1) == 0)
    if silent.size:
        raise ValueError(f"apps without any observed episode: {silent.tolist()}")


def check_axis(counts: Tally, axis: int) -> int:
    if not 0 <= axis < len(counts.axes):
        raise ValueError(f"no such axis: {axis} (the outcomes have {len(counts.axes)} axes)")
    return axis


def tally(outcomes: Outcomes) -> Tally:
    """Counts outcomes[app, task, axis 1 .. axis K, rollout] of 0, 1 or NaN (missing) into cells.

    Raises:
        ValueError: for an empty array, fewer than three dimensions, or a value that is not 0, 1 or NaN.
    """
    return outcomes if isinstance(outcomes, Tally) else Tally(*counted(outcomes))


def counted(outcomes: Outcomes) -> tuple[IntArray, IntArray]:
    """Successes and trials in each cell, where an app may have no episode."""
    if isinstance(outcomes, Tally):
        return outcomes.successes, outcomes.trials
    values = np.asarray(outcomes, dtype=np.float64)
    if values.size == 0:
        raise ValueError("empty outcomes: expected [app, task, axes.., rollout] with at least one episode")
    if values.ndim < 3:
        raise ValueError(f"outcomes have {values.ndim} dimensions; expected [app, task, axes.., rollout]")
    seen = ~np.isnan(values)
    if not np.isin(values[seen], (0.0, 1.0)).all():
        raise ValueError("an outcome is neither 0, 1 nor missing")
    return np.nansum(values, axis=-1).astype(np.int64), np.asarray(seen.sum(axis=-1))


def whole_numbers(values: ArrayLike, name: str) -> IntArray:
    """Counts or indices as an array.

    Raises:
        ValueError: naming the argument, for one that is negative or not whole.
    """
    given = np.asarray(values, dtype=np.float64)
    if not (np.isfinite(given) & (given >= 0)).all() or (given % 1 != 0).any():
        raise ValueError(f"{name}: a number is negative or not whole")
    return given.astype(np.int64)


def tally_episodes(success: ArrayLike, app: ArrayLike, task: ArrayLike, axes: Sequence[ArrayLike] = ()) -> Tally:
    """Counts episodes given as equally long columns; indices start at 0 and tasks are numbered within their app.

    Raises:
        ValueError: for columns of unequal length, a negative index, or a success that is not 0 or 1 (its row is named).
    """
    wins = np.asarray(success, dtype=np.float64)
    if wins.size == 0:
        raise ValueError("empty outcomes: no episode given")
    columns = [np.asarray(column, dtype=np.float64) for column in (app, task, *axes)]
    if any(column.shape != wins.shape for column in columns):
        raise ValueError(f"columns differ in length: {[wins.size, *(column.size for column in columns)]}")
    refuse_rows(~np.isin(wins, (0.0, 1.0)), "success is neither 0 nor 1")
    refuse_rows(~np.all([column >= 0 for column in columns], axis=0), "negative index, or none")
    indices = [whole_numbers(column, "an index") for column in columns]
    shape = tuple(int(column.max()) + 1 for column in indices)
    flat = np.ravel_multi_index(tuple(indices), shape)
    size = int(np.prod(shape))
    trials = np.bincount(flat, minlength=size).reshape(shape)
    successes = np.bincount(flat, weights=wins, minlength=size).reshape(shape)
    return Tally(np.rint(successes).astype(np.int64), trials.astype(np.int64))


def refuse_rows(bad: NDArray[np.bool_], reason: str, what: str = "row") -> None:
    if bad.any():
        raise ValueError(f"{what} {int(np.flatnonzero(bad)[0])}: {reason}")
