"""Plays the scenario's own solution: what it fails at is our fault."""

import queue
import threading

from lifeworld.agents.agent import Agent
from lifeworld.agents.calling import raised
from lifeworld.core.actions import Action, Done
from lifeworld.core.errors import WorldFault
from lifeworld.core.observation import Observation
from lifeworld.env.hands import Lost
from lifeworld.env.interpreter import Unlike, hands_on
from lifeworld.env.tools.solving import by_tools
from lifeworld.scenarios.configuration import Configuration
from lifeworld.scenarios.draw import Instance


class _Stopped(Exception):
    """Ends the solution's thread where the episode has ended."""


class OracleAgent(Agent):
    """Runs the solution in a thread of its own, one action at a time."""

    privileged = True
    _thread: threading.Thread | None = None

    def told(self, instance: Instance, configuration: Configuration) -> None:
        self._instance, self._scenario, self._configuration = instance, instance.scenario, configuration

    def begin(self, goal: str, seed: int) -> None:
        self._actions: queue.Queue[Action | Exception] = queue.Queue()
        self._observations: queue.Queue[Observation | None] = queue.Queue()
        self._thread = None

    def act(self, observation: Observation) -> Action:
        if self._thread is None:
            self._thread = threading.Thread(target=self._play, args=(observation,), daemon=True)
            self._thread.start()
        else:
            self._observations.put(observation)
        action = self._actions.get()
        if isinstance(action, Exception):
            raise WorldFault(f"the solution of {self._scenario.id} does not work: {raised(action)}") from action
        return action

    def close(self) -> None:
        if self._thread and self._thread.is_alive():
            self._observations.put(None)
            self._thread.join(timeout=5)

    def _play(self, first: Observation) -> None:
        try:
            if first.tools:
                by_tools(self._instance, self._perform)
                return
            self._scenario.solution(hands_on(self._perform, first, self._configuration))
            self._perform(Done())
        except _Stopped:
            return
        except (Lost, Unlike, AttributeError, LookupError, StopIteration, TypeError, ValueError) as error:
            self._actions.put(error)

    def _perform(self, action: Action) -> Observation:
        self._actions.put(action)
        observation = self._observations.get()
        if observation is None:
            raise _Stopped
        return observation
