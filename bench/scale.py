"""What more processes, Ray and a million episodes cost.

    python bench/scale.py [--episodes N] [--many N] [--only PART] [--json]

`--episodes` are played by each engine in turn, three rounds; `--many` are planned, found among finished ones, and
written as tables, each in a process of its own, whose peak memory is told. The parts are dom, chromium, ray, many and
tables.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

EVAL = [sys.executable, "-m", "lifeworld", "eval", "--agent", "oracle"]
ROUNDS = 3
ALL_CORES = os.sched_getaffinity(0)
ONE_CORE = {min(ALL_CORES)}
WAYS = {
    "one": ["--workers", "1"],
    "one core": ["--workers", "1"],
    "two": ["--workers", "2"],
    "ray": ["--engine", "ray", "--workers", "2"],
}
PARTS = ("dom", "chromium", "ray", "many", "tables")
MOST = 1_000_000  # other configurations
EACH = 10_000  # episodes that one process has played, and noted in a file of its own


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=800, help="played on dom; a twentieth of them in chromium")
    parser.add_argument("--many", type=int, default=1_000_000, help="planned, and found among finished ones")
    parser.add_argument("--only", action="append", choices=PARTS, help="only these")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    parts = asked.only or PARTS
    found: dict[str, Any] = {}
    if {"dom", "chromium"} & set(parts):
        found["seconds until a worker is ready"] = round(starting(), 2)
    for driver, count in (("dom", asked.episodes), ("chromium", asked.episodes // 20)):
        found |= processes(driver, count) if driver in parts else {}
    if "ray" in parts:
        found["Ray: tasks handed out and back a second, which do nothing"] = round(handed())
    if {"many", "tables"} & set(parts):
        found |= many(asked.many, parts)
    if asked.json:
        print(json.dumps(found, indent=1))
    for name, value in {} if asked.json else found.items():
        print(f"{name:66} {value}")


def processes(driver: str, episodes: int) -> dict[str, Any]:
    """Return how many times as fast two processes are as one, and Ray beside them; by the clock, in turn.

    One process that plays in chromium keeps more than one core busy, since the browser has processes of its own: what
    it does with one core alone says what a further core can bring. What two processes that only count do beside each
    other is as much as the machine had to give meanwhile.
    """
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    free = []
    for _ in range(ROUNDS):
        for name, options in WAYS.items():
            cores = ONE_CORE if name == "one core" else ALL_CORES
            times[name].append(played([*options, "--driver", driver, "--limit", str(episodes)], cores))
            free.append(2 * counting(1) / counting(2))
    one, core, two, ray = (statistics.median(times[name]) for name in WAYS)
    return {
        f"{driver}: {episodes} episodes, one process, s": round(one, 1),
        f"{driver}: two processes, times as fast": round(one / two, 2),
        f"{driver}: two processes, times as fast as one on one core": round(core / two, 2),
        f"{driver}: two processes that only count, times as fast": round(statistics.median(free), 2),
        f"{driver}: two of Ray's, of the time of two processes": round(ray / two, 2),
    }


def counting(processes: int) -> float:
    """Return the seconds by the clock in which so many processes at once count as far as one would."""
    work = [sys.executable, "-c", "n = 0\nfor i in range(20_000_000): n += i"]
    started = time.perf_counter()
    for process in [subprocess.Popen(work) for _ in range(processes)]:
        process.wait()
    return time.perf_counter() - started


def played(options: list[str], cores: set[int]) -> float:
    """Return the seconds from the first episode begun to the last one ended, which leaves out what starts once."""
    with tempfile.TemporaryDirectory() as passing:
        command = [*EVAL, *options, "--instances", "2", "--out", f"{passing}/run"]
        os.sched_setaffinity(0, cores)  # which what is started inherits
        subprocess.run(command, check=True, capture_output=True)
        os.sched_setaffinity(0, ALL_CORES)
        done = [place.stat().st_mtime for place in Path(passing).glob("run/episodes/*/episode.json")]
    return max(done) - min(done)


def starting() -> float:
    """Return the seconds until a new process has opened all that dom's episodes need."""
    work = (
        "import asyncio\nfrom lifeworld.run.episode_worker import playing\nfrom lifeworld.run.config import RunConfig\n"
    )
    work += "async def go():\n async with playing('/nowhere', RunConfig().model_dump_json()): pass\nasyncio.run(go())"
    return statistics.median(timed(lambda: subprocess.run([sys.executable, "-c", work], check=True)) for _ in range(5))


def timed(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def handed(count: int = 2_000) -> float:
    """Return how many tasks one process hands out by Ray in a second, to as many workers as there are cores."""
    from lifeworld.run.task_queue import PoolListener
    from lifeworld.run.worker_pool import Engine

    times: list[float] = []
    watch = PoolListener(lambda *_: times.append(time.perf_counter()))
    Engine("ray", at_once=16).run_tasks(map(str, range(count)), idle, watch)
    return (count - 1) / (times[-1] - times[0])


@asynccontextmanager
async def idle() -> AsyncIterator[Any]:
    """Do nothing, so that only the handing out takes time."""

    async def do(task: str, tell: Any) -> str:
        return task

    yield do


def many(count: int, parts: Sequence[str] = PARTS) -> dict[str, Any]:
    """Return what it takes to plan so many episodes, to find what is finished, and to write the tables."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as passing:
        run = Path(passing) / "run"
        alone(filed, run, count)
        if "many" in parts:
            found |= alone(resumed, run, count)
        if "tables" in parts:
            found |= alone(tabled, run, count)
    return found


def alone(call: Callable[..., Any], *given: Any) -> Any:
    """Return what a call returns in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(call, *given).result()


def resumed(run: Path, count: int) -> dict[str, Any]:
    """Plan so many episodes and find which are finished, as a run does that goes on."""
    from lifeworld.run import ledger
    from lifeworld.run.folder import Folder

    found: dict[str, Any] = {}
    with measured(found, f"planning {count:,} episodes"):
        planned = planned_for(count)
    with measured(found, f"finding which of {count:,} are finished, all planned in memory"):
        done = ledger.finished(Folder(run))
        left = [one for one in planned if one.key not in done]
    assert not left and len(done) == count
    return found


def tabled(run: Path, count: int) -> dict[str, Any]:
    """Write the tables of so many finished episodes, as a run does at its end."""
    from lifeworld.run import outcomes, results
    from lifeworld.run.folder import Folder

    found: dict[str, Any] = {}
    with measured(found, f"writing the tables of {count:,}"):
        results.write(Folder(run))
    (counts,) = outcomes.outcome_counts(Folder(run)).values()
    assert counts["success"] + counts["failure"] == count
    return found


@contextmanager
def measured(found: dict[str, Any], what: str) -> Iterator[None]:
    """Note the seconds of processor and by the clock that something takes, and the peak of memory until its end."""
    processor, clock = time.process_time(), time.perf_counter()
    yield
    found[f"{what}, s of processor"] = round(time.process_time() - processor, 1)
    found[f"{what}, s by the clock"] = round(time.perf_counter() - clock, 1)
    found[f"{what}, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def planned_for(count: int) -> list[Any]:
    """Return a plan of so many episodes: up to a million of other configurations, and of more, repeats of these."""
    from lifeworld.run.config import RunConfig
    from lifeworld.run.plan import plan
    from lifeworld.taskkit.catalogue import tasks

    repeats = -(-count // MOST)
    instances = 2 * count // repeats // len(list(tasks())) + 1  # not every one can be drawn in each life
    planned = plan(RunConfig(instances=instances, limit=count // repeats, repeats=repeats))
    assert len(planned) == count
    return planned


def filed(run: Path, count: int) -> None:
    """Leave what so many finished episodes leave: lines of the ledger, and folders, all links to a played one."""
    from lifeworld.core.jsontext import json_text
    from lifeworld.run import filing, ledger, runner
    from lifeworld.run.config import RunConfig

    one = runner.run(RunConfig(agents=("null",), limit=1, workers=1), run)
    (name,) = one.names()
    (row,) = ledger.table(one).to_pylist()
    os.rename(run / "episodes" / name, run / "played")
    planned = planned_for(count)
    own = {"episode", *type(planned[0]).COLUMNS}
    same = {key: value for key, value in row.items() if key not in own} | {"files": filing.files(run / "played")}
    for start in range(0, count, EACH):
        lines = linked(run, json_text(same), planned[start : start + EACH], start)
        (run / "ledger" / f"{start}.jsonl").write_text("".join(lines))


def linked(run: Path, same: str, planned: list[Any], start: int) -> Iterator[str]:
    """Link an episode's folder for each planned one, and yield their lines."""
    from lifeworld.core.jsontext import json_text

    for number, episode in enumerate(planned, start):
        name = f"{number:016x}"
        os.symlink("../played", run / "episodes" / name)
        own = {"episode": name, **dict(zip(type(episode).COLUMNS, episode.key, strict=True))}
        yield f"{json_text(own)[:-1]}, {same[1:]}\n"


if __name__ == "__main__":
    main()
