"""Ratings from four answers: Davidson's where nobody says neither, Bradley-Terry's where nobody ties either."""

import numpy as np
import pytest
from scipy.optimize import minimize

import lifeworld.stats as stats


def counts(
    models: int = 5, tie: float = 0.8, bar: float | None = -0.3, many: int = 4000
) -> tuple[np.ndarray, np.ndarray]:
    rng, beta = np.random.default_rng(2), np.linspace(0.9, -0.9, models)
    table = np.zeros((models, models, 4))
    for i in range(models):
        for j in range(models):
            weight = np.exp([beta[i], beta[j], (beta[i] + beta[j]) / 2, bar or 0]) * [1, 1, tie, bar is not None]
            table[i, j] = rng.multinomial(many, weight / weight.sum()) if i != j else 0
    return table, beta


def rows(table: np.ndarray, answers: tuple[float, ...]) -> list[tuple[int, int, float, float]]:
    size = range(len(table))
    return [(i, j, y, table[i, j, k]) for i in size for j in size if i != j for k, y in enumerate(answers)]


def by_likelihood(rows: list[tuple[int, int, float, float]], models: int) -> tuple[np.ndarray, float]:
    """Davidson's ratings as Elo and his chance of a tie, from the likelihood as he wrote it: a second derivation."""
    left, right, outcome, count = np.array(rows).T
    i, j = left.astype(int), right.astype(int)

    def loss(at: np.ndarray) -> float:
        parts = np.stack([at[i], at[j], at[-1] + (at[i] + at[j]) / 2])
        chosen = np.select([outcome == 1, outcome == 0], [parts[0], parts[1]], parts[2])
        return float(count @ (np.logaddexp.reduce(parts, axis=0) - chosen))

    found = minimize(loss, np.zeros(models + 1), method="BFGS", options={"gtol": 1e-8 * count.sum()}).x
    tie = np.exp(found[-1])
    return 400 * np.log10(np.e) * (found[:-1] - found[:-1].mean()) + 1000, tie / (2 + tie)


def test_strengths_ties_and_the_bar_come_back() -> None:
    table, beta = counts()
    found = stats.choice_ratings(table)
    assert (np.abs(found.beta - beta) < 3.5 * np.sqrt(np.diag(found.covariance))).all()
    assert found.tie_chance == pytest.approx(0.8 / 2.8, abs=0.01)
    assert found.bar == pytest.approx(1000 - 0.3 * 173.718, abs=6)


def test_without_neither_it_is_davidsons_and_without_ties_bradley_and_terrys() -> None:
    table, _ = counts(bar=None)
    found, known = stats.choice_ratings(table), stats.davidson(rows(table[:, :, :3], (1, 0, 0.5)))
    elo, tie_chance = by_likelihood(rows(table[:, :, :3], (1, 0, 0.5)), len(table))
    np.testing.assert_allclose(found.elo, elo, atol=1e-3)
    np.testing.assert_allclose(found.elo, known.elo, atol=1e-3)
    assert found.tie_chance == pytest.approx(tie_chance, abs=1e-6) and found.bar is None
    assert known.tie_chance == pytest.approx(tie_chance, abs=1e-6)
    table, _ = counts(tie=0, bar=None)
    found = stats.choice_ratings(table)
    np.testing.assert_allclose(found.elo, stats.bradley_terry(rows(table[:, :, :2], (1, 0))).elo, atol=1e-6)
    assert found.tie_chance is None


def test_where_it_starts_makes_no_difference() -> None:
    table, beta = counts(many=50)
    np.testing.assert_allclose(
        stats.choice_ratings(table).elo, stats.choice_ratings(table, start=3 * beta).elo, atol=1e-5
    )


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (np.zeros((2, 2, 3)), r"counts must be \[model, model, 4\], not of shape \(2, 2, 3\)"),
        (np.full((1, 1, 4), 1.0), "a model met itself"),
        (-np.ones((2, 2, 4)), "a count is negative"),
        (np.array([[[0] * 4, [0, 0, 3, 1]], [[0] * 4] * 2]), "no vote prefers a model"),
        (np.array([[[0] * 4, [3, 0, 0, 1]], [[0] * 4] * 2]), "not strongly connected"),
    ],
)
def test_what_has_no_answer_is_refused(table: np.ndarray, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        stats.choice_ratings(table)


def test_a_prior_rates_who_has_only_won() -> None:
    table = np.array([[[0] * 4, [3, 0, 0, 1]], [[0] * 4] * 2])
    found = stats.choice_ratings(table, prior=0.16)
    assert 1000 < found.elo[0] < 1500 and found.elo.mean() == pytest.approx(1000)
