"""Nothing public gives a number for input that has none: NaN, infinity, emptiness and wrong shapes are refused."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import lifeworld.stats as stats

Call = tuple[Callable[..., Any], dict[str, Any]]
OUTCOMES = (np.arange(48).reshape(2, 3, 2, 4) % 3 > 0).astype(float)
OTHER = (np.arange(48).reshape(2, 3, 2, 4) % 5 > 1).astype(float)
BALANCED = OUTCOMES[:, :, :1]
UNSCORED = np.array([[[1.0, 0], [0, 2], [0, 0]], np.zeros((3, 2))])
VOTES = np.array([(0, 1, 1, 3), (1, 2, 1, 2), (2, 0, 1, 2), (1, 0, 0.5, 2)], float)
RATINGS = (np.arange(60).reshape(3, 20) % 7 > 2).astype(float)
P = stats.Components(0.01, 0.05, 0.01, 0.1)
NAN, INF = float("nan"), float("inf")


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


# what every public function is given that takes it, and what some are given otherwise or beside that
USUAL: dict[str, Any] = {
    "outcomes": OUTCOMES, "scores": OUTCOMES, "ratings": RATINGS, "counts": VOTES, "rates": [0.2, 0.5],
    "thresholds": [0.1], "components": P, "apps": 3, "axis": 0, "crossed": (0,), "n": 5,
    "level": 0.95, "rng": rng(), "replicates": 20, "draws": 9,
}  # fmt: skip
OWN: dict[str, dict[str, Any]] = {
    "adjust_p_values": {"p_values": [0.1, 0.2]},
    "binary_agreement": {"tp": 3, "fp": 1, "fn": 2, "tn": 4},
    "budget_curve": {"steps": [1.0, 2, 3], "solved": [0.0, 1, 1], "budgets": [1.0, 3], "weights": [1.0, 1, 2]},
    "clopper_pearson": {"k": 3},
    "choice_ratings": {"counts": np.ones((3, 3, 4)) - np.eye(3)[:, :, None], "prior": 0.1},
    "cohen_kappa": {"a": [0.0, 1, 1], "b": [0.0, 1, 0]},
    "cohen_kappa_interval": {"a": [0.0, 1, 1], "b": [0.0, 1, 0]},
    "cohens_d": {"x": [0.0, 1, 1], "y": [0.0, 1, 0]},
    "difference_components": {"a": OUTCOMES, "b": OTHER},
    "exact_bootstrap": {"outcomes": BALANCED},
    "exact_distribution": {"outcomes": BALANCED},
    "expected_regret": {"a": [[0.5], [0.2], [0.7]], "b": [[0.3], [0.9], [0.4]], "simulations": 50},
    "f1": {"truth": [0, 1, 1], "predicted": [0, 1, 0]},
    "fleiss_kappa": {"ratings": [[0.0, 1, 1], [0, 1, 0]]},
    "from_labels": {"values": [0.0, 1], "app": ["mail", "shop"], "task": ["send", "buy"]},
    "horizon_loss": {"rates": [0.5, 1.0], "parts": [[0, 1], [1, 2]], "part_rates": [0.5, 1.0, 0.8]},
    "krippendorff_alpha": {"ratings": [[1.0, 2, 3], [1, 2, 2]]},
    "mad_noise_floor": {"rollouts": 3},
    "mcnemar": {"a": [0.0, 1, 1], "b": [0.0, 1, 0]},
    "nested_weights": {"counts": stats.tally(OUTCOMES)},
    "optimality_gap": {"target": 1.0, "floor": 0.0},
    "paired_cluster_t": {"a": OUTCOMES, "b": OTHER},
    "pass_at_k": {"c": 2, "k": 2},
    "pass_hat_k": {"c": 2, "k": 2},
    "performance_profile": {"scores": [0.2, 0.5], "thresholds": [0.1, 0.4]},
    "permutation_test": {"x": [0.0, 1, 2], "y": [1.0, 1, 1], "paired": True, "weights": [0.3, 0.3, 0.4]},
    "plan_power": {"difference": 0.2, "power": 0.8},
    "plan_width": {"width": 0.2},
    "probability_of_improvement": {"x": [[0.2, 0.5]], "y": [[0.3, 0.4]]},
    "profile_band": {"thresholds": [0.5]},
    "rank_correlation": {"x": [1.0, 2, 3, 4, 5], "y": [1.0, 2, 4, 3, 5]},
    "replay_success": {"k": 2},
    "style_controlled": {"covariates": [[0.5], [1.0], [-1.0], [0.3]]},
    "unpaired_t": {"a": OUTCOMES, "b": OTHER},
    "unscored_bounds": {"unscored": UNSCORED},
    "variation_deviation": {"rewards": [[0.0, 1.0], [1.0, 1.0]]},
    "votes_of_labels": {"a": ["x", "y"], "b": ["y", "x"], "winner": ["a", "tie"]},
    "wald": {"k": 3},
    "wilson": {"k": 3},
}
CALLS = {
    name: {one: USUAL[one] for one in inspect.signature(public).parameters if one in USUAL} | OWN.get(name, {})
    for name, public in vars(stats).items()
    if name in stats.__all__ and inspect.isfunction(public)
}
# where NaN is documented to mean missing, some may be there, but not nothing else
HOLES = {"outcomes", "ratings", "scores", "values"}
STEPS = {("budget_curve", "steps")}
RATES = {("expected_regret", "a"), ("expected_regret", "b")}
RATES |= {("probability_of_improvement", "x"), ("probability_of_improvement", "y")}
PAIRS = {("paired_cluster_t", "a"), ("paired_cluster_t", "b"), ("unpaired_t", "a"), ("unpaired_t", "b")}
PAIRS |= {("difference_components", "a"), ("difference_components", "b")}


def spoiled(value: Any, may_have_holes: bool) -> Iterator[tuple[str, Any]]:
    """Yield a value made bad in each way that its kind can be."""
    if isinstance(value, bool | tuple | np.random.Generator | stats.Tally | stats.Components):
        return
    if isinstance(value, int | float):
        yield from (("NaN", NAN), ("infinity", INF), ("minus infinity", -INF))
        if isinstance(value, int):
            yield "negative", -1
        return
    if isinstance(value, list) and isinstance(value[0], str):
        yield from (("empty", []), ("a None", [*value[:-1], None]), ("a NaN", [NAN, *value[1:]]))
        return
    array = np.array(value, float)
    whole, one = np.full(array.shape, NAN), array.copy()
    one.flat[0] = INF
    yield from (
        ("all NaN", whole),
        ("an infinity", one),
        ("minus infinity", -one),
        ("empty", np.empty((0,) * array.ndim)),
    )
    if not may_have_holes:
        hole = array.copy()
        hole.flat[-1] = NAN
        yield "a NaN", hole


def cases() -> Iterator[tuple[str, str, str, Any]]:
    for function, given in CALLS.items():
        for name, value in given.items():
            holes = name in HOLES or (function, name) in STEPS | RATES | PAIRS
            for kind, bad in spoiled(value, holes):
                yield function, name, kind, bad


def test_every_public_function_is_tried() -> None:
    public = {name for name in stats.__all__ if inspect.isfunction(getattr(stats, name))}
    assert set(CALLS) == public


@pytest.mark.parametrize("function", CALLS)
def test_what_is_tried_is_accepted_as_it_stands(function: str) -> None:
    getattr(stats, function)(**CALLS[function])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("function", "name", "kind", "bad"), [pytest.param(*c, id="-".join(c[:3])) for c in cases()])
def test_input_without_a_number_is_refused(function: str, name: str, kind: str, bad: Any) -> None:
    with pytest.raises(ValueError, match=r"\w{3}"):
        getattr(stats, function)(**{**CALLS[function], name: bad})


SHAPES: list[Call] = [
    (stats.unpaired_t, {"a": OUTCOMES, "b": OTHER[:1]}),
    (stats.difference_components, {"a": OUTCOMES, "b": OTHER[:, :, :1]}),
    (stats.expected_regret, {"a": [[0.5], [0.2]], "b": [[0.5, 0.1], [0.2, 0.3]], "rng": rng()}),
    (stats.permutation_test, {"x": [1, 2, 3], "y": [1, 2], "rng": rng(), "paired": True}),
    (stats.permutation_test, {"x": [[1], [2], [3]], "y": [1, 2, 3], "rng": rng(), "paired": True}),
    (stats.permutation_test, {"x": [1, 2], "y": 0, "rng": rng(), "paired": True, "weights": [1]}),
    (stats.permutation_test, {"x": [1, 2], "y": 0, "rng": rng(), "paired": True, "weights": [1, -1]}),
    (stats.unscored_bounds, {"outcomes": OUTCOMES, "unscored": np.ones((2, 3))}),
    (stats.unscored_bounds, {"outcomes": OUTCOMES, "unscored": np.full((2, 3, 2), 0.5)}),
    (stats.budget_curve, {"steps": [1, 2], "solved": [1], "budgets": [1]}),
    (stats.f1, {"truth": [0, 1], "predicted": [1]}),
    (stats.suite_score, {"outcomes": [[1, 0]]}),
]


@pytest.mark.parametrize(("function", "given"), SHAPES)
def test_shapes_that_do_not_fit_are_refused(function: Callable[..., Any], given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w{3}"):
        function(**given)
