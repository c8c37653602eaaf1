"""Solutions as calls of functions, for tests that play them through a client."""

from typing import Any

from lifeworld.agents.oracle import solved
from lifeworld.bridges.calls import called
from lifeworld.bridges.suite import Suite
from lifeworld.env.session import Session
from lifeworld.taskkit.configuration import Configuration


def solution(configuration: Configuration, **settings: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return the calls that a task's own solution comes to."""
    with Suite(**settings).session() as session:
        actions = solved(session, configuration)
        assert session.verdict and session.verdict.success
        return [called(action, {one.name for one in session.observation.tools}) for action in actions]


def goal(configuration: Configuration) -> str:
    """Return what a configuration asks for, in words."""
    with Session(lambda _: configuration) as session:
        return session.reset()[0].goal
