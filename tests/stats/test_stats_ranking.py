"""Ranking beyond the vectors: intervals, users, style, streams, refusals."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import expit

import lifeworld.stats as stats
from lifeworld.stats.bradley_terry import ELO
from lifeworld.stats.rating_intervals import draw_multinomials

RING = [(0, 1, 1, 30), (0, 1, 0, 20), (1, 2, 1, 25), (1, 2, 0, 25), (2, 0, 1, 10), (2, 0, 0, 40), (0, 2, 0.5, 7)]


def test_an_anchor_moves_the_scale_and_its_interval_has_no_width(rng: np.random.Generator) -> None:
    for intervals in (stats.bradley_terry_sandwich(RING, anchor=1), stats.bradley_terry_bootstrap(RING, rng, anchor=1)):
        assert intervals.elo[1] == intervals.low[1] == intervals.high[1] == 1000
        assert intervals.anchor == 1
    free = stats.bradley_terry(RING)
    np.testing.assert_allclose(np.diff(stats.bradley_terry(RING, anchor=1).elo), np.diff(free.elo))
    assert free.elo.mean() == pytest.approx(1000)


def test_bootstrap_and_sandwich_agree_on_plain_votes(rng: np.random.Generator) -> None:
    many = np.array(RING, dtype=float) * [1, 1, 1, 20]
    drawn, analytic = stats.bradley_terry_bootstrap(many, rng, 4000), stats.bradley_terry_sandwich(many)
    np.testing.assert_allclose(drawn.high - drawn.low, analytic.high - analytic.low, rtol=0.06)


def test_votes_that_hang_together_widen_the_interval(rng: np.random.Generator) -> None:
    """Users who cast the same vote ten times know a tenth of what their votes pretend."""
    votes = [(i, j, float(rng.random() < p), 10) for i, j, p in 40 * [(0, 1, 0.6), (1, 2, 0.5), (2, 0, 0.3)]]
    users = np.arange(len(votes))
    for make in (stats.bradley_terry_sandwich, lambda v, **k: stats.bradley_terry_bootstrap(v, rng, **k)):
        alone, together = make(votes), make(votes, users=users)
        ratio = (together.high - together.low) / (alone.high - alone.low)
        np.testing.assert_allclose(ratio, 10**0.5, rtol=0.15)


def test_rounds_without_finite_ratings_are_counted_told_and_not_dropped(rng: np.random.Generator) -> None:
    barely = [(0, 1, 1, 6), (0, 1, 0, 1), (1, 2, 1, 5), (1, 2, 0, 5)]
    found = stats.bradley_terry_bootstrap(barely, rng, 500)
    assert 0.25 < found.undefined / 500 < 0.5
    assert np.isfinite(found.low).all()
    assert found.warnings[0].startswith(f"{found.undefined} of 500 bootstrap rounds have no finite ratings")
    assert not stats.bradley_terry_bootstrap(RING, rng, 50).warnings


@pytest.mark.parametrize("users", [None, np.arange(50), np.arange(50) // 5])
def test_ties_alone_leave_the_width_of_what_they_may_hide(users: np.ndarray | None, rng: np.random.Generator) -> None:
    """Of 50 users who tie, by Clopper and Pearson up to 7.1 % may decide: 26 points of lead, 13 of each rating."""
    ties = [(0, 1, 0.5)] * 50
    for found in (
        stats.bradley_terry_sandwich(ties, users=users),
        stats.bradley_terry_bootstrap(ties, rng, users=users),
    ):
        half = found.high - found.elo
        assert found.elo.tolist() == [1000, 1000] and found.warnings[-1].startswith("hardly a vote decides")
        np.testing.assert_allclose(half, 9.63 if users is None or users[-1] == 49 else 48.2, rtol=0.02)
    plain = stats.bradley_terry_sandwich(RING)
    assert not plain.warnings  # seven ties among 157 votes hide nothing


def test_intervals_hold_where_users_hardly_ever_decide(rng: np.random.Generator) -> None:
    """A tenth or less of 20 users prefer the first in all of their ten votes, all others tie throughout."""
    votes, users = np.tile([0, 1, 0.5], (200, 1)), np.repeat(np.arange(20), 10)
    for share in (0.02, 0.05, 0.1):
        truth, held = stats.bradley_terry([(0, 1, 1, 1 + share), (0, 1, 0, 1 - share)]).elo[0], []
        for _ in range(60):
            votes[:, 2] = np.where(np.repeat(rng.random(20) < share, 10), 1, 0.5)
            found = stats.bradley_terry_bootstrap(votes, rng, 200, users=users)
            held.append(found.low[0] <= truth <= found.high[0])
        assert np.mean(held) > 0.93, share


@pytest.mark.parametrize("users", [["me"] * 7, ["me"] * 6 + ["you"]])
def test_few_users_never_narrow_an_interval(users: list[str], rng: np.random.Generator) -> None:
    for make in (stats.bradley_terry_sandwich, lambda v, **k: stats.bradley_terry_bootstrap(v, rng, **k)):
        alone, told = make(RING), make(RING, users=users)
        assert ((told.high - told.low) > 0.9 * (alone.high - alone.low)).all()
        assert "can't say how users differ" in told.warnings[0]


def test_users_who_all_vote_alike_leave_width(rng: np.random.Generator) -> None:
    alike = [(i, j, y) for _ in range(20) for i, j, y in ((0, 1, 1), (1, 2, 1), (2, 0, 1))]
    users = np.repeat(np.arange(20), 3)
    analytic, drawn = (
        stats.bradley_terry_sandwich(alike, users=users),
        stats.bradley_terry_bootstrap(alike, rng, users=users),
    )
    for found in (analytic, drawn):
        assert (found.high - found.low > 10).all() and found.warnings


def test_drawn_counts_are_multinomial(rng: np.random.Generator) -> None:
    """The quick sampler keeps the total, the means, and the covariances of a multinomial."""
    counts = np.array([4000.0, 2500.0, 2499.0, 1.0])
    drawn = draw_multinomials(counts, 20_000, rng)
    assert (drawn.sum(axis=1) == 9000).all()
    share = counts / 9000
    np.testing.assert_allclose(drawn.mean(axis=0), counts, atol=1.5)
    expected = 9000 * (np.diag(share) - np.outer(share, share))
    np.testing.assert_allclose(np.cov(drawn.T), expected, atol=60)
    assert drawn[:, 3].var() == pytest.approx(1, rel=0.06)


def test_position_and_length_bias_are_taken_out(rng: np.random.Generator) -> None:
    strength = np.array([0.5, 0.0, -0.5])
    left, right = rng.integers(0, 3, 30_000), rng.integers(0, 3, 30_000)
    left, right = left[left != right], right[left != right]
    longer = rng.normal(strength[left] - strength[right])
    odds = strength[left] - strength[right] + 0.4 + 0.6 * longer
    votes = np.stack([left, right, rng.random(left.size) < 1 / (1 + np.exp(-odds))], axis=1).astype(float)
    found = stats.style_controlled(votes, np.stack([np.ones(left.size), longer], axis=1))
    np.testing.assert_allclose(found.beta, strength, atol=0.06)
    np.testing.assert_allclose(found.effects, [0.4, 0.6], atol=4 * found.effects_se.max())
    assert stats.bradley_terry(votes).beta[0] > found.beta[0] + 0.1


def test_groups_that_never_met_are_named() -> None:
    votes = [(0, 1, 1), (1, 0, 1), (2, 3, 1), (3, 2, 1)]
    with pytest.raises(ValueError, match=r"models 0, 1 never met the others.*components 0, 1 \| 2, 3"):
        stats.bradley_terry(votes)
    assert np.isfinite(stats.bradley_terry(votes, prior=0.5, models=5).elo).all()


def test_a_prior_leaves_open_what_few_votes_do(rng: np.random.Generator) -> None:
    """One vote: every resample is that vote. The posterior's mode b solves 1 - s(2b) = prior b, with s the logistic
    function; its variance relative to the mean is 1/2 / (2 s(2b) (1 - s(2b)) + prior)."""
    prior = 0.16
    b = brentq(lambda at: 1 - expit(2 * at) - prior * at, 0, 10)
    chance = expit(2 * b)
    half = 1.959964 * ELO * (0.5 / (2 * chance * (1 - chance) + prior)) ** 0.5
    found = stats.bradley_terry_bootstrap([(0, 1, 1)], rng, 50, prior=prior)
    np.testing.assert_allclose(found.elo, 1000 + ELO * b * np.array([1, -1]), atol=1e-4)
    np.testing.assert_allclose(found.high - found.elo, half, rtol=1e-5)
    np.testing.assert_allclose(found.elo - found.low, half, rtol=1e-5)
    assert found.rank_overlap.tolist() == [1, 1] and "prior" in found.warnings[-1]


@pytest.mark.parametrize(
    ("estimator", "given", "told"),
    [
        (stats.bradley_terry, ([(0, 1, 0.3)],), "outcome is neither"),
        (stats.bradley_terry, ([(0, 1, 1, 0)],), "count is not positive"),
        (stats.bradley_terry, ([(-1, 1, 1)],), "negative model index"),
        (stats.bradley_terry, ([(0, 1)],), "rows"),
        (stats.bradley_terry_sandwich, (RING, 0.95, None, [1, 2]), "2 users for 7 comparisons"),
        (
            stats.bradley_terry_bootstrap,
            ([(0, 1, 1, 40), (1, 2, 1, 1), (2, 0, 1, 1)], np.random.default_rng(4), 200),
            "of 200 bootstrap rounds have no finite ratings: too few votes",
        ),
        (stats.style_controlled, (RING, np.zeros(len(RING))), "undetermined"),
        (stats.style_controlled, (RING, [1, 2]), "2 rows of covariates for 7 comparisons"),
    ],
)
def test_votes_without_an_answer_are_refused(estimator: Callable[..., object], given: tuple, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        estimator(*given)
