"""What luck alone gives: calibrated p-values and nulls for sensitivity and OpenApps' ratio."""

import numpy as np
import pytest

import lifeworld.stats as stats

SHAPE = (2, 6, 3, 2, 3)  # apps, tasks, themes, sizes, rollouts
RUNS = 300


def played(rng: np.random.Generator, effect: float, shape: tuple[int, ...] = SHAPE) -> np.ndarray:
    """Tasks of unlike difficulty, sizes that matter, themes that matter by `effect`; a tenth of the episodes lost."""
    centre = (
        0.5 + 0.25 * rng.standard_normal((*shape[:2], 1, 1)) + 0.15 * rng.standard_normal((*shape[:2], 1, shape[3]))
    )
    rates = np.clip(centre + effect * rng.standard_normal((*shape[:3], 1)), 0, 1)
    outcomes = (rng.random(shape) < rates[..., None]).astype(float)
    outcomes[rng.random(shape) < 0.1] = np.nan
    outcomes[:, 0, :, 0, :2] = np.nan_to_num(outcomes[:, 0, :, 0, :2])
    return outcomes


def p_values(rng: np.random.Generator, effect: float, runs: int, draws: int = 99) -> np.ndarray:
    found = []
    for _ in range(runs):
        outcomes = played(rng, effect)
        std, mad = stats.deviation_null(outcomes[:, :, :, :1], rng, draws)
        gap = stats.mad_null(outcomes, 0, rng, draws)
        _, area = stats.exceedance_null(outcomes, 0, [0.1, 0.3], rng, draws)
        found.append([gap.p_value, area.p_value, std.p_value, mad.p_value])
    return np.array(found)


def test_an_axis_without_effect_is_called_in_five_of_a_hundred() -> None:
    called = (p_values(np.random.default_rng(5), 0.0, RUNS) <= 0.05).sum(axis=0)
    for count in called.tolist():
        likely = stats.wilson(count, RUNS)
        assert likely.low < 0.05 < likely.high + 0.01, called / RUNS


def test_an_effect_is_found() -> None:
    assert ((p_values(np.random.default_rng(6), 0.35, 40) <= 0.05).mean(axis=0) > 0.6).all()


@pytest.mark.parametrize("rollouts", [2, 3, 5, 10])
def test_the_null_of_the_ratio_is_the_ratio_of_versions_without_effect(rollouts: int) -> None:
    """About .72 with two rollouts, .96 with ten: a ratio below 1 alone says nothing of versions."""
    rng = np.random.default_rng(rollouts)
    seen, null = [], []
    for _ in range(40):
        outcomes = played(rng, 0.0, (3, 6, 3, 1, rollouts))
        seen.append(stats.deviation_ratios(outcomes)[0].value)
        null.append(stats.deviation_null(outcomes, rng, 49)[0].median)
    assert np.mean(seen) == pytest.approx(np.mean(null), abs=0.03)
    assert np.mean(null) == pytest.approx({2: 0.72, 3: 0.79, 5: 0.89, 10: 0.95}[rollouts], abs=0.03)


def test_the_ratios_interval_holds_the_ratio_of_new_tasks() -> None:
    rng = np.random.default_rng(2)
    many = [stats.average_deviation(played(rng, 0.3))[0] for _ in range(400)]
    truth = np.mean([one.within_std for one in many]) / np.mean([one.overall_std for one in many])
    held = [stats.deviation_ratios(played(rng, 0.3))[0].covers(float(truth)) for _ in range(RUNS)]
    assert 0.9 < np.mean(held) <= 1
    ratio = stats.deviation_ratios(outcomes := played(rng, 0.3))[1]
    assert ratio.value == pytest.approx(stats.average_deviation(outcomes)[0].mad_ratio)
    assert ratio.low < ratio.value < ratio.high


def test_only_cells_that_agree_in_other_axes_exchange_rollouts() -> None:
    """Every theme met its own size, so nothing can be dealt anew and nothing is claimed, however far sizes move it."""
    outcomes = np.full((1, 8, 2, 2, 4), np.nan)
    outcomes[:, :, 0, 0], outcomes[:, :, 1, 1] = 0, 1
    curve = stats.exceedance(outcomes, 0, [0.1, 0.9])
    median, null = stats.exceedance_null(outcomes, 0, [0.1, 0.9], np.random.default_rng(0), 49)
    assert curve.tolist() == median.tolist() == [1, 1]
    assert null.p_value == 1


def test_the_null_of_the_mean_gap_is_its_floor() -> None:
    rng = np.random.default_rng(1)
    outcomes = played(rng, 0.0, (4, 20, 3, 2, 3))
    assert stats.mad_null(outcomes, 0, rng, 99).median == pytest.approx(stats.mad(outcomes, 0).floor, abs=0.01)


def test_the_nulls_are_functions_of_their_generator() -> None:
    outcomes = played(np.random.default_rng(3), 0.2)
    for null in (
        lambda rng: stats.mad_null(outcomes, 0, rng, 50),
        lambda rng: stats.exceedance_null(outcomes, 0, [0.2], rng, 50)[1],
        lambda rng: stats.deviation_null(outcomes, rng, 50),
    ):
        assert null(np.random.default_rng(1)) == null(np.random.default_rng(1))


def test_what_never_varies_has_no_ratio() -> None:
    with pytest.raises(ValueError, match="no reward varies"):
        stats.deviation_null(np.ones((1, 2, 2, 3)), np.random.default_rng(0))
    with pytest.raises(ValueError, match="no reward varies"):
        stats.deviation_ratios(np.ones((1, 2, 2, 3)))
    with pytest.raises(ValueError, match="draws"):
        stats.mad_null(np.ones((1, 2, 2, 3)), 0, np.random.default_rng(0), 0)


def test_tasks_of_one_ratio_leave_it_open() -> None:
    """Each task always succeeds in one version and never in the other: the ratio is 0 in all, by chance or not."""
    outcomes = np.tile(np.array([[1.0, 1.0], [0.0, 0.0]]), (1, 3, 1, 1))
    for one in stats.deviation_ratios(outcomes):
        assert (one.value, one.low, one.high) == (0, 0, np.inf) and one.warnings
