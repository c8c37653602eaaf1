"""The task's own solution, played in a session: what trainers' validators call gold."""

from collections.abc import Iterator
from contextlib import contextmanager

from lifeworld.agents.oracle import OracleAgent
from lifeworld.core.actions import Action
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
