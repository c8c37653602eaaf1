"""What length costs, against simulated tasks of which it is known."""

import numpy as np
import pytest

from lifeworld.stats import horizon_loss
from lifeworld.stats.tally import FloatArray, IntArray


def simulated(seed: int, parts: int, kept: float) -> tuple[FloatArray, IntArray, FloatArray, float]:
    """Draw tasks of parts of differing difficulty, of which length leaves the share `kept`; each is run once.

    The last value is what independent parts of this catalogue give.
    """
    rng = np.random.default_rng(seed)
    rates = rng.beta(8, 2, 80)
    members = np.array([rng.choice(80, parts, replace=False) for _ in range(60)])
    own = rng.binomial(1, kept * rates[members].prod(axis=1)).astype(float)
    return own, members, rng.binomial(1, rates).astype(float), float(rates.mean() ** parts)


@pytest.mark.parametrize(("parts", "kept"), [(2, 1.0), (4, 0.8)])
def test_intervals_cover_what_was_put_in(parts: int, kept: float) -> None:
    covered, ratios = np.zeros(3), []
    for seed in range(120):
        rng = np.random.default_rng(1000 + seed)
        own, members, alone, independent = simulated(seed, parts, kept)
        loss = horizon_loss(own, members, alone, rng, replicates=200)
        assert loss.ratio
        truths = (kept * independent, independent, kept)
        estimates = (loss.success, loss.independent, loss.ratio)
        covered += [one.covers(truth) for one, truth in zip(estimates, truths, strict=True)]
        ratios.append(loss.ratio.value)
    assert (covered / 120 > 0.9).all()
    assert np.median(ratios) == pytest.approx(kept, abs=0.08)


def test_what_never_failed_has_width_and_nothing_is_divided_by_nothing() -> None:
    rng = np.random.default_rng(0)
    sure = horizon_loss([1, 1, 1], [[0, 1], [1, 2], [0, 2]], [1, 1, 1], rng)
    wilson = 3 / (3 + 1.959964**2)  # the lower end of three of three, in the numerator or in the denominator
    assert sure.ratio and sure.ratio.value == 1 and sure.ratio.warnings
    assert (sure.ratio.low, sure.ratio.high) == pytest.approx((wilson, 1 / wilson))
    assert horizon_loss([0, 0], [[0], [1]], [1, 0], rng).ratio is None
    assert horizon_loss([1, 0], [[0, 1], [0, 1]], [0.5, 0.8], rng).independent.value == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("rates", "parts", "alone", "told"),
    [
        ([], np.zeros((0, 2)), [1], "rates: expected"),
        ([2], [[0]], [1], "rates: expected"),
        ([1], [[0]], [np.nan], "part_rates: expected"),
        ([1], [[1]], [1], "there is no part 1 among 1"),
        ([1, 1], [[0]], [1], "expected \\[task, part\\] for 2 tasks"),
        ([1], [[-1]], [1], "negative"),
    ],
)
def test_input_without_an_answer_is_refused(rates: object, parts: object, alone: object, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        horizon_loss(rates, parts, alone, np.random.default_rng(0))  # type: ignore[arg-type]
