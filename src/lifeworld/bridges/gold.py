"""The task's own solution, played in a session: what trainers' validators call gold."""

from lifeworld.agents.oracle import OracleAgent
from lifeworld.core.actions import Action
from lifeworld.env.session import Session
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of


def solved(session: Session, configuration: Configuration) -> list[Action]:
    """Play an episode by its task's own solution and return the actions; the session's verdict says what came of it.

    Raises:
        Fault: the world or the browser broke before it began.
        Lost: the solution found no way.
    """
    agent, done = OracleAgent(), list[Action]()
    observation, info = session.reset(configuration)
    agent.receive_task(instance_of(configuration), configuration)
    agent.begin(observation.goal, 0)
    try:
        while not info["over"]:
            done.append(agent.act(observation))
            observation, *_, info = session.step(done[-1])
    finally:
        agent.close()
    return done
