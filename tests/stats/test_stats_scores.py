"""Continuous scores, tables with labels, improvement, rank correlation, McNemar's table, ties."""

from itertools import combinations

import numpy as np
import pytest

import lifeworld.stats as stats

NAN = float("nan")


def test_a_score_of_0_and_1_has_the_interval_of_success(rng: np.random.Generator) -> None:
    won = (rng.random((4, 5, 3, 2)) < 0.4).astype(float)
    won[0, 0, 0] = NAN
    found, expected = stats.score_interval(won), stats.suite_interval(won)
    assert (found.value, found.low, found.high, found.df) == pytest.approx(
        (expected.value, expected.low, expected.high, expected.df)
    )


def test_scores_scale_with_their_bounds(rng: np.random.Generator) -> None:
    share = rng.random((3, 6, 2))
    one, ten = stats.score_interval(share), stats.score_interval(10 * share - 5, bounds=(-5, 5))
    assert (ten.value, ten.low, ten.high, ten.se) == pytest.approx(
        (10 * one.value - 5, 10 * one.low - 5, 10 * one.high - 5, 10 * one.se)
    )


def test_unbounded_scores_have_students_interval(rng: np.random.Generator) -> None:
    from scipy.stats import t

    times = rng.exponential(20, size=(1, 30, 4))
    means = times.mean(axis=2)[0]
    found = stats.score_interval(times, bounds=None)
    low, high = t.interval(0.95, 29, means.mean(), means.std(ddof=1) / 30**0.5)
    assert (found.low, found.high) == pytest.approx((low, high))


def test_score_intervals_cover(rng: np.random.Generator) -> None:
    found = [stats.score_interval(rng.beta(2, 3, size=(6, 4, 1))) for _ in range(400)]
    assert 0.92 < np.mean([one.covers(0.4) for one in found]) < 0.985


@pytest.mark.parametrize(
    ("scores", "bounds", "says"),
    [
        ([[[1.5], [0.2]]], (0, 1), "beyond 0 to 1"),
        ([[[2.0], [2.0]]], None, "never vary"),
        ([[[float("inf")], [2.0]]], None, "infinite"),
        ([[0.2, 0.3]], (0, 1), "expected scores"),
        ([[[0.2], [0.3]]], (1, 1), "must rise"),
        ([[[0.2]]], None, "one task only"),
    ],
)
def test_scores_without_an_interval_are_refused(scores: list, bounds: tuple | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        stats.score_interval(scores, bounds=bounds)


def test_a_lone_tasks_score_has_the_interval_of_its_episodes() -> None:
    won = [[[[1.0, 0, 1, 1], [1, NAN, 1, NAN]]]]
    found, expected = stats.score_interval(won), stats.suite_interval(won)
    assert (found.value, found.low, found.high, found.n) == pytest.approx(
        (expected.value, expected.low, expected.high, expected.n)
    )
    assert found.warnings == expected.warnings
    assert stats.score_interval([[[0.2]]]).width < 1
    assert stats.optimality_gap([[[40]]], target=50).value == pytest.approx(10)


def test_the_optimality_gap_by_hand() -> None:
    """Shortfalls of .5, 0 (its surplus does not count), .2 and .1: .2 on average."""
    found = stats.optimality_gap([[[0.5], [1.4], [0.8], [0.9]]])
    assert found.value == pytest.approx(0.2)
    assert 0 <= found.low < 0.2 < found.high <= 1
    assert stats.optimality_gap([[[40], [60], [90]]], target=50).value == pytest.approx(10 / 3)


def test_labels_make_the_array(rng: np.random.Generator) -> None:
    rows = [
        (app, task, theme, int(rng.integers(0, 2)))
        for app in ("shop", "mail")
        for task in ("send", "buy", "pay")
        for theme in ("light", "dark")
        for _ in range(2)
    ]
    rng.shuffle(rows)  # type: ignore[arg-type]
    app, task, theme, won = zip(*rows, strict=True)
    found = stats.from_labels([int(one) for one in won], app, task, {"theme": theme})
    assert (found.apps, found.tasks[1], found.axes) == (
        ("mail", "shop"),
        ("buy", "pay", "send"),
        {"theme": ("dark", "light")},
    )
    assert found.values.shape == (2, 3, 2, 2)
    cell = [int(one) for one, *where in zip(won, app, task, theme, strict=True) if where == ["mail", "pay", "light"]]
    assert found.values[0, 1, 1].tolist() == cell
    assert stats.suite_score(found.values) == pytest.approx(np.mean([int(one) for one in won]))


def test_labels_with_holes_and_lone_names() -> None:
    found = stats.from_labels([1, None, 0, 0.5], ["x", "x", "y", "y"], ["one", "two", "two", "two"])
    np.testing.assert_equal(found.values, [[[1, NAN], [NAN, NAN]], [[0, 0.5], [NAN, NAN]]])
    with pytest.raises(ValueError, match="differ in length"):
        stats.from_labels([1], ["x", "y"], ["one"])


def test_probability_of_improvement_by_hand(rng: np.random.Generator) -> None:
    """Task 1: 3 of 4 pairs and a tie; task 2: none. (.875 + 0) / 2."""
    found = stats.probability_of_improvement([[3, 2], [0, NAN]], [[1, 2], [5, 6]], rng)
    assert found.value == pytest.approx((3.5 / 4 + 0) / 2)
    sure = stats.probability_of_improvement([[2, 3]], [[0, 1]], rng)
    assert (sure.value, sure.high, sure.low) == (1, 1, pytest.approx(stats.wilson(2, 2).low))
    assert "never differ" in sure.warnings[0]
    with pytest.raises(ValueError, match=r"tasks without a run of both: \[0\]"):
        stats.probability_of_improvement([[NAN]], [[1]], rng)


def tau_b(x: np.ndarray, y: np.ndarray) -> float:
    pairs = [(np.sign(x[i] - x[j]), np.sign(y[i] - y[j])) for i, j in combinations(range(len(x)), 2)]
    a, b = np.array(pairs).T
    return float((a * b).sum() / (np.abs(a).sum() * np.abs(b).sum()) ** 0.5)


def test_rank_correlation_counts_pairs_and_ranks(rng: np.random.Generator) -> None:
    from scipy.stats import rankdata

    x, y = rng.integers(0, 6, 20).astype(float), rng.integers(0, 6, 20).astype(float)
    assert stats.rank_correlation(x, y).value == pytest.approx(tau_b(x, y))
    rho = np.corrcoef(rankdata(x), rankdata(y))[0, 1]
    assert stats.rank_correlation(x, y, "spearman").value == pytest.approx(rho)


def test_rank_correlation_covers_and_has_width_at_its_ends(rng: np.random.Generator) -> None:
    truth = 2 / np.pi * np.arcsin(0.6)
    hits = []
    for _ in range(300):
        x, noise = rng.standard_normal((2, 25))
        hits.append(stats.rank_correlation(x, 0.6 * x + 0.8 * noise).covers(truth))
    assert np.mean(hits) > 0.9
    for kind in ("kendall", "spearman"):
        same = stats.rank_correlation(range(8), range(8), kind)  # type: ignore[arg-type]
        turned = stats.rank_correlation(range(8), range(8, 0, -1), kind)  # type: ignore[arg-type]
        assert (same.value, same.high) == pytest.approx((1, 1)) and same.low < 0.95
        assert (turned.value, turned.low) == pytest.approx((-1, -1)) and turned.high > -0.95
    for bad in ([1, 2, 3, 4, NAN], [1, 1, 1, 1, 1], [1, 2, 3]):
        with pytest.raises(ValueError, match=r"NaN|never varies|at least five"):
            stats.rank_correlation(bad, [1, 2, 3, 4, 5])


def test_mcnemars_table_by_hand() -> None:
    """Of 10 tasks solved by one alone, 9 fall to the second: two-sided p = 2 (1 + 10) / 1024."""
    a, b = [1] * 5 + [1] + [0] * 9 + [0] * 5, [1] * 5 + [0] + [1] * 9 + [0] * 5
    found = stats.mcnemar(a, b)
    assert (found.both, found.first_only, found.second_only, found.neither) == (5, 1, 9, 5)
    assert found.difference.value == pytest.approx(0.4)
    assert found.difference.p_value == pytest.approx(22 / 1024)
    assert found.mid_p == pytest.approx(12 / 1024)
    assert 0 < found.difference.low < 0.4 < found.difference.high
    alike = stats.mcnemar([1, 0], [1, 0])
    assert alike.difference.p_value == 1 and alike.difference.low < 0 < alike.difference.high
    with pytest.raises(ValueError, match="must be 0 or 1"):
        stats.mcnemar([1, NAN], [1, 0])


def test_davidson_by_hand() -> None:
    """Of two models with 40 wins, 10 losses, 20 ties: odds 4, and v = ties / √(wins losses) = 1."""
    found = stats.davidson([(0, 1, 1, 40), (0, 1, 0, 10), (0, 1, 0.5, 20)])
    assert found.beta[0] - found.beta[1] == pytest.approx(np.log(4), abs=1e-5)
    assert found.tie_chance == pytest.approx(1 / 3, abs=1e-5)
    assert found.elo.mean() == pytest.approx(1000)
    for y, says in ((0.5, "every vote is a tie"), (1, "no vote is a tie")):
        with pytest.raises(ValueError, match=says):
            stats.davidson([(0, 1, y, 4)])


def test_davidson_gives_back_what_votes_were_drawn_from(rng: np.random.Generator) -> None:
    beta, v = np.array([0.8, 0.1, -0.9]), 0.7
    rows = []
    for i, j in combinations(range(3), 2):
        odds = np.array([np.exp(beta[i]), np.exp(beta[j]), v * np.exp((beta[i] + beta[j]) / 2)])
        rows += [(i, j, y, n) for y, n in zip((1, 0, 0.5), rng.multinomial(20_000, odds / odds.sum()), strict=True)]
    found = stats.davidson(rows)
    np.testing.assert_allclose(found.beta, beta, atol=0.04)
    assert found.tie_chance == pytest.approx(v / (2 + v), abs=0.01)


def test_votes_with_names() -> None:
    rows, names = stats.votes_of_labels(["x", "y", "x"], ["y", "z", "z"], ["a", "both bad", "b"])
    assert names == ("x", "y", "z")
    assert rows.tolist() == [[0, 1, 1], [1, 2, 0.5], [0, 2, 0]]
    with pytest.raises(ValueError, match="row 1: a winner is one of a, b, tie, both bad, not 'left'"):
        stats.votes_of_labels(["x", "x"], ["y", "y"], ["a", "left"])
