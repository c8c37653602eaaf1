"""The same forty through runner, `make`, HTTP, WebSocket, TRL's methods and MCP: equal verdicts, equal databases.

The doors that need packages of their own do the same in tests/bridges/doors.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from tests.bridges import forty
from tests.bridges.forty import MOST_STEPS, SUITE, Play, alike
from tests.bridges.serving_clients import asked, said, served, socket

import lifeworld
from lifeworld.bridges.mcp import Desk, server
from lifeworld.bridges.serving import Limits
from lifeworld.bridges.trl import environment
from lifeworld.core.actions import Wait, dump_action
from lifeworld.core.verdict import Verdict
from lifeworld.run import runner
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import Planned

pytestmark = pytest.mark.slow
LIMITS = Limits()


def test_the_runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agents = ("oracle", "tests.bridges.forty:Wrong")
    episodes = [Planned(agent, "tree", "dom", one, 0, 0) for agent in agents for one in forty.configurations()]
    monkeypatch.setattr(runner, "plan", lambda config: episodes)
    config = RunConfig(agents=agents, in_process=True, workers=1, max_steps=MOST_STEPS)
    alike(tmp_path, lambda _: runner.run(config, tmp_path / "run"))


def test_make(tmp_path: Path) -> None:
    def door(them: tuple[Play, ...]) -> None:
        for play in them:
            one = play.configuration
            axes = {name: value for name, value in vars(one).items() if name not in ("task", "profile", "instance")}
            with lifeworld.make(one.task, profile=one.profile, max_steps=MOST_STEPS, **axes) as session:
                session.reset(seed=one.instance)
                for action in play.actions:
                    over = session.step(dump_action(action)).terminated
                assert over

    alike(tmp_path, door)


def test_http_and_websocket(tmp_path: Path) -> None:
    settings = {**SUITE, "max_steps": MOST_STEPS}

    def by_http(them: tuple[Play, ...]) -> None:
        with served(LIMITS, **settings) as (port, _):
            session = asked(port, "POST", "/sessions", {})[1]["id"]
            for play in them:
                assert (
                    asked(port, "POST", f"/sessions/{session}/reset", {"configuration": play.configuration.id})[0]
                    == 200
                )
                for action in play.actions:
                    told = asked(port, "POST", f"/sessions/{session}/step", {"action": dump_action(action)})[1]
                assert told["terminated"]

    def by_websocket(them: tuple[Play, ...]) -> None:
        with served(LIMITS, **settings) as (port, _), socket(port) as connection:
            said(connection, "open")
            for play in them:
                said(connection, "reset", configuration=play.configuration.id)
                for action in play.actions:
                    told = said(connection, "step", action=dump_action(action))
                assert told["terminated"]

    for number, door in enumerate((by_http, by_websocket)):
        (tmp_path / str(number)).mkdir()
        alike(tmp_path / str(number), door)


def test_the_methods_of_trl(tmp_path: Path) -> None:
    def door(them: tuple[Play, ...]) -> None:
        episodes: Any = environment(**SUITE, max_steps=MOST_STEPS)()
        for play in them:
            assert play.goal in episodes.reset(configuration=play.configuration.id)
            for name, arguments in play.calls():
                getattr(episodes, name)(**arguments)
            episodes.get_reward()

    alike(tmp_path, door)


def test_mcp(tmp_path: Path) -> None:
    async def played(play: Play) -> None:
        verdicts: list[Verdict] = []
        desk = Desk(play.configuration, verdicts.append)
        async with Client(server(desk)) as client:
            for action, (name, arguments) in zip(play.actions, play.calls(), strict=True):
                passes = isinstance(action, Wait)
                await client.call_tool("wait" if passes else name, arguments if not passes else dump_action(action))
        desk.close()
        assert len(verdicts) == 1

    alike(tmp_path, lambda them: [asyncio.run(played(play)) for play in them], "tools")
