"""The commands that the mock server prints play what it knows: the plan of the run that it follows."""

import shlex
from pathlib import Path
from typing import Any

import pytest
from tests.commands import command

from lifeworld.cli.models import _same_tasks
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.runner import run

PLANS: tuple[dict[str, Any], ...] = (
    {"apps": ("todo",), "limit": 2},
    {"tasks": ("todo.CompleteTask",), "profiles": ("nora",), "devices": ("phone",)},
    {"tasks": ("todo.CompleteTask",), "themes": ("dark",), "languages": ("de",), "crossed": ("device",), "seed": 3},
    {"apps": ("todo",), "channels": ("tools",), "split": "train", "limit": 2},
    {"apps": ("todo", "bank"), "horizon": (2,), "instances": 2, "limit": 2},
)


@pytest.mark.parametrize("plan", PLANS)
def test_the_printed_flags_plan_the_same_episodes(plan: dict[str, Any], tmp_path: Path) -> None:
    run(RunConfig(agents=("null",), workers=1, **plan), tmp_path / "followed")
    flags = shlex.split(_same_tasks(tmp_path / "followed"))
    command("eval", "--agent", "null", *flags, "--out", tmp_path / "run")
    assert planned(tmp_path / "run") == planned(tmp_path / "followed")


def planned(path: Path) -> list[Any]:
    return sorted((one["planned"] for one in Folder.opened(path).episodes()), key=str)
