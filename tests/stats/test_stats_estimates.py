"""Estimates beyond the vectors: what each promises in its docstring."""

from collections.abc import Callable

import numpy as np
import pytest

import lifeworld.stats as stats
from lifeworld.stats.bootstrap import LADDER


def played(rng: np.random.Generator, shape: tuple[int, ...], rate: float = 0.4) -> np.ndarray:
    """Outcomes whose tasks differ in difficulty."""
    rates = np.clip(rate + 0.25 * rng.standard_normal(shape[:2]), 0, 1)
    return (rng.random(shape) < rates.reshape(*shape[:2], *(1,) * (len(shape) - 2))).astype(float)


class TestSuite:
    def test_robust_summaries(self) -> None:
        outcomes = np.zeros((10, 1, 10))
        for app, wins in enumerate([0, 5, 5, 5, 5, 5, 5, 5, 5, 10]):
            outcomes[app, 0, :wins] = 1
        outcomes[0], outcomes[1] = 1, 1
        scores = stats.app_scores(outcomes)
        assert stats.suite_score(outcomes, "median") == np.median(scores)
        assert stats.suite_score(outcomes, "trimmed") == pytest.approx(np.sort(scores)[1:-1].mean())
        assert stats.suite_score(outcomes, "iqm") == pytest.approx(np.sort(scores)[2:-2].mean())


class TestBootstrap:
    @pytest.mark.parametrize("summary", ["mean", "trimmed", "median", "iqm"])
    def test_every_summary_lies_in_its_interval(self, summary: str, rng: np.random.Generator) -> None:
        outcomes = played(rng, (6, 8, 3, 2))
        found = stats.hierarchical_bootstrap(outcomes, rng, summary=summary)
        assert found.low < stats.suite_score(outcomes, summary) == found.value < found.high

    def test_each_rung_of_the_ladder_widens(self, rng: np.random.Generator) -> None:
        outcomes = played(rng, (5, 8, 3, 3, 3))
        widths = [
            stats.hierarchical_bootstrap(outcomes, rng, rung).width for rung in ("rollout", "rollout+axes", "full")
        ]
        assert widths == sorted(widths)

    def test_draws_of_the_general_code_follow_the_closed_form(self, rng: np.random.Generator) -> None:
        outcomes = played(rng, (3, 6, 2, 7, 2))
        for rung in ("rollout", "rollout+axes", "full", "task_only"):
            drawn = stats.hierarchical_bootstrap(outcomes, rng, rung, replicates=20_000)
            assert drawn.se == pytest.approx(stats.bootstrap_variance(outcomes, rung) ** 0.5, rel=0.03)

    def test_ragged_and_balanced_code_draw_alike(self, rng: np.random.Generator) -> None:
        """One task with nothing but a missing level forces the general code onto otherwise balanced data."""
        outcomes = played(rng, (3, 6, 3, 2))
        ragged = np.concatenate([outcomes, np.full((3, 6, 1, 2), np.nan)], axis=2)
        for rung in LADDER:
            first, second = (
                stats.hierarchical_bootstrap(each, rng, rung, replicates=20_000) for each in (outcomes, ragged)
            )
            assert second.se == pytest.approx(first.se, rel=0.03)
            assert (second.low, second.high) == pytest.approx((first.low, first.high), abs=0.015)

    def test_rao_wu_takes_the_deflation_out(self, rng: np.random.Generator) -> None:
        outcomes = played(rng, (4, 3, 5))
        corrected = stats.hierarchical_bootstrap(outcomes, rng, "rao_wu", replicates=20_000)
        assert corrected.se == pytest.approx(stats.cluster_t(outcomes).se, rel=0.03)

    def test_exact_and_drawn_distributions_agree(self, rng: np.random.Generator) -> None:
        outcomes = played(rng, (4, 7, 6))
        for rung in ("rollout", "full"):
            exact = stats.exact_bootstrap(outcomes, rung)
            drawn = stats.hierarchical_bootstrap(outcomes, rng, rung, replicates=40_000)
            assert exact.se == pytest.approx(stats.bootstrap_variance(outcomes, rung) ** 0.5, abs=1e-9)
            assert (drawn.low, drawn.high) == pytest.approx((exact.low, exact.high), abs=0.008)

    def test_crossed_levels_are_shared_by_tasks(self, rng: np.random.Generator) -> None:
        """A theme that breaks everything: nested draws average it out over 48 tasks, crossed ones cannot."""
        outcomes = np.ones((6, 8, 4, 2))
        outcomes[:, :, 0] = 0
        nested = stats.hierarchical_bootstrap(outcomes, rng)
        crossed = stats.crossed_bootstrap(outcomes, rng, crossed=(0,), replicates=20_000)
        assert crossed.se == pytest.approx((0.75 * 0.25 / 4) ** 0.5, rel=0.03)
        assert crossed.width > 3 * nested.width


class TestClusters:
    def test_a_lone_task_is_collapsed_and_this_is_said(self) -> None:
        outcomes = np.array([[[1, 0], [0, 0], [1, 1]], [[1, 0], [np.nan, np.nan], [np.nan, np.nan]]], dtype=float)
        found = stats.suite_interval(outcomes)
        assert found.method == "cluster t (wilson, collapsed)"
        assert found.se == pytest.approx(((0.25 / 3 + 0.25) / 4) ** 0.5)  # tasks 1/2, 0, 1 within; apps are alike
        assert "1 of 2 apps have one task only" in found.warnings[0]
        assert "vary as much as those of the other apps" in stats.cluster_t(outcomes, pooled=True).warnings[0]

    def test_lone_tasks_everywhere_vary_as_apps_do(self) -> None:
        found = stats.suite_interval(np.array([[[1, 1]], [[1, 0]], [[0, 0]]], dtype=float))
        assert (found.se, found.df) == pytest.approx(((0.25 / 3) ** 0.5, 2))
        assert "3 of 3 apps have one task only" in found.warnings[0]

    def test_a_single_task_knows_of_chance_within_it(self) -> None:
        found, wilson = stats.suite_interval(np.array([[[1, 1, 0]]])), stats.wilson(2, 3)
        assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high))
        assert "one task only" in found.warnings[0]

    def test_all_failures_still_have_width_and_a_warning(self) -> None:
        found = stats.suite_interval(np.zeros((2, 5, 4)))
        assert found.low == 0
        assert found.high == pytest.approx(stats.wilson(0, 10).high)
        assert "scored alike" in found.warnings[0]

    def test_one_skewed_app_with_few_tasks_warns(self, rng: np.random.Generator) -> None:
        rare = np.zeros((1, 8, 3))
        rare[0, 0] = 1
        assert any("skewed" in warning for warning in stats.suite_interval(rare).warnings)
        assert not stats.suite_interval(played(rng, (15, 8, 3))).warnings

    def test_crossed_interval_grows_with_the_themes_effect(self, rng: np.random.Generator) -> None:
        outcomes = played(rng, (6, 8, 4, 5))
        moved = outcomes.copy()
        moved[:, :, 0] = 0
        assert stats.crossed_t(outcomes, (0,)).width < stats.crossed_t(moved, (0,)).width
        assert stats.crossed_t(moved, (0,)).width > 2 * stats.suite_interval(moved).width


class TestPairs:
    def test_only_common_cells_count(self, rng: np.random.Generator) -> None:
        a, b = played(rng, (3, 5, 4, 2)), played(rng, (3, 5, 4, 2))
        a[:, :, 0], b[:, :, 1] = np.nan, np.nan
        found = stats.paired_cluster_t(a, b)
        expected = stats.paired_cluster_t(a[:, :, 2:], b[:, :, 2:])
        assert (found.value, found.se) == pytest.approx((expected.value, expected.se))

    def test_pairing_beats_not_pairing_when_difficulty_is_shared(self, rng: np.random.Generator) -> None:
        rates = np.clip(0.4 + 0.25 * rng.standard_normal((5, 8, 1)), 0, 0.9)
        a, b = ((rng.random((5, 8, 40)) < rates + gap).astype(float) for gap in (0, 0.08))
        assert stats.paired_cluster_t(a, b).p_value < stats.unpaired_t(a, b).p_value / 10

    def test_identical_agents_do_not_differ(self, rng: np.random.Generator) -> None:
        outcomes = played(rng, (3, 4, 5))
        found = stats.paired_cluster_t(outcomes, outcomes)
        assert (found.value, found.p_value, found.significant) == (0, 1, False)
        assert found.warnings


class TestSensitivity:
    def test_floor_is_the_mad_of_an_axis_without_effect(self, rng: np.random.Generator) -> None:
        outcomes = played(rng, (10, 30, 4, 3))
        found = stats.mad(outcomes, 0)
        assert found.excess == pytest.approx(0, abs=0.01)
        assert found.floor_p90 == pytest.approx(found.p90)

    def test_excess_is_what_the_axis_does(self, rng: np.random.Generator) -> None:
        outcomes = (rng.random((10, 30, 2, 20)) < np.array([0.3, 0.7])[:, None]).astype(float)
        found = stats.mad(outcomes, 0)
        assert found.mad == pytest.approx(0.4, abs=0.02)
        assert found.excess > 0.2

    def test_openapps_deviation_within_and_across(self) -> None:
        found = stats.variation_deviation([[1, 1, 1, 1], [0, 0, 0, 0]])
        assert (found.within_std, found.within_mad) == (0, 0)
        assert (found.overall_mad, found.std_ratio) == (0.5, 0)

    def test_deviations_are_averaged_over_tasks_that_were_run_again(self, rng: np.random.Generator) -> None:
        outcomes = (rng.random((2, 3, 4, 5)) < rng.random((2, 3, 4, 1))).astype(float)
        outcomes[0, 0, 0, 1:] = np.nan  # a version that was run once tells nothing of runs
        outcomes[1, 2, 1:] = np.nan  # a task in one version alone
        found, tasks = stats.average_deviation(outcomes)
        kept = [(a, s) for a in range(2) for s in range(3) if (a, s) != (1, 2)]
        each = [stats.variation_deviation([*outcomes[a, s][1 if (a, s) == (0, 0) else 0 :]]) for a, s in kept]
        assert tasks == len(kept)
        for name in ("within_std", "overall_std", "within_mad", "overall_mad"):
            assert getattr(found, name) == pytest.approx(np.mean([getattr(one, name) for one in each])), name


class TestCurves:
    def test_budget_curve_ends_at_the_score(self, rng: np.random.Generator) -> None:
        steps, solved = rng.integers(1, 51, 200), rng.random(200) < 0.4
        curve = stats.budget_curve(steps, solved, [0, 10, 50])
        assert curve[0] == 0 and curve[2] == pytest.approx(solved.mean())
        assert curve[1] == pytest.approx((solved & (steps <= 10)).mean())

    def test_nested_weights_make_the_curve_end_at_the_suite_score(self, rng: np.random.Generator) -> None:
        outcomes = played(rng, (3, 4, 2, 3))
        outcomes[rng.random(outcomes.shape) < 0.2] = np.nan
        weights = np.broadcast_to(stats.nested_weights(stats.tally(outcomes))[..., None], outcomes.shape)
        seen = ~np.isnan(outcomes)
        steps = rng.integers(1, 9, int(seen.sum()))
        curve = stats.budget_curve(steps, outcomes[seen], [9], weights[seen])
        assert curve[0] == pytest.approx(stats.suite_score(outcomes))

    def test_profile_band_holds_the_profile(self, rng: np.random.Generator) -> None:
        outcomes = played(rng, (10, 8, 2, 3))
        band = stats.profile_band(outcomes, [0.0, 0.3, 0.5, 1.0], rng, replicates=500)
        assert band.value[0] == 1 == band.low[0]
        assert (band.low <= band.value).all() and (band.value <= band.high).all()

    def test_unscored_episodes_bound_the_score(self) -> None:
        outcomes = np.array([[[1, 1, np.nan], [0, 0, 0]]])
        found = stats.unscored_bounds(outcomes, [[1, 0]])
        assert (found.low, found.high) == pytest.approx((1 / 3, 1 / 2))
        assert (found.scored, found.unscored) == (5, 1)

    def test_pass_hat_k_and_pass_at_k_meet_at_one(self) -> None:
        assert stats.pass_hat_k(20, 7, 1) == stats.pass_at_k(20, 7, 1) == pytest.approx(0.35)
        assert stats.pass_hat_k(5, 4, 2) == 0.6
        assert stats.pass_hat_k(5, 1, 2) == 0


class TestRegret:
    def test_drawn_and_listed_choices_agree(self, rng: np.random.Generator) -> None:
        a, b = rng.random((6, 3)), rng.random((6, 3))
        listed = stats.expected_regret(a, b, rng)
        wide_a, wide_b = np.tile(a, (1, 4)), np.tile(b, (1, 4))
        drawn = stats.expected_regret(wide_a, wide_b, rng, simulations=20_000)
        assert drawn.wrong == pytest.approx(listed.wrong, abs=0.02)
        assert drawn.gap == pytest.approx(listed.gap)

    def test_equal_agents_cost_nothing(self, rng: np.random.Generator) -> None:
        assert stats.expected_regret([[1], [0]], [[1], [0]], rng).regret == 0


def with_hole(shape: tuple[int, ...], at: tuple[int, ...]) -> np.ndarray:
    outcomes = np.ones(shape)
    outcomes[at] = np.nan
    return outcomes


WHOLE, CROSSED = np.ones((2, 3, 2)), np.ones((2, 3, 2, 2))


@pytest.mark.parametrize(
    ("estimator", "given", "told"),
    [
        (stats.suite_score, (with_hole((3, 2, 1), (1,)),), r"apps without any observed episode: \[1\]"),
        (stats.suite_score, ([[[0, 2]]],), "neither 0, 1 nor missing"),
        (stats.suite_score, ([[[1]]], "mode"), "summary must be one of"),
        (stats.exact_bootstrap, (CROSSED,), "without axes"),
        (stats.exact_bootstrap, (with_hole((2, 3, 2), (0, 0, 0)),), "unbalanced"),
        (stats.hierarchical_bootstrap, (WHOLE, np.random.default_rng(0), "half"), "rung must be one of"),
        (stats.hierarchical_bootstrap, (WHOLE, np.random.default_rng(0), "full", 9, 95), "level must lie"),
        (stats.crossed_bootstrap, (WHOLE, np.random.default_rng(0), (0,)), "no such axis: 0"),
        (stats.crossed_t, (with_hole((2, 3, 2, 2), (1, 2, 0)), (0,)), r"task \[1, 2\] misses a level of axis 0"),
        (stats.cluster_t, (np.ones((3, 1, 5)), 0.95, True), "every app has one task"),
        (stats.paired_cluster_t, (np.ones((1, 2, 1)), np.ones((1, 3, 1))), r"cells differ: \(1, 2\) and \(1, 3\)"),
        (stats.mad, (np.ones((1, 2, 1, 3)), 0), "no two observed cells"),
        (stats.variation_deviation, ([[1, 0], [1]],), r"fewer than two runs .*\[1\]"),
        (stats.average_deviation, (CROSSED[..., :1],), "no task was run at least twice"),
        (stats.adjust_p_values, ([0.1, 1.2],), r"outside \[0, 1\]"),
        (stats.adjust_p_values, ([],), "empty"),
        (stats.adjust_p_values, ([0.1], "tukey"), "method must be"),
    ],
)
def test_what_has_no_answer_is_refused_by_name(estimator: Callable[..., object], given: tuple, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        estimator(*given)
