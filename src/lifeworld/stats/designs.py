"""Simulated benchmarks whose true score is known, and how often the estimators' intervals hold it.

A cell's success rate is its app's, moved by its task, by the levels of shared themes, and by itself, then clipped
to [0, 1]. The truth is the mean over the population of new tasks, so it includes what clipping does.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from typing import Literal, TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.special import betaincinv, ndtr

from lifeworld.stats.bootstrap import Rung, hierarchical_bootstrap
from lifeworld.stats.cluster import cluster_t, crossed_t, suite_interval
from lifeworld.stats.intervals import Estimate, wald, wilson
from lifeworld.stats.tally import FloatArray, Tally

Missing = Literal["none", "half", "informative"]

QUANTILES = (np.arange(4000) + 0.5) / 4000


@dataclass(frozen=True, slots=True)
class Population:
    """A kind of benchmark: every app draws its number of `tasks` between the two given."""

    name: str
    apps: tuple[float, ...]
    tasks: tuple[int, int]
    axes: tuple[int, ...] = (3, 3, 3)
    rollouts: int = 3
    task_sd: float = 0.25
    cell_sd: float = 0.05
    theme_sd: float = 0.0
    u_shaped: bool = False
    missing: Missing = "none"

    @property
    def truth(self) -> float:
        return float(np.mean([self.mean_rate(rate) for rate in self.apps]))

    def mean_rate(self, rate: float) -> float:
        """Expected success of a new task of an app."""
        if not self.u_shaped:
            return float(clipped_mean(rate, (self.task_sd**2 + self.cell_sd**2 + self.theme_sd**2) ** 0.5))
        return float(clipped_mean(betaincinv(rate, 1 - rate, QUANTILES), self.cell_sd).mean())


def clipped_mean(centre: FloatArray | float, sd: float) -> FloatArray:
    """E[clip(N(centre, sd), 0, 1)]."""
    centre = np.asarray(centre, float)
    if sd == 0:
        return np.clip(centre, 0, 1)
    low, high = -centre / sd, (1 - centre) / sd
    inside = ndtr(high) - ndtr(low)
    return np.asarray(centre * inside - sd * (density(high) - density(low)) + 1 - ndtr(high))


def density(z: FloatArray) -> FloatArray:
    return np.asarray(np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi))


def simulate(population: Population, rng: Generator) -> Tally:
    """One benchmark run by one agent."""
    rates = cell_rates(population, task_rates(population, rng), rng)
    trials = np.where(observed(population, rates, rng), population.rollouts, 0)
    return Tally(rng.binomial(trials, rates), trials)


def simulate_pair(population: Population, alike: float, gaps: FloatArray, rng: Generator) -> tuple[Tally, Tally]:
    """Two agents on the same tasks: difficulty correlates by `alike`, the second scores `gaps` higher by app."""
    size = (len(population.apps), population.tasks[1])
    shared, own = rng.standard_normal(size), rng.standard_normal(size)
    apps = np.array(population.apps)[:, None]
    first = apps + population.task_sd * shared
    second = apps + gaps[:, None] + population.task_sd * (alike * shared + (1 - alike**2) ** 0.5 * own)
    return roll(population, first, rng), roll(population, second, rng)


def roll(population: Population, centre: FloatArray, rng: Generator) -> Tally:
    """Rollouts of one agent in every cell."""
    rates = cell_rates(population, centre, rng)
    trials = np.full(rates.shape, population.rollouts)
    return Tally(rng.binomial(trials, rates), trials)


def cell_rates(population: Population, centre: FloatArray, rng: Generator) -> FloatArray:
    """True success rate of every cell around its task's; those beyond an app's size are there, but never run."""
    shape = (len(population.apps), population.tasks[1])
    rates = centre.reshape(*shape, *(1,) * len(population.axes)) + population.cell_sd * rng.standard_normal(
        (*shape, *population.axes)
    )
    if population.theme_sd:
        rates += population.theme_sd * rng.standard_normal(population.axes[:1]).reshape(
            -1, *(1,) * (len(population.axes) - 1)
        )
    return np.clip(rates, 0, 1)


def task_rates(population: Population, rng: Generator) -> FloatArray:
    apps = np.array(population.apps)[:, None]
    size = (len(population.apps), population.tasks[1])
    if population.u_shaped:
        return np.asarray(rng.beta(apps, 1 - apps, size=size))
    return np.asarray(apps + population.task_sd * rng.standard_normal(size))


def observed(population: Population, rates: FloatArray, rng: Generator) -> NDArray[np.bool_]:
    """Which cells were run: every task of an app keeps at least its first cell."""
    least, most = population.tasks
    sizes = rng.integers(least, most + 1, size=len(rates))
    present = np.arange(most) < sizes[:, None]
    seen = np.broadcast_to(present.reshape(*present.shape, *(1,) * len(population.axes)), rates.shape).copy()
    if population.missing == "none":
        return seen
    hard = task_mean(rates) < 0.4
    lost = np.where(hard, 0.8, 0.1) if population.missing == "informative" else np.full(hard.shape, 0.5)
    kept = (rng.random(rates.shape) >= lost).reshape(*present.shape, -1)
    kept[:, :, 0] = True
    return np.asarray(seen & kept.reshape(rates.shape))


def task_mean(rates: FloatArray) -> FloatArray:
    return np.asarray(rates.mean(axis=tuple(range(2, rates.ndim)), keepdims=True))


def spread_rates(low: float, high: float, apps: int, power: float = 1.0) -> tuple[float, ...]:
    return tuple((low + (high - low) * np.linspace(0, 1, apps) ** power).tolist())


CALIBRATED = spread_rates(0.16, 0.62, 15, 0.79)
EVEN = spread_rates(0.05, 0.95, 15)

FIGURE_1B = Population("Figure 1b", CALIBRATED, (8, 8))
TABLE_3 = Population("Table 3, heterogeneous", EVEN, (10, 10), task_sd=0.08, cell_sd=0.03)

MULTI_APP = (
    replace(FIGURE_1B, name="D1 Figure 1b, 8 tasks"),
    replace(TABLE_3, name="D2 Table 3, heterogeneous"),
    replace(TABLE_3, name="D3 Table 3, homogeneous", task_sd=0.0, cell_sd=0.0),
    replace(FIGURE_1B, name="D4 3 tasks", tasks=(3, 3)),
    replace(FIGURE_1B, name="D4b 2 tasks", tasks=(2, 2)),
    replace(FIGURE_1B, name="D5 5 apps, 3 tasks", apps=spread_rates(0.16, 0.62, 5, 0.79), tasks=(3, 3)),
    replace(FIGURE_1B, name="D7 no axes, 3 rollouts", axes=()),
    replace(FIGURE_1B, name="D7b no axes, 1 rollout", axes=(), rollouts=1),
    replace(FIGURE_1B, name="D7c 26 tasks, 20 rollouts", tasks=(26, 26), axes=(), rollouts=20),
    replace(FIGURE_1B, name="D9 U-shaped tasks", u_shaped=True),
    replace(FIGURE_1B, name="D10 easy suite", apps=spread_rates(0.8, 0.98, 15), task_sd=0.08),
    replace(FIGURE_1B, name="D11 hard suite", apps=spread_rates(0.01, 0.05, 15), axes=(), task_sd=0.03),
)
UNBALANCED = (
    replace(FIGURE_1B, name="U1 2-40 tasks, half missing", tasks=(2, 40), missing="half"),
    replace(FIGURE_1B, name="U2 informative missing", tasks=(2, 40), missing="informative"),
    replace(FIGURE_1B, name="U3 2-4 tasks", tasks=(2, 4)),
    replace(FIGURE_1B, name="U4 1-4 tasks", tasks=(1, 4)),
    replace(FIGURE_1B, name="U5 2-12 alike tasks", tasks=(2, 12), task_sd=0.08),
)
SINGLE_APP = (
    replace(FIGURE_1B, name="D6 one app, 8 tasks", apps=(0.41,)),
    replace(FIGURE_1B, name="D6b one app at .16, 26 skewed", apps=(0.16,), tasks=(26, 26), u_shaped=True),
    replace(FIGURE_1B, name="D6c one app at .10, 8 skewed", apps=(0.10,), u_shaped=True),
    replace(FIGURE_1B, name="D12 one app at .02, 8 skewed", apps=(0.02,), axes=(), cell_sd=0.0, u_shaped=True),
)
CROSSED = tuple(
    replace(FIGURE_1B, name=f"C {levels} themes, sd {sd}", axes=(levels,), theme_sd=sd)
    for levels in (3, 10)
    for sd in (0.05, 0.10)
)


Estimator: TypeAlias = Callable[[Tally, Generator], Estimate]

DEFAULT = "ours"
ACCEPTED = (0.935, 0.97)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often an estimator's intervals held the truth, over `simulations` benchmarks of a design."""

    design: str
    estimator: str
    coverage: float
    width: float
    bias: float
    simulations: int

    @property
    def error(self) -> float:
        """Monte-Carlo standard error of the coverage."""
        return sqrt(self.coverage * (1 - self.coverage) / self.simulations)

    @property
    def missed(self) -> bool:
        """Outside of the accepted band by more than the chance of so many benchmarks."""
        likely = wilson(round(self.coverage * self.simulations), self.simulations)
        return likely.high < ACCEPTED[0] or likely.low > ACCEPTED[1]


def bootstrap(rung: Rung, replicates: int) -> Estimator:
    return partial(hierarchical_bootstrap, rung=rung, replicates=replicates)


def suite_wald(counts: Tally, rng: Generator) -> Estimate:
    """Every episode an independent coin flip: what the field does."""
    return wald(int(counts.successes.sum()), int(counts.trials.sum()))


def closed_estimators() -> dict[str, Estimator]:
    """Those that draw nothing: thousands of benchmarks take a minute."""
    return {
        "wald": suite_wald,
        "cluster t": lambda counts, rng: cluster_t(counts, form="t"),
        "cluster t, wilson": lambda counts, rng: cluster_t(counts),
        DEFAULT: lambda counts, rng: suite_interval(counts),
    }


def estimators(replicates: int = 400) -> dict[str, Estimator]:
    """All that are compared on every design, the paper's first."""
    return {
        "paper (full bootstrap)": bootstrap("full", replicates),
        "task bootstrap": bootstrap("task_only", replicates),
        "rao-wu": bootstrap("rao_wu", replicates),
        **closed_estimators(),
    }


def closed_crossed_estimators() -> dict[str, Estimator]:
    """Those compared where the levels of the first axis are a sample shared by all tasks."""
    return {
        "nested, ours": lambda counts, rng: suite_interval(counts),
        "crossed, ours": lambda counts, rng: crossed_t(counts, (0,)),
    }


def coverage(
    population: Population,
    compared: Mapping[str, Estimator],
    simulations: int,
    rng: Generator,
    truth: float | None = None,
) -> list[Coverage]:
    """One row for each estimator, all judged on the same simulated benchmarks, against the population's mean."""
    if simulations < 1:
        raise ValueError(f"need simulations>=1, got {simulations}")
    truth = population.truth if truth is None else truth
    hits: dict[str, list[tuple[bool, float, float]]] = {name: [] for name in compared}
    for _ in range(simulations):
        counts = simulate(population, rng)
        for name, estimator in compared.items():
            estimate = estimator(counts, rng)
            hits[name].append((estimate.covers(truth), estimate.width, estimate.value - truth))
    return [summary(population.name, name, rows) for name, rows in hits.items()]


def summary(design: str, estimator: str, rows: Sequence[tuple[bool, float, float]]) -> Coverage:
    covered, width, bias = np.array(rows, dtype=float).mean(axis=0)
    return Coverage(design, estimator, float(covered), float(width), float(bias), len(rows))


def applicable(population: Population, compared: Mapping[str, Estimator]) -> dict[str, Estimator]:
    """Without the estimators that are undefined where an app has one task."""
    lonely = population.tasks[0] == 1
    undefined = {"rao-wu", "cluster t", "cluster t, wilson"} if lonely else set()
    return {name: estimator for name, estimator in compared.items() if name not in undefined}


def validate_nested(simulations: int, rng: Generator, compared: Mapping[str, Estimator]) -> Iterator[Coverage]:
    """Every design with nested tasks, one after the other: several apps, unbalanced ones, and single apps."""
    for population in (*MULTI_APP, *UNBALANCED, *SINGLE_APP):
        yield from coverage(population, applicable(population, compared), simulations, rng)


def validate_crossed(simulations: int, rng: Generator, compared: Mapping[str, Estimator]) -> Iterator[Coverage]:
    """Designs whose themes are a sample shared by all tasks."""
    for population in CROSSED:
        yield from coverage(population, compared, simulations, rng)
