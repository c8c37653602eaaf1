"""What more processes, Ray and a million episodes cost.

    python bench/scale.py [--episodes N] [--many N] [--json]     everything, side by side in one run

`--episodes` are played by each engine in turn, three rounds; `--many` are planned, and found among finished ones.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

EVAL = [sys.executable, "-m", "lifeworld", "eval", "--agent", "oracle"]
ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=240, help="played on dom; a tenth of them in chromium")
    parser.add_argument("--many", type=int, default=1_000_000, help="planned, and found among finished ones")
    parser.add_argument("--only", action="append", choices=("processes", "many"), help="only these")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    if not asked.only or "processes" in asked.only:
        found |= processes(asked.episodes)
    if not asked.only or "many" in asked.only:
        found |= many(asked.many)
    if asked.json:
        print(json.dumps(found, indent=1))
    for name, value in {} if asked.json else found.items():
        print(f"{name:58} {value}")


def processes(episodes: int) -> dict[str, Any]:
    """Return how many times as fast two processes are as one, and Ray beside them; by the clock, in turn."""
    found: dict[str, Any] = {"seconds until a worker is ready": round(starting(), 2)}
    for driver, count in (("dom", episodes), ("chromium", episodes // 10)):
        ways = {"1": ["--workers", "1"], "2": ["--workers", "2"], "ray": ["--engine", "ray", "--workers", "2"]}
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, options in ways.items():
                times[name].append(played([*options, "--driver", driver, "--limit", str(count)]))
        one, two, ray = (statistics.median(times[name]) for name in ways)
        found[f"{driver}: {count} episodes, one process, s"] = round(one, 1)
        found[f"{driver}: two processes, times as fast"] = round(one / two, 2)
        found[f"{driver}: two of Ray's, of the time of two processes"] = round(ray / two, 2)
    return found


def played(options: list[str]) -> float:
    """Return the seconds from the first episode begun to the last one ended, which leaves out what starts once."""
    with tempfile.TemporaryDirectory() as passing:
        subprocess.run([*EVAL, *options, "--out", f"{passing}/run"], check=True, capture_output=True)
        done = [place.stat().st_mtime for place in Path(passing).glob("run/episodes/*/episode.json")]
    return max(done) - min(done)


def starting() -> float:
    """Return the seconds until a new process has opened all that dom's episodes need."""
    work = "import asyncio; from lifeworld.run.work import playing; from lifeworld.run.config import RunConfig\n"
    work += "async def go():\n async with playing('/nowhere', RunConfig().model_dump_json()): pass\nasyncio.run(go())"
    return statistics.median(timed(lambda: subprocess.run([sys.executable, "-c", work], check=True)) for _ in range(5))


def timed(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def many(count: int) -> dict[str, Any]:
    """Return what planning so many episodes takes, and finding what is finished among so many."""
    from lifeworld.run import ledger
    from lifeworld.run.config import RunConfig
    from lifeworld.run.folder import Folder
    from lifeworld.run.plan import plan
    from lifeworld.scenarios.catalogue import scenarios

    instances = count // len(list(scenarios())) + 1
    found: dict[str, Any] = {}
    start = time.process_time()
    planned = plan(RunConfig(instances=instances, limit=count))
    found[f"planning {len(planned):,} episodes, s of processor"] = round(time.process_time() - start, 1)
    found["peak memory by then, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    with tempfile.TemporaryDirectory() as passing:
        folder = filed(Path(passing) / "run", planned)
        start = time.process_time()
        assert len(ledger.finished(Folder(folder))) == len(planned)
        found[f"finding which of {len(planned):,} are finished, s of processor"] = round(time.process_time() - start, 1)
    found["peak memory by then, MB "] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return found


def filed(path: Path, planned: list[Any]) -> Path:
    """Write files and lines of the ledger as so many episodes leave them, all from one that was played."""
    from lifeworld.run import ledger
    from lifeworld.run.config import RunConfig
    from lifeworld.run.folder import Folder
    from lifeworld.run.runner import run

    one = run(RunConfig(agents=("null",), limit=1, workers=1), path)
    (name,) = one.names()
    (row,) = ledger.table(one).to_pylist()
    folder, source = Folder(path), path / "episodes" / name
    for start in range(0, len(planned), 10_000):  # a file may not have many more links
        rows = []
        fresh = path / f"source {start}"
        shutil.copytree(source, fresh)
        state = ledger.files(fresh)
        for episode in planned[start : start + 10_000]:
            here = path / "episodes" / f"{start + len(rows):016x}"
            here.mkdir()
            for part in ledger.FILES:
                os.link(fresh / part, here / part)
            rows.append(
                {
                    **row,
                    **dict(zip(type(episode).COLUMNS, episode.key, strict=True)),
                    "episode": here.name,
                    "files": state,
                }
            )
        folder.note(rows)
    shutil.rmtree(source)
    return path


if __name__ == "__main__":
    main()
