"""What must hold for any data: the order of rows is nothing, more data narrows, scale is nothing."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import lifeworld.stats as stats

settings.register_profile("untimed", deadline=None)  # other work may take the machine
settings.load_profile("untimed")

SHAPES = st.tuples(st.integers(1, 4), st.integers(2, 5), st.integers(1, 3), st.integers(1, 3), st.integers(1, 3))
OUTCOMES = SHAPES.flatmap(lambda shape: arrays(float, shape, elements=st.sampled_from([0.0, 1.0])))
COUNTS = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
SEEDS = st.integers(0, 2**32 - 1)


def shuffled(outcomes: np.ndarray, seed: int) -> np.ndarray:
    """Apps, tasks, levels of each axis and rollouts in another order."""
    rng = np.random.default_rng(seed)
    for axis in range(outcomes.ndim):
        outcomes = np.take(outcomes, rng.permutation(outcomes.shape[axis]), axis)
    return outcomes


@given(OUTCOMES, SEEDS)
def test_order_changes_no_suite_estimate(outcomes: np.ndarray, seed: int) -> None:
    other = shuffled(outcomes, seed)
    assert stats.suite_score(other) == pytest.approx(stats.suite_score(outcomes), abs=1e-12)
    first, second = stats.suite_interval(outcomes), stats.suite_interval(other)
    assert (second.low, second.high) == pytest.approx((first.low, first.high), abs=1e-9)
    assert stats.bootstrap_variance(other) == pytest.approx(stats.bootstrap_variance(outcomes), abs=1e-12)


@given(OUTCOMES, SEEDS)
def test_order_changes_no_sensitivity(outcomes: np.ndarray, seed: int) -> None:
    assume(outcomes.shape[2] > 1)
    first, second = stats.mad(outcomes, 0), stats.mad(shuffled(outcomes, seed), 0)
    assert (second.mad, second.floor, second.pairs) == pytest.approx((first.mad, first.floor, first.pairs), abs=1e-12)


@given(OUTCOMES)
def test_failure_mirrors_success(outcomes: np.ndarray) -> None:
    first, second = stats.suite_interval(outcomes), stats.suite_interval(1 - outcomes)
    assert (1 - second.high, 1 - second.low) == pytest.approx((first.low, first.high), abs=1e-9)


@given(OUTCOMES)
def test_repeating_every_task_narrows(outcomes: np.ndarray) -> None:
    once, thrice = stats.suite_interval(outcomes), stats.suite_interval(np.tile(outcomes, (1, 3, 1, 1, 1)))
    assert thrice.value == pytest.approx(once.value, abs=1e-12)
    assert thrice.high - thrice.low < once.high - once.low + 1e-12


@given(COUNTS)
def test_base_intervals_narrow_with_data_and_hold_the_rate(counts: tuple[int, int]) -> None:
    k, n = counts
    for method in (stats.wilson, stats.clopper_pearson):
        once, ten = method(k, n), method(10 * k, 10 * n)
        assert 0 <= once.low <= k / n <= once.high <= 1
        assert ten.width < once.width


@given(COUNTS)
def test_base_intervals_mirror(counts: tuple[int, int]) -> None:
    k, n = counts
    for method in (stats.wilson, stats.wald, stats.clopper_pearson):
        assert 1 - method(n - k, n).high == pytest.approx(method(k, n).low, abs=1e-9)


@given(OUTCOMES, SEEDS)
def test_swapping_agents_turns_the_difference_around(a: np.ndarray, seed: int) -> None:
    b = np.random.default_rng(seed).permuted(a, axis=1)
    forth, back = stats.paired_cluster_t(a, b), stats.paired_cluster_t(b, a)
    assert (back.value, back.low, back.high) == pytest.approx((-forth.value, -forth.high, -forth.low), abs=1e-12)
    assert back.p_value == pytest.approx(forth.p_value)


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=8), SEEDS)
def test_correction_follows_its_values_and_never_helps(p_values: list[float], seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(p_values))
    for method in ("holm", "benjamini-hochberg", "bonferroni"):
        adjusted = stats.adjust_p_values(p_values, method)
        assert (adjusted >= np.array(p_values) - 1e-12).all()
        np.testing.assert_allclose(stats.adjust_p_values(np.array(p_values)[order], method), adjusted[order])


VOTES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from([0.0, 0.5, 1.0]), st.integers(1, 9)).filter(
        lambda vote: vote[0] != vote[1]
    ),
    min_size=1,
    max_size=20,
)
CYCLE = [(0, 1, 1, 1), (1, 2, 1, 1), (2, 3, 1, 1), (3, 0, 1, 1)]


@given(VOTES, SEEDS)
def test_order_side_and_multiplicity_of_votes_change_no_rating(votes: list[tuple], seed: int) -> None:
    rows = np.array(votes + CYCLE, dtype=float)
    swapped = np.stack([rows[:, 1], rows[:, 0], 1 - rows[:, 2], rows[:, 3]], axis=1)
    mixed = np.random.default_rng(seed).permutation(np.where(np.arange(len(rows))[:, None] % 2, rows, swapped))
    mixed[:, 3] *= 7
    beta = stats.bradley_terry(rows).beta
    np.testing.assert_allclose(stats.bradley_terry(mixed).beta, beta, atol=1e-7)
    assert beta.sum() == pytest.approx(0, abs=1e-9)


@given(VOTES)
def test_more_votes_narrow_the_sandwich(votes: list[tuple]) -> None:
    rows = np.array(votes + CYCLE, dtype=float)
    once = stats.bradley_terry_sandwich(rows)
    rows[:, 3] *= 4
    fourfold = stats.bradley_terry_sandwich(rows)
    width, half = fourfold.high - fourfold.low, (once.high - once.low) / 2
    if once.warnings:  # what many ties may hide narrows faster
        assert (width <= half + 1e-6).all()
    else:
        np.testing.assert_allclose(width, half, rtol=1e-6, atol=1e-6)


RATINGS = arrays(float, st.tuples(st.integers(2, 4), st.integers(2, 8)), elements=st.sampled_from([1.0, 2.0, 3.0, 5.0]))


@given(RATINGS, SEEDS)
def test_alpha_knows_neither_order_nor_interval_scale(ratings: np.ndarray, seed: int) -> None:
    assume(np.unique(ratings).size > 1)
    rng = np.random.default_rng(seed)
    other = rng.permutation(rng.permutation(ratings, axis=0), axis=1)
    for metric in ("nominal", "ordinal", "interval", "ratio"):
        assert stats.krippendorff_alpha(other, metric) == pytest.approx(stats.krippendorff_alpha(ratings, metric))
    scaled = stats.krippendorff_alpha(3 * ratings - 7, "interval")
    assert scaled == pytest.approx(stats.krippendorff_alpha(ratings, "interval"))


@settings(max_examples=25)
@given(OUTCOMES, SEEDS)
def test_bootstrap_is_a_function_of_its_generator(outcomes: np.ndarray, seed: int) -> None:
    first, second = (
        stats.hierarchical_bootstrap(outcomes, np.random.default_rng(seed), replicates=50) for _ in range(2)
    )
    assert first == second


@settings(max_examples=25)
@given(OUTCOMES, SEEDS)
def test_missing_cells_are_dropped_not_failed(outcomes: np.ndarray, seed: int) -> None:
    """Emptying a whole task is the same as not having it."""
    assume(outcomes.shape[1] > 2)
    emptied = outcomes.copy()
    emptied[:, 0] = np.nan
    without = outcomes[:, 1:]
    assert stats.suite_score(emptied) == pytest.approx(stats.suite_score(without))
    first, second = (
        stats.hierarchical_bootstrap(each, np.random.default_rng(seed), replicates=40) for each in (emptied, without)
    )
    assert (first.low, first.high) == pytest.approx((second.low, second.high))
