"""Whatever is killed, and whenever: no episode is lost or doubled, and the end is the same."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.commands import command
from tests.run.test_engines import left

from lifeworld.agents.limits import WATCHED, _processes
from lifeworld.run.folder import Folder

pytestmark = pytest.mark.skipif(not WATCHED, reason="finds processes by /proc")
LIFEWORLD = [sys.executable, "-m", "lifeworld"]
EVAL = [*LIFEWORLD, "eval", "--agent", "oracle,label", "--app", "todo"]
DOM = [*EVAL, "--limit", "12", "--workers", "2"]
CHROMIUM = [*EVAL, "--limit", "2", "--max-steps", "12", "--workers", "1", "--driver", "chromium"]
TIMES, CLUSTERS = 12, 8  # of each kind, where all are run: 52 in all

_PATIENCE = 150.0  # seconds until Ray takes a machine for lost, and more

Kill = Callable[[subprocess.Popen[bytes]], bool]


def descendants(process: int) -> dict[int, str]:
    """Return the processes that descend from one, each with its command line."""
    known = {child: parent for child, (parent, _) in _processes()}
    found = {}
    for child in known:
        above = child
        while above in known and above != process:
            above = known[above]
        if above == process and child != process:
            with suppress(OSError):
                found[child] = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def killed(process: subprocess.Popen[bytes], named: str) -> bool:
    """Kill a descendant whose command line holds a word, and return whether there was one."""
    chosen = [child for child, line in descendants(process.pid).items() if named in line]
    with suppress(ProcessLookupError):
        if chosen:
            os.kill(chosen[-1], signal.SIGKILL)
    return bool(chosen)


def whole_run(process: subprocess.Popen[bytes]) -> bool:
    process.kill()
    return True


def worker(process: subprocess.Popen[bytes]) -> bool:
    return killed(process, "multiprocessing.spawn")


def browser(process: subprocess.Popen[bytes]) -> bool:
    return killed(process, "--remote-debugging-pipe")


def ends(words: list[str], path: Path, kill: Kill | None = None, after: float = 0) -> bool:
    """Run a command line until it ends well, with one kill on the way; return whether there was anything to kill.

    What a killed run has finished is not played again.
    """
    process = subprocess.Popen([*words, "--out", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    hit = False
    if kill:
        while process.poll() is None and not len(list(path.glob("episodes/*"))):
            time.sleep(0.02)
        time.sleep(after)
        hit = process.poll() is None and kill(process)
    process.wait()
    if process.returncode:
        finished = {} if kill is browser else {one: one.stat().st_mtime_ns for one in path.glob("episodes/*/*")}
        assert subprocess.run([*words, "--out", str(path)], capture_output=True, timeout=300).returncode == 0
        assert all(one.stat().st_mtime_ns == since for one, since in finished.items())
    return hit


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[list[str]], dict[str, Any]]]:
    """Return what a command leaves when nothing is killed."""
    known: dict[str, dict[str, Any]] = {}

    def undisturbed(words: list[str]) -> dict[str, Any]:
        name = " ".join(words)
        if name not in known:
            path = tmp_path_factory.mktemp("alone") / "run"
            command(*words[len(LIFEWORLD) :], "--workers", 1, "--out", path)  # which is this process
            known[name] = left(Folder(path))
        return known[name]

    yield undisturbed


def compared(found: dict[str, Any], kill: Kill) -> Any:
    """Return all that is left; where the browser was killed, the outcomes: label goes by what it happens to see."""
    return {name: row["status"] for name, (row, _, _) in found.items()} if kill is browser else found


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "kill", "longest"),
    [(DOM, worker, 2.0), (DOM, whole_run, 2.0), (CHROMIUM, browser, 4.0)],
    ids=["worker", "run", "browser"],
)
@pytest.mark.parametrize("times", [1, pytest.param(TIMES, marks=pytest.mark.slow)])
def test_nothing_is_lost_or_doubled(
    words: list[str], kill: Kill, longest: float, times: int, tmp_path: Path, alone: Callable[[list[str]], Any]
) -> None:
    rng, hits = random.Random(f"{kill.__name__} {times}"), 0
    for n in range(times):
        hits += ends(words, tmp_path / str(n), kill, rng.uniform(0, longest))
        assert compared(left(Folder(tmp_path / str(n))), kill) == compared(alone(words), kill), n
    assert hits or times == 1, "no run was hit"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
@pytest.mark.parametrize("n", range(CLUSTERS))
@pytest.mark.parametrize("part", ["node", "head"])
def test_a_cluster_may_lose_a_node_and_its_head(
    part: str, n: int, tmp_path: Path, alone: Callable[[list[str]], Any]
) -> None:
    """With a node less the run goes on by itself; without a head it ends, and the same command goes on elsewhere."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    node = cluster.add_node(num_cpus=1)
    words = [*EVAL, "--limit", "12", "--engine", f"ray={cluster.address}", "--out", str(tmp_path / "run")]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None and not list(tmp_path.glob("run/episodes/*")):
            time.sleep(0.02)
        time.sleep(random.Random(f"{part} {n}").uniform(0, 2))
        cluster.remove_node(node if part == "node" else cluster.head_node, allow_graceful=False)
        process.wait(_PATIENCE)
    finally:
        process.kill()
        cluster.shutdown()
    assert process.returncode == 0 or part == "head"
    assert subprocess.run([*DOM, "--engine", "local", "--out", str(tmp_path / "run")]).returncode == 0
    assert left(Folder(tmp_path / "run")) == alone(DOM)
