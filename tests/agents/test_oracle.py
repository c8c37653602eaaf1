"""The oracle with slips: its successes follow the law that it states, and nothing else about it changes."""

import math
import random
from pathlib import Path

import pytest
from tests.agents.mocked import episode
from tests.commands import command
from tests.run.rows import rows_of

from lifeworld.agents.roster import create
from lifeworld.core.actions import Action, Done, Message, Tool, Wait
from lifeworld.core.errors import WorldFault
from lifeworld.env.channels import by_tools
from lifeworld.env.environment import Channel, SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn

SLIP = 0.15


def played(name: str, environment: SyncEnvironment, task: str, seed: int) -> tuple[list[Action], bool]:
    done = episode(create(name), environment, Configuration(task, "nora"), seed)
    return [action for action, _ in done], environment.verdict().success


def counted(actions: list[Action], task: str) -> int:
    """How many actions of a solution a slip is fatal at."""
    if not drawn(task, "nora", 0).expectation.declined:
        return len(actions)
    return next(n for n, action in enumerate(actions, 1) if isinstance(action, Message))


@pytest.mark.long
@pytest.mark.parametrize("channel", ["tree", "tools"])
def test_success_decays_with_the_number_of_actions_as_stated(channel: Channel) -> None:
    chance = random.Random("which tasks")
    fitting = [one.id for one in tasks() if channel == "tree" or by_tools(one)]
    expected, variance, came = 0.0, 0.0, 0
    with opened("dom", channel) as environment:
        for n, task in enumerate(chance.sample(fitting, 30)):
            actions, won = played("oracle", environment, task, 0)
            assert won
            likely = (1 - SLIP) ** counted(actions, task)
            for seed in range(8 * n, 8 * n + 8):
                expected, variance = expected + likely, variance + likely * (1 - likely)
                came += played(f"oracle?slip={SLIP}", environment, task, seed)[1]
    assert abs(came - expected) < 3 * math.sqrt(variance)


def test_words_are_looked_up_in_the_apps_of_the_task_first() -> None:
    with opened("dom", "tools") as environment:
        actions, won = played("oracle", environment, "cross.NudgeTheUndecided", 0)
    assert won
    assert {one.name.partition("_")[0] for one in actions if isinstance(one, Tool)} == {"calendar", "messenger"}


def test_a_solution_that_ends_before_the_episode_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifeworld.agents.oracle.by_tools", lambda instance, perform: perform(Wait(seconds=1)))
    with (
        opened("dom", "tools") as environment,
        pytest.raises(WorldFault, match="it has ended, and the episode has not"),
    ):
        played("oracle", environment, "todo.CompleteTask", 0)


def test_a_slip_is_one_touch_of_something_else_and_then_the_end(environment: SyncEnvironment) -> None:
    right, _ = played("oracle", environment, "todo.CompleteTask", 0)
    wrong, won = played("oracle?slip=1", environment, "todo.CompleteTask", 0)
    assert not won
    assert len(wrong) == 2
    assert wrong[0] != right[0]
    assert wrong[1] == Done(status="failure")


def test_the_same_seed_slips_at_the_same_place_and_another_elsewhere(environment: SyncEnvironment) -> None:
    ways = [played("oracle?slip=0.3", environment, "todo.AddTaskWithDate", seed)[0] for seed in (1, 1, 2, 3, 4, 5)]
    assert ways[0] == ways[1]
    assert len({len(way) for way in ways}) > 1


def test_it_is_named_on_the_command_line(tmp_path: Path) -> None:
    agents = "oracle,oracle?slip=0,oracle?slip=1"
    command("eval", "--agent", agents, "--task", "todo.CompleteTask", "--limit", 1, "--out", tmp_path / "run")
    came = {row["agent"]: row["status"] for row in rows_of(tmp_path / "run")}
    assert came == {"oracle": "success", "oracle?slip=0": "success", "oracle?slip=1": "failure"}
