"""Every published case of tests/data/stats_vectors.json, and every input that must be refused."""

import json
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike
from scipy.special import betaincinv

import lifeworld.stats as stats
from lifeworld.stats.figures import base_coverage
from lifeworld.stats.tally import app_scores

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "stats_vectors.json").read_text())


def rng() -> np.random.Generator:
    return np.random.default_rng(20260501)


def outcomes(nested: ArrayLike) -> np.ndarray:
    return np.array(nested, dtype=float)


# what the cases call the parts of an estimate
PARTS = {"theta": "value", "lo": "low", "hi": "high", "se": "se", "df": "df", "delta": "value"}
PARTS |= {"mean": "value", "sd": "se", "q025": "low", "q975": "high"}


def read(found: Any, expected: dict[str, float]) -> tuple[list[float], list[float]]:
    """The parts that a case names, as they are found and as they are expected."""
    return [getattr(found, PARTS.get(name, name)) for name in expected], [*expected.values()]


def near(tolerance: float) -> Callable[[Any, Any], None]:
    def check(found: Any, expected: Any) -> None:
        np.testing.assert_allclose(np.asarray(found, float), np.asarray(expected, float), rtol=0, atol=tolerance)

    return check


def ends(estimate: stats.Estimate) -> list[float]:
    return [estimate.low, estimate.high]


def base_interval_coverage(given: dict, expected: Any, same: Callable) -> None:
    low, high = given["weights_zero_one"]
    prior = ((low, 0.5, given["R0"] + 0.5), (high, given["R0"] + 0.5, 0.5))
    for method, values in expected.items():
        same(base_coverage(given["R"], method, prior), values)


def suite_score(given: dict, expected: Any, same: Callable) -> None:
    y = outcomes(given["Y"])
    for weights in ("nested", "pooled"):
        same(stats.suite_score(y, weights=weights), expected[f"suite_{weights}"])
        same(app_scores(y, weights), expected[f"app_{weights}"])


def hier_bootstrap(given: dict, expected: Any, tolerance: dict) -> None:
    """More replicates than the vectors ask for: an end can sit on an atom of the lattice."""
    y = outcomes(given["Y"])
    for rung, wanted in expected.items():
        found = stats.hierarchical_bootstrap(y, rng(), rung, replicates=3 * given["B"])
        sd = wanted.get("exact_sd", wanted["mc_sd"])
        np.testing.assert_allclose(found.se, sd, rtol=tolerance["sd_rel"], atol=1e-15)
        np.testing.assert_allclose(ends(found), wanted["ci"], rtol=0, atol=tolerance["ci_abs"])
        if sd == 0:
            assert found.warnings
        if "exact_sd" in wanted:
            assert stats.bootstrap_variance(y, rung) ** 0.5 == pytest.approx(sd, abs=1e-12)


def bootstrap_distribution(given: dict, expected: Any, same: Callable) -> None:
    support, mass = stats.exact_distribution(outcomes(given["Y"]))
    same(support, [float(value) for value in expected])
    near(1e-12)(mass, list(expected.values()))


def exact_bootstrap(given: dict) -> stats.Estimate:
    wins = np.array(given["successes"])
    return stats.exact_bootstrap(
        stats.Tally(wins, np.full_like(wins, given["R"])), "full" if given["tasks"] else "rollout"
    )


def exceedance(given: dict) -> list[np.ndarray]:
    y = outcomes(given["Y"])
    return [stats.exceedance(y, axis, given["thresholds"]) for axis in range(y.ndim - 3)]


def mad_axis(given: dict, expected: Any, same: Callable) -> None:
    for axis, wanted in enumerate(expected):
        same(*read(stats.mad(outcomes(given["Y"]), axis), wanted))


def mad_null_floor(given: dict, expected: Any, same: Callable) -> None:
    assert given["p"] == "0.68*Beta(.5,3.5)+0.32*Beta(3.5,.5)"
    quantiles = (np.arange(2000) + 0.5) / 2000
    for rollouts, wanted in zip(given["R"], expected, strict=True):
        low, high = (
            stats.mad_noise_floor(betaincinv(*shape, quantiles), rollouts) for shape in ((0.5, 3.5), (3.5, 0.5))
        )
        same(0.68 * low + 0.32 * high, wanted)


def bradley_terry(given: dict, expected: Any, same: Callable) -> None:
    found = stats.bradley_terry(given["counts"])
    same(found.beta, expected["beta"])
    same(found.elo, expected["elo"])
    if "win_matrix" in expected:
        same(found.wins, expected["win_matrix"])
        same(stats.bradley_terry(given["counts"], anchor=0).elo, expected["elo_anchor0_1000"])


def bradley_terry_bootstrap(given: dict, expected: Any, tolerance: dict) -> None:
    found = stats.bradley_terry_bootstrap(given["counts"], rng(), given["B"])
    near(tolerance["elo"])(found.elo, expected["elo"])
    near(tolerance["ci_abs"])(found.low, expected["elo_lo"])
    near(tolerance["ci_abs"])(found.high, expected["elo_hi"])
    assert stats.bradley_terry(given["counts"]).ranks.tolist() == expected["rank_by_point"]
    assert found.rank_by_lower_bound.tolist() == expected["rank_by_lower_bound"]
    assert found.rank_overlap.tolist() == expected["rank_overlap"]


def krippendorff_alpha(given: dict, expected: Any, same: Callable) -> None:
    for metric, wanted in expected.items():
        same(stats.krippendorff_alpha(given["data"], metric), wanted)


def cluster_t(given: dict, expected: Any, same: Callable) -> None:
    y = outcomes(given["Y"])
    same(*read(stats.cluster_t(y, form="t"), {name: value for name, value in expected.items() if name in PARTS}))
    same(ends(stats.cluster_t(y)), expected["wilson_deff"])


CHECKS: dict[str, Callable] = {
    "wilson_wald_coverage_jeffreys_mixture": base_interval_coverage,
    "suite_score": suite_score,
    "hier_bootstrap": hier_bootstrap,
    "hier_bootstrap_distribution": bootstrap_distribution,
    "cluster_t": cluster_t,
    "mad_axis": mad_axis,
    "mad_null_floor": mad_null_floor,
    "bradley_terry": bradley_terry,
    "bradley_terry_bootstrap": bradley_terry_bootstrap,
    "krippendorff_alpha": krippendorff_alpha,
}
# what is compared as a whole, or by all the parts that the case names
FOUND: dict[str, Callable[[dict], Any]] = {
    "wilson": lambda given: ends(stats.wilson(given["k"], given["n"], given["conf"])),
    "wald": lambda given: ends(stats.wald(given["k"], given["n"], given["conf"])),
    "hier_bootstrap_exact_noaxes": exact_bootstrap,
    "cluster_t_pooled": lambda given: stats.cluster_t(outcomes(given["Y"]), pooled=True, form="t"),
    "paired_cluster_t": lambda given: stats.paired_cluster_t(outcomes(given["Y_a"]), outcomes(given["Y_b"])),
    "perm_test_paired": lambda given: stats.permutation_test(given["d"], 0, rng(), paired=True),
    "perm_test_two_sample": lambda given: stats.permutation_test(given["x"], given["y"], rng()),
    "exceedance": exceedance,
    "performance_profile": lambda given: stats.performance_profile(given["scores"], given["taus"]),
    "pass_at_k": lambda given: stats.pass_at_k(**given),
    "replay_sr": lambda given: stats.replay_success(given["p"], given["k"]),
    "expected_regret": lambda given: astuple(stats.expected_regret(given["pa"], given["pb"], rng())),
    "cohen_kappa": lambda given: stats.cohen_kappa(given["a"], given["b"]),
    "binary_agreement": lambda given: stats.binary_agreement(**given),
    "cohens_d": lambda given: stats.cohens_d(given["x"], given["y"]),
}


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["id"])
def test_case_gives_the_expected_value(case: dict) -> None:
    stat, given, expected, tolerance = (case[name] for name in ("stat", "input", "expected", "tol"))
    same = tolerance if isinstance(tolerance, dict) else near(tolerance)
    if stat in CHECKS:
        return CHECKS[stat](given, expected, same)
    found = FOUND[stat](given)
    same(*(read(found, expected) if isinstance(expected, dict) else (found, expected)))


REFUSALS: dict[str, tuple[Callable[[dict], Any], str]] = {
    "cluster_t_S1": (lambda given: stats.cluster_t(outcomes(given["Y"])), r"one task .*pooled"),
    "mad_bad_axis": (lambda given: stats.mad(outcomes(given["Y"]), given["axis"]), "no such axis: 3"),
    "profile_empty": (lambda given: stats.performance_profile(given["scores"], given["taus"]), "empty input"),
    "passk_k_gt_n": (lambda given: stats.pass_at_k(**given), "k>n"),
    "passk_k0": (lambda given: stats.pass_at_k(**given), "k<1"),
    "replay_empty": (lambda given: stats.replay_success(given["p"], given["k"]), "empty"),
    "regret_S1": (lambda given: stats.expected_regret(given["pa"], given["pb"], rng()), ">=2 tasks"),
    "bt_all_wins": (
        lambda given: stats.bradley_terry(given["counts"]),
        r"not strongly connected.*infinite.*model 0 never loses",
    ),
    "bt_empty": (lambda given: stats.bradley_terry(given["counts"]), "empty"),
    "bt_self": (lambda given: stats.bradley_terry(given["counts"]), "self comparison"),
    "alpha_single_rater": (lambda given: stats.krippendorff_alpha(given["data"]), ">=2 raters"),
    "alpha_empty": (lambda given: stats.krippendorff_alpha(given["data"]), "empty"),
    "alpha_no_pairs": (lambda given: stats.krippendorff_alpha(given["data"]), "no unit with two ratings"),
    "kappa_const": (lambda given: stats.cohen_kappa(**given), r"undefined.*chance agreement 1"),
    "kappa_empty": (lambda given: stats.cohen_kappa(**given), "empty"),
    "kappa_len": (lambda given: stats.cohen_kappa(**given), "length mismatch"),
    "wilson_n0": (lambda given: stats.wilson(**given), "n>=1"),
    "wilson_k_gt_n": (lambda given: stats.wilson(**given), "k<=n"),
    "suite_empty": (lambda given: stats.suite_score(given["Y"]), "empty"),
}


@pytest.mark.parametrize("case", VECTORS["errors"], ids=lambda case: case["id"])
def test_bad_input_is_refused_by_name(case: dict) -> None:
    call, message = REFUSALS[case["id"]]
    with pytest.raises(ValueError, match=message):
        call(case["input"])


def test_bradley_terry_accepts_disconnected_votes_with_a_prior_only() -> None:
    counts = next(case["input"]["counts"] for case in VECTORS["errors"] if case["id"] == "bt_all_wins")
    assert stats.bradley_terry(counts, prior=1.0).ranks.tolist() == [1, 2, 3]


def test_a_prior_gives_every_round_of_the_bootstrap_finite_ratings() -> None:
    counts = next(case["input"]["counts"] for case in VECTORS["errors"] if case["id"] == "bt_all_wins")
    found = stats.bradley_terry_bootstrap(counts, rng(), 200, prior=0.5)
    assert found.elo.tolist() == pytest.approx(stats.bradley_terry(counts, prior=0.5).elo.tolist())
    assert (found.low <= found.elo).all() and (found.elo <= found.high).all() and found.undefined == 0
    assert found.method == "bootstrap of votes, prior 0.5"
    with pytest.raises(ValueError, match="prior precision"):
        stats.bradley_terry_bootstrap(counts, rng(), 200, prior=-1)


def published_openapps() -> list[dict]:
    return VECTORS["published"]["openapps_table4"]["rows"]


@pytest.mark.parametrize("row", published_openapps(), ids=lambda row: f"{row['task']}-{row['model']}")
def test_openapps_table_4_follows_from_integer_counts(row: dict) -> None:
    k, n = row["k_n"]
    found = stats.variation_deviation([[1.0] * k + [0.0] * (n - k)])
    np.testing.assert_allclose(
        [k / n, found.within_std, found.within_mad], [row["pass1"], row["std"], row["mad"]], atol=0.0051
    )


@pytest.mark.parametrize("table", ["task", "criteria", "step_criteria"])
def test_iosworld_agreement_follows_from_its_counts(table: str) -> None:
    cells = VECTORS["published"]["iosworld"]["reconstructed"][table]
    found = stats.binary_agreement(*(cells[key] for key in ("tp", "fp", "fn", "tn")))
    for score, wanted in cells["gives"].items():
        assert getattr(found, score) == pytest.approx(wanted, abs=1e-12)
