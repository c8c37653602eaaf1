"""Plays the task's own solution: what it fails at is our fault. `oracle?slip=0.2` errs as often as it says."""

import queue
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import BaseModel, ConfigDict, Field

from lifeworld.agents.agent import Agent
from lifeworld.agents.calling import raised
from lifeworld.agents.settings import read_query
from lifeworld.core.actions import Action, Click, Done, Ref, System
from lifeworld.core.errors import Lost, WorldFault
from lifeworld.core.observation import Observation
from lifeworld.env.interpreter import driver_for
from lifeworld.env.session import Session
from lifeworld.env.tools.solving import by_tools
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance, instance_of

_TOUCHED = {"link", "button"}


class _Stopped(Exception):
    """Ends the solution's thread where the episode has ended."""


class Skill(BaseModel):
    """How well the oracle plays; `slip` is the probability of an error at each of its actions, the last included."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    slip: float = Field(0, ge=0, le=1, allow_inf_nan=False)


class OracleAgent(Agent):
    """Runs the solution in a thread of its own, one action at a time.

    With `?slip=P` it touches another control than the one meant with probability P at each action, and gives up at the
    next. A task that takes n actions then succeeds with probability (1 - P)^n. Where the person, asked for consent,
    says no, only the n actions up to the question count: giving up is right from there on.

    Args:
        written: the settings, as they follow the name.
    """

    privileged = True
    _thread: threading.Thread | None = None

    def __init__(self, written: str = "") -> None:
        self._slip = read_query(Skill, "oracle", written.removeprefix("?")).slip

    def receive_task(self, instance: Instance, configuration: Configuration) -> None:
        self._instance, self._task, self._configuration = instance, instance.task, configuration

    def begin(self, goal: str, seed: int) -> None:
        self._actions: queue.Queue[Action | Exception] = queue.Queue()
        self._observations: queue.Queue[Observation | None] = queue.Queue()
        self._thread = None
        self._chance, self._slipped = random.Random(f"slip {seed}"), False

    def act(self, observation: Observation) -> Action:
        if self._slipped:
            return Done(status="failure")
        action = self._next(observation)
        self._slipped = self._chance.random() < self._slip
        return self._beside(action, observation) if self._slipped else action

    def _beside(self, meant: Action, observation: Observation) -> Action:
        """Return a touch of something that was not meant."""
        if not observation.screen:
            return Done(status="failure")
        target = getattr(meant, "target", None)
        others = [node.ref for node in observation.tree.walk() if node.role in _TOUCHED and Ref(id=node.ref) != target]
        return Click(target=Ref(id=self._chance.choice(others))) if others else System(name="back")

    def _next(self, observation: Observation) -> Action:
        if self._thread is None:
            self._thread = threading.Thread(target=self._play, args=(observation,), daemon=True)
            self._thread.start()
        else:
            self._observations.put(observation)
        action = self._actions.get()
        if isinstance(action, Exception):
            raise WorldFault(f"the solution of {self._task.id} does not work: {raised(action)}") from action
        return action

    def close(self) -> None:
        if self._thread and self._thread.is_alive():
            self._observations.put(None)
            self._thread.join(timeout=5)

    def _play(self, first: Observation) -> None:
        try:
            if first.tree.children:
                driver_for(self._perform, first, self._configuration).solve(self._instance)
                last = self._perform(Done())
            else:
                last = by_tools(self._instance, self._perform)
            raise Lost(f"it has ended, and the episode has not: {last.feedback.text}")
        except _Stopped:
            return
        except Exception as error:  # noqa: BLE001 (unheard, it would leave the agent waiting for ever)
            self._actions.put(error)

    def _perform(self, action: Action) -> Observation:
        self._actions.put(action)
        observation = self._observations.get()
        if observation is None:
            raise _Stopped
        return observation


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
