"""How an episode ends: by the agent, or by a budget; and that nothing is done in one that has ended."""

import json
from pathlib import Path

import pytest
from tests.commands import command

from lifeworld.core.actions import Done, Observe
from lifeworld.core.errors import UserError
from lifeworld.env.environment import SyncEnvironment
from lifeworld.taskkit import Configuration

TASK = Configuration("todo.CompleteTask", "nora")


def test_after_the_agents_end_only_reset_is_left(environment: SyncEnvironment) -> None:
    environment.reset(TASK)
    assert not environment.environment.terminated
    environment.step(Done())
    assert environment.environment.terminated
    with pytest.raises(UserError, match="the episode has ended; call reset"):
        environment.step(Observe())
    environment.environment.truncate("too late")
    assert not environment.environment.truncated
    environment.reset(TASK)
    environment.step(Observe())


def test_a_budget_truncates(environment: SyncEnvironment) -> None:
    environment.reset(TASK)
    environment.environment.truncate("the budget is used up")
    assert environment.environment.truncated == "the budget is used up"
    assert not environment.environment.terminated
    with pytest.raises(UserError, match="the episode has ended; call reset"):
        environment.step(Observe())
    environment.reset(TASK)
    assert not environment.environment.truncated


@pytest.mark.long
def test_an_episode_files_how_it_ended(tmp_path: Path) -> None:
    few = ("--app", "todo", "--limit", 1, "--max-steps", 2)
    command("eval", "--agent", "null,random", *few, "--out", tmp_path / "run")
    filed = [json.loads(path.read_text()) for path in (tmp_path / "run").glob("episodes/*/episode.json")]
    assert {one["planned"]["agent"]: one["ended"] for one in filed} == {"null": "terminated", "random": "truncated"}


@pytest.mark.parametrize("channel", ["pixels", "pixels+tree"])
def test_pictures_asked_of_dom_are_refused_before_anything_runs(tmp_path: Path, channel: str) -> None:
    wanted = ("--limit", 1, "--driver", "dom", "--channel", channel, "--out", tmp_path / "run")
    assert command("eval", *wanted, code=2).splitlines() == [
        "Error: the dom driver draws nothing: use --channel tree, tools or tree+tools, or --driver chromium"
    ]
    assert not (tmp_path / "run").exists()
