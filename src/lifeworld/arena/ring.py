"""Where one side of a battle is played: an environment that keeps pace with its watchers, and asks the visitor."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.arena.live import Happened, Stream
from lifeworld.arena.tables import SideName, Wanted
from lifeworld.core.actions import Action, Message
from lifeworld.core.choices import Channel
from lifeworld.core.observation import Feedback, Observation, View
from lifeworld.core.trajectory import Step
from lifeworld.env.drivers.driver import Driver
from lifeworld.env.environment import Environment
from lifeworld.env.telling import told
from lifeworld.run.aiming import aim, named
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.person import Person, Reply
from lifeworld.taskkit.twin import expectation
from lifeworld.taskkit.written import Written
from lifeworld.world import load

STOPPED = "stopped by the visitor"
_LOOKING = 0.05  # seconds between two looks at what the visitor wants


@dataclass
class Control:
    """What the visitor wants of a battle, as the worker last read it."""

    wanted: Wanted = "go"


@dataclass
class Corner:
    """What a side's environment needs of its battle.

    Attributes:
        goal: the visitor's own words; "" for a task of the catalogue.
        ask: puts a question to the visitor and returns the answer, "" where none came; None where nobody is there.
        pace: seconds that a step takes at least, so that people can follow.
        stream: who is told; None where nobody watches.
        handles: the agent's, the newest last.
    """

    side: SideName
    goal: str
    control: Control
    ask: "Ask | None" = None
    pace: float = 0.0
    stream: Stream | None = None
    handles: list[AgentHandle] = field(default_factory=list)

    def tell(self, event: Happened) -> None:
        if self.stream:
            self.stream.tell(event)


Ask: TypeAlias = Callable[[Corner, int, str], Awaitable[str]]


class Ring(Environment):
    """An environment for one side; the time that the visitor takes is not the agent's."""

    def __init__(self, driver: Driver, channel: Channel, corner: Corner) -> None:
        super().__init__(driver, channel)
        self._corner = corner
        self._number, self._last = 0, 0.0

    def drawn(self, configuration: Configuration) -> Instance:
        return written(self._corner.goal, configuration) if self._corner.goal else super().drawn(configuration)

    async def reset(self, configuration: Configuration) -> Observation:
        """Open the world; see `Environment.reset`."""
        self._number, self._last = 0, time.monotonic()
        observation = await super().reset(configuration)
        self._corner.tell(Happened("begun", self._corner.side))
        return observation

    async def step(self, action: Action) -> Observation:
        """Do one action when it is its turn, unless the visitor has stopped the battle; see `Environment.step`."""
        began = time.monotonic()
        await self._turn()
        if self._corner.control.wanted == "stop":
            self.truncate(STOPPED)
            return self._observation(Feedback(False, "blocked", f"The battle was {STOPPED}."), "")
        self._tell(action)
        if isinstance(action, Message) and action.expects_reply:
            await self._ask(action.text)
        self.waited, self._last = time.monotonic() - began, time.monotonic()
        self._number += 1
        return await super().step(action)

    async def _turn(self) -> None:
        """Wait for the pace, and as long as the visitor wants a pause."""
        await asyncio.sleep(max(0.0, self._last + self._corner.pace - time.monotonic()))
        while self._corner.control.wanted == "pause":
            await asyncio.sleep(_LOOKING)

    def _tell(self, action: Action) -> None:
        assert self.view
        box = aim(action, self.view)
        event = Happened(
            "acted",
            self._corner.side,
            self._number,
            done=told(_step(action, self.view)),
            said=self._words(),
            action=action.type,
            aim=(box.x, box.y, box.width, box.height) if box else None,
        )
        self._corner.tell(event)

    def _words(self) -> str:
        """Return the agent's own words with its last action."""
        native = self._corner.handles[-1].native if self._corner.handles else None
        words = native.get("words") if isinstance(native, dict) else None
        return words if isinstance(words, str) else ""

    async def _ask(self, question: str) -> None:
        """Let the visitor answer what the scripted person can't."""
        episode = self._current()
        if self._corner.ask is None or episode.instance.task.knowledge().answers(question):
            return
        answer = await self._corner.ask(self._corner, self._number, question)
        episode.person = _Visitor(answer, episode.person)


class _Visitor(Person):
    """Says what the visitor has answered, and is the scripted person again for the next question."""

    def __init__(self, answer: str, scripted: Person) -> None:
        self._answer: str | None = answer
        self._scripted = scripted

    def reply(self, question: str) -> Reply:
        answer, self._answer = self._answer, None
        return self._scripted.reply(question) if answer is None else Reply(answer, False)


def written(goal: str, configuration: Configuration) -> Instance:
    """Return the instance of a written task: a world, words, and nothing that is expected."""
    task, profile = Written(goal), load(configuration.profile)
    return Instance(task, profile, configuration.instance, expectation(task, profile))


def _step(action: Action, view: View) -> Step:
    return Step(number=0, action=action, url=view.url, title=view.title, **named(action, view.tree))
