"""Size and power of ways to say that one agent is better, on simulated pairs of agents."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.random import Generator

from lifeworld.stats.bootstrap import hierarchical_bootstrap
from lifeworld.stats.designs import FIGURE_1B, Population, simulate_pair
from lifeworld.stats.figures import apart
from lifeworld.stats.paired import paired_cluster_t, task_differences, unpaired_t
from lifeworld.stats.permutation import permutation_test
from lifeworld.stats.tally import Tally

Test: TypeAlias = Callable[[Tally, Tally, Generator], bool]


@dataclass(frozen=True, slots=True)
class Power:
    """How often a test called a difference; at difference 0 that is its error rate, wanted at 0.05."""

    alike: float
    difference: float
    test: str
    called: float
    simulations: int


def overlap(a: Tally, b: Tally, rng: Generator) -> bool:
    return apart(*(hierarchical_bootstrap(each, rng, "full", 200) for each in (a, b)))


def sign_flips(a: Tally, b: Tally, rng: Generator) -> bool:
    differences = task_differences(a, b).ravel()
    return permutation_test(differences, 0.0, rng, paired=True, draws=999) < 0.05


TESTS: dict[str, Test] = {
    "overlap of the paper's intervals": overlap,
    "unpaired t": lambda a, b, rng: unpaired_t(a, b).significant,
    "sign flips": sign_flips,
    "paired cluster t": lambda a, b, rng: paired_cluster_t(a, b).significant,
}


def validate_pairs(
    simulations: int,
    rng: Generator,
    alike: tuple[float, ...] = (0.5, 0.8, 0.95),
    differences: tuple[float, ...] = (0.0, 0.03, 0.06),
    population: Population = FIGURE_1B,
) -> list[Power]:
    """Every test on the same pairs, by correlation of task difficulty and true difference."""
    return [row for rho in alike for gap in differences for row in power(population, rho, gap, simulations, rng)]


def power(population: Population, alike: float, difference: float, simulations: int, rng: Generator) -> list[Power]:
    calls = dict.fromkeys(TESTS, 0)
    gaps = np.full(len(population.apps), difference)
    for _ in range(simulations):
        a, b = simulate_pair(population, alike, gaps, rng)
        for name, test in TESTS.items():
            calls[name] += test(a, b, rng)
    return [Power(alike, difference, name, count / simulations, simulations) for name, count in calls.items()]
