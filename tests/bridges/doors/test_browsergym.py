"""BrowserGym's own loop plays our tasks in its own browser."""

import re
from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest
from tests.bridges.documented import example

import lifeworld.bridges.browsergym  # noqa: F401
from lifeworld.core.errors import Fault, UserError
from lifeworld.env.drivers.browser import find_chromium

TASK = "browsergym/lifeworld.todo.CompleteTask"
FAST = {"pre_observation_delay": 0.1}
_REVISION = "chromium-1117"  # the build of Chromium that BrowserGym's Playwright looks for


@pytest.fixture(autouse=True, scope="module")
def _system_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """BrowserGym's chat opens a browser without asking which: this machine's stands where it looks."""
    place = tmp_path_factory.mktemp("browsers")
    (place / _REVISION / "chrome-linux").mkdir(parents=True)
    (place / _REVISION / "chrome-linux" / "chrome").symlink_to(find_chromium(""))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PLAYWRIGHT_BROWSERS_PATH", str(place))
        yield


@pytest.fixture
def env() -> Iterator[Any]:
    made = gymnasium.make(TASK, disable_env_checker=True, **FAST)
    yield made
    made.close()


def found(observation: dict[str, Any], name: str) -> str:
    """Return the bid of what is called so in BrowserGym's tree; "" where there is none."""
    nodes = [one for one in observation["axtree_object"]["nodes"] if one.get("browsergym_id")]
    return next((one["browsergym_id"] for one in nodes if one.get("name", {}).get("value") == name), "")


def decided(observation: dict[str, Any]) -> str:
    """Return the next action of an agent that ticks off the task quoted in the goal, by what BrowserGym shows it."""
    wanted = f"Complete {re.findall('“(.+?)”', observation['goal'])[0]}"
    for name in (wanted, "Upcoming", "Ticked"):
        if bid := found(observation, name):
            return f"click('{bid}')"
    raise AssertionError(f"nothing to click on {observation['url']}")


@pytest.mark.parametrize(("seed", "clicks"), [(3, 3), (4, 2)])
def test_an_agent_solves_one_by_clicks(env: Any, seed: int, clicks: int) -> None:
    seen, _ = env.reset(seed=seed)
    for _ in range(clicks):
        seen, reward, over, _, _ = env.step(decided(seen))
        assert (reward, over, seen["last_action_error"]) == (0, False, "")
    _, reward, over, _, info = env.step("send_msg_to_user('Done.')")
    assert (reward, over) == (1, True), info


def test_cheating_is_worth_one(env: Any) -> None:
    env.reset(seed=3)
    task, chat = env.unwrapped.task, env.unwrapped.chat.messages
    task.cheat(env.unwrapped.page, chat)
    _, reward, terminated, _, info = env.step("noop(100)")
    assert (reward, terminated) == (1, True) and info["task_info"]["verdict"]["outcome"] == "success"


def test_its_actions_reach_the_world_and_a_message_ends_the_task(env: Any) -> None:
    seen, info = env.reset(seed=3)
    assert info["task_info"]["configuration"].startswith("todo.CompleteTask")
    seen, reward, over, _, _ = env.step(f"click('{found(seen, 'Ticked')}')")
    assert "/todo/" in seen["url"] and not seen["last_action_error"]
    assert (reward, over) == (0, False)
    asked, _, over, _, _ = env.step("send_msg_to_user('Ask: which one?')")
    said = asked["chat_messages"][-1]
    assert not over and (said["role"], said["message"][:25]) == ("user", "I have nothing to add. Pl")
    _, reward, over, _, info = env.step("send_msg_to_user('Done.')")
    assert (reward, over) == (0, True) and info["task_info"]["verdict"]["outcome"] == "failure"


def test_an_impossible_task_is_reported(env: Any) -> None:
    env.reset(seed=3)
    _, reward, over, _, info = env.step("report_infeasible('there is no such task')")
    assert (reward, over) == (0, True) and "verdict" in info["task_info"]


def test_a_fault_of_ours_is_raised_and_the_next_episode_is_whole(env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    env.reset(seed=3)

    def broken(action: object) -> None:
        raise Fault("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(env.unwrapped.task._session._environment, "step", broken)
        with pytest.raises(Fault, match="the disk is full"):
            env.step("noop(100)")
    env.reset(seed=4)
    assert env.step("noop(100)")[1:3] == (0, False)


def test_what_has_no_effect_is_refused() -> None:
    env = gymnasium.make(TASK, disable_env_checker=True, task_kwargs={"driver": "chromium"})
    with pytest.raises(UserError, match="driver has no effect in BrowserGym"):
        env.reset(seed=1)


def test_the_example_runs() -> None:
    told: dict[str, Any] = {}
    exec(example("BrowserGym"), told)
    told["env"].close()
    assert (told["reward"], told["terminated"]) == (0, True)
