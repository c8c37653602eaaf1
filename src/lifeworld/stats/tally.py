"""What estimators take: successes and trials in every cell [app, task, axis 1 .. axis K], or columns with labels.

Rollouts of one cell are exchangeable, so (successes, trials) is all any estimator needs of them. In a suite's score
apps are fixed and count alike, however many tasks each has.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, TypeAlias

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
        if self.successes.shape != self.trials.shape:
            raise ValueError(f"successes {self.successes.shape} and trials {self.trials.shape} differ in shape")
        if self.trials.ndim < 2 or self.trials.size == 0:
            raise ValueError("empty outcomes: expected [app, task, axes.., rollout] with at least one episode")
        if (self.successes < 0).any() or (self.successes > self.trials).any():
            raise ValueError("successes must lie between 0 and the trials of their cell")
        silent = np.flatnonzero(self.trials.reshape(len(self.trials), -1).sum(axis=1) == 0)
        if silent.size:
            raise ValueError(f"apps without any observed episode: {silent.tolist()}")

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


def known_mean(values: FloatArray) -> FloatArray:
    """Mean over the last axis of what is not NaN; NaN where nothing is known."""
    known = (~np.isnan(values)).sum(axis=-1)
    return np.asarray(np.where(known > 0, np.nansum(values, axis=-1) / np.maximum(known, 1), np.nan))


def whole_numbers(values: ArrayLike, name: str) -> IntArray:
    """Counts or indices as an array.

    Raises:
        ValueError: naming the argument, for one that is negative or not whole.
    """
    given = np.asarray(values, dtype=np.float64)
    if not (np.isfinite(given) & (given >= 0)).all() or (given % 1 != 0).any():
        raise ValueError(f"{name}: a number is negative or not whole")
    return given.astype(np.int64)


def refuse_rows(bad: NDArray[np.bool_], reason: str, what: str = "row") -> None:
    if bad.any():
        raise ValueError(f"{what} {int(np.flatnonzero(bad)[0])}: {reason}")


def finite(values: ArrayLike, name: str) -> FloatArray:
    """Values as an array.

    Raises:
        ValueError: naming the argument, if it is empty or holds NaN or infinity.
    """
    found = np.asarray(values, dtype=np.float64)
    if found.size == 0:
        raise ValueError(f"empty input: {name} has no value")
    if not np.isfinite(found).all():
        raise ValueError(f"{name} holds NaN or infinity")
    return found


def finite_list(values: ArrayLike, name: str) -> FloatArray:
    """Values as an array of one dimension.

    Raises:
        ValueError: as `finite`, or for more dimensions.
    """
    found = np.atleast_1d(finite(values, name))
    if found.ndim != 1:
        raise ValueError(f"{name} is no list of numbers: it has {found.ndim} dimensions")
    return found


def whole(value: float, name: str, least: int = 0) -> int:
    """A count as it is.

    Raises:
        ValueError: naming the argument, if it is not whole or less than `least`.
    """
    if not isfinite(value) or value != int(value) or value < least:
        raise ValueError(f"need {name}>={least}, got {name}={value}")
    return int(value)


def complete_labels(labels: ArrayLike, name: str, otherwise: str = "") -> list[Any]:
    """Labels as a list.

    Raises:
        ValueError: naming the argument, if one is missing (None or NaN); `otherwise` says what to do.
    """
    found: list[Any] = np.asarray(labels, dtype=object).ravel().tolist()
    gone = [row for row, label in enumerate(found) if label is None or label != label]
    if gone:
        raise ValueError(f"{len(gone)} of {len(found)} {name} are missing (the first at {gone[0]}){otherwise}")
    return found


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


Summary: TypeAlias = Literal["mean", "trimmed", "median", "iqm"]
Weights: TypeAlias = Literal["nested", "pooled"]


def _trimmed(scores: FloatArray, share: float) -> FloatArray:
    from scipy.stats import trim_mean  # half a second, for which no report without it need wait

    return np.asarray(trim_mean(scores, share, axis=-1))


SUMMARIES: dict[Summary, Callable[[FloatArray], FloatArray]] = {
    "mean": lambda scores: scores.mean(axis=-1),
    "trimmed": lambda scores: _trimmed(scores, 0.1),
    "median": lambda scores: np.asarray(np.median(scores, axis=-1)),
    "iqm": lambda scores: _trimmed(scores, 0.25),
}


def suite_score(outcomes: Outcomes, summary: Summary = "mean", weights: Weights = "nested") -> float:
    """One number for the suite: the summary over apps of the app scores.

    Args:
        outcomes: array [app, task, axes.., rollout] of 0, 1, NaN, or a Tally.
        summary: "mean", "trimmed" (10 % from each end), "median" or "iqm" (25 % from each end).
        weights: "nested" weighs tasks and their configurations alike; "pooled" weighs episodes alike, which is
            biased when hard tasks lose episodes.

    Raises:
        ValueError: for empty outcomes or an app without any episode.
    """
    return float(summarise(app_scores(outcomes, weights), summary))


def app_scores(outcomes: Outcomes, weights: Weights = "nested") -> FloatArray:
    """The score of every app, in order."""
    counts = tally(outcomes)
    if weights == "pooled":
        wins, trials = (each.reshape(counts.apps, -1).sum(axis=1) for each in (counts.successes, counts.trials))
        return np.asarray(wins / trials)
    if weights == "nested":
        return np.asarray(np.nanmean(task_means(counts), axis=1))
    raise ValueError(f"weights must be 'nested' or 'pooled', not {weights!r}")


def task_means(counts: Tally) -> FloatArray:
    """Mean over a task's observed cells, [app, task]; NaN for a task never observed."""
    return known_mean(counts.rates.reshape(*counts.trials.shape[:2], -1))


def nested_weights(counts: Tally) -> FloatArray:
    """Weight of one episode in each cell under which a plain mean of episodes is the nested suite score."""
    seen = counts.trials > 0
    cells = seen.reshape(*seen.shape[:2], -1).sum(axis=2)
    tasks = (cells > 0).sum(axis=1)
    share = 1 / (counts.apps * tasks[:, None] * np.maximum(cells, 1))
    return np.asarray(
        np.where(seen, share.reshape(*share.shape, *(1,) * len(counts.axes)) / np.maximum(counts.trials, 1), 0.0)
    )


def summarise(scores: FloatArray, summary: Summary) -> FloatArray:
    """Applies the summary over the last axis."""
    if summary not in SUMMARIES:
        raise ValueError(f"summary must be one of {sorted(SUMMARIES)}, not {summary!r}")
    return SUMMARIES[summary](scores)
