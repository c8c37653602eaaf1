"""Solutions as calls of functions, for tests that play them through a client."""

from typing import Any

from lifeworld.agents.offered import call_of
from lifeworld.bridges.gold import solved
from lifeworld.bridges.suite import Suite
from lifeworld.core.actions import Action, Done, Message
from lifeworld.core.jsontext import json_text
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


def called(action: Action, tools: set[str]) -> tuple[str, dict[str, Any]]:
    if isinstance(action, Message):
        return "ask", {"question": action.text}
    if isinstance(action, Done):
        answer = action.answer if action.answer is None or isinstance(action.answer, str) else json_text(action.answer)
        told = {"status": action.status, "answer": answer, "note": action.note}
        return "done", {name: one for name, one in told.items() if one}
    call = call_of(action, tools)
    return call.name, dict(call.arguments)
