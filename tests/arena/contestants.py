"""Agents of one's own that play in the arena's tests."""

from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Done, Message
from lifeworld.core.observation import Observation


class Asks(Agent):
    """Asks which list, and answers with what it was told."""

    def begin(self, goal: str, seed: int) -> None:
        self._asked = False

    def act(self, observation: Observation) -> Action:
        if self._asked:
            return Done(answer=observation.reply or "nobody said anything")
        self._asked = True
        return Message(text="Which list do you mean?", expects_reply=True)


class Breaks(Agent):
    """Can't be made."""

    def __init__(self) -> None:
        raise RuntimeError("no model here")

    def act(self, observation: Observation) -> Action:
        return Done()
