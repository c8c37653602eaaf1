"""Agents of one's own live in processes of their own, which are kept from episode to episode."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import fields
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from tests.run.rows import rows_of

from lifeworld.agents.limits import WATCHED, families, unreadable
from lifeworld.agents.wire import packed, unpacked
from lifeworld.agents.worker_process import LOGGED, Log
from lifeworld.core.observation import Box, Feedback, Node, Observation
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.runner import run

MODULE = '''
import asyncio, os, sys
from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Done
from lifeworld.core.trajectory import Usage

class Tells(Agent):
    def act(self, observation):
        print("process", os.getpid(), "plays", observation.goal)
        self.usage = Usage(100, 7, 0.5)
        return Done()

class Together(Agent):
    """Goes on only when three of it are waiting at once."""
    waiting, all_there = 0, asyncio.Event()

    async def begin(self, goal, seed):
        self.goal = goal

    async def act(self, observation):
        kind = type(self)
        kind.waiting += 1
        if kind.waiting == 3:
            kind.all_there.set()
        await kind.all_there.wait()
        print("process", os.getpid())
        return Done()
'''


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hosted_agents.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)


def played(kind: str, at_once: int) -> Folder:
    agents = (f"hosted_agents:{kind}",)
    config = RunConfig(agents=agents, apps=("todo",), limit=3, workers=1, at_once=at_once, max_seconds=30)
    return run(config, Path("run"))


def logs(folder: Folder) -> list[str]:
    return [path.read_text() for path in sorted(folder.path.glob("episodes/*/agent.log"))]


def test_a_process_is_kept_and_another_than_ours() -> None:
    folder = played("Tells", 1)
    processes = {log.split()[1] for log in logs(folder)}
    assert len(logs(folder)) == 3 and len(processes) == 1 and str(os.getpid()) not in processes
    for one in folder.episodes():
        assert one["goal"] in (folder.path / "episodes" / one["episode"] / "agent.log").read_text()
    assert "hosted_agents" not in sys.modules


def test_an_agent_may_have_a_name_of_its_own() -> None:
    config = RunConfig(agents=("mine",), aliases={"mine": "hosted_agents:Tells"}, apps=("todo",), limit=1, workers=1)
    (row,) = rows_of(run(config, Path("run")))
    assert row["agent"] == "mine" and row["tokens_out"] == 7


def test_what_a_model_took_comes_with_each_step() -> None:
    rows = rows_of(played("Tells", 2))
    assert {(row["tokens_in"], row["tokens_out"], row["cost"]) for row in rows} == {(100, 7, 0.5)}


def test_an_async_agent_plays_many_episodes_at_once_in_one_process() -> None:
    folder = played("Together", 3)
    assert len({log.split()[1] for log in logs(folder)}) == 1
    assert not any("budget" in one["verdict"]["reasons"][0]["headline"] for one in folder.episodes())


@pytest.mark.long
def test_ctrl_c_keeps_what_is_finished_and_leaves_nothing_running() -> None:
    command = [sys.executable, "-m", "lifeworld", "eval", "--agent", "null,hosted_agents:Together"]
    run = [*command, "--app", "todo", "--limit", "2", "--workers", "1", "--out", "run"]
    process = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not list(Path("run").glob("episodes/*/episode.json")):
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "finished episodes are kept" in said and "Traceback" not in said
    assert said.count("stopped") == 1
    assert len(rows_of(Folder.opened(Path("run")))) == 1
    if WATCHED:
        assert not families({process.pid})[process.pid]


def test_observations_survive_the_way() -> None:
    box = Box(1, 2, 3.5, 4)
    tree = Node("document", children=(Node("button", "Höher ✓", states=frozenset({"pressed", "focused"}), box=box),))
    said = {"url": "/todo", "title": "Ticked", "tree": tree, "size": (390, 844), "goal": "Do it", "reply": "Yes"}
    now = datetime(2026, 3, 14, 9, 30)
    observation = Observation(**said, now=now, screenshot=b"\x89PNG\n\x00\n", feedback=Feedback(False, "blocked", "No"))
    for one in (observation, Observation(**said, now=now)):
        stream = BytesIO(packed({"op": "act"}, one) + packed({"op": "close"}))
        first, second = unpacked(stream), unpacked(stream)
        assert first == ({"op": "act"}, one) and second == ({"op": "close"}, None) and unpacked(stream) is None
    assert len(fields(observation)) >= 9


def test_a_log_has_an_end() -> None:
    log = Log()
    for _ in range(3):
        log.add(b"x" * LOGGED)
    assert log.text.endswith(f"… and {2 * LOGGED} bytes more\n".encode()) and len(log.text) < LOGGED + 100


@pytest.mark.skipif(not WATCHED, reason="where there is no such switch, docs say so")
def test_our_memory_can_not_be_read_meanwhile() -> None:
    import ctypes

    dumpable = ctypes.CDLL(None).prctl
    before = dumpable(3, 0, 0, 0, 0)
    with unreadable():
        assert dumpable(3, 0, 0, 0, 0) == 0
    assert dumpable(3, 0, 0, 0, 0) == before
