"""Our own few lines against libraries that do the same thing; each test says which one it needs."""

import importlib
import os
from typing import Any

import numpy as np
import pytest

import lifeworld.stats as stats


def oracle(name: str) -> Any:
    if os.environ.get("LIFEWORLD_ORACLES") == "all":
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=f"{name} is not installed; `make oracles` has it")


@pytest.mark.parametrize(
    ("name", "ours"), [("wilson", stats.wilson), ("normal", stats.wald), ("beta", stats.clopper_pearson)]
)
@pytest.mark.parametrize(("k", "n"), [(1, 3), (7, 20), (19, 20), (450, 1000)])
def test_base_intervals_are_those_of_statsmodels(name: str, ours: Any, k: int, n: int) -> None:
    proportion = oracle("statsmodels.stats.proportion")
    for level in (0.8, 0.95):
        expected = proportion.proportion_confint(k, n, alpha=1 - level, method=name)
        found = ours(k, n, level)
        np.testing.assert_allclose(np.clip([found.low, found.high], 0, 1), np.clip(expected, 0, 1), atol=1e-10)


@pytest.mark.parametrize(
    ("name", "ours"), [("holm", "holm"), ("fdr_bh", "benjamini-hochberg"), ("bonferroni", "bonferroni")]
)
def test_corrections_are_those_of_statsmodels(name: str, ours: str, rng: np.random.Generator) -> None:
    multitest = oracle("statsmodels.stats.multitest")
    p_values = rng.uniform(size=20) ** 3
    expected = multitest.multipletests(p_values, method=name)[1]
    np.testing.assert_allclose(stats.adjust_p_values(p_values, ours), expected)


def test_cluster_variance_is_that_of_statsmodels_on_one_app(rng: np.random.Generator) -> None:
    """With equal clusters a regression on a constant has the same variance, but for its small-sample term."""
    linear = oracle("statsmodels.api")
    outcomes = (rng.random((1, 12, 4, 3)) < rng.random((1, 12, 1, 1))).astype(float)
    groups = np.repeat(np.arange(12), 12)
    fitted = linear.OLS(outcomes.ravel(), np.ones(144)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    assert stats.cluster_t(outcomes).se == pytest.approx(fitted.bse[0] * (12 / 11) ** 0.5)


def test_unpaired_t_is_welchs_on_one_app(rng: np.random.Generator) -> None:
    from scipy.stats import ttest_ind

    a, b = (rng.random((1, 9, 5)) < 0.4).astype(float), (rng.random((1, 14, 5)) < 0.6).astype(float)
    expected = ttest_ind(b.mean(axis=2)[0], a.mean(axis=2)[0], equal_var=False)
    found = stats.unpaired_t(a, b)
    assert (found.p_value, found.df) == pytest.approx((expected.pvalue, expected.df))


def test_paired_t_is_scipys_on_one_app(rng: np.random.Generator) -> None:
    from scipy.stats import ttest_rel

    a, b = (rng.random((1, 9, 5)) < 0.4).astype(float), (rng.random((1, 9, 5)) < 0.6).astype(float)
    expected = ttest_rel(b.mean(axis=2)[0], a.mean(axis=2)[0])
    interval = expected.confidence_interval()
    found = stats.paired_cluster_t(a, b)
    assert (found.p_value, found.low, found.high) == pytest.approx((expected.pvalue, interval.low, interval.high))


def test_permutation_tests_are_scipys(rng: np.random.Generator) -> None:
    from scipy.stats import permutation_test

    x, y = rng.normal(size=7), rng.normal(0.8, size=6)
    expected = permutation_test(
        (x, y), lambda a, b: abs(a.mean() - b.mean()), n_resamples=np.inf, alternative="greater"
    )
    assert stats.permutation_test(x, y, rng) == pytest.approx(expected.pvalue)
    d = rng.normal(0.5, size=9)
    expected = permutation_test((d,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert stats.permutation_test(d, 0, rng, paired=True) == pytest.approx(expected.pvalue)


def test_drawn_permutations_agree_with_listed_ones(rng: np.random.Generator) -> None:
    from scipy.stats import wilcoxon  # an independent signal that 40 shifted pairs are no accident

    d = rng.normal(0.45, size=40)
    assert stats.permutation_test(d, 0, rng, paired=True, draws=20_000) == pytest.approx(wilcoxon(d).pvalue, abs=0.02)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_is_krippendorffs(metric: str, rng: np.random.Generator) -> None:
    krippendorff = oracle("krippendorff")
    ratings = rng.integers(1, 6, size=(4, 30)).astype(float)
    ratings[rng.random(ratings.shape) < 0.3] = np.nan
    expected = krippendorff.alpha(reliability_data=ratings, level_of_measurement=metric)
    assert stats.krippendorff_alpha(ratings, metric) == pytest.approx(expected)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappa_is_scikit_learns(weights: str | None, rng: np.random.Generator) -> None:
    metrics = oracle("sklearn.metrics")
    a = rng.integers(0, 4, size=60)
    b = np.where(rng.random(60) < 0.6, a, rng.integers(0, 4, size=60))
    assert stats.cohen_kappa(a, b, weights) == pytest.approx(metrics.cohen_kappa_score(a, b, weights=weights))


def test_binary_scores_are_scikit_learns(rng: np.random.Generator) -> None:
    metrics = oracle("sklearn.metrics")
    truth = rng.integers(0, 2, size=80)
    judged = np.where(rng.random(80) < 0.8, truth, 1 - truth)
    tn, fp, fn, tp = metrics.confusion_matrix(truth, judged).ravel().tolist()
    found = stats.binary_agreement(tp, fp, fn, tn)
    assert found.f1 == pytest.approx(metrics.f1_score(truth, judged)) == pytest.approx(stats.f1(truth, judged))
    assert found.mcc == pytest.approx(metrics.matthews_corrcoef(truth, judged))
    assert found.kappa == pytest.approx(metrics.cohen_kappa_score(truth, judged))


@pytest.fixture
def arena(rng: np.random.Generator) -> np.ndarray:
    """Votes (i, j, y, n) with ties among six models."""
    strength = rng.normal(0, 0.7, 6)
    rows = []
    for i in range(6):
        for j in range(i + 1, 6):
            wins = rng.binomial(40, 1 / (1 + np.exp(strength[j] - strength[i])))
            rows += [(i, j, 1.0, wins), (i, j, 0.0, 40 - wins), (i, j, 0.5, 6)]
    return np.array([row for row in rows if row[3] > 0], dtype=float)


def test_ratings_are_those_of_choix(arena: np.ndarray) -> None:
    choix = oracle("choix")
    found = stats.bradley_terry(arena)
    np.testing.assert_allclose(found.beta, choix.ilsr_pairwise_dense(found.wins), atol=1e-6)


def test_ratings_are_those_of_evalica(arena: np.ndarray) -> None:
    evalica = oracle("evalica")
    names = {1.0: evalica.Winner.X, 0.0: evalica.Winner.Y, 0.5: evalica.Winner.Draw}
    columns = [[str(int(i)) for i in arena[:, side]] for side in (0, 1)]
    found = evalica.bradley_terry(
        *columns, [names[y] for y in arena[:, 2]], weights=arena[:, 3].tolist(), tolerance=1e-12, limit=10_000
    )
    expected = np.log([found.scores[str(model)] for model in range(6)])
    np.testing.assert_allclose(stats.bradley_terry(arena).beta, expected - expected.mean(), atol=1e-5)


def test_sandwich_is_arena_ranks(arena: np.ndarray) -> None:
    """Its pins clash with everybody's, so this one runs only in an environment of its own."""
    models = oracle("arena_rank.models.bradley_terry")
    data_utils = oracle("arena_rank.utils.data_utils")
    pandas = oracle("pandas")
    names = {1.0: "model_a", 0.0: "model_b", 0.5: "tie"}
    single = np.repeat(arena, arena[:, 3].astype(int), axis=0)
    frame = pandas.DataFrame(
        {
            "model_a": [f"m{int(i)}" for i in single[:, 0]],
            "model_b": [f"m{int(j)}" for j in single[:, 1]],
            "winner": [names[y] for y in single[:, 2]],
        }
    )
    data = data_utils.PairDataset.from_pandas(frame)
    result = models.BradleyTerry(n_competitors=6).compute_ratings_and_cis(data, significance_level=0.05)
    order = [result["competitors"].index(f"m{model}") for model in range(6)]
    found = stats.bradley_terry_sandwich(arena)
    np.testing.assert_allclose(found.elo, np.asarray(result["ratings"])[order], atol=0.05)
    np.testing.assert_allclose(found.low, np.asarray(result["rating_lower"])[order], atol=0.5)


def test_style_control_is_statsmodels_logistic_regression(rng: np.random.Generator) -> None:
    linear = oracle("statsmodels.api")
    left, right = rng.integers(0, 5, 800), rng.integers(0, 5, 800)
    left, right = left[left != right], right[left != right]
    length = rng.normal(size=left.size)
    odds = 0.4 * (left - right) + 0.3 + 0.8 * length
    y = (rng.random(left.size) < 1 / (1 + np.exp(-odds))).astype(float)
    covariates = np.stack([np.ones(left.size), length], axis=1)
    found = stats.style_controlled(np.stack([left, right, y], axis=1), covariates)
    design = np.zeros((left.size, 5))
    design[np.arange(left.size), left] = 1
    design[np.arange(left.size), right] = -1
    fitted = linear.GLM(y, np.hstack([design[:, 1:], covariates]), family=linear.families.Binomial()).fit(tol=1e-12)
    beta = np.concatenate([[0.0], fitted.params[:4]])
    np.testing.assert_allclose(found.beta, beta - beta.mean(), atol=1e-6)
    np.testing.assert_allclose(found.effects, fitted.params[4:], atol=1e-6)
    np.testing.assert_allclose(found.effects_se, fitted.bse[4:], atol=1e-6)


def test_bootstrap_of_a_balanced_suite_is_rliables(rng: np.random.Generator) -> None:
    """On one app rliable's task bootstrap is ours without axes; it draws from numpy's global generator."""
    library = oracle("rliable.library")
    outcomes = (rng.random((1, 20, 8)) < rng.random((1, 20, 1))).astype(float)
    np.random.seed(5)
    _, intervals = library.get_interval_estimates(
        {"agent": outcomes[0].T}, lambda x: np.array([x.mean()]), reps=20_000, task_bootstrap=True
    )
    found = stats.exact_bootstrap(outcomes)
    np.testing.assert_allclose(intervals["agent"].ravel(), [found.low, found.high], atol=0.01)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappas_interval_is_that_of_statsmodels(weights: str | None, rng: np.random.Generator) -> None:
    inter_rater = oracle("statsmodels.stats.inter_rater")
    a = rng.integers(0, 4, size=60)
    b = np.where(rng.random(60) < 0.6, a, rng.integers(0, 4, size=60))
    table = np.zeros((4, 4))
    np.add.at(table, (a, b), 1)
    expected = inter_rater.cohens_kappa(table, wt=weights)
    found = stats.cohen_kappa_interval(a, b, weights)
    assert (found.value, found.se) == pytest.approx((expected.kappa, expected.std_kappa))
    assert (found.low, found.high) == pytest.approx((expected.kappa_low, expected.kappa_upp), abs=1e-6)


def test_fleiss_kappa_is_that_of_statsmodels(rng: np.random.Generator) -> None:
    inter_rater = oracle("statsmodels.stats.inter_rater")
    ratings = rng.integers(0, 3, size=(5, 40))
    table, _ = inter_rater.aggregate_raters(ratings.T)
    assert stats.fleiss_kappa(ratings) == pytest.approx(inter_rater.fleiss_kappa(table))


def test_mcnemar_is_that_of_statsmodels(rng: np.random.Generator) -> None:
    contingency = oracle("statsmodels.stats.contingency_tables")
    a, b = rng.integers(0, 2, 50), (rng.random(50) < 0.7).astype(int)
    found = stats.mcnemar(a, b)
    expected = contingency.mcnemar([[found.both, found.first_only], [found.second_only, found.neither]], exact=True)
    assert found.difference.p_value == pytest.approx(expected.pvalue)


def test_improvement_and_optimality_gap_are_rliables(rng: np.random.Generator) -> None:
    metrics = oracle("rliable.metrics")
    library = oracle("rliable.library")
    x, y = rng.random((12, 6)) * 1.2, rng.random((9, 6))  # rliable's are [run, task]
    found = stats.probability_of_improvement(x.T, y.T, rng, 4000)
    assert found.value == pytest.approx(metrics.probability_of_improvement(x, y))
    points, intervals = library.get_interval_estimates(
        {"xy": (x, y)}, lambda a, b: np.array([metrics.probability_of_improvement(a, b)]), reps=2000
    )
    assert points["xy"][0] == pytest.approx(found.value)
    np.testing.assert_allclose([found.low, found.high], intervals["xy"].ravel(), atol=0.015)
    assert stats.optimality_gap(x[None]).value == pytest.approx(metrics.aggregate_optimality_gap(x))
