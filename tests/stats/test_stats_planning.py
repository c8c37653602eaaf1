"""Variance components and the designs planned from them, against simulations with known truth."""

from dataclasses import replace

import numpy as np
import pytest

import lifeworld.stats as stats
from lifeworld.stats.designs import FIGURE_1B, simulate, simulate_pair, spread_rates

BIG = replace(FIGURE_1B, apps=spread_rates(0.4, 0.6, 40), tasks=(40, 40), task_sd=0.12, cell_sd=0.06)


def test_components_are_those_simulated(rng: np.random.Generator) -> None:
    found = stats.variance_components(simulate(replace(BIG, rollouts=6), rng))
    assert found.task**0.5 == pytest.approx(0.12, rel=0.05)
    assert found.configuration**0.5 == pytest.approx(0.06, rel=0.1)
    assert found.rollout == pytest.approx(0.25 - 0.12**2 - 0.06**2, rel=0.05)
    assert found.app == pytest.approx(np.var(BIG.apps, ddof=1), rel=0.3)


def test_one_rollout_leaves_it_within_the_configuration(rng: np.random.Generator) -> None:
    found = stats.variance_components(simulate(replace(BIG, rollouts=1), rng))
    assert np.isnan(found.rollout)
    assert found.configuration == pytest.approx(0.25 - 0.12**2, rel=0.05)
    assert found.task**0.5 == pytest.approx(0.12, rel=0.05)


def test_one_configuration_leaves_it_within_the_task(rng: np.random.Generator) -> None:
    found = stats.variance_components(simulate(replace(BIG, axes=(), rollouts=4), rng))
    assert np.isnan(found.configuration)
    assert found.task > 0.12**2


def test_paired_components_lose_what_the_agents_share(rng: np.random.Generator) -> None:
    apart = stats.difference_components(*simulate_pair(BIG, 0.0, np.zeros(40), rng))
    alike = stats.difference_components(*simulate_pair(BIG, 0.95, np.zeros(40), rng))
    assert apart.task == pytest.approx(2 * 0.12**2, rel=0.15)
    assert alike.task == pytest.approx(2 * 0.05 * 0.12**2, rel=0.5)


PILOT = stats.Components(app=0.02, task=0.06, configuration=0.003, rollout=0.18)


def test_planned_width_is_met_by_simulated_intervals(rng: np.random.Generator) -> None:
    pilot = stats.variance_components(simulate(FIGURE_1B, rng))
    limits = stats.Limits(tasks=12, configurations=27, rollouts=3)
    design = stats.plan_width(pilot, 15, 0.09, limits=limits)
    planned = replace(
        FIGURE_1B, tasks=(design.tasks, design.tasks), axes=(design.configurations,), rollouts=design.rollouts
    )
    widths = [stats.suite_interval(simulate(planned, rng)).width for _ in range(60)]
    assert np.mean(widths) == pytest.approx(0.09, rel=0.12)


def test_planned_power_is_reached_by_simulated_comparisons(rng: np.random.Generator) -> None:
    pilot = stats.difference_components(*simulate_pair(replace(FIGURE_1B, tasks=(30, 30)), 0.8, np.zeros(15), rng))
    design = stats.plan_power(pilot, 15, 0.06, power=0.8, limits=stats.Limits(tasks=20))
    planned = replace(
        FIGURE_1B, tasks=(design.tasks, design.tasks), axes=(design.configurations,), rollouts=design.rollouts
    )
    gaps = np.full(15, 0.06)
    calls = [stats.paired_cluster_t(*simulate_pair(planned, 0.8, gaps, rng)).significant for _ in range(200)]
    assert np.mean(calls) == pytest.approx(0.8, abs=0.12)


def test_cheap_rollouts_buy_tasks_first() -> None:
    """Tasks average everything out, so episodes alone are spent on them until they run out."""
    assert stats.plan_width(PILOT, 15, 0.15).rollouts == 1
    few = stats.plan_width(PILOT, 15, 0.12, limits=stats.Limits(tasks=8))
    assert few.tasks == 8 and few.configurations > 1


def test_dear_tasks_are_spared() -> None:
    dear = stats.Limits(task_price=1000)
    assert stats.plan_width(PILOT, 15, 0.12, limits=dear).tasks < stats.plan_width(PILOT, 15, 0.12).tasks


def test_narrower_and_surer_costs_more() -> None:
    widths = [stats.plan_width(PILOT, 15, width).episodes for width in (0.2, 0.15, 0.1)]
    powers = [stats.plan_power(PILOT, 15, 0.1, power).episodes for power in (0.5, 0.8, 0.95)]
    assert widths == sorted(widths) and powers == sorted(powers)


def test_the_impossible_is_refused_with_the_best_there_is() -> None:
    with pytest.raises(
        ValueError,
        match=r"at most \d+ tasks an app.* is enough: the least standard error is 0\.\d+, and 0\.\d+ is needed",
    ):
        stats.plan_width(PILOT, 15, 0.001)
    with pytest.raises(ValueError, match="no design finds a difference of 0"):
        stats.plan_power(PILOT, 15, 0)


def test_the_variance_of_few_tasks_is_as_unsure_as_said(rng: np.random.Generator) -> None:
    few = replace(BIG, apps=(0.5, 0.5), tasks=(4, 4), rollouts=20)
    found = [simulate(few, rng) for _ in range(400)]
    held = [stats.variance_components(one).task * stats.variance_limit(one) > 0.12**2 for one in found]
    assert np.mean(held) == pytest.approx(0.9, abs=0.05)
    assert stats.variance_limit(found[0]) == pytest.approx(6 / 2.2041, rel=1e-3)  # printed tables of chi-squared
    with pytest.raises(ValueError, match="no app has two tasks"):
        stats.variance_limit(np.ones((2, 1, 3, 1)))
