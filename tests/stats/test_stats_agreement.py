"""Agreement with holes, unanimity and intervals."""

from typing import Literal

import numpy as np
import pytest

import lifeworld.stats as stats

NAN = float("nan")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([1, 0, NAN, NAN, 1], [1, 1, NAN, NAN, 0]),
        (["yes", None, "no"], ["no", None, "yes"]),
        (["yes", NAN, "no"], ["no", NAN, "yes"]),
    ],
)
def test_missing_labels_are_no_agreement(a: list, b: list) -> None:
    for measure in (stats.cohen_kappa, stats.cohen_kappa_interval, lambda x, y: stats.fleiss_kappa([x, y])):
        with pytest.raises(ValueError, match="labels are missing"):
            measure(a, b)


def test_what_is_no_label_or_count_is_refused() -> None:
    with pytest.raises(ValueError, match="labels are missing"):
        stats.f1([1, NAN], [1, NAN])
    with pytest.raises(ValueError, match="infinite"):
        stats.krippendorff_alpha([[1, float("inf")], [1, 2]])
    for count in (NAN, 0.5, -1):
        with pytest.raises(ValueError, match="need tp>=0"):
            stats.binary_agreement(count, 1, 1, 1)  # type: ignore[arg-type]


def test_kappa_by_hand() -> None:
    """20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: p = .7, chance .5, kappa .4."""
    a, b = [1] * 25 + [0] * 25, [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15
    found = stats.cohen_kappa_interval(a, b)
    assert found.value == pytest.approx(0.4) == pytest.approx(stats.cohen_kappa(a, b))
    assert found.low < 0.4 < found.high and found.se == pytest.approx(0.1262, abs=0.001)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_a_rater_who_says_one_thing_leaves_kappa_unknown(weights: Literal["linear", "quadratic"] | None) -> None:
    for a, b in (([1] * 30, [1, 0, 2] * 10), ([1, 0, 2] * 10, [1] * 30)):
        found = stats.cohen_kappa_interval(a, b, weights)
        assert found.value == pytest.approx(0) and (found.low, found.high) == (-1, 1)
        assert "one rater uses one label throughout" in found.warnings[0]
    opposed = stats.cohen_kappa_interval([0, 1] * 9, [1, 0] * 9)
    assert opposed.value == -1 and opposed.width == 2 and "no variance" in opposed.warnings[0]


def test_fleiss_kappa_is_that_of_his_paper() -> None:
    """The worked example: 10 subjects, 14 raters, 5 categories; kappa .210."""
    counts = np.array(
        [
            *([0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1]),
            *([7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7]),
        ]
    )
    ratings = np.array([np.repeat(np.arange(5), row) for row in counts]).T
    assert stats.fleiss_kappa(ratings) == pytest.approx(0.210, abs=0.0005)


def test_intervals_of_unanimous_raters_have_width(rng: np.random.Generator) -> None:
    same = [0, 1] * 6
    for found in (
        stats.cohen_kappa_interval(same, same),
        stats.cohen_kappa_interval(same, same, "quadratic"),
        stats.fleiss_kappa_interval([same, same, same], rng),
        stats.krippendorff_alpha_interval([same, same], rng),
    ):
        assert (found.value, found.high) == (1, 1)
        assert found.low == pytest.approx(1 - (1 - stats.wilson(12, 12).low) / 0.5)
        assert "agree throughout" in found.warnings[0]


@pytest.mark.long
def test_intervals_over_units_cover(rng: np.random.Generator) -> None:
    """Two raters who copy the truth with chance .7 and guess otherwise: kappa is .49, and so are alpha and Fleiss'."""
    hits = np.zeros(3)
    for _ in range(100):
        truth = rng.integers(0, 2, size=60)
        a, b = (np.where(rng.random(60) < 0.7, truth, rng.integers(0, 2, size=60)) for _ in range(2))
        found = (
            stats.cohen_kappa_interval(a, b),
            stats.fleiss_kappa_interval([a, b], rng, 200),
            stats.krippendorff_alpha_interval([a, b], rng, replicates=200),
        )
        hits += [one.covers(0.49) for one in found]
    assert (hits >= 88).all(), hits


def test_rounds_in_which_nothing_varies_are_told_or_refused(rng: np.random.Generator) -> None:
    few = np.zeros((2, 12))
    few[:, :3] = 1
    few[0, 3] = 1
    found = stats.krippendorff_alpha_interval(few, rng, replicates=500)
    assert "bootstrap rounds are left out" in found.warnings[0]
    few[:, 1:3] = few[0, 3] = 0
    few[0, 0] = 0
    with pytest.raises(ValueError, match="rounds the ratings never vary"):
        stats.krippendorff_alpha_interval(few, rng, replicates=200)


def test_raters_who_always_differ_leave_agreement_open(rng: np.random.Generator) -> None:
    """Every resample of six units, all labelled 0 and 1, is the same one: its measure says nothing of other units."""
    apart = [[0] * 6, [1] * 6]
    for found, value in (
        (stats.fleiss_kappa_interval(apart, rng, 50), -1),
        (stats.krippendorff_alpha_interval(apart, rng, replicates=50), 1 - 11 / 6),  # D_o = 1, D_e = 72 / 132
    ):
        assert (found.value, found.low, found.high) == (pytest.approx(value), -1, 1) and found.warnings
