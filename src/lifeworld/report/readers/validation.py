"""The paper's figures made again, and every interval on trial: what `lifeworld stats validate` shows."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from numpy.random import Generator

from lifeworld.core.errors import UserError
from lifeworld.report.readers.findings import agent_tally, cells_of
from lifeworld.report.readers.table import Episodes, unknown
from lifeworld.stats import figures
from lifeworld.stats.designs import (
    ACCEPTED,
    DEFAULT,
    MULTI_APP,
    SINGLE_APP,
    UNBALANCED,
    Coverage,
    Population,
    applicable,
    closed_crossed_estimators,
    closed_estimators,
    coverage,
    estimators,
    validate_crossed,
    validate_nested,
)
from lifeworld.stats.figures import FigureRow

PARTS = {
    "1a": "Figure 1a, intervals of one configuration",
    "1b": "Figure 1b, the bootstrap's ladder",
    "1c": "Figure 1c, regret of what is called a difference",
    "table3": "Table 3, alike and unlike tasks",
    "designs": "Designs of several apps, unbalanced ones, single apps",
    "crossed": "Themes that are a sample shared by all tasks",
    "paper": "The paper's bootstraps on the same designs",
    "run": "A population like the run",
}
BOOTSTRAPPED, SIMULATED = {"1b", "1c", "table3", "paper"}, {"designs", "crossed", "run"}
USERS = {  # the parts that an option of the command changes
    "bootstraps": BOOTSTRAPPED,
    "replicates": BOOTSTRAPPED,
    "benchmarks": SIMULATED,
    "seed": BOOTSTRAPPED | SIMULATED,
    **{name: {"run"} for name in ("runs", "axes")},
}
SLOW = ("paper",)  # a quarter of an hour: only when asked for
ROLLOUTS = (1, 2, 3, 5, 10, 20)


def chosen_parts(only: Sequence[str], has_run: bool) -> list[str]:
    """Return the parts to run, in order.

    Raises:
        UserError: there is no such part, or no run to simulate.
    """
    for part in only:
        if part not in PARTS:
            raise UserError(unknown("part", part, list(PARTS)))
    if "run" in only and not has_run:
        raise UserError("which run? Name its results with --run")
    usual = [part for part in PARTS if part not in SLOW and (part != "run" or has_run)]
    return [part for part in PARTS if part in only] or usual


class Trials:
    """Runs parts one by one and keeps their rows."""

    def __init__(
        self,
        rng: Generator,
        benchmarks: int,
        bootstraps: int,
        replicates: int,
        only: tuple[str, ...] = (),
        episodes: Episodes | None = None,
    ) -> None:
        self.rng, self.episodes = rng, episodes
        self.parts = chosen_parts(only, episodes is not None)
        self.benchmarks, self.bootstraps, self.replicates = benchmarks, bootstraps, replicates
        self.figures: dict[str, list[FigureRow]] = {}
        self.coverage: dict[str, list[Coverage]] = {}

    @property
    def short(self) -> list[Coverage]:
        """Return our intervals that miss their level in a design of several apps by more than chance."""
        return self._missed((*MULTI_APP, *UNBALANCED))

    @property
    def beyond_mending(self) -> list[Coverage]:
        """Return our intervals of single apps that hold the truth too seldom."""
        return [row for row in self._missed(SINGLE_APP) if row.coverage < ACCEPTED[0]]

    def _missed(self, populations: Sequence[Population]) -> list[Coverage]:
        names = {population.name for population in populations}
        rows = self.coverage.get("designs", [])
        return [row for row in rows if row.estimator == DEFAULT and row.design in names and row.missed]

    def run(self, part: str) -> None:
        """Simulate one part."""
        if part in ("1a", "1b", "1c", "table3"):
            self.figures[part] = self._figure(part)
        elif part == "run":
            self._run()
        else:
            self.coverage[part] = self._designs(part)

    def to_json(self) -> dict[str, Any]:
        """Return all rows so far as plain values."""
        return {
            "figures": [asdict(row) for rows in self.figures.values() for row in rows],
            "coverage": [{**asdict(row), "part": part} for part, rows in self.coverage.items() for row in rows],
            "short": [asdict(row) for row in self.short],
        }

    def _figure(self, part: str) -> list[FigureRow]:
        if part == "1a":
            return figures.figure_1a()
        if part == "1c":
            return figures.figure_1c(max(self.bootstraps // 5, 2), self.rng, replicates=self.replicates)
        made = {"1b": figures.figure_1b, "table3": figures.table_3}[part]
        return made(self.bootstraps, self.rng, self.replicates)

    def _designs(self, part: str) -> list[Coverage]:
        if part == "designs":
            return list(validate_nested(self.benchmarks, self.rng, closed_estimators()))
        if part == "crossed":
            return list(validate_crossed(self.benchmarks, self.rng, closed_crossed_estimators()))
        bootstraps = {name: one for name, one in estimators(self.replicates).items() if name not in closed_estimators()}
        rows = []
        for population in (*MULTI_APP, *SINGLE_APP):
            rows += coverage(population, applicable(population, bootstraps), self.bootstraps, self.rng)
        return rows

    def _run(self) -> None:
        """Read populations and the prior of rates from the run, one for each agent."""
        assert self.episodes is not None
        counted = cells_of(self.episodes)
        self.coverage["run"], self.figures["run"] = [], []
        for n, agent in enumerate(self.episodes.agents):
            try:
                counts = agent_tally(counted, n)
                if counts is None:
                    raise ValueError("no episode is scored")
                population = figures.population_of(counts, f"like {agent}")
            except ValueError as error:
                raise UserError(f"{agent}: {error}") from None
            rows = coverage(population, applicable(population, closed_estimators()), self.benchmarks, self.rng)
            self.coverage["run"] += rows
            prior = figures.prior_of(counts)
            for method in figures.METHODS:
                values = figures.base_coverage(ROLLOUTS, method, prior)
                self.figures["run"] += [
                    FigureRow("1a, this run", f"{agent}, {n} rollouts", method, float(value), None, None)
                    for n, value in zip(ROLLOUTS, values, strict=True)
                ]
