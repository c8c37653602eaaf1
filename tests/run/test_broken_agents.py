"""Whatever an agent breaks is its own: its episode ends with a reason, and the run goes on."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from tests.run.rows import by_agent, rows_of

from lifeworld.agents.worker_process import GIGABYTE, Limits, hosted
from lifeworld.cli.running import summary
from lifeworld.core.errors import UserError
from lifeworld.run import behaviour, outcomes, results
from lifeworld.run.folder import Folder

BROKEN = {
    "Raises": "the agent raised ValueError: no idea ?",
    "Hangs": "the budget of 5 seconds was used up before the agent answered",
    "Exits": "the agent raised SystemExit: 3",
    "Dies": "the agent's process ended (exit code 7)",
    "Allocates": "the agent's process used more than 0.5 GB of memory",
    "ChildrenAllocate": "the agent's process used more than 0.5 GB of memory",
    "ReturnsText": "the agent returned a str, not an action",
    "Babbles": "",
    "Forks": "the agent's process ended (exit code 5)",
    "ClosesPipes": "the agent's process closed its connection",
    "SendsGarbage": "the agent's process sent what is no message",
    "SleepsInBegin": "the budget of 5 seconds was used up before the agent answered",
    "RaisesInClose": "the agent raised RuntimeError in close: can't let go",
    "Lingers": "",
    "Replaces": "",
    "Snoops": "",
    "Boasts": "the agent's usage is below zero or beyond belief",
    "Forgets": "the agent's usage fell: cost was 0.5, and is 0.1; it is a total",
    "HalfCharacters": "5 invalid actions in a row",
    "AsyncHangs": "the budget of 5 seconds was used up before the agent answered",
    "AsyncDies": "the agent's process ended (exit code 9)",
}
LIMITS = ("--set", "max_seconds=5,max_memory=0.5")


def lifeworld(*arguments: str, cwd: Path, within: Sequence[str] = ()) -> "subprocess.CompletedProcess[str]":
    """Run a command where the agents beside this file can be imported from, `within` another command."""
    command = [*within, sys.executable, "-m", "lifeworld", *arguments]
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    environ = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, capture_output=True, text=True, timeout=240, cwd=cwd, env=environ)


def names(kinds: list[str]) -> str:
    return ",".join(f"broken_agents:{kind}" for kind in kinds)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A run of all of them beside the oracle, two episodes each."""
    here = tmp_path_factory.mktemp("broken")
    tasks = ("--task", "todo.CompleteTask,todo.RewordTask")
    waits = ("--workers", "1", "--set", "at_once=6", *LIMITS)  # side by side
    done = lifeworld("eval", "--agent", f"{names(list(BROKEN))},oracle", *tasks, *waits, "--out", "run", cwd=here)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return Folder.opened(here / "run")


@pytest.fixture(scope="module")
def rows(folder: Folder) -> dict[str, list[dict[str, Any]]]:
    return {name.rpartition(":")[2]: own for name, own in by_agent(rows_of(folder)).items()}


@pytest.mark.long
def test_the_oracle_beside_them_solves_all(rows: dict[str, list[dict[str, Any]]]) -> None:
    assert [row["status"] for row in rows["oracle"]] == ["success"] * 2


@pytest.mark.long
@pytest.mark.parametrize("kind", BROKEN)
def test_each_is_explained(kind: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    assert len(rows[kind]) == 2
    for row in rows[kind]:
        assert row["status"] == "failure"
        assert row["reason"] and BROKEN[kind] in row["reason"]
        assert not row["in_process"] and not row["fault"]


def test_that_they_broke_is_how_they_failed(folder: Folder) -> None:
    results.write(folder)
    measured = pq.read_table(folder.path / behaviour.PLACE)
    modes = dict(zip(*(measured[name].to_pylist() for name in ("episode", "mode")), strict=True))
    for one in folder.episodes():
        kind = one["planned"]["agent"].rpartition(":")[2]
        broke = BROKEN.get(kind, "").startswith("the agent") and kind != "RaisesInClose"
        assert (modes[one["episode"]] == "broke") == broke, kind


def test_how_often_and_of_what_each_broke_is_told(folder: Folder) -> None:
    told = dict(line.split(": ", 1) for line in summary(folder) if " crashed: " in line)
    broke = {kind for kind, how in BROKEN.items() if how.startswith("the agent") and kind != "RaisesInClose"}
    assert {name.rpartition(":")[2] for name in told} == broke
    said, _, place = told["broken_agents:Raises"].partition("; the traceback is in ")
    assert said == "2 of 2 episodes crashed: ValueError: no idea ?"
    assert "ValueError" in Path(place).read_text()
    assert told["broken_agents:Dies"] == "2 of 2 episodes crashed: the agent's process ended (exit code 7)"


def test_the_most_frequent_reason_is_told_with_its_count(folder: Folder) -> None:
    broke = outcomes.crashed_by_agent(folder)
    ids = [*broke["broken_agents:Exits"][:1], *broke["broken_agents:Raises"]]
    said = outcomes.crash_summary(folder, ids, 6)
    assert said.startswith("3 of 6 episodes crashed: ValueError: no idea ? (2 of them); the traceback is in ")


def logged(folder: Folder, kind: str) -> list[str]:
    own = [one["episode"] for one in folder.episodes() if one["planned"]["agent"] == f"broken_agents:{kind}"]
    return [(folder.path / "episodes" / one / "agent.log").read_text() for one in own]


def test_what_they_print_is_kept_up_to_a_limit(folder: Folder) -> None:
    assert all("before it broke" in text and "Traceback" in text for text in logged(folder, "Raises"))
    for text in logged(folder, "Babbles"):
        assert text.startswith("blah blah") and "bytes more" in text[-100:]
        assert len(text) < 1_100_000


def test_an_agent_finds_nothing_of_the_task_in_its_process(folder: Folder) -> None:
    assert logged(folder, "Snoops") == ["found [] []\n"] * 2


def test_nothing_is_left_running(folder: Folder) -> None:
    """No host without a run above it; other tests may have theirs at the same time."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    known = {pid: (above, said) for pid, above, said in (line.split(None, 2) for line in listed.splitlines())}
    hosts = [above for above, said in known.values() if "lifeworld.agents.worker" in said]
    assert all("python" in known.get(above, ("", ""))[1] for above in hosts)


IN_PROCESS = ("Raises", "Hangs", "Exits", "ReturnsText", "RaisesInClose", "AsyncHangs")


@pytest.mark.long
def test_in_our_process_each_ends_its_episode_too(tmp_path: Path) -> None:
    agents = f"{names(list(IN_PROCESS))},oracle"
    tasks = ("--task", "todo.CompleteTask", "--set", "max_seconds=5", "--set", "at_once=7")
    done = lifeworld("eval", "--set", "in_process=true", "--agent", agents, *tasks, "--out", "run", cwd=tmp_path)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    rows = {row["agent"].rpartition(":")[2]: row for row in rows_of(tmp_path / "run")}
    assert rows["oracle"]["success"] and not rows["oracle"]["in_process"]
    for kind in IN_PROCESS:
        assert rows[kind]["in_process"] and not rows[kind]["success"] and rows[kind]["wall"] == "no wall"
        assert BROKEN[kind] in rows[kind]["reason"]


MODULE = """
from lifeworld.agents.agent import Agent
print("imported in", __import__("os").getpid(), flush=True)
{body}
"""


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("import a_module_that_is_not_there", "mine can't be imported: No module named 'a_module_that_is_not_there'"),
        ("raise OSError('no disk')", "mine can't be imported: OSError: no disk"),
        ("raise SystemExit(3)", "mine can't be imported: SystemExit: 3"),
        ("import os; os._exit(4)", "mine:Mine: the agent's process ended (exit code 4)"),
        ("class Mine(Agent): pass", "mine:Mine: Mine is not finished; write act"),
        ("class Mine: pass", "Mine is no subclass of lifeworld.agents.agent.Agent"),
        (
            "class Mine(Agent):\n  def __init__(self): raise ValueError('no key')\n  def act(self, o): ...",
            "mine:Mine: its constructor raised ValueError: no key",
        ),
        (
            "class Mine(Agent):\n  privileged = True\n  def act(self, o): ...",
            "mine:Mine wants to be told the task; only --set in_process=true does that",
        ),
    ],
)
def test_an_agent_that_can_not_be_made_is_told(
    body: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(MODULE.format(body=body))
    monkeypatch.chdir(tmp_path)

    async def begun() -> None:
        async with hosted(Limits(GIGABYTE, 60)) as hosts:
            await hosts.prepare("mine:Mine")

    with pytest.raises(UserError) as caught:
        asyncio.run(begun())
    assert told in str(caught.value) and "\n" not in str(caught.value)
    assert "mine" not in sys.modules


@pytest.mark.long
def test_it_is_told_in_one_line_before_anything_is_run(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MODULE.format(body="class Mine(Agent): pass"))
    done = lifeworld("eval", "--agent", "oracle,mine:Mine", "--limit", "1", "--out", "run", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "Error: mine:Mine: Mine is not finished; write act\n"
    assert "imported in" not in done.stdout
    assert not (tmp_path / "run").exists()
