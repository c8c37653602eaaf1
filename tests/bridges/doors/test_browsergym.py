"""BrowserGym's own loop plays our tasks in its own browser."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from tests.bridges.broken import broken
from tests.bridges.clicking import decided, found
from tests.bridges.documented import example
from tests.bridges.forty import MOST_STEPS, Play, alike, configurations

import lifeworld.bridges.browsergym  # noqa: F401
from lifeworld.agents.briefing import words_of
from lifeworld.bridges.suite import Suite
from lifeworld.core.actions import Action, Click, Done, Message, SetValue, System, Wait
from lifeworld.core.errors import Fault, UserError
from lifeworld.env.walker import SNAPSHOT_SCRIPT
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of

TASK, SUITE = "browsergym/lifeworld.todo.CompleteTask", "browsergym/lifeworld.suite"
FAST = {"pre_observation_delay": 0.1}
_BID = """order => {
  lifeworldPage.snapshot();
  const element = lifeworldPage.element(order), holder = element?.closest("select") ?? element;
  return [element?.localName ?? "", holder?.getAttribute("bid") ?? "", element?.label ?? ""];
}"""
pytestmark = pytest.mark.usefixtures("browser_of_browsergym")


@pytest.fixture
def env() -> Iterator[Any]:
    made = gymnasium.make(TASK, disable_env_checker=True, **FAST)
    yield made
    made.close()


def bid_of(env: Any, ref: str) -> tuple[str, str, str]:
    """Return the tag of what a reference names, the bid to act on it by, and what an option is called."""
    env.unwrapped.page.evaluate(SNAPSHOT_SCRIPT)
    told: list[str] = env.unwrapped.page.evaluate(_BID, int(ref.removeprefix("e")))
    return told[0], told[1], told[2]


def by_bids(env: Any, action: Action) -> str:
    """Return BrowserGym's action that does the same as one of ours."""
    match action:
        case Done(status="infeasible"):
            return f"report_infeasible({action.note!r})"
        case Done() | Message():
            return f"send_msg_to_user({words_of(action)!r})"
        case System(name="home"):
            return f"goto({re.match('https?://[^/]+/', env.unwrapped.page.url)[0]!r})"
        case System(name="back"):
            return "go_back()"
        case Click() | SetValue(value=bool()):
            tag, bid, label = bid_of(env, action.target.id)
            return f"select_option({bid!r}, {label!r})" if tag == "option" else f"click({bid!r})"
        case SetValue():
            tag, bid, _ = bid_of(env, action.target.id)
            return f"{'select_option' if tag == 'select' else 'fill'}({bid!r}, {action.value!r})"
    raise AssertionError(f"BrowserGym has no action for {action}")


def waits(play: Play) -> bool:
    return any(isinstance(action, Wait) for action in play.actions)


def over_after(env: Any, action: Action) -> bool:
    """Do an action and say whether the task is over; BrowserGym gives a click half a second, so it may take several."""
    written = by_bids(env, action)
    while True:
        seen, _, over, _, _ = env.step(written)
        if not seen["last_action_error"] or by_bids(env, action) != written:
            return bool(over)


@pytest.mark.parametrize("seed", [3, 4])
def test_an_agent_solves_one_by_clicks(env: Any, seed: int) -> None:
    seen, _ = env.reset(seed=seed)
    reward, over = 0, False
    while not over:
        assert (reward, seen["last_action_error"]) == (0, "")
        seen, reward, over, _, info = env.step(decided(seen))
    assert reward == 1, info
    assert all(item["met"] for item in info["task_info"]["verdict"]["items"])  # pages that redirects led to, too


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

    with monkeypatch.context() as patched:
        patched.setattr(env.unwrapped.task._session._environment, "step", broken)
        with pytest.raises(Fault, match="the disk is full"):
            env.step("noop(100)")
    env.reset(seed=4)
    assert env.step("noop(100)")[1:3] == (0, False)


def test_the_forty_come_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sixth, since BrowserGym takes a second a step, but those few that wait for what comes."""

    def door(them: tuple[Play, ...]) -> None:
        assert len(them) > 10
        monkeypatch.setattr(Suite, "configuration", lambda _, seed: them[seed].configuration)
        env = gymnasium.make(SUITE, disable_env_checker=True, task_kwargs={"max_steps": MOST_STEPS}, **FAST)
        for number, play in enumerate(them):
            env.reset(seed=number)
            for action in play.actions:
                over = over_after(env, action)
            assert over
        env.close()

    some = configurations()[::6]
    alike(tmp_path, door, can=lambda play: play.configuration in some and not waits(play))


def test_what_has_no_effect_is_refused() -> None:
    env = gymnasium.make(TASK, disable_env_checker=True, task_kwargs={"driver": "chromium"})
    with pytest.raises(UserError, match="driver has no effect in BrowserGym"):
        env.reset(seed=1)


def test_the_example_runs() -> None:
    told: dict[str, Any] = {}
    exec(example("BrowserGym"), told)
    told["env"].close()
    assert (told["reward"], told["terminated"]) == (0, True)


def test_its_upload_file_takes_files_of_the_world_and_no_others() -> None:
    env = gymnasium.make("browsergym/lifeworld.mail.SendTwoFiles", disable_env_checker=True, **FAST)
    seen, info = env.reset(seed=1)
    task: Any = instance_of(Configuration.parse(info["task_info"]["configuration"])).task

    def step(written: str, name: str) -> str:
        nonlocal seen
        seen, *_ = env.step(written.format(repr(found(seen, name))))
        return str(seen["last_action_error"])

    assert not step("click({})", "Post")
    assert step("upload_file({}, 'minutes.pdf')", "Search mail") == "ValueError: This takes no files."
    assert not step("click({})", "Compose")
    assert not step(f"fill({{}}, {task.person.name!r})", "To")
    assert not step(f"fill({{}}, {task.subject!r})", "Subject")
    assert not step(f"upload_file({{}}, {__file__!r})", "Attach a file")
    assert f"There is no file “{__file__}” in your messages." in env.unwrapped.page.get_by_role("alert").inner_text()
    assert not step("click({})", "Back")
    assert not step(f"upload_file({{}}, {[task.file.name, task.other.name]!r})", "Attach a file")
    assert not step("click({})", "Send")
    _, reward, over, _, info = env.step("send_msg_to_user('Done.')")
    env.close()
    assert (reward, over) == (1, True), info
