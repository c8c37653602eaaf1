"""Taps and types at random among what can be touched: how far chance gets."""

import random

from lifeworld.agents.agent import Agent, need_screen
from lifeworld.agents.answering import first
from lifeworld.core.actions import Action, Click, Done, Point, Ref, SetValue, System
from lifeworld.core.observation import Observation

_TAPPED = {"link", "button", "checkbox", "radio", "switch"}
_FILLED = {"textbox", "searchbox"}
_LAST = 20  # then it says that it is done


class RandomAgent(Agent):
    """Chooses uniformly among the page's controls; without a tree, among places of the picture."""

    def begin(self, goal: str, seed: int) -> None:
        self._rng = random.Random(seed)
        self._words = goal.split()
        self._steps = 0

    def act(self, observation: Observation) -> Action:
        need_screen("random", observation)
        self._steps += 1
        if self._steps > _LAST:
            return self._end(observation)
        controls = [node for node in observation.tree.walk() if node.role in _TAPPED | _FILLED]
        if not controls:
            return self._anywhere(observation)
        node = self._rng.choice(controls)
        if node.role in _FILLED:
            return SetValue(target=Ref(id=node.ref), value=self._rng.choice(self._words))
        return Click(target=Ref(id=node.ref))

    def _end(self, observation: Observation) -> Action:
        lines, asked = observation.tree.text.splitlines(), observation.answer_schema
        self._rng.shuffle(lines)
        return Done(answer=first(asked, lines)) if asked else Done()

    def _anywhere(self, observation: Observation) -> Action:
        if observation.screenshot is None or self._rng.random() < 0.1:
            return System(name="back")
        return Click(target=Point(x=self._rng.random(), y=self._rng.random()))
