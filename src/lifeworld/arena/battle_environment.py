"""The environment of one side of a battle: it keeps a pace that people can follow and forwards questions to them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from lifeworld.agents.agent_handle import AgentHandle
from lifeworld.arena.additions import Addition, added_to
from lifeworld.arena.live import BattleEvent, EventStream
from lifeworld.arena.tables import SideName, Wanted
from lifeworld.arena.wording import Choosing, deed, mark_of
from lifeworld.core.actions import Action, Message
from lifeworld.core.choices import Channel
from lifeworld.core.observation import Feedback, Observation, View
from lifeworld.core.trajectory import Step
from lifeworld.env.drivers.by_points import refers
from lifeworld.env.drivers.driver import Driver
from lifeworld.env.environment import Environment
from lifeworld.run.action_target import target_control, target_pressed
from lifeworld.taskkit.compose import Written
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.person import Person, Reply
from lifeworld.taskkit.reference_run import reference_run
from lifeworld.world import World, load

STOPPED = "stopped by the visitor"
_POLL_SECONDS = 0.05  # seconds between two checks of the visitor's control


@dataclass
class Control:
    """The visitor's control of a battle (go, pause, stop), as the worker last read it."""

    wanted: Wanted = "go"


@dataclass
class BattleSide:
    """What a side's environment needs to know about its battle.

    Attributes:
        goal: the visitor's own task; "" for a task of the catalogue.
        ask: forwards a question to the visitor and returns the answer, "" if none came; None if there is no visitor.
        pace: the minimal duration of a step in seconds, so that people can follow.
        stream: receives events; None if the battle is not live.
        added: what a written task's world has besides.
        handles: the handles of the agent, the newest last.
    """

    side: SideName
    goal: str
    control: Control
    ask: "Ask | None" = None
    pace: float = 0.0
    stream: EventStream | None = None
    added: tuple[Addition, ...] = ()
    handles: list[AgentHandle] = field(default_factory=list)

    def publish(self, event: BattleEvent) -> None:
        if self.stream:
            self.stream.publish(event)


Ask: TypeAlias = Callable[[BattleSide, int, str], Awaitable[str]]


class BattleEnvironment(Environment):
    """The environment of one side; waiting for the visitor does not count as the agent's time."""

    def __init__(self, driver: Driver, channel: Channel, battle_side: BattleSide) -> None:
        super().__init__(driver, channel)
        self._side = battle_side
        self._number, self._last, self._choosing = 0, 0.0, Choosing()

    def drawn(self, configuration: Configuration) -> Instance:
        side = self._side
        return written_instance(side.goal, configuration, side.added) if side.goal else super().drawn(configuration)

    async def reset(self, configuration: Configuration) -> Observation:
        self._number, self._last, self._choosing = 0, time.monotonic(), Choosing()
        observation = await super().reset(configuration)
        self._side.publish(BattleEvent("begun", self._side.side))
        return observation

    async def step(self, action: Action) -> Observation:
        """Execute one action at the battle's pace, unless the visitor has stopped it; see `Environment.step`."""
        began = time.monotonic()
        await self._wait_for_turn()
        if self._side.control.wanted == "stop":
            self.truncate(STOPPED)
            return self._observation(Feedback(False, "blocked", f"The battle was {STOPPED}."), "")
        if not refers(action):
            self._publish_action(action, self.view)
        if isinstance(action, Message) and action.expects_reply:
            await self._ask(action.text)
        self.waited, self._last = time.monotonic() - began, time.monotonic()
        self._number += 1
        return await super().step(action)

    async def _reach(self, action: Action) -> View | None:
        """Show how it is scrolled to what an action refers to, as one who points has to, and then the action."""
        reached = await super()._reach(action)
        for turn in self.driver.by_points if reached else ():
            self._publish_action(turn, self.view)
            await asyncio.sleep(self._side.pace)
            self.waited += self._side.pace
        self._publish_action(action, reached or self.view)
        return reached

    async def _wait_for_turn(self) -> None:
        """Wait for the pace, and while the visitor pauses the battle."""
        await asyncio.sleep(max(0.0, self._last + self._side.pace - time.monotonic()))
        while self._side.control.wanted == "pause":
            await asyncio.sleep(_POLL_SECONDS)

    def _publish_action(self, action: Action, view: View | None) -> None:
        assert view
        step = _step(action, view)
        if self._choosing.goes_on(step):
            return
        box = mark_of(step)
        event = BattleEvent(
            "acted",
            self._side.side,
            self._number,
            done=deed(step),
            said=self._words(),
            action=action.type,
            aim=(box.x, box.y, box.width, box.height) if box else None,
        )
        self._side.publish(event)

    def _words(self) -> str:
        """Return the text that the agent wrote with its last action."""
        native = self._side.handles[-1].native if self._side.handles else None
        words = native.get("words") if isinstance(native, dict) else None
        return words if isinstance(words, str) else ""

    async def _ask(self, question: str) -> None:
        """Forward a question to the visitor if the scripted person has no answer."""
        episode = self._current()
        if self._side.ask is None or episode.instance.task.knowledge().answers(question):
            return
        answer = await self._side.ask(self._side, self._number, question)
        episode.person = _VisitorAnswer(answer, episode.person)


class _VisitorAnswer(Person):
    """Replies once with the visitor's answer, and then as the scripted person."""

    def __init__(self, answer: str, scripted: Person) -> None:
        self._answer: str | None = answer
        self._scripted = scripted

    def reply(self, question: str) -> Reply:
        answer, self._answer = self._answer, None
        return self._scripted.reply(question) if answer is None else Reply(answer, False)


def written_instance(goal: str, configuration: Configuration, added: Sequence[Addition]) -> Instance:
    """Return the instance of a visitor's own task: a world and a goal, without an expected change."""
    task, profile = Written(goal), added_to(load(configuration.profile, configuration.content), added)
    world = World(profile.data)
    return Instance(task, profile, configuration.instance, reference_run(task, world), world)


def _step(action: Action, view: View) -> Step:
    aimed = target_control(action, view.tree)
    return Step(number=0, action=action, url=view.url, title=view.title, pressed=target_pressed(action, view), **aimed)
