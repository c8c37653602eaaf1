"""Sessions over HTTP and WebSocket: what clients get, what they are refused, and what becomes of those that vanish."""

import gc
import json
import random
import shutil
import socket as sockets
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
from tests.bridges.broken import broken
from tests.bridges.serving_clients import DONE, asked, said, served, socket, solution, until
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lifeworld.bridges.http import described
from lifeworld.bridges.serving import CHOSEN, Limits, Sessions
from lifeworld.bridges.suite import Suite
from lifeworld.core.errors import UserError
from lifeworld.env.environment import Environment
from lifeworld.env.session import Session

TASK = "todo.CompleteTask:nora:3.0"
Served = tuple[int, Sessions]


@pytest.fixture(scope="module")
def site() -> Iterator[Served]:
    with served(Limits(sessions=12, body=20_000), apps="todo", channels="tree+tools") as found:
        yield found


def test_a_client_in_node_gets_over_both_ways_what_the_session_gives(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    actions = solution(TASK)
    with served(Limits(), token="secret", apps="todo") as (port, sessions):
        script = Path(__file__).with_name("client.mjs")
        command = [node, "--experimental-websocket", "--no-warnings", str(script), f"http://127.0.0.1:{port}"]
        ended = subprocess.run([*command, "secret", json.dumps(actions), TASK], capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
        until(lambda: len(sessions) == 0)
    found = json.loads(ended.stdout)
    assert found["http"] == found["socket"]
    first, *steps, last, closed = found["http"]
    assert first["observation"]["tools"] and first["info"] == {"configuration": TASK, "over": False}
    assert len(steps) == len(actions) - 1 and all(one["reward"] == 0 for one in steps)
    assert (last["reward"], last["terminated"], last["truncated"]) == (1, True, False)
    assert last["info"]["verdict"]["outcome"] == "success" and closed["verdict"] == last["info"]["verdict"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "message"),
    [
        ("POST", "/sessions", b"{", 400, "this is no JSON"),
        ("POST", "/sessions", b"[]", 400, "no object of JSON"),
        ("POST", "/sessions", b"\xff", 400, "this is no JSON"),
        ("POST", "/sessions", b"[" * 15_000, 400, "this is no JSON"),
        ("POST", "/sessions", {"appz": "todo"}, 400, "no key “appz”; did you mean apps"),
        ("POST", "/sessions", {"apps": "tudo"}, 400, "no app “tudo”; did you mean todo"),
        ("POST", "/sessions/ID/reset", {"configuration": "todo.CompleteTask:nora:3.99"}, 400, "has phrasings 0 to 6"),
        ("POST", "/sessions", {"driver": "chromium"}, 400, "no key “driver”"),
        ("POST", "/sessions", {"reward": "much"}, 400, "reward is success or items"),
        ("POST", "/sessions/ID/reset", {"seed": "3"}, 400, "seed is a whole number"),
        ("POST", "/sessions/ID/reset", {"seed": 1, "configuration": TASK}, 400, "not by both"),
        ("POST", "/sessions/ID/reset", {"configuration": "todo.CompletTask:nora:3.0"}, 400, "did you mean"),
        ("POST", "/sessions/ID/step", {"action": DONE}, 400, "call reset before step"),
        ("POST", "/sessions/ID/step", {"action": "done"}, 400, "a step has an action"),
        ("POST", "/sessions", {"tasks": ["\ud800"]}, 400, "\\ud800"),
        ("POST", "/sessions", {"\ud800": 1}, 400, "no key"),
        ("POST", "/sessions/ID/reset", {"configuration": "\ud800"}, 400, "names no configuration"),
        ("POST", "/sessions/ID/reset", {"configuration": 7}, 400, "configuration is one, or its id"),
        ("POST", "/sessions/ID/reset", {"seed": 2**63}, 400, "seed is a whole number"),
        ("POST", "/sessions/ID/step", {"action": {"type": "\ud800"}}, 400, "call reset before step"),
        ("POST", "/sessions/nobody/step", {"action": DONE}, 404, "no such session"),
        ("DELETE", "/sessions/nobody", None, 404, "no such session"),
        ("GET", "/sessions", None, 405, "GET / says what there is"),
        ("POST", "/sessions", b'{"x": "' + b"y" * 30_000 + b'"}', 413, "at most 20000 bytes"),
    ],
)
def test_what_is_refused_is_one_clear_error(
    site: Served, method: str, path: str, body: Any, status: int, message: str
) -> None:
    port, sessions = site
    number = asked(port, "POST", "/sessions")[1]["id"]
    before = len(sessions)
    found, told = asked(port, method, path.replace("ID", number), body)
    assert found == status and message in told["error"]["message"] and len(sessions) == before
    assert asked(port, "DELETE", f"/sessions/{number}") == (200, {"verdict": None})


def test_frames_that_are_none_are_answered_and_the_session_goes_on(site: Served) -> None:
    port, sessions = site
    with socket(port) as connection:
        assert "open" in said(connection, "reset")["error"]["message"]
        assert said(connection, "open")["type"] == "open"
        for frame in ("{", "[]", b"\xff\x00", '{"type": "stop"}', "", '{"type": "step", "action": {"type": "fly"}}'):
            connection.send(frame)
            assert json.loads(connection.recv())["type"] == "error", frame
        assert said(connection, "open")["error"]["code"] == "busy"
        assert said(connection, "reset", seed=1)["observation"]["goal"]
        assert said(connection, "step", action={"type": "fly"})["observation"]["feedback"]["code"] == "unknown_action"
        with pytest.raises(ConnectionClosed, match="1009"):
            connection.send("y" * 30_000)
            connection.recv()
    until(lambda: len(sessions) == 0)


@pytest.mark.long
def test_whoever_vanishes_frees_the_world(site: Served) -> None:
    (port, sessions), others = site, worlds()
    with socket(port) as connection:
        said(connection, "open")
        said(connection, "reset")
        assert len(sessions) == 1
        connection.socket.shutdown(sockets.SHUT_RDWR)  # without a word
        until(lambda: len(sessions) == 0)
    until(lambda: worlds() <= others)


def test_what_is_idle_is_ended_and_there_are_no_more_than_may_be() -> None:
    with served(Limits(sessions=2, idle=1), apps="todo") as (port, sessions):
        number = asked(port, "POST", "/sessions")[1]["id"]
        asked(port, "POST", f"/sessions/{number}/reset")
        asked(port, "POST", "/sessions")
        status, told = asked(port, "POST", "/sessions")
        assert (status, told["error"]["code"]) == (503, "full")
        until(lambda: len(sessions) == 0)
        assert "without a call for 1 seconds" in asked(port, "POST", f"/sessions/{number}/reset")[1]["error"]["message"]


def test_a_token_is_wanted_and_pages_of_a_browser_are_not_heard(site: Served) -> None:
    with served(Limits(), token="secret", apps="todo") as (port, _):
        for given in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "secret "}):
            assert asked(port, "POST", "/sessions", **given)[1]["error"]["code"] == "wrong_token"
            with pytest.raises(InvalidStatus, match="401"), socket(port, **given):
                pass
        assert asked(port, "POST", "/sessions", Authorization="Bearer secret")[0] == 201
    for given in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
        assert asked(site[0], "POST", "/sessions", **given)[1]["error"]["code"] == "foreign"


def test_a_fault_of_ours_has_no_reward_and_the_next_episode_is_whole(
    site: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, sessions = site
    number = asked(port, "POST", "/sessions")[1]["id"]
    asked(port, "POST", f"/sessions/{number}/reset", {"configuration": TASK})
    played: Any = sessions.seat(number)._session
    assert isinstance(played, Session)

    with monkeypatch.context() as patched:
        patched.setattr(played._environment, "step", broken)
        moved = asked(port, "POST", f"/sessions/{number}/step", {"action": DONE})[1]
        assert moved["reward"] is None and moved["truncated"] and not moved["terminated"]
        assert "the disk is full" in moved["info"]["fault"]
        patched.setattr(played._environment, "reset", broken)
        status, told = asked(port, "POST", f"/sessions/{number}/reset")
        assert (status, told["error"]["code"]) == (503, "fault")
    asked(port, "POST", f"/sessions/{number}/reset", {"configuration": TASK})
    for action in solution(TASK):
        moved = asked(port, "POST", f"/sessions/{number}/step", {"action": action})[1]
    assert moved["reward"] == 1
    asked(port, "DELETE", f"/sessions/{number}")


def test_the_description_names_what_there_is(site: Served) -> None:
    told = asked(site[0], "GET", "/openapi.json")[1]
    assert told == json.loads(json.dumps(described()))
    referred = {part.split('"')[0] for part in json.dumps(told).split('"#/components/schemas/')[1:]}
    assert referred <= told["components"]["schemas"].keys()
    body = told["paths"]["/sessions"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body["properties"].keys() == {*CHOSEN, "reward"}
    with pytest.raises(UserError, match="no app"):
        Sessions(Limits(), apps="tudo")


def test_clients_at_once_that_misbehave_cross_no_worlds_and_leave_nothing(site: Served) -> None:
    (port, sessions), others = site, worlds()
    suite = Suite(tasks="todo.CompleteTask", channels="tree+tools")
    named = [suite.configuration(number).id for number in range(40)]
    plays = [(port, number, one, solution(one)) for number, one in enumerate(named)]
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda play: misbehaving(*play), plays))
    until(lambda: len(sessions) == 0)
    until(lambda: worlds() <= others)
    assert outcomes.count("solved") > 10 and set(outcomes) == {"solved", "gone", "too large", "none"}


@pytest.mark.long
def test_whoever_is_refused_leaves_nothing() -> None:
    def refused(times: int) -> int:
        for _ in range(times):
            with pytest.raises(InvalidStatus, match="401"), socket(port, Authorization="Bearer wrong"):
                pass
        time.sleep(0.2)
        gc.collect()
        return sum(isinstance(one, TracebackType) for one in gc.get_objects())

    with served(Limits(), token="secret", apps="todo") as (port, _):
        before = refused(2)
        assert refused(30) < before + 30


def test_a_server_for_other_machines_makes_a_token() -> None:
    command = [sys.executable, "-m", "lifeworld", "serve", "http", "--app", "todo", "--host", "0.0.0.0", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        token, address = (process.stderr.readline().split() for _ in range(2))
        port = int(address[0].rstrip("/").rpartition(":")[2])
        assert asked(port, "POST", "/sessions")[0] == 401
        assert asked(port, "POST", "/sessions", Authorization=f"Bearer {token[1]}")[0] == 201
        process.terminate()
        assert process.wait(30) == 130


def misbehaving(port: int, number: int, named: str, actions: list[Any]) -> str:
    """Play one episode of a client that solves it, breaks off, sends too much or no frames; what it did."""
    way = random.Random(number).choice(["solved", "solved", "gone", "too large", "none"])
    with socket(port) as connection:
        said(connection, "open", tasks="todo.CompleteTask")
        begun = said(connection, "reset", seed=number)
        assert begun["info"]["configuration"] == named
        if way == "gone":
            connection.socket.shutdown(sockets.SHUT_RDWR)
        elif way == "too large":
            with pytest.raises(ConnectionClosed):
                connection.send("y" * 30_000)
                connection.recv()
        elif way == "none":
            connection.send("{")
            assert json.loads(connection.recv())["error"]["code"] == "not_json"
        else:
            for action in actions:
                moved = said(connection, "step", action=action)
                assert moved["info"]["configuration"] == named
            assert moved["reward"] == 1, moved
    return way


def worlds() -> set[int]:
    """Return which environments of this process hold a world; tests before these may have left some that are shared."""
    gc.collect()
    return {id(one) for one in gc.get_objects() if isinstance(one, Environment) and one.episode is not None}
