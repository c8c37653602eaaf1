"""The hierarchical bootstrap of DigiWorld/PRISM and its ladder of variants.

Apps are fixed. Within an app tasks are drawn with replacement; for each drawn task the observed levels of
every axis are drawn independently and crossed; in each drawn cell the rollouts are resampled. A level left out of the
ladder keeps its data as they are. All cell occurrences of equal (successes, trials) that count alike share one binomial
draw, which has the same distribution as drawing every rollout and is much faster.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal, TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from lifeworld.stats.intervals import Estimate, percentiles
from lifeworld.stats.tally import (
    FloatArray,
    IntArray,
    Outcomes,
    Summary,
    Tally,
    check_axis,
    suite_score,
    summarise,
    tally,
    whole,
)

Level: TypeAlias = Literal["task", "rao-wu", "axes", "configurations", "rollout"]
Rung: TypeAlias = Literal["rollout", "rollout+axes", "full", "task_only", "rao_wu", "full_configurations"]
BATCH = 1 << 21
TABLE_LIMIT = 5
LADDER: dict[str, tuple[Level, ...]] = {
    "rollout": ("rollout",),
    "rollout+axes": ("axes", "rollout"),
    "full": ("task", "axes", "rollout"),
    "full_configurations": ("task", "configurations", "rollout"),
    "task_only": ("task",),
    "rao_wu": ("rao-wu",),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is drawn: the levels, and the axes whose levels are shared by all tasks (crossed) when drawn."""

    levels: tuple[Level, ...]
    crossed: tuple[int, ...] = ()


def hierarchical_bootstrap(
    outcomes: Outcomes,
    rng: Generator,
    rung: Rung = "full",
    replicates: int = 2000,
    level: float = 0.95,
    summary: Summary = "mean",
) -> Estimate:
    """Percentile interval of the suite score, apps fixed, the chosen levels resampled within them.

    Its coverage is not its level: it over-covers where tasks differ little and under-covers where they are few.
    `suite_interval` is calibrated; this is here by name, for comparison with published numbers.

    Args:
        outcomes: array [app, task, axes.., rollout] of 0, 1, NaN, or a Tally.
        rng: the only source of randomness.
        rung: "rollout", "rollout+axes", "full" (the paper's), "full_configurations" (cells drawn as units: for sparse
            designs, where independent axes would mostly meet missing cells), "task_only", or "rao_wu" (S-1
            tasks drawn, which corrects the (S-1)/S deflation).
        replicates: number of bootstrap replicates.
        level: of the interval.
        summary: over apps; see `suite_score`.

    Raises:
        ValueError: for empty outcomes, an app without episodes, an unknown rung, or "rao_wu" with a lone task.
    """
    counts = tally(outcomes)
    scores = summarise(bootstrap_replicates(counts, rng, ladder(rung), replicates), summary)
    return percentile_estimate(scores, counts, level, summary, f"hierarchical bootstrap ({rung})")


def crossed_bootstrap(
    outcomes: Outcomes, rng: Generator, crossed: Sequence[int], replicates: int = 2000, level: float = 0.95
) -> Estimate:
    """The pigeonhole bootstrap: levels of the `crossed` axes are drawn once a replicate, for all tasks alike.

    Use it when the levels of an axis (themes, say) are a sample and each is shared by all tasks.

    Raises:
        ValueError: as `hierarchical_bootstrap`, or when there is no such axis.
    """
    counts = tally(outcomes)
    plan = Plan(("task", "axes"), tuple(check_axis(counts, axis) for axis in crossed))
    scores = bootstrap_replicates(counts, rng, plan, replicates).mean(axis=1)
    return percentile_estimate(scores, counts, level, "mean", "crossed bootstrap")


def bootstrap_replicates(outcomes: Outcomes, rng: Generator, plan: Plan, replicates: int = 2000) -> FloatArray:
    """App scores of every replicate, [replicate, app]: for any statistic over apps, profiles included."""
    whole(replicates, "replicates", 1)
    counts = tally(outcomes)
    shared = {axis: draw_counts(counts.axes[axis], counts.axes[axis], replicates, rng) for axis in plan.crossed}
    columns = [AppDraws(counts.app(app), plan, shared, rng).scores(replicates) for app in range(counts.apps)]
    return np.stack(columns, axis=1)


def percentile_estimate(scores: FloatArray, counts: Tally, level: float, summary: Summary, method: str) -> Estimate:
    low, high = percentiles(scores, level)
    warnings = () if high > low else ("all replicates are equal: the interval has no width and says nothing",)
    se = float(scores.std(ddof=1)) if scores.size > 1 else float("nan")
    value = suite_score(counts, summary)
    return Estimate(value, float(low), float(high), int(counts.trials.sum()), level, method, se, warnings=warnings)


def ladder(rung: str) -> Plan:
    if rung not in LADDER:
        raise ValueError(f"rung must be one of {sorted(LADDER)}, not {rung!r}")
    return Plan(LADDER[rung])


class AppDraws:
    """Resamples one app. Its tasks are those observed; cells are flattened."""

    def __init__(self, counts: Tally, plan: Plan, shared: dict[int, IntArray], rng: Generator) -> None:
        present = counts.trials[0].reshape(counts.trials.shape[1], -1).any(axis=1)
        self.trials = counts.trials[0][present]
        self.successes = counts.successes[0][present]
        self.plan, self.shared, self.rng = plan, shared, rng

    def scores(self, replicates: int) -> FloatArray:
        """The app's score in every replicate."""
        drawn = self.draw_tasks(replicates)
        if not self.draws_cells and "rollout" not in self.plan.levels:
            return np.asarray(drawn @ self.means / drawn.sum(axis=1))
        if self.balanced:
            return self.balanced_scores(drawn)
        return self.ragged_scores(drawn)

    @property
    def balanced(self) -> bool:
        """Whether every cell has the same number of rollouts, so that all drawn cells count alike."""
        return bool((self.trials == self.trials.flat[0]).all())

    @property
    def means(self) -> FloatArray:
        """Mean over the observed cells of each task."""
        trials, successes = (part.reshape(len(part), -1) for part in (self.trials, self.successes))
        return np.asarray((successes / np.maximum(trials, 1)).sum(axis=1) / (trials > 0).sum(axis=1))

    @property
    def draws_cells(self) -> bool:
        return self.trials.ndim > 1 and not {"axes", "configurations"}.isdisjoint(self.plan.levels)

    def draw_tasks(self, replicates: int) -> IntArray:
        """How often each task is drawn, [replicate, task]."""
        size = len(self.trials)
        if "task" in self.plan.levels:
            return draw_counts(size, size, replicates, self.rng)
        if "rao-wu" in self.plan.levels:
            if size < 2:
                raise ValueError("app with one task: rao_wu draws S-1 tasks and needs at least two")
            return draw_counts(size, size - 1, replicates, self.rng)
        return np.ones((replicates, size), dtype=np.int64)

    def balanced_scores(self, drawn: IntArray) -> FloatArray:
        rollouts = int(self.trials.flat[0])
        values, classes = np.unique(self.successes.reshape(len(self.successes), -1), return_inverse=True)
        classes = classes.reshape(len(self.successes), -1)
        members = (classes[:, :, None] == np.arange(values.size)).astype(np.float64)
        weights = self.class_weights(drawn, members)
        wins = self.draw_wins(weights, values, np.full(values.size, rollouts))
        return np.asarray(wins.sum(axis=1) / (rollouts * weights.sum(axis=1)))

    def class_weights(self, drawn: IntArray, members: FloatArray) -> FloatArray:
        """How often cells of each class are drawn, [replicate, class], over all tasks of the app."""
        if not self.draws_cells:
            return np.asarray(drawn @ members.sum(axis=1))
        total = np.zeros((len(drawn), members.shape[2]))
        batch = max(1, BATCH // (len(drawn) * members.shape[1]))
        for start in range(0, len(members), batch):
            part = slice(start, start + batch)
            total += (self.summed_cells(drawn[:, part]) @ members[part]).sum(axis=0)
        return total

    def summed_cells(self, drawn: IntArray) -> FloatArray:
        """How often each cell of complete tasks is drawn, [task, replicate, cell]."""
        times = drawn.T.ravel()
        rounds = np.repeat(np.tile(np.arange(len(drawn)), drawn.shape[1]), times)
        weights = self.cell_weights(0, rounds)
        drawing = np.flatnonzero(times)
        summed = np.zeros((times.size, weights.shape[1]))
        if drawing.size:
            summed[drawing] = np.add.reduceat(weights, np.cumsum(times[drawing]) - times[drawing])
        return summed.reshape(drawn.shape[1], len(drawn), -1)

    def ragged_scores(self, drawn: IntArray) -> FloatArray:
        total = np.zeros(len(drawn))
        for task, times in enumerate(drawn.T):
            rounds = np.repeat(np.arange(len(drawn)), times)
            total += np.bincount(rounds, self.task_scores(task, rounds), minlength=len(drawn))
        return np.asarray(total / drawn.sum(axis=1))

    def task_scores(self, task: int, rounds: IntArray) -> FloatArray:
        """The task's score at each time it is drawn; every drawn cell counts alike."""
        trials = self.trials[task].ravel()
        seen = trials > 0
        base = int(trials.max()) + 1
        kinds, classes = np.unique(self.successes[task].ravel()[seen] * base + trials[seen], return_inverse=True)
        successes, trials = np.divmod(kinds, base)
        members = (classes[:, None] == np.arange(kinds.size)).astype(np.float64)
        weights = self.cell_weights(task, rounds) @ members
        wins = self.draw_wins(weights, successes, trials)
        return np.asarray((wins / trials).sum(axis=1) / weights.sum(axis=1))

    def cell_weights(self, task: int, rounds: IntArray) -> FloatArray:
        """How often each observed cell of a task is drawn, [occurrence, observed cell]."""
        seen = self.trials[task] > 0
        size = int(seen.sum())
        if not self.draws_cells:
            return np.ones((len(rounds), size))
        if "configurations" in self.plan.levels:
            return draw_counts(size, size, len(rounds), self.rng).astype(np.float64)
        axes = [self.axis_weights(seen, axis, rounds) for axis in range(seen.ndim)]
        return refill_empty(cross(axes)[:, seen.ravel()], self.rng)

    def axis_weights(self, seen: NDArray[np.bool_], axis: int, rounds: IntArray) -> IntArray:
        """How often each level of an axis is drawn, [occurrence, level]; levels never observed are not drawn."""
        if axis in self.shared:
            shared: IntArray = self.shared[axis][rounds]
            return shared
        observed = np.flatnonzero(seen.any(axis=tuple(other for other in range(seen.ndim) if other != axis)))
        weights = np.zeros((len(rounds), seen.shape[axis]), dtype=np.int64)
        weights[:, observed] = draw_counts(observed.size, observed.size, len(rounds), self.rng)
        return weights

    def draw_wins(self, weights: FloatArray, successes: IntArray, trials: IntArray) -> FloatArray:
        """Successes of all drawn cells of each class: binomial if rollouts are drawn, else as they were."""
        if "rollout" not in self.plan.levels:
            return weights * successes
        wins = weights * np.where(successes == trials, trials, 0)
        for kind in np.flatnonzero((successes > 0) & (successes < trials)):
            rolls = (weights[:, kind] * trials[kind]).astype(np.int64)
            wins[:, kind] = self.rng.binomial(rolls, successes[kind] / trials[kind])
        return wins


def draw_counts(size: int, draws: int, rounds: int, rng: Generator) -> IntArray:
    """How often each of `size` units comes up in `draws` draws with replacement, [round, unit]."""
    if draws == size and size <= TABLE_LIMIT:
        table = count_table(size)
        return np.asarray(table[rng.integers(len(table), size=rounds)])
    drawn = rng.integers(size, size=(rounds, draws)) + size * np.arange(rounds)[:, None]
    return np.bincount(drawn.ravel(), minlength=rounds * size).reshape(rounds, size)


@lru_cache(maxsize=TABLE_LIMIT)
def count_table(size: int) -> IntArray:
    """Counts of every equally likely sequence of `size` draws: looking one up is faster than a multinomial."""
    draws = np.array(list(product(range(size), repeat=size)))
    return np.asarray((draws[:, :, None] == np.arange(size)).sum(axis=1))


def cross(weights: list[IntArray]) -> FloatArray:
    """Product weights [occurrence, cell] of independently drawn axes, cells in C order."""
    crossed = np.ones((len(weights[0]), 1))
    for axis in weights:
        crossed = (crossed[:, :, None] * axis[:, None, :]).reshape(len(crossed), -1)
    return crossed


def refill_empty(weights: FloatArray, rng: Generator) -> FloatArray:
    """Gives rows without weight, which drew only missing cells, one observed cell at random."""
    empty = np.flatnonzero(weights.sum(axis=1) == 0)
    weights[empty, rng.integers(weights.shape[1], size=empty.size)] = 1
    return weights
