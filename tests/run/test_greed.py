"""What an agent takes is limited and told: what it is scored on, time, memory, disk and files that stay open."""

import ctypes
import json
import secrets
import time
from pathlib import Path
from typing import Any

import pytest
from tests.run.rows import by_agent
from tests.run.test_walls import each_way, evaluated, expected, rows

from lifeworld.agents.walls import WALL
from lifeworld.core.actions import MOST, Action, Done, Invalid, Message, bounded

ONE = ("--task", "todo.CompleteTask", "--profile", "nora", "--workers", "1")


def played(cwd: Path, *kinds: str, way: str = "here", settings: str = "max_seconds=20") -> dict[str, dict[str, Any]]:
    """Play agents side by side, an episode each, and return their rows."""
    agents = ",".join(f"hostile_agents:{kind}" for kind in kinds)
    done = evaluated(way, cwd, "--agent", agents, *ONE, "--set", f"at_once=4,{settings}")
    assert done.returncode == 0, done.stderr
    assert len(rows(cwd)) == len(kinds)
    return {name.partition(":")[2]: own[0] for name, own in by_agent(rows(cwd)).items()}


def logged(cwd: Path) -> str:
    (log,) = cwd.glob("run/*/*/agent.log")
    return log.read_text()


def removed(key: int) -> bool:
    """Remove a segment of shared memory, if there is one of this key, and return whether there was."""
    system = ctypes.CDLL(None)
    segment = system.shmget(key, 0, 0)
    return segment >= 0 and system.shmctl(segment, 0, None) == 0


CLAIMS = {
    "Declines": "the agent said that its model's provider did not answer: my model did not answer",
    "DeclinesAtOnce": "the agent raised ProviderFault in begin: my model did not answer",
    "Stalls": "the budget of 4 seconds was used up before the agent answered",
    "Dawdles": "the budget of 4 seconds was used up before the agent answered",
}


@pytest.mark.long
@pytest.mark.parametrize("in_process", ["true", "false"])
def test_nobody_chooses_what_it_is_scored_on_and_nobody_is_given_time(in_process: str, tmp_path: Path) -> None:
    started = time.monotonic()
    found = played(tmp_path, *CLAIMS, settings=f"max_seconds=4,in_process={in_process}")
    assert {name: row["status"] for name, row in found.items()} == dict.fromkeys(CLAIMS, "failure")
    for name, reason in CLAIMS.items():
        assert reason in found[name]["reason"]
    assert time.monotonic() - started < 200  # a single wait that was asked for takes ten minutes


@pytest.mark.long
@each_way
def test_memory_that_could_be_shared_counts(way: str, tmp_path: Path) -> None:
    found = played(tmp_path, "Shares", "HoldsMemory", way=way, settings="max_memory=0.3")
    for row in found.values():
        assert "the agent's process used more than 0.3 GB of memory" in row["reason"]


@pytest.mark.long
@each_way
def test_nothing_outlives_the_process_behind_a_wall(way: str, tmp_path: Path) -> None:
    name = secrets.token_hex(3)
    places = [Path(place) / name for place in ("/dev/shm", "/tmp", "/var/tmp")]
    try:
        (row,) = played(tmp_path, f"Leaves:{name}", way=way, settings="max_memory=0.3").values()
        assert row["wall"] == expected(way)
        left = [place for place in places if place.exists()]
        shared = removed(int(name, 16))
    finally:
        for place in places:
            place.unlink(missing_ok=True)
    if row["wall"] == WALL:
        assert not left and not shared
        _, room, _, refused, _, segment = logged(tmp_path).split()
        assert 0 < int(room) <= 300_000_000 and refused == segment == "True"
    else:
        assert left == places and shared


@pytest.mark.long
def test_what_is_too_long_to_be_kept_is_told_and_kept_by_nobody(tmp_path: Path) -> None:
    (row,) = played(tmp_path, "Rambles").values()
    assert (row["steps"], row["invalid_actions"]) == (9, 6)
    assert "bad_argument An action may have 100,000 characters as JSON; this one has 200," in logged(tmp_path)
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and "look" not in path.parts]
    assert sum(path.stat().st_size for path in kept) < 3_000_000


def test_an_action_of_every_length_is_kept_or_told() -> None:
    fits = Message(text="a" * (MOST - 100))
    assert bounded(fits) is fits
    long: list[Action] = [
        Message(text="ü" * MOST),
        Message(text="\ud800" * MOST),
        Done(answer=["a"] * MOST),
        Invalid(code="parse_error", native="a" * MOST),
    ]
    for action in long:
        told = bounded(action)
        assert isinstance(told, Invalid) and told.code == "bad_argument" and len(json.dumps(told.native)) < 2_000


@pytest.mark.long
def test_a_process_that_can_open_no_more_files_loses_an_episode_and_not_the_run(tmp_path: Path) -> None:
    kinds, browser = "hostile_agents:Hoards,label", ("--driver", "chromium")
    done = evaluated("here", tmp_path, "--agent", kinds, *ONE, *browser, "--set", "in_process=true,retries=0")
    assert done.returncode == 0, done.stderr
    found = {row["agent"]: row for row in rows(tmp_path)}
    assert found["label"]["status"] in ("success", "failure") and not found["label"]["fault"]
    hoards = found["hostile_agents:Hoards"]
    assert hoards["status"] == "unscored" and "Too many open files" in hoards["reason"]
