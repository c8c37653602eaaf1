"""What tests of models' agents share: screens, how an agent is shown them, and the mock server that plays its model."""

import asyncio
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from PIL import Image

from lifeworld.agents.mock.script import Script, scripted
from lifeworld.agents.mock.server import MockServer, served
from lifeworld.core.actions import Action
from lifeworld.core.observation import Feedback, Node, Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.taskkit import Configuration

SIZE = (390, 844)
MOCK = MockServer(scripted())


def picture(size: tuple[int, int] = SIZE) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, "white").save(made, "PNG")
    return made.getvalue()


SEEN = Observation(url="/", title="Home", tree=Node("document"), size=SIZE, goal="Do it.", now=datetime(2026, 1, 1))
PIXELS = replace(SEEN, screenshot=picture())


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with served(MOCK) as origin:
        yield origin


def says(script: Script) -> None:
    """Let the mock server play a script, and forget what it has heard."""
    MOCK.script = script
    MOCK.wrong.clear()
    MOCK.heard.clear()


def heard() -> str:
    return json.dumps([one.body for one in MOCK.heard], ensure_ascii=False)


async def acting(agent: Any, seen: Iterable[Observation]) -> list[Action]:
    """Return what an agent does that is shown these screens, and close it."""
    try:
        return [await agent.act(one) for one in seen]
    finally:
        await agent.close()


def acts(agent: Any, *seen: Observation) -> list[Action]:
    return asyncio.run(acting(agent, seen))


def episode(
    agent: Any, environment: SyncEnvironment, configuration: Configuration, seed: int = 0
) -> list[tuple[Action, Feedback]]:
    """Return what an agent does in an episode until it is over, and what comes of each."""
    observation = environment.reset(configuration)
    inner = environment.environment
    if agent.privileged:
        assert inner.episode
        agent.receive_task(inner.episode.instance, configuration)
    agent.begin(observation.goal, seed)

    async def play(observation: Observation) -> list[tuple[Action, Feedback]]:
        done: list[tuple[Action, Feedback]] = []
        while not (inner.terminated or inner.truncated):
            found = agent.act(observation)
            action = await found if asyncio.iscoroutine(found) else found
            observation = environment.step(action)
            done.append((action, observation.feedback))
        if closing := agent.close():
            await closing
        return done

    return asyncio.run(play(observation))
