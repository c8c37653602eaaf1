"""SkyRL's environments as its generator drives them: made by name from a row of data, asked with texts, closed."""

import base64
from pathlib import Path
from typing import Any

import pandas
import pytest
import skyrl_gym
from tests.bridges.broken import broken
from tests.bridges.called import solution
from tests.bridges.documented import example

from lifeworld.agents.call_text import as_tool_call
from lifeworld.bridges.skyrl import Worlds, rows
from lifeworld.core.errors import Fault, UserError
from lifeworld.taskkit.configuration import Configuration

SUITE: dict[str, Any] = {"tasks": "todo.CompleteTask", "profiles": "nora", "devices": "phone", "channels": "tree"}
IDLE = "I give up."


def begun(row: dict[str, Any], **extras: Any) -> tuple[Any, list[dict[str, Any]]]:
    """Make and begin the environment of a row as SkyRL's generator does."""
    extras = {name: one for name, one in row.items() if name not in ("prompt", "env_class")} | extras
    env = skyrl_gym.make(row["env_class"], env_config={}, extras=extras)
    messages, _ = env.init(list(row["prompt"]))
    return env, messages


def texts(configuration: str, **settings: Any) -> list[str]:
    """Return the answers of a model that does a task by its own solution, one call each."""
    return [
        f"<think>Next.</think>{as_tool_call(*one)}" for one in solution(Configuration.parse(configuration), **settings)
    ]


def test_rows_go_through_a_file_and_the_solution_is_worth_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    changed = {"1000": "2", 'split="train"': 'channels="tree+tools", devices="phone"'}
    exec(example("SkyRL", **changed), {})
    for row in pandas.read_parquet("train.parquet").to_dict("records"):
        for answers, worth in ((texts(row["configuration"], channels="tree+tools"), 1), ([IDLE], 0)):
            env, messages = begun(row)
            assert [one["role"] for one in messages] == ["user"] and "<tools>" in messages[0]["content"]
            for number, answer in enumerate(answers, 1):
                came = env.step(answer)
                assert came["done"] == (number == len(answers)) and bool(came["observations"]) != came["done"]
                assert came["reward"] == (worth if came["done"] else 0)
            assert env.get_metrics() == {"success": worth, "turns": len(answers)}
            env.close()
    assert Worlds.aggregate_metrics([{"success": 1.0}, {"success": 0.0}]) == {"success": 0.5}


def test_several_calls_are_one_turn_and_turns_end_the_episode() -> None:
    (row,) = rows(1, **SUITE)
    env, _ = begun(row)
    calls = solution(Configuration.parse(row["configuration"]), **SUITE)
    came = env.step("\n".join(as_tool_call(*one) for one in calls))
    assert (came["done"], came["reward"]) == (True, 1)
    env, _ = begun(row, max_turns=2)
    first, second = env.step("<tool_call>no JSON</tool_call>"), env.step(as_tool_call("go", {"to": "home"}))
    assert not first["done"] and "parse_error" in first["observations"][0]["content"]
    assert (second["done"], second["reward"]) == (True, 0)
    env, _ = begun(row)
    assert env.step("I give up.")["done"]


def test_what_a_user_writes_before_stays_and_pictures_are_parts() -> None:
    (row,) = rows(1, **SUITE | {"driver": "chromium", "channels": "pixels"})
    row["prompt"] = [{"role": "system", "content": "Be brief."}]
    env, messages = begun(row)
    assert messages[0] == row["prompt"][0]
    came = env.step(as_tool_call("tap_point", {"x": 383, "y": 411}))
    shown = [one["content"][0]["image_url"]["url"] for one in (messages[1], came["observations"][0])]
    assert shown[0] != shown[1]
    assert all(base64.b64decode(one.partition(",")[2]).startswith(b"\x89PNG") for one in shown)
    env.close()


def test_a_fault_of_ours_is_raised_and_is_no_reward(monkeypatch: pytest.MonkeyPatch) -> None:

    (row,) = rows(1, **SUITE)
    env, _ = begun(row)
    with monkeypatch.context() as patched, pytest.raises(Fault, match="the disk is full"):
        patched.setattr(env._calls.session._environment, "step", broken)
        env.step(as_tool_call("done", {}))
    env, _ = begun(row)
    with monkeypatch.context() as patched, pytest.raises(Fault, match="the disk is full"):
        patched.setattr(env._calls.session._environment, "reset", broken)
        env.init([])


def test_rows_of_somebody_else_and_wrong_settings_are_refused() -> None:
    with pytest.raises(UserError, match="a row has no configuration"):
        skyrl_gym.make("lifeworld", env_config={}, extras={"max_turns": 3})
    with pytest.raises(UserError, match="no key appz"):
        rows(1, appz="todo")
