"""Harbor's own command plays our task directories; its validators read them and our runs."""

import json
from pathlib import Path
from typing import Any

import pytest
from harbor.models.task.task import Task
from harbor.utils.trajectory_validator import TrajectoryValidator
from tests.bridges.documented import commands, example, ran

from lifeworld.bridges.harbor import tasks
from lifeworld.core.errors import UserError

DEVICE = "lifeworld.bridges.harbor:Device"
SUITE: dict[str, Any] = {"tasks": "todo.CompleteTask", "profiles": "nora", "channels": "tree"}
BROKEN = """
from lifeworld.bridges.harbor import Device as Whole
from lifeworld.core.errors import Fault

class Device(Whole):
    async def start(self, force_build):
        await super().start(force_build)
        def broken(action): raise Fault("the disk is full")
        self._calls.session._environment.step = broken
"""


def run(place: Path, *arguments: str) -> str:
    return ran(place, *arguments, HOME=str(place), HARBOR_TELEMETRY="off")


def played(place: Path, agent: str, device: str = DEVICE) -> list[dict[str, Any]]:
    """Let Harbor play all tasks of a folder and return what it says of each trial."""
    (line,) = commands("Harbor", **{"--agent oracle": f"--agent {agent} --yes", DEVICE: device})
    run(place, *line)
    (job,) = (place / "jobs").iterdir()
    trials = [json.loads(one.read_text()) for one in sorted(job.glob("*/result.json"))]
    job.rename(place / f"job-{len(list(place.iterdir()))}")
    return trials


def rewards(trials: list[dict[str, Any]]) -> list[Any]:
    return [(one["verifier_result"] or {}).get("rewards") for one in trials]


def test_the_oracle_is_worth_one_and_doing_nothing_zero(tmp_path: Path) -> None:
    code = example("Harbor", **{"limit=40": "limit=3"})
    run(tmp_path, "python", "-c", code)
    written = sorted((tmp_path / "tasks").iterdir())
    assert len(written) == 3 and all(Task.is_valid_dir(one) for one in written)
    assert "<tools>" in Task(written[0]).instruction
    for agent, worth in (("oracle", 1.0), ("nop", 0.0)):
        trials = played(tmp_path, agent)
        assert [one["exception_info"] for one in trials] == [None] * 3, trials
        assert rewards(trials) == [{"reward": worth}] * 3


def test_an_agent_of_ones_own_plays_by_commands(tmp_path: Path) -> None:
    (place,) = tasks(tmp_path / "tasks", 1, **SUITE)
    (tmp_path / "mine.py").write_text(example("Harbor", "python\nimport json"))
    lines = (place / "solution/solve.sh").read_text().splitlines()[1:]
    (tmp_path / "lines.json").write_text(json.dumps(["ls -la", *lines]))
    (trial,) = played(tmp_path, "mine:Mine")
    assert rewards([trial]) == [{"reward": 1.0}], trial


def test_a_fault_of_ours_fails_the_trial_and_is_no_reward(tmp_path: Path) -> None:
    tasks(tmp_path / "tasks", 1, **SUITE)
    (tmp_path / "broken.py").write_text(BROKEN)
    (trial,) = played(tmp_path, "oracle", "broken:Device")
    assert trial["exception_info"]["exception_type"] == "Fault" and rewards([trial]) == [None]
    assert "the disk is full" in trial["exception_info"]["exception_message"]


def test_its_validator_accepts_our_runs(tmp_path: Path) -> None:
    lifeworld = ("python", "-m", "lifeworld")
    run(tmp_path, *lifeworld, "eval", "--agent", "oracle", "--task", "todo.CompleteTask", "--out", "run")
    run(tmp_path, *lifeworld, "runs", "export", "run", "--to", "atif", "--out", "atif")
    found = list((tmp_path / "atif").glob("*/trajectory.json"))
    assert found
    for one in found:
        validator = TrajectoryValidator()
        assert validator.validate(one), validator.get_errors()


def test_pictures_old_folders_and_other_directories_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="channels is tree, tools or tree"):
        tasks(tmp_path / "new", 1, driver="chromium", channels="pixels")
    with pytest.raises(UserError, match="is there; name a new folder"):
        tasks(tmp_path, 1, **SUITE)
