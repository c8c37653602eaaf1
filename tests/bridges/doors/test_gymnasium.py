"""Gymnasium's own checker, its vector environments, and a learner that takes steps."""

from pathlib import Path
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from tests.bridges.broken import broken
from tests.bridges.documented import example
from tests.bridges.forty import MOST_STEPS, SUITE, Play, alike

import lifeworld.bridges.gymnasium  # noqa: F401
from lifeworld.core.actions import dump_action
from lifeworld.core.errors import Fault, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.env.tools.solving import call_of
from lifeworld.taskkit.draw import instance_of

OPEN, DONE = '{"type": "app", "name": "Ticked"}', '{"type": "done"}'
TASK = "lifeworld/todo.CompleteTask-v0"


@pytest.mark.parametrize("name", [TASK, "lifeworld/bank-v0", "lifeworld/suite-v0"])
def test_the_checker_finds_nothing(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)


def test_the_solution_is_worth_one_and_nothing_zero() -> None:
    env = gymnasium.make(TASK, channels="tree+tools")
    env.reset(seed=3)
    for command in instance_of(env.unwrapped.session.configuration).commands:
        env.step(json_text(dump_action(call_of(command))))
    assert env.step(DONE)[1] == 1
    env.reset(seed=3)
    assert env.step(DONE)[1:3] == (0.0, True)


def test_a_seed_is_an_episode_and_a_configuration_may_be_named() -> None:
    env = gymnasium.make("lifeworld/suite-v0", apps="todo,bank")
    first, info = env.reset(seed=11)
    again, same = env.reset(seed=11)
    assert first == again and info["configuration"] == same["configuration"]
    _, named = env.reset(options={"configuration": "bank.SendHalf:wilma:4.1"})
    assert named["configuration"] == "bank.SendHalf:wilma:4.1"
    with pytest.raises(UserError, match="no option “config”"):
        env.reset(options={"config": "bank.SendMoney:wilma:4.1"})


def test_a_vector_is_its_environments_step_by_step() -> None:
    made = [lambda: gymnasium.make(TASK, max_steps=3)] * 3
    several, alone = SyncVectorEnv(made, autoreset_mode=AutoresetMode.DISABLED), [one() for one in made]
    seen, _ = several.reset(seed=[1, 2, 3])
    assert all(data_equivalence(seen["goal"][n], env.reset(seed=n + 1)[0]["goal"]) for n, env in enumerate(alone))
    for action in (OPEN, OPEN, OPEN):
        seen, rewards, ended, cut, _ = several.step((action,) * 3)
        for n, env in enumerate(alone):
            now = env.step(action)
            assert (seen["screen"][n], rewards[n], ended[n], cut[n]) == (now[0]["screen"], *now[1:4])
    assert cut.all()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_ended_environments_begin_anew_by_themselves(mode: AutoresetMode) -> None:
    env = gymnasium.make_vec(
        TASK, 2, vectorization_mode="async", vector_kwargs={"autoreset_mode": mode, "shared_memory": False}
    )
    env.reset(seed=1)
    env.step((DONE, OPEN))
    _, rewards, ended, cut, _ = env.step((OPEN, OPEN))
    assert not ended.any() and not cut.any() and (rewards == 0).all()
    env.close()


def test_what_is_seen_is_drawn() -> None:
    env = gymnasium.make(TASK, render_mode="ansi")
    env.reset(seed=1)
    assert "The page" in env.render()
    picture = gymnasium.make(TASK, driver="chromium", channels="pixels", devices="phone", render_mode="rgb_array")
    seen, _ = picture.reset(seed=1)
    assert seen in picture.observation_space and picture.render().shape == (844, 390, 3)
    picture.close()
    with pytest.raises(UserError, match="name one device"):
        gymnasium.make(TASK, driver="chromium", channels="pixels")
    with pytest.raises(UserError, match="rgb_array draws pictures"):
        gymnasium.make(TASK, render_mode="rgb_array")


def test_a_fault_of_ours_is_raised_and_the_next_episode_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    env = gymnasium.make(TASK)
    env.reset(seed=1)
    world = env.unwrapped.session._environment

    with monkeypatch.context() as patched:
        patched.setattr(world, "step", broken)
        with pytest.raises(Fault, match="the disk is full"):
            env.step(OPEN)
    env.reset(seed=1)
    assert env.step(OPEN)[4]["over"] is False


def test_the_forty_come_to_the_same(tmp_path: Path) -> None:
    def door(them: tuple[Play, ...]) -> None:
        env = gymnasium.make("lifeworld/suite-v0", **SUITE, max_steps=MOST_STEPS)
        for play in them:
            env.reset(options={"configuration": play.configuration.id})
            for action in play.actions:
                _, _, terminated, _, _ = env.step(json_text(dump_action(action)))
            assert terminated

    alike(tmp_path, door)


def test_the_examples_run() -> None:
    text: dict[str, Any] = {}
    exec(example("Gymnasium"), text)
    assert not text["observation"]["feedback"] and text["reward"] == 0
    arrays: dict[str, Any] = {}
    exec(example("Arrays in Gymnasium", **{"num_envs=64": "num_envs=2"}), arrays)
    assert len(arrays["seen"]["goal"]) == 2
