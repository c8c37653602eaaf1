"""A session: what a bridge stands on. Episodes begin and end, rewards are verdicts, a fault is no zero."""

import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

import lifeworld
from lifeworld.core.actions import Done, Invalid, Navigate, OpenApp, Text
from lifeworld.core.errors import Fault, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.env.session import Session
from lifeworld.env.tools.solving import call_of
from lifeworld.taskkit import Configuration
from lifeworld.taskkit.draw import instance_of

TASK = "todo.CompleteTask"


def solve(session: Session) -> tuple[float | None, dict[str, Any]]:
    """Do the task by tools and return the last reward and info."""
    assert session.configuration
    for command in instance_of(session.configuration).commands:
        session.step(call_of(command))
    moved = session.step(Done())
    assert moved.terminated and not moved.truncated
    return moved.reward, moved.info


def test_what_another_browser_has_shown_can_be_gone_to() -> None:
    """The app's own address leads there, so that no page has a link to it."""
    with lifeworld.make(TASK) as session:
        session.reset(seed=3)
        assert session.step(Navigate(url="/todo/today")).observation.feedback.code == "blocked"
        session.shown("/todo/today")
        assert session.step(Navigate(url="/todo/today")).observation.url == "/todo/today"


def test_a_success_is_one_and_doing_nothing_zero() -> None:
    with lifeworld.make(TASK, channel="tree+tools") as session:
        seen, info = session.reset(seed=3)
        assert seen.goal and not info["over"] and info["configuration"] == f"{TASK}:nora:3.0"
        reward, info = solve(session)
        assert reward == 1 and info["verdict"]["outcome"] == "success" and "fault" not in info
        session.reset(seed=3)
        moved = session.step({"type": "app", "name": "Ticked"})
        assert moved.reward == 0 and moved.observation.feedback.ok
        assert session.step(Done()).reward == 0


def test_an_instance_that_is_named_does_not_follow_the_seed() -> None:
    with lifeworld.make(TASK, instance=7) as session:
        goals = {session.reset(seed=seed)[0].goal for seed in range(3)}
        assert len(goals) == 1 and session.configuration == Configuration(TASK, "nora", 7)


def test_a_share_of_the_items_may_be_the_reward() -> None:
    with lifeworld.make("bank.TransferBetweenAccounts", reward="items") as session:
        session.reset()
        session.step(OpenApp(name="Harbour Bank"))
        assert session.verdict is None
        reward = session.step(Done()).reward
        assert session.verdict and reward == session.verdict.score < 1


@pytest.mark.parametrize(
    "refused", [f"{TASK}:nobody:0.0", "todo.ShowList:wilma:1.0", f"{TASK}:nora:0.0:language=de", 7]
)
def test_a_reset_that_is_refused_changes_nothing(refused: Any) -> None:
    with lifeworld.make(TASK, channel="tools", max_steps=2) as session:
        session.reset(f"{TASK}:nora:1.0")
        session.step({"type": "wait"})
        with pytest.raises(UserError):
            session.reset(refused)
        moved = session.step({"type": "wait"})
        assert moved.truncated and moved.info["configuration"] == f"{TASK}:nora:1.0"
        with pytest.raises(UserError):
            session.reset(refused)
        assert session.verdict and session.verdict.to_json() == moved.info["verdict"]
        with pytest.raises(UserError, match="the episode is over; call reset"):
            session.step(Done())


def test_after_a_reset_that_broke_nothing_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    with lifeworld.make(TASK) as session:
        session.reset()

        def broken(_: Configuration) -> None:
            raise Fault("the disk is full")

        with monkeypatch.context() as patched, pytest.raises(Fault):
            patched.setattr(session._environment, "reset", broken)
            session.reset()
        with pytest.raises(UserError, match="call reset before step"):
            session.step(Done())
        assert not session.reset()[1]["over"]


_REF = {"kind": "ref", "id": "e1"}
_LOOP: dict[str, Any] = {}
_LOOP["a"] = _LOOP


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "action",
    [
        *(b"{}", 5, None, "\ud800", 10**5000, object(), {1: 2}, {"type": object()}, {"a": math.nan, "b": "\ud800"}),
        *({"type": "done", "answer": wrong} for wrong in (10**5000, object(), math.inf)),
        *({"type": "tool", "name": "todo_list", "arguments": one} for one in ({"a": object()}, {"a": 10**5000}, _LOOP)),
        *({"type": "set_value", "target": _REF, "value": wrong} for wrong in (math.nan, 10**5000)),
        *({"type": "key", "chord": wrong} for wrong in (5, [5], object())),
        {"type": "click", "modifiers": [5]},
        {"type": "text", "text": "x" * 200_000},
        Text(text="\ud800"),
        Invalid(code="parse_error", native=object()),
        Invalid(code="parse_error", native=10**5000),
    ],
    ids=lambda one: type(one).__name__,
)
def test_whatever_is_no_action_is_told_in_the_feedback(action: Any) -> None:
    with lifeworld.make(TASK, channel="tree+tools") as session:
        session.reset(seed=1)
        moved = session.step(action)
        assert moved.observation.feedback.code in ("parse_error", "bad_argument", "unknown_action")
        assert not moved.info["over"] and json_text(moved.observation.feedback.text).encode()


def test_an_action_may_be_given_as_json() -> None:
    with lifeworld.make(TASK) as session:
        session.reset()
        assert session.step(b'{"type": "wait"}').observation.feedback.ok
        assert session.step('{"type": "done"}').terminated


@pytest.mark.parametrize("seed", [-1, "3", True, None, 2**62, 10**30, 10**5000], ids=lambda one: type(one).__name__)
def test_a_seed_that_no_id_could_name_is_refused(seed: Any) -> None:
    with lifeworld.make(TASK) as session, pytest.raises(UserError, match="whole number"):
        session.reset(seed=seed)


def test_budgets_truncate() -> None:
    with lifeworld.make(TASK, max_steps=2) as session:
        session.reset()
        session.step(OpenApp(name="Ticked"))
        moved = session.step(OpenApp(name="Ticked"))
        assert moved.truncated and not moved.terminated and "2 steps" in moved.info["verdict"]["reasons"][0]["headline"]
        session.reset()
        assert session.step(OpenApp(name="Ticked")).info["over"] is False
    with lifeworld.make(TASK) as session:
        session.reset()
        moves = [session.step({"type": "tapp"}) for _ in range(5)]
        assert (
            moves[-1].truncated and moves[-1].info["verdict"]["reasons"][0]["headline"] == "5 invalid actions in a row"
        )


@pytest.mark.parametrize("task", ["hard.NotesForTheBooks", f"{TASK}+mail.WhatDidTheOrderCost"])
def test_what_is_long_gets_the_budget_twice(task: str) -> None:
    with lifeworld.make(task, max_steps=2) as session:
        session.reset()
        assert [session.step(OpenApp(name="Ticked")).truncated for _ in range(4)] == [False, False, False, True]


def test_a_fault_of_ours_is_no_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    with lifeworld.make(TASK) as session:
        session.reset()

        def broken(action: Any) -> None:
            raise Fault("the disk is full")

        monkeypatch.setattr(session._environment, "step", broken)
        moved = session.step(OpenApp(name="Ticked"))
        assert moved.reward is None and moved.truncated and not moved.terminated
        assert moved.info["fault"] == "fault: the disk is full"
        with pytest.raises(UserError, match="call reset"):
            session.step(Done())


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"task": "todo.CompleteTusk"}, "todo.CompleteTask"),
        ({"task": TASK, "theme": "drak"}, "dark"),
        ({"task": TASK, "profile": "norma"}, "nora"),
        ({"task": TASK, "max_steps": 0}, "1 or more"),
        ({"task": TASK, "reward": "sucess"}, "success or items"),
        ({"task": TASK, "channel": "pixels"}, "chromium"),
        ({"task": TASK, "channel": "pixel"}, "pixels"),
        ({"task": TASK, "colour": "red"}, "colour"),
    ],
)
def test_what_there_is_not_is_refused_at_once(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        lifeworld.make(**wrong)


def test_a_step_before_the_first_reset_says_so() -> None:
    with lifeworld.make(TASK) as session, pytest.raises(UserError, match="call reset before step"):
        session.step(Done())


def test_a_client_that_leaves_is_judged_as_it_stands() -> None:
    session = lifeworld.make(TASK)
    session.reset()
    session.close()
    assert session.verdict and session.verdict.reasons[0] == "the client has gone"
    session.close()


def test_a_browser_that_nobody_closes_ends_with_the_program() -> None:
    program = f"import lifeworld; session = lifeworld.make({TASK!r}, driver='chromium'); session.reset(seed=1)"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_sessions_in_several_threads_draw_and_play_the_same_at_once() -> None:
    threads, seeds = 4, range(90_001, 90_005)  # which nobody has drawn before
    together = Barrier(threads)

    def played(_: int) -> list[tuple[str, str, object]]:
        with lifeworld.make("bank.TransferBetweenAccounts", channel="tree+tools") as session:
            found = []
            for seed in seeds:
                together.wait(60)
                goal = session.reset(seed=seed)[0].goal
                found.append((goal, session.observation.tree.text, solve(session)[1]["verdict"]))
            return found

    was = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(threads) as pool:
            first, *others = pool.map(played, range(threads))
    finally:
        sys.setswitchinterval(was)
    assert others == [first] * (threads - 1) and all(verdict["outcome"] == "success" for *_, verdict in first)


def test_a_configuration_is_given_by_its_id() -> None:
    with lifeworld.make(TASK) as session:
        observation, info = session.reset("todo.CompleteTask:wilma:2.1:theme=dark")
        assert info["configuration"] == "todo.CompleteTask:wilma:2.1:theme=dark" and observation.goal
        with pytest.raises(UserError, match="nobody"):
            session.reset("todo.CompleteTask:nobody:0.0")
