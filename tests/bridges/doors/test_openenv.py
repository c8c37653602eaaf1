"""OpenEnv's own client over WebSocket, and its validator, against a server of ours."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.bridges.broken import broken
from tests.bridges.documented import example, serving
from tests.bridges.forty import MOST_STEPS, SUITE, Play, alike
from tests.bridges.serving_clients import DONE, served, solution, until
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from lifeworld.bridges.openenv import Do, LifeworldClient, application
from lifeworld.bridges.serving import Limits, Sessions
from lifeworld.bridges.suite import Suite
from lifeworld.core.actions import dump_action
from lifeworld.env.solution_driver import wanted_minutes
from lifeworld.taskkit.draw import Instance, instance_of

TASK = "todo.CompleteTask:nora:3.0"


@contextmanager
def opened(limits: Limits, token: str = "", **settings: Any) -> Iterator[tuple[str, Sessions]]:
    with served(limits, token, application, **settings) as (port, sessions):
        yield f"http://127.0.0.1:{port}", sessions


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[str, Sessions]]:
    with opened(Limits(sessions=8, body=20_000), apps="todo,bank", channels="tree+tools") as found:
        yield found


def played(origin: str, configuration: str, actions: list[dict[str, Any]]) -> Any:
    """Play one episode by the client; its last result."""
    with LifeworldClient(base_url=origin).sync() as client:
        client.reset(configuration=configuration)
        for action in actions:
            result = client.step(Do(action=action))
        assert client.state().configuration == configuration and client.state().step_count == len(actions)
        return result


def by_commands(instance: Instance) -> bool:
    """Return whether a task is done by its commands alone, two or more."""
    wanted = instance.expectation
    asks = wanted.asks or wanted.consents or wanted.infeasible or instance.task.says("answer")
    return not asks and not wanted_minutes(instance) and len(instance.commands) > 1


def test_its_validator_finds_nothing(site: tuple[str, Sessions]) -> None:
    command = [str(Path(sys.executable).with_name("openenv")), "validate", "--url", site[0], "--json"]
    ended = subprocess.run(command, capture_output=True, text=True)
    report = json.loads(ended.stdout)
    assert ended.returncode == 0 and report["passed"], report


@pytest.mark.parametrize("app", ["todo", "bank", "mail", "calendar"])
def test_the_oracle_gets_one_nothing_zero_and_mutants_are_refused(site: tuple[str, Sessions], app: str) -> None:
    origin, _ = site
    several = Suite(apps=app, channels="tree+tools").configurations(40)
    several = [one for one in several if by_commands(instance_of(one))]
    assert several
    for one in several[:2]:
        actions = solution(one.id)
        result = played(origin, one.id, actions)
        assert (result.reward, result.done) == (1.0, True), (one.id, result.metadata)
        assert played(origin, one.id, [DONE]).reward == 0.0
        for left_out in range(len(actions) - 1):
            mutant = actions[:left_out] + actions[left_out + 1 :]
            assert played(origin, one.id, mutant).reward == 0.0, (one.id, left_out)


def test_clients_at_once_have_a_world_each(site: tuple[str, Sessions]) -> None:
    origin, sessions = site
    named = [one.id for one in Suite(tasks="todo.CompleteTask", channels="tree+tools").configurations(24)]
    plays = [(one, solution(one)) for one in named]
    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda play: played(origin, *play), plays))
    assert [one.reward for one in results] == [1.0] * 24
    assert [one.metadata["configuration"] for one in results] == named
    until(lambda: not len(sessions))


def test_settings_are_chosen_at_the_first_reset_and_what_has_no_effect_is_refused(site: tuple[str, Sessions]) -> None:
    with LifeworldClient(base_url=site[0]).sync() as client:
        with pytest.raises(RuntimeError, match="no key “appz”; did you mean apps"):
            client.reset(appz="todo")
        with pytest.raises(RuntimeError, match="call reset before step"):
            client.step(Do(action=DONE))
        first = client.reset(seed=4, tasks="todo.CompleteTask", max_steps=2)
        assert first.reward is None and not first.done and first.observation.tools
        assert client.reset(seed=4).observation == first.observation
        with pytest.raises(RuntimeError, match="chosen at the first reset"):
            client.reset(seed=5, tasks="bank.SendMoney")
        wrong = client.step(Do(action={"type": "fly"}))
        assert wrong.observation.feedback["code"] == "unknown_action" and wrong.reward == 0 and not wrong.done
        last = client.step(Do(action={"type": "fly"}))
        assert last.done and last.metadata["verdict"]["outcome"] == "failure"


def test_a_fault_of_ours_has_no_reward(site: tuple[str, Sessions], monkeypatch: pytest.MonkeyPatch) -> None:
    origin, sessions = site

    with LifeworldClient(base_url=origin).sync() as client:
        client.reset(configuration=TASK)
        (seat,) = sessions._seats.values()
        with monkeypatch.context() as patched:
            patched.setattr(seat._session._environment, "step", broken)
            result = client.step(Do(action=DONE))
        assert result.reward is None and result.done and "the disk is full" in result.metadata["fault"]
        client.reset(configuration=TASK)
        for action in solution(TASK):
            result = client.step(Do(action=action))
        assert result.reward == 1.0
    until(lambda: not len(sessions))


def test_a_token_sizes_and_clients_that_vanish() -> None:
    with opened(Limits(sessions=1, body=2000), token="secret", apps="todo") as (origin, sessions):
        address = origin.replace("http", "ws") + "/ws"
        with pytest.raises(InvalidStatus, match="401"):
            connect(address)
        given = {"Authorization": "Bearer secret"}
        with LifeworldClient(base_url=origin, headers=given).sync() as client:
            client.reset(seed=1)
            assert len(sessions) == 1
        until(lambda: not len(sessions))
        with connect(address, additional_headers=given) as raw:
            raw.send("{")
            assert "Invalid JSON" in json.loads(raw.recv())["data"]["message"]
            raw.send(json.dumps({"type": "reset", "data": {}}))
            raw.recv()
            raw.socket.close()
        until(lambda: not len(sessions))


def test_the_forty_come_to_the_same(tmp_path: Path) -> None:
    def door(them: tuple[Play, ...]) -> None:
        with (
            opened(Limits(), **SUITE, max_steps=MOST_STEPS) as (origin, _),
            LifeworldClient(base_url=origin).sync() as client,
        ):
            for play in them:
                client.reset(configuration=play.configuration.id)
                for action in play.actions:
                    result = client.step(Do(action=dump_action(action)))
                assert result.done

    alike(tmp_path, door)


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with serving("OpenEnv") as origin:
        exec(example("OpenEnv", **{"http://127.0.0.1:8404": origin}), {})
    assert capsys.readouterr().out == "0.0 failure\n"
