"""The simulations themselves: their truth, and that they tell good intervals from bad ones."""

from dataclasses import replace

import numpy as np
import pytest

from lifeworld import stats
from lifeworld.stats.designs import (
    CROSSED,
    DEFAULT,
    FIGURE_1B,
    MULTI_APP,
    SINGLE_APP,
    TABLE_3,
    UNBALANCED,
    Coverage,
    cell_rates,
    closed_crossed_estimators,
    coverage,
    estimators,
    simulate,
    spread_rates,
    task_rates,
    validate_crossed,
)
from lifeworld.stats.figures import FIGURE_1A_PRIOR, figure_1a, figure_1b, figure_1c, population_of, prior_of, table_3
from lifeworld.stats.tally import Tally


def population_error(population, tasks: int) -> float:
    """Standard error of a mean over so many tasks, and over the themes of eight benchmarks."""
    between = 0.25 if population.u_shaped else population.task_sd**2 + population.cell_sd**2
    return (between / tasks + population.theme_sd**2 / 24 + 1e-7) ** 0.5


@pytest.mark.parametrize("population", (*MULTI_APP, *SINGLE_APP, CROSSED[0]), ids=lambda population: population.name)
def test_truth_is_the_mean_of_what_is_simulated(population, rng: np.random.Generator) -> None:
    wide = replace(population, tasks=(4000 // len(population.apps),) * 2)
    means = [cell_rates(wide, task_rates(wide, rng), rng).mean() for _ in range(8)]
    assert np.mean(means) == pytest.approx(population.truth, abs=4 * population_error(population, 32_000))


@pytest.mark.parametrize("population", UNBALANCED, ids=lambda population: population.name)
def test_unbalanced_designs_keep_a_cell_of_every_task(population, rng: np.random.Generator) -> None:
    counts = simulate(population, rng)
    tasks = counts.trials.reshape(*counts.trials.shape[:2], -1).any(axis=2).sum(axis=1)
    assert tasks.min() >= population.tasks[0] and tasks.max() <= population.tasks[1]
    assert (counts.trials[0] > 0).any()


def test_default_interval_covers_and_rollouts_alone_do_not(rng: np.random.Generator) -> None:
    rows = {row.method: row for row in figure_1b(40, rng, replicates=60)[:5]}
    assert rows["rollout"].value < 0.5 < rows["rollout+axes"].value + 0.2
    assert rows["full"].value > 0.85 and rows[DEFAULT].value > 0.85
    assert rows["rollout"].paper == 0.17


def test_informative_missing_ruins_pooled_weights_not_ours(rng: np.random.Generator) -> None:
    informative = next(population for population in UNBALANCED if "informative" in population.name)
    compared = {name: estimators()[name] for name in ("wald", DEFAULT)}
    wald, ours = coverage(informative, compared, 60, rng)
    assert wald.bias > 0.03 > abs(ours.bias)
    assert wald.coverage < 0.3 and ours.coverage > 0.85


def with_lone_apps(apps: tuple[float, ...], richest: int, rollouts: int, rng: np.random.Generator) -> Tally:
    """The first app has `richest` tasks, the others one."""
    counts = simulate(replace(FIGURE_1B, axes=(), apps=apps, tasks=(richest, richest), rollouts=rollouts), rng)
    kept = (np.arange(richest) == 0) | (np.arange(len(apps)) == 0)[:, None]
    return Tally(np.where(kept, counts.successes, 0), np.where(kept, counts.trials, 0))


@pytest.mark.parametrize(
    ("apps", "richest", "rollouts"),
    [
        (spread_rates(0.2, 0.7, 15), 1, 20),  # every app alone: Wilson over episodes covers .64
        ((0.97, *spread_rates(0.2, 0.7, 14)), 40, 3),  # an easy app lends its spread to 14: pooled covers .8
        ((0.97, *spread_rates(0.2, 0.7, 3)), 40, 3),
        ((0.97, 0.5), 8, 3),
    ],
)
def test_suites_of_lone_tasks_are_covered(
    apps: tuple[float, ...], richest: int, rollouts: int, rng: np.random.Generator
) -> None:
    truth = replace(FIGURE_1B, axes=(), apps=apps).truth
    found = [stats.suite_interval(with_lone_apps(apps, richest, rollouts, rng)) for _ in range(400)]
    assert np.mean([one.covers(truth) for one in found]) > 0.9
    assert all("one task only" in one.warnings[0] for one in found)


def test_homogeneous_suites_are_over_covered_by_the_paper(rng: np.random.Generator) -> None:
    rows = table_3(20, rng, replicates=80)
    homogeneous = {row.method: row for row in rows if "homogeneous" in row.case}
    assert homogeneous["full"].width > 1.8 * homogeneous[DEFAULT].width
    assert next(row for row in rows if row.method == "rollout").paper == 0.6
    assert TABLE_3.tasks == (10, 10)


def test_shared_themes_need_the_crossed_interval(rng: np.random.Generator) -> None:
    rows = [
        row for row in validate_crossed(40, rng, closed_crossed_estimators()) if row.design == "C 10 themes, sd 0.1"
    ]
    by_name = {row.estimator: row.coverage for row in rows}
    assert by_name["crossed, ours"] > by_name["nested, ours"]
    assert by_name["crossed, ours"] > 0.85


def test_figure_1a_is_exact() -> None:
    rows = {(row.method, row.case): row for row in figure_1a((3,))}
    assert rows["wald", "3 rollouts"].value == pytest.approx(0.25688691773594385)
    assert rows["wald", "3 rollouts"].paper == 0.25
    assert rows["wilson", "3 rollouts"].value == pytest.approx(0.9529447444610852)


def test_figure_1c_charges_only_called_differences(rng: np.random.Generator) -> None:
    totals = {row.method: row.value for row in figure_1c(2, rng, replicates=60)}
    assert totals["wald"] > totals["full"] >= 0
    assert set(totals) == {"wald", "full", DEFAULT}


def test_a_row_misses_its_level_where_chance_does_not_excuse_it() -> None:
    rows = [Coverage("a", DEFAULT, value, 0.1, 0.0, 1000) for value in (0.80, 0.93, 0.95, 0.999)]
    assert [row.coverage for row in rows if row.missed] == [0.80, 0.999]
    assert not Coverage("a", DEFAULT, 1.0, 0.1, 0.0, 20).missed
    assert rows[0].error == pytest.approx((0.8 * 0.2 / 1000) ** 0.5)


def test_a_run_gives_back_the_population_it_came_from(rng: np.random.Generator) -> None:
    source = replace(FIGURE_1B, tasks=(60, 60), task_sd=0.1, cell_sd=0.08, apps=(0.4, 0.5, 0.6))
    found = population_of(simulate(source, rng))
    assert (found.tasks, found.axes, found.rollouts, found.missing) == ((60, 60), (3, 3, 3), 3, "none")
    assert found.apps == pytest.approx(source.apps, abs=0.05)
    assert (found.task_sd, found.cell_sd) == pytest.approx((0.1, 0.08), rel=0.2)


def test_a_run_of_the_papers_kind_gives_the_papers_prior() -> None:
    """68 % of cells at 0/3, 32 % at 3/3."""
    trials = np.full((1, 100), 3)
    successes = np.where(np.arange(100) < 68, 0, 3)[None]
    assert prior_of(Tally(successes, trials)) == FIGURE_1A_PRIOR
