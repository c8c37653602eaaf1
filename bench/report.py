"""Seconds and peak memory of a report's data, from synthetic episodes.

    python bench/report.py [--episodes 1000000] [--json]     full report data in one process, from a Parquet file
    python bench/report.py --write DIR [--episodes 100000]   only write a run of synthetic episodes, to look at

The episodes: 5 agents, 15 apps of 26 tasks, configurations on six axes, three repeats each, with effects of app,
task, theme and agent. Peak memory is of the whole process, the interpreter and its libraries included.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from lifeworld.run.behaviour import ACTIONS, CODES, MODES

AGENTS = ("aurora", "birch", "cobalt", "delta", "ember")
SKILL = np.array([0.9, 0.4, 0.3, -0.2, -1.1])
APPS = (
    "bank",
    "books",
    "calendar",
    "chat",
    "city",
    "drive",
    "food",
    "health",
    "mail",
    "maps",
    "music",
    "news",
    "shop",
    "todo",
    "trips",
)
TASKS, REPEATS = 26, 3
VALUES = {
    "phrasing": (0, 1, 2),
    "profile": ("desmond", "nora", "wilma"),
    "theme": ("light", "dark", "contrast"),
    "content": ("plain", "long", "adversarial"),
    "device": ("phone", "desktop"),
}
BUDGET = 40
SPREAD = 41  # numbers configurations so that a few of them already vary every axis; has no factor in common with 108
Columns = dict[str, object]


def texts(labels: tuple[str, ...], codes: np.ndarray) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), list(labels))


def synthetic(episodes: int, seed: int = 1) -> tuple[pa.Table, pa.Table]:
    """Return the results and the behaviour of that many episodes: agents × repeats × tasks × configurations."""
    rng = np.random.default_rng(seed)
    number = np.arange(episodes)
    agent, rest = number % len(AGENTS), number // len(AGENTS)
    repeat, rest = rest % REPEATS, rest // REPEATS
    task, configuration = rest % (len(APPS) * TASKS), rest // (len(APPS) * TASKS)
    every = int(np.prod([len(values) for values in VALUES.values()]))
    axes, left = {}, configuration % every * SPREAD % every
    for name, values in VALUES.items():
        axes[name], left = left % len(values), left // len(values)
    ease = rng.normal(0, 1.2, len(APPS) * TASKS) + np.repeat(rng.normal(0, 0.6, len(APPS)), TASKS)
    logit = SKILL[agent] + ease[task] - 0.5 * (axes["content"] == 2) - 0.2 * (axes["theme"] == 1)
    success = rng.random(episodes) < 1 / (1 + np.exp(-logit))
    lost = rng.random(episodes) < 0.004
    columns = {"agent": texts(AGENTS, agent), "repeat": repeat, "instance": configuration // every}
    columns |= {name: pa.array(np.array(VALUES[name])[codes]) for name, codes in axes.items()}
    columns |= told(rng, task, success, lost)
    results = pa.table({"episode": names(episodes), "run": texts(("synthetic",), np.zeros(episodes)), **columns})
    return results, behaviour(rng, results["episode"], success | lost, np.asarray(columns["steps"]))


def names(episodes: int) -> pa.Array:
    return pa.array([f"{n:016x}" for n in range(episodes)])


def told(rng: np.random.Generator, task: np.ndarray, success: np.ndarray, lost: np.ndarray) -> Columns:
    """Return what came of each episode."""
    size = success.size
    every = tuple(f"{app}.Task{n:02d}" for app in APPS for n in range(TASKS))
    steps = np.where(success, rng.integers(4, 30, size), np.minimum(rng.integers(2, 70, size), BUDGET))
    return {
        "task": texts(every, task),
        "app": texts(APPS, task // TASKS),
        "apps": texts(APPS, task // TASKS),
        "category": texts(("single",), np.zeros(size)),
        "driver": texts(("chromium",), np.zeros(size)),
        "channel": texts(("pixels",), np.zeros(size)),
        "status": texts(("failure", "success", "unscored"), np.where(lost, 2, success)),
        "success": pa.array(success.astype(bool), mask=lost),
        "reason": texts(("", "missing: a row", "world_fault: the app broke"), np.where(lost, 2, ~success)),
        "score": np.where(success, 1.0, np.round(rng.random(size), 2)),
        "side_effects": np.where(success, 0, rng.random(size) < 0.1).astype(np.int64),
        "steps": steps,
        "invalid_actions": rng.poisson(0.6, size),
        "questions": rng.poisson(0.05, size),
        "seconds": steps * rng.gamma(2, 1.5, size),
        "tokens_in": steps * 1800,
        "tokens_out": steps * 140,
        "cost": steps * 0.004,
    }


def behaviour(rng: np.random.Generator, episode: pa.ChunkedArray, fine: np.ndarray, steps: np.ndarray) -> pa.Table:
    size = fine.size
    mode = np.where(fine, len(MODES), rng.choice(len(MODES), size, p=[0.02, 0.03, 0.4, 0.1, 0.15, 0.1, 0.2]))
    taps = (steps * 0.6).astype(np.int32)
    counts = {
        "loops": rng.poisson(np.where(fine, 0.2, 1.5)),
        "looped_steps": rng.poisson(np.where(fine, 0.5, 4.0)),
        "taps": taps,
        "near_retaps": rng.binomial(taps, 0.1),
        "swipes": rng.poisson(1.5, size),
        "edge_swipes": rng.binomial(1, 0.02, size),
        **{f"action_{name}": rng.poisson(8 / (n + 1), size) for n, name in enumerate(ACTIONS)},
        **{f"invalid_{name}": rng.poisson(0.6 / (n + 2) ** 2, size) for n, name in enumerate(CODES)},
    }
    shares = {"three_in_a_row": 0.12, "item_met": 0.8, "strayed": 0.2}
    flags = {name: rng.random(size) < share for name, share in shares.items()}
    small = {name: np.asarray(values, dtype=np.int32) for name, values in counts.items()}
    return pa.table({"episode": episode, "mode": texts((*MODES, ""), mode), **flags, **small})


def written(folder: Path, episodes: int) -> None:
    """Write a run's folder of synthetic episodes: tables without episode folders."""
    folder.mkdir(parents=True, exist_ok=True)
    about = {"format": 1, "lifeworld": "synthetic", "config": {"seed": 0}}
    (folder / "run.json").write_text(json.dumps(about))
    for name, table in zip(("results", "behaviour"), synthetic(episodes), strict=True):
        pq.write_table(table, folder / f"{name}.parquet")


def measured(folder: Path) -> dict[str, float]:
    """Make all of a report's data from a run's tables, and its page; in this process, so that memory is its own."""
    from lifeworld.report.document import document
    from lifeworld.report.render import page, tables
    from lifeworld.run.folder import Folder

    start, used = time.perf_counter(), time.process_time()
    made = document(*tables(Folder.opened(folder)), folder.name)
    data, processor = time.perf_counter() - start, time.process_time() - used
    html = page(made)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return {
        "episodes": made.episodes.size,
        "seconds": round(data, 2),
        "processor seconds": round(processor, 2),
        "seconds with the page": round(time.perf_counter() - start, 2),
        "peak memory, GB": round(peak, 2),
        "page, MB": round(len(html) / 1e6, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=1_000_000)
    parser.add_argument("--write", type=Path, metavar="DIR")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        return json.dump(measured(arguments.measure), sys.stdout)
    if arguments.write:
        return written(arguments.write, arguments.episodes)
    with tempfile.TemporaryDirectory() as passing:
        written(Path(passing), arguments.episodes)
        command = [sys.executable, str(Path(__file__).resolve()), "--measure", passing]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    if arguments.json:
        return json.dump(found, sys.stdout, indent=2)
    for name, value in found.items():
        print(f"{value:14,}  {name}")


if __name__ == "__main__":
    main()
