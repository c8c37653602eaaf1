"""Lets an agent do the steps of a lesson, and files what arrived on the page for each."""

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from lifeworld.agents.agent import Agent
from lifeworld.agents.calibration.exercises import Lesson, Step, in_its_units
from lifeworld.agents.calibration.page import Calibration, Event, PageName
from lifeworld.agents.calling import raised
from lifeworld.agents.codecs.action_spaces import ActionSpace
from lifeworld.agents.mock.script import Asked, Turn
from lifeworld.core.actions import Action, Done, Invalid, Observe
from lifeworld.core.answers import Form
from lifeworld.core.errors import ProviderFault
from lifeworld.core.observation import Feedback, Node, Observation
from lifeworld.env.drivers.driver import Driver
from lifeworld.web.answer_forms import schema
from lifeworld.web.look import Device

NOW, NUMBER = datetime(2026, 3, 12, 9, 41), Form("number")  # noqa: DTZ001 (a world's clock has no zone)
_AT_MOST = 4  # actions that a step may come to
_WHOLE = (0.0, 0.0, 1.0, 1.0)


@dataclass
class Received:
    """What came of one step.

    Attributes:
        device: the screen that it was done on.
        events: what arrived on the page.
        actions: what the agent did.
        refused: what the device said that it could not do.
        picture: the size of the picture that the model had seen.
    """

    device: Device
    events: list[Event] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    picture: tuple[int, int] | None = None


@dataclass
class Played:
    """What came of a lesson.

    Attributes:
        steps: each step that was begun, with what came of it.
        done: how the agent ended it.
        broke: what went wrong with the agent itself; "" if nothing did.
    """

    steps: list[tuple[Step, Received]]
    done: Done | None = None
    broke: str = ""


class Dictated:
    """What the mock server's model says: the steps of a lesson one after the other, then the end."""

    goal = "Do what you know."

    def __init__(self, lesson: Lesson, action_space: ActionSpace, bench: "Bench") -> None:
        self._lesson, self._vocabulary, self._bench = lesson, action_space, bench
        self.begun: list[tuple[Step, Received]] = []
        self.ends = 0  # how often the end was said

    def __call__(self, asked: Asked) -> Turn:
        """Return the next step; called by the mock server."""
        at = len(self.begun)
        if at == len(self._lesson.steps):
            self.ends += 1
            return Turn((self._lesson.end,))
        step, device = self._lesson.steps[at], self._bench.device
        self.begun.append((step, Received(device, picture=asked.size)))
        return Turn((in_its_units(step, self._vocabulary, device, asked.size),))


class Told:
    """One step that an agent is told in words; what it does is its own business."""

    def __init__(self, step: Step, goal: str, device: Device) -> None:
        self.goal, self.ends = goal, 0
        self.begun = [(step, Received(device))]


class Bench:
    """A screen with a calibration page on it: actions in, observations out, as in an environment.

    Args:
        tree: whether an agent sees the page as a tree, too.
        asks: whether the goal asks for an answer: a number.
    """

    def __init__(self, driver: Driver, device: Device, page: PageName, tree: bool = False, asks: bool = False) -> None:
        self._driver, self._stage, self._page, self._tree = driver, Calibration(device), page, tree
        self._asked = schema([(0, NUMBER)], "en") if asks else None
        self._turned = False

    @property
    def device(self) -> Device:
        return self._stage.look.device

    async def open(self, goal: str) -> Observation:
        """Show the page from its start."""
        self._goal = goal
        await self._driver.open(self._stage, f"/{self._page}")
        return await self._seen(Feedback())

    async def turn(self) -> None:
        """Turn the screen, unless it was turned before."""
        if not self._turned:
            self._stage, self._turned = self._stage.turned(), True
            await self._driver.open(self._stage, f"/{self._page}")

    async def act(self, action: Action) -> Feedback:
        if isinstance(action, Invalid):
            return Feedback(False, action.code, action.detail)
        return await self._driver.act(action)

    async def seen(self, action: Action, feedback: Feedback) -> Observation:
        """Return what an agent sees after an action."""
        region = action.region or _WHOLE if isinstance(action, Observe) and action.what == "zoom" else None
        return await self._seen(feedback, region)

    def events(self) -> list[Event]:
        """Return what has arrived since this was last asked, in the order in which it did."""
        found = sorted(self._stage.events, key=lambda event: event["n"])
        self._stage.events.clear()
        return found

    async def _seen(self, feedback: Feedback, region: tuple[float, float, float, float] | None = None) -> Observation:
        view = await self._driver.view()
        picture = await self._driver.zoom(region) if region else view.screenshot
        return Observation(
            url=view.url,
            title=view.title,
            tree=view.tree if self._tree else Node("document"),
            size=view.size,
            screenshot=picture,
            goal=self._goal,
            now=NOW,
            answer_schema=self._asked,
            feedback=feedback,
        )


async def played(agent: Agent, bench: Bench, said: Dictated | Told, most: int) -> Played:
    """Return what comes of a lesson of so many steps."""
    found = Played(said.begun)
    try:
        await _play(agent, bench, said, found, most)
    except Exception as error:  # noqa: BLE001 (an adapter under test may raise anything)
        found.broke = raised(error)
    finally:
        await _value(agent.close())
    return found


async def _play(agent: Agent, bench: Bench, said: Dictated | Told, found: Played, most: int) -> None:
    observation = await bench.open(said.goal)
    await _value(agent.begin(observation.goal, 0))
    for _ in range(most * _AT_MOST):
        action = await _answered(agent, observation)
        if isinstance(action, Done) or said.ends > 1:
            found.done = action if isinstance(action, Done) else None
            return
        feedback = await bench.act(action)
        step, received = said.begun[-1]
        _file(received, action, feedback, bench.events())
        if step.turns:
            await bench.turn()
        observation = await bench.seen(action, feedback)


async def _answered(agent: Agent, observation: Observation) -> Any:
    """Return an agent's action; where its model's answer was cut off, the rest is asked for."""
    while True:
        try:
            return await _value(agent.act(observation))
        except ProviderFault as fault:
            if not fault.unfinished:
                raise


def _file(received: Received, action: Action, feedback: Feedback, events: Sequence[Event]) -> None:
    received.actions.append(action)
    received.events += events
    if not feedback.ok:
        received.refused.append(feedback.text or feedback.code)


async def _value(found: Any) -> Any:
    return await found if inspect.isawaitable(found) else found
