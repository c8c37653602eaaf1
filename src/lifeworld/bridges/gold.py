"""The task's own solution, played in a session: what trainers' validators call gold."""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from typing import Any

from lifeworld.agents.briefing import as_text
from lifeworld.agents.offered import DONE, call_of
from lifeworld.agents.oracle import OracleAgent
from lifeworld.core.actions import Action, Done, Message
from lifeworld.env.session import Session
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of


@contextmanager
def oracle(configuration: Configuration, goal: str, seed: int = 0) -> Iterator[OracleAgent]:
    """Yield the agent that plays the own solution of an episode that has begun, and end it afterwards."""
    agent = OracleAgent()
    agent.receive_task(instance_of(configuration), configuration)
    agent.begin(goal, seed)
    try:
        yield agent
    finally:
        agent.close()


def solved(session: Session, configuration: Configuration) -> list[Action]:
    """Play an episode by its task's own solution and return the actions; the session's verdict says what came of it.

    Raises:
        Fault: the world or the browser broke before it began.
        Lost: the solution found no way.
    """
    done: list[Action] = []
    observation, info = session.reset(configuration)
    with oracle(configuration, observation.goal) as agent:
        while not info["over"]:
            done.append(agent.act(observation))
            observation, *_, info = session.step(done[-1])
    return done


def called(action: Action, tools: Container[str]) -> tuple[str, dict[str, Any]]:
    """Return the call of a function, and its arguments, that does an action.

    Args:
        action: what a solution does.
        tools: names of the apps' tools that there are.

    Raises:
        Inexpressible: no function does it.
    """
    match action:
        case Message():
            return "ask", {"question": action.text}
        case Done():
            told = {"status": action.status, "answer": as_text(action.answer), "note": action.note}
            return DONE, {name: one for name, one in told.items() if one}
    call = call_of(action, tools)
    return call.name, dict(call.arguments)
