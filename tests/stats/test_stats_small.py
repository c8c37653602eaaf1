"""Small designs: the score is always the mean over apps, bounds hold it, and luck alone is not called a difference."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lifeworld.stats as stats
from lifeworld.stats.tally import Tally

settings.register_profile("untimed", deadline=None)  # other work may take the machine
settings.load_profile("untimed")

SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3), st.integers(1, 4))


def drawn(shape: tuple[int, ...], holes: float, seed: int) -> np.ndarray:
    """Outcomes with missing episodes, cells and tasks, but at least one episode an app."""
    rng = np.random.default_rng(seed)
    outcomes = (rng.random(shape) < rng.random(shape[:2])[:, :, None, None]).astype(float)
    lost = rng.random(shape) < holes
    lost |= (rng.random(shape[:2]) < holes)[:, :, None, None]
    lost[:, 0, 0, 0] = False
    outcomes[lost] = np.nan
    return outcomes


def naive(outcomes: np.ndarray) -> float:
    means = [[[c[~np.isnan(c)].mean() for c in s if not np.isnan(c).all()] for s in app] for app in outcomes]
    return float(np.mean([np.mean([np.mean(s) for s in app if s]) for app in means]))


class TestScores:
    @settings(max_examples=200)
    @given(SIZES, st.sampled_from([0.0, 0.3, 0.7, 1.0]), SEEDS)
    def test_the_estimate_is_the_naive_mean_within_its_interval_and_its_bounds(
        self, shape: tuple[int, ...], holes: float, seed: int
    ) -> None:
        outcomes = drawn(shape, holes, seed)
        found = stats.suite_interval(outcomes)
        assert found.value == pytest.approx(naive(outcomes), abs=1e-12)
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert found.low < found.high
        lost = np.random.default_rng(seed).integers(0, 3, shape[:3])
        bounds = stats.unscored_bounds(outcomes, lost)
        assert bounds.low - 1e-12 <= found.value <= bounds.high + 1e-12

    @pytest.mark.parametrize(
        ("rates", "episodes"),
        [((0.5,) * 4, (3,) * 4), ((0.2, 0.5, 0.8, 0.4, 0.6), (1,) * 5), ((0.1, 0.9, 0.5), (1, 5, 20))],
    )
    def test_one_task_an_app_holds_its_own_rates(self, rates: tuple[float, ...], episodes: tuple[int, ...]) -> None:
        rng = np.random.default_rng(4)
        wins = rng.binomial(episodes, rates, size=(600, len(rates)))
        sizes = np.array(episodes)[:, None]
        held = [stats.suite_interval(Tally(each[:, None], sizes)).covers(float(np.mean(rates))) for each in wins]
        assert np.mean(held) > 0.935

    def test_an_app_without_any_score_is_in_the_bounds(self) -> None:
        outcomes = np.array([[[1.0, 1.0]], [[np.nan, np.nan]]])
        found = stats.unscored_bounds(outcomes, [[0], [2]])
        assert (found.low, found.high, found.scored, found.unscored) == (0.5, 1.0, 2, 2)
        with pytest.raises(ValueError, match="apps without any observed episode"):
            stats.unscored_bounds(outcomes, [[0], [0]])


NULLS = {
    "equal": lambda rng, size: 2 * (np.clip(rng.normal(0.5, 0.25, size), 0, 1),),
    "even": lambda rng, size: 2 * (np.full(size, 0.5),),
    "rare": lambda rng, size: 2 * (np.full(size, 0.2),),
    "other tasks": lambda rng, size: tuple(np.clip(rng.normal(0.5, 0.5, (2, *size)), 0, 1)),
    "fixed": lambda rng, size: tuple(rng.integers(0, 2, (2, *size)).astype(float)),
    "opposite": lambda rng, size: (one := rng.integers(0, 2, size).astype(float), 1 - one),
}


class TestComparisons:
    @pytest.mark.parametrize("null", NULLS)
    @pytest.mark.parametrize("apps", [1, 2, 3])
    def test_luck_alone_is_called_a_difference_in_at_most_six_of_a_hundred(self, apps: int, null: str) -> None:
        """Designs of 2 to 5 tasks and 1 to 5 repeats; it was 12 % at one app of two tasks, 50 % if opposite."""
        rng = np.random.default_rng(11)
        for tasks in (2, 3, 4, 5):
            for repeats in (1, 2, 5):
                called = 0
                for _ in range(150):
                    trials = np.full((apps, tasks), repeats)
                    a, b = (Tally(rng.binomial(trials, rate), trials) for rate in NULLS[null](rng, (apps, tasks)))
                    found = stats.paired_cluster_t(a, b)
                    called += found.significant
                    assert -1 <= found.low <= found.value <= found.high <= 1 and 0 < found.p_value <= 1
                likely = stats.wilson(called, 150)
                assert likely.low < 0.06, (tasks, repeats, called / 150)

    @given(SIZES, SEEDS)
    def test_the_interval_holds_zero_where_no_difference_is_claimed(self, shape: tuple[int, ...], seed: int) -> None:
        a, b = drawn(shape, 0.0, seed), drawn(shape, 0.0, seed + 1)
        for compare in (stats.paired_cluster_t, stats.unpaired_t):
            if shape[1] < 2 and (shape[0] == 1 or compare is stats.unpaired_t):
                with pytest.raises(ValueError, match="one task"):
                    compare(a, b)
                continue
            found = compare(a, b)
            assert -1 <= found.low <= found.value <= found.high <= 1
            assert found.low < found.high and 0 < found.p_value <= 1
            assert found.significant == (not found.low <= 0 <= found.high) or abs(found.p_value - 0.05) < 1e-9

    def test_too_few_tasks_claim_nothing_and_say_so(self) -> None:
        found = stats.paired_cluster_t(np.zeros((1, 2, 5)), np.ones((1, 2, 5)))
        assert (found.value, found.low, found.high, found.p_value) == (1, -1, 1, 0.5)
        assert "2 tasks are too few to claim any difference at level 0.95" in found.warnings[-1]
        assert stats.paired_cluster_t(np.zeros((1, 6, 5)), np.ones((1, 6, 5))).significant
        assert not stats.paired_cluster_t(np.zeros((1, 6, 5)), np.ones((1, 6, 5)), 0.99).significant

    def test_equal_gaps_that_differ_by_rounding_are_equal(self) -> None:
        a = Tally(np.array([[0, 1, 2, 3, 4, 5, 6]]), np.full((1, 7), 10))
        b = Tally(a.successes + 1, a.trials)
        found = stats.paired_cluster_t(a, b)
        assert found.se == 0 and not found.significant

    def test_no_plan_promises_what_no_test_can_claim(self) -> None:
        sure = stats.Components(app=0.0, task=1e-6, configuration=0.0, rollout=0.0)
        assert stats.plan_power(sure, 1, 0.5).tasks == 6
        assert stats.plan_power(sure, 3, 0.5).tasks == 2
        assert stats.plan_power(sure, 1, 0.5, level=0.99).tasks == 8
        with pytest.raises(ValueError, match="needs 6 tasks for any claim"):
            stats.plan_power(sure, 1, 0.5, limits=stats.Limits(tasks=5))


class TestExactness:
    @pytest.mark.parametrize("scale", [1e-14, 1.0, 1e6, 1e13])
    def test_scale_and_offset_change_no_permutation_test(self, scale: float) -> None:
        rng = np.random.default_rng(1)
        for _ in range(20):
            d, x, y = rng.integers(-4, 5, 7) * 0.1, rng.integers(0, 5, 4), rng.integers(0, 5, 5)
            once = stats.permutation_test(np.round(10 * d), 0, rng, paired=True)
            assert stats.permutation_test(d * scale, 0, rng, paired=True) == once
            dealt = stats.permutation_test(x, y, rng)
            assert stats.permutation_test(0.1 * x * scale + scale, 0.1 * y * scale + scale, rng) == dealt


class TestLoneTasks:
    def test_they_are_one_stratum_with_the_freedom_of_its_variance(self) -> None:
        """Differences 1 | 0 | 0, 1/2: V = (2 · 1/2 + 1/8 / 2) / 3²; Welch's df (ΣV)² / Σ(V²/3) - 2, one each."""
        a, b = np.zeros((3, 2, 2)), np.full((3, 2, 2), np.nan)
        b[0, 0], b[1, 0], b[2] = 1, 0, [[0, 0], [0, 1]]
        found = stats.paired_cluster_t(a, b)
        assert found.se**2 == pytest.approx((1 + 1 / 16) / 9)
        assert found.df == pytest.approx(3 * (1 + 1 / 16) ** 2 / (1 + 1 / 256) - 2)
        assert "2 of 3 apps have one task only" in found.warnings[0]

    @pytest.mark.parametrize(("easy", "lone"), [(1, 10), (2, 4)])
    def test_an_easy_app_lends_them_no_certainty(self, easy: int, lone: int, rng: np.random.Generator) -> None:
        """Two agents alike on average; with one variance for all apps .45 and .57 were called different."""
        kept = (np.arange(20) == 0) | (np.arange(easy + lone) < easy)[:, None]
        rates = np.repeat([0.97, 0.5], [easy, lone])[:, None]
        called = 0
        for _ in range(300):
            each = [np.clip(rng.normal(rates, 0.25 * (rates < 0.9), kept.shape), 0, 1) for _ in range(2)]
            a, b = (np.where(kept, rng.random(kept.shape) < one, np.nan)[:, :, None] for one in each)
            called += stats.paired_cluster_t(a, b).significant
        assert called < 0.1 * 300

    def test_one_task_in_all_is_refused(self) -> None:
        with pytest.raises(ValueError, match="one task only"):
            stats.paired_cluster_t(np.zeros((1, 1, 9)), np.ones((1, 1, 9)))
