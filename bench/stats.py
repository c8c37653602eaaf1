"""Speed of lifeworld.stats beside other libraries, and the coverage tables of docs/validation.md.

    python bench/stats.py [--json]            ratios; a library that is not importable here is left out
    python bench/stats.py --rivals PYTHON     run rliable, choix, evalica and arena-rank in another interpreter
    python bench/stats.py --coverage 1000     coverage of every design, as Markdown (a quarter of an hour)
    python bench/stats.py --coverage 2000 --closed   the same without bootstraps (a minute)

`make oracles` puts all rivals into .tools/oracles: name its Python. --rivals may be given several times. Ratios compare
medians of processor time on the same data in one session; absolute times mean little, and processor time is the fairer
measure on a machine that has other work.
"""

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # idle BLAS threads spin, which would count as our work

import numpy as np

REPEATS = 5
SUITE = (15, 26, 20)
ARENA_MODELS, ARENA_VOTES, ARENA_ROUNDS = 200, 2_000_000, 100


def suite_outcomes() -> np.ndarray:
    rng = np.random.default_rng(1)
    rates = np.clip(rng.uniform(0.16, 0.62, (15, 1)) + 0.25 * rng.standard_normal(SUITE[:2]), 0, 1)
    return (rng.random(SUITE) < rates[..., None]).astype(float)


def arena_votes() -> np.ndarray:
    """Rows (i, j, y, n) of 200 models and two million votes without ties."""
    rng = np.random.default_rng(2)
    strength = rng.normal(0, 0.8, ARENA_MODELS)
    i, j = np.triu_indices(ARENA_MODELS, 1)
    games = rng.multinomial(ARENA_VOTES, np.full(i.size, 1 / i.size))
    wins = rng.binomial(games, 1 / (1 + np.exp(strength[j] - strength[i])))
    rows = [(i, j, np.ones_like(i), wins), (i, j, np.zeros_like(i), games - wins)]
    votes = np.concatenate([np.stack(row, axis=1) for row in rows]).astype(float)
    return votes[votes[:, 3] > 0]


def median_seconds(run: Callable[[], Any], repeats: int = REPEATS) -> float:
    if repeats > 1:
        run()
    return statistics.median(timed(run) for _ in range(repeats))


def timed(run: Callable[[], Any]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def ours() -> dict[str, float]:
    from lifeworld.stats import bradley_terry_bootstrap, exact_bootstrap, hierarchical_bootstrap

    outcomes, votes = suite_outcomes(), arena_votes()
    return {
        "suite, rollouts": median_seconds(
            lambda: hierarchical_bootstrap(outcomes, np.random.default_rng(0), "rollout")
        ),
        "suite, tasks and rollouts": median_seconds(
            lambda: hierarchical_bootstrap(outcomes, np.random.default_rng(0), "full")
        ),
        "suite, rollouts, exact": median_seconds(lambda: exact_bootstrap(outcomes, "rollout")),
        "suite, tasks and rollouts, exact": median_seconds(lambda: exact_bootstrap(outcomes, "full")),
        "arena": median_seconds(
            lambda: bradley_terry_bootstrap(votes, np.random.default_rng(0), ARENA_ROUNDS), repeats=3
        ),
    }


def rliable_times() -> dict[str, float]:
    from rliable.library import get_interval_estimates

    outcomes = suite_outcomes()
    scores = {"agent": outcomes.reshape(-1, SUITE[2]).T.copy()}

    def run(tasks: bool) -> Any:
        return get_interval_estimates(scores, lambda x: np.array([x.mean()]), reps=2000, task_bootstrap=tasks)

    return {
        "suite, rollouts": median_seconds(lambda: run(False)),
        "suite, tasks and rollouts": median_seconds(lambda: run(True)),
    }


def drawn_wins(votes: np.ndarray, rounds: int) -> Iterable[np.ndarray]:
    """The rivals are given our idea of resampling counts; drawing single votes would be far slower still."""
    rng = np.random.default_rng(0)
    i, j = votes[:, 0].astype(int), votes[:, 1].astype(int)
    winner, loser = np.where(votes[:, 2] == 1, i, j), np.where(votes[:, 2] == 1, j, i)
    share = votes[:, 3] / votes[:, 3].sum()
    for counts in rng.multinomial(int(votes[:, 3].sum()), share, size=rounds):
        wins = np.zeros((ARENA_MODELS, ARENA_MODELS))
        wins[winner, loser] = counts
        yield wins


def choix_times() -> dict[str, float]:
    import choix

    votes = arena_votes()
    return {
        "arena": median_seconds(
            lambda: [choix.ilsr_pairwise_dense(wins) for wins in drawn_wins(votes, ARENA_ROUNDS)], repeats=1
        )
    }


def evalica_times() -> dict[str, float]:
    import evalica

    votes = arena_votes()
    names = [str(model) for model in range(ARENA_MODELS)]
    lefts = [names[int(i)] for i in votes[:, 0]]
    rights = [names[int(j)] for j in votes[:, 1]]
    winners = [evalica.Winner.X if y == 1 else evalica.Winner.Y for y in votes[:, 2]]
    share = votes[:, 3] / votes[:, 3].sum()

    def run() -> None:
        rng = np.random.default_rng(0)
        for counts in rng.multinomial(ARENA_VOTES, share, size=ARENA_ROUNDS):
            evalica.bradley_terry(lefts, rights, winners, weights=counts.astype(float).tolist())

    return {"arena": median_seconds(run, repeats=1)}


def arena_rank_times() -> dict[str, float]:
    """Its bootstrap recompiles every round, so three rounds are timed and scaled."""
    import pandas
    from arena_rank.models.bradley_terry import BradleyTerry
    from arena_rank.utils.data_utils import PairDataset

    votes = arena_votes()
    outcome = np.where(votes[:, 2] == 1, "model_a", "model_b")
    frame = pandas.DataFrame(
        {"model_a": votes[:, 0].astype(int).astype(str), "model_b": votes[:, 1].astype(int).astype(str)}
    ).assign(winner=outcome)
    frame = frame.loc[frame.index.repeat(votes[:, 3].astype(int))]
    data = PairDataset.from_pandas(frame)
    seconds = timed(lambda: [BradleyTerry(n_competitors=ARENA_MODELS).fit(data) for _ in range(3)])
    return {"arena": seconds / 3 * ARENA_ROUNDS}


RIVALS = {"rliable": rliable_times, "choix": choix_times, "evalica": evalica_times, "arena_rank": arena_rank_times}


def rival_times() -> dict[str, dict[str, float]]:
    return {name: measure() for name, measure in RIVALS.items() if importlib.util.find_spec(name)}


def times_elsewhere(python: str) -> dict[str, dict[str, float]]:
    command = [python, str(Path(__file__).resolve()), "--rivals-only"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def ratios(own: dict[str, float], rivals: dict[str, dict[str, float]]) -> dict[str, float]:
    """How many times as long each rival takes; exact results are set against the same rival's draws."""
    return {
        f"{task} / {name}": times[task.removesuffix(", exact")] / seconds
        for name, times in rivals.items()
        for task, seconds in own.items()
        if task.removesuffix(", exact") in times
    }


def coverage_tables(simulations: int, seed: int, closed: bool) -> None:
    from lifeworld.stats import crossed_bootstrap, designs

    rng = np.random.default_rng(seed)
    nested = designs.closed_estimators() if closed else designs.estimators(200)
    crossed = designs.closed_crossed_estimators()
    if not closed:
        crossed["paper (full bootstrap)"] = designs.bootstrap("full", 200)
        crossed["crossed bootstrap"] = lambda counts, rng: crossed_bootstrap(counts, rng, (0,), 200)
    print("| design | estimator | coverage | width | bias |\n|---|---|---|---|---|")
    for rows in (
        designs.validate_nested(simulations, rng, nested),
        designs.validate_crossed(simulations, rng, crossed),
    ):
        for row in rows:
            numbers = f"{row.coverage:.3f} | {row.width:.4f} | {row.bias:+.4f}"
            print(f"| {row.design} | {row.estimator} | {numbers} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rivals", action="append", default=[], metavar="PYTHON")
    parser.add_argument("--rivals-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--coverage", type=int, metavar="SIMULATIONS")
    parser.add_argument("--closed", action="store_true", help="only the intervals that draw nothing")
    parser.add_argument("--seed", type=int, default=2026)
    arguments = parser.parse_args()
    if arguments.coverage:
        return coverage_tables(arguments.coverage, arguments.seed, arguments.closed)
    rivals = rival_times()
    if arguments.rivals_only:
        return json.dump(rivals, sys.stdout)
    own = ours()
    for python in arguments.rivals:
        rivals |= times_elsewhere(python)
    found = {"seconds": {"lifeworld": own, **rivals}, "ratios": ratios(own, rivals)}
    if arguments.json:
        return json.dump(found, sys.stdout, indent=2)
    for comparison, ratio in found["ratios"].items():
        print(f"{ratio:8.1f} x  {comparison}")


if __name__ == "__main__":
    main()
