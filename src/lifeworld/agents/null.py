"""Does nothing and says that it is done: whatever it succeeds at is no task."""

from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Done
from lifeworld.core.observation import Observation


class NullAgent(Agent):
    """Stops at once."""

    def act(self, observation: Observation) -> Action:
        return Done()
