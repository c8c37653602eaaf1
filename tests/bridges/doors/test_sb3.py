"""Environments of arrays: both checkers, equality step by step, and a learner of stable-baselines3 that takes steps."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env as check_for_learners
from stable_baselines3.common.vec_env import DummyVecEnv
from tests.bridges.broken import broken

import lifeworld.bridges.gymnasium_arrays  # noqa: F401
from lifeworld.bridges.arrays import COMMANDS, Sizes
from lifeworld.bridges.batch import demonstration
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import Fault, UserError

NAME, TASK = "lifeworld/arrays-v0", "todo.CompleteTask"
SMALL = Sizes(elements=48, mentions=2)
HOME, DONE = COMMANDS.index("home"), COMMANDS.index("done")


def vector(worlds: int, **more: object) -> gymnasium.vector.VectorEnv:
    return gymnasium.make_vec(NAME, worlds, vectorization_mode="vector_entry_point", tasks=TASK, **more)


@pytest.mark.filterwarnings("ignore:Your observation .* has an unconventional shape")  # tables, not pictures
def test_the_checkers_find_nothing() -> None:
    check_env(gymnasium.make(NAME, tasks=TASK).unwrapped)
    check_for_learners(gymnasium.make(NAME, tasks=TASK).unwrapped)


def test_a_vector_is_its_environments_step_by_step() -> None:
    many, chance = vector(3, max_steps=6), np.random.default_rng(1)
    alone = [gymnasium.make(NAME, tasks=TASK, max_steps=6) for _ in range(3)]
    seen, _ = many.reset(seed=5)
    each = [env.reset(seed=5 + number)[0] for number, env in enumerate(alone)]
    for _ in range(6):
        assert seen in many.observation_space
        assert all(data_equivalence({k: v[n] for k, v in seen.items()}, one) for n, one in enumerate(each))
        mask = seen["mask"] > 0
        mask[:, :2] = False  # nobody ends it
        actions = np.array([chance.choice(np.flatnonzero(row)) for row in mask])
        seen, rewards, ended, cut, infos = many.step(actions)
        moved = [env.step(action) for env, action in zip(alone, actions, strict=True)]
        assert [(rewards[n], ended[n], cut[n]) for n in range(3)] == [one[1:4] for one in moved]
        each = [one[0] for one in moved]
    assert cut.all()
    assert all(data_equivalence(infos["final_obs"][n], one) for n, one in enumerate(each))
    assert "verdict" in infos["final_info"] and infos["valid"].all()


def test_a_finished_world_begins_anew_in_the_same_step() -> None:
    many = vector(2)
    assert many.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    many.reset(seed=1)
    seen, rewards, ended, cut, infos = many.step(np.array([DONE, HOME]))
    assert ended.tolist() == [True, False] and not cut.any() and rewards.tolist() == [0, 0]
    assert infos["_final_obs"].tolist() == [True, False]
    first = gymnasium.make(NAME, tasks=TASK).reset(seed=3)[0]  # the seed before it, and one for each world
    assert data_equivalence({name: array[0] for name, array in seen.items()}, first)


def test_the_demonstrated_indices_are_worth_one() -> None:
    shown = demonstration(Suite(tasks=TASK), 7)
    env = gymnasium.make(NAME, tasks=TASK)
    seen, _ = env.reset(seed=7)
    assert shown is not None
    for number, action in enumerate(shown.actions):
        assert data_equivalence(seen, {name: array[number] for name, array in shown.observations.items()})
        assert env.unwrapped.action_masks()[action]
        seen, reward, ended, _, _ = env.step(action)
    assert reward == 1 and ended


@pytest.mark.parametrize("worlds", [1, 2])
def test_a_learner_takes_steps(worlds: int) -> None:
    made = DummyVecEnv([lambda: gymnasium.make(NAME, tasks=TASK, sizes=SMALL, max_steps=5)] * worlds)
    learner = PPO("MultiInputPolicy", made, n_steps=8, batch_size=8, n_epochs=1, seed=1, device="cpu")
    before = [one.detach().clone() for one in learner.policy.parameters()]
    learner.learn(16)
    assert learner.num_timesteps == 16
    assert any((one != old).any() for one, old in zip(learner.policy.parameters(), before, strict=True))


def test_a_fault_of_ours_is_raised_or_masked(monkeypatch: pytest.MonkeyPatch) -> None:

    env, many = gymnasium.make(NAME, tasks=TASK), vector(2)
    env.reset(seed=1)
    many.reset(seed=1)
    with monkeypatch.context() as patched:
        patched.setattr(env.unwrapped.world.session._environment, "step", broken)
        with pytest.raises(Fault, match="the disk is full"):
            env.step(HOME)
        patched.setattr(many.batch.worlds[1].session._environment, "step", broken)
        _, rewards, ended, cut, infos = many.step(np.array([HOME, HOME]))
    assert np.isnan(rewards).tolist() == infos["_final_info"].tolist() == cut.tolist() == [False, True]
    assert infos["valid"].tolist() == [True, False] and not ended.any()
    assert np.isfinite(many.step(np.array([HOME, HOME]))[1]).all()


def test_what_has_no_effect_is_refused() -> None:
    with pytest.raises(UserError, match="takes no options"):
        vector(1).reset(options={"configuration": "todo.CompleteTask:nora:0"})
    with pytest.raises(UserError, match="use the channel tree or pixels"):
        gymnasium.make(NAME, channels="tools")
