"""Coverage and width of the interval estimators on simulated benchmarks: the engine of `lifeworld stats validate`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.random import Generator

from lifeworld.stats.bootstrap import Rung, hierarchical_bootstrap
from lifeworld.stats.cluster import cluster_t, crossed_t, suite_interval
from lifeworld.stats.designs import CROSSED, MULTI_APP, SINGLE_APP, UNBALANCED, Population, simulate
from lifeworld.stats.intervals import Estimate, wald, wilson
from lifeworld.stats.tally import Tally

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
