"""Blind replay: what repeating a recording gets, where nothing varies and where everything does (PRISM, table 1).

In a world that is the same each time, k recordings replayed blindly succeed as often as the source's pass@k
(PRISM, remark 1). Here both sides are measured: each recording is really replayed.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from lifeworld.agents.replay import by_points, labelled
from lifeworld.core.actions import Action, Done, Ref
from lifeworld.core.errors import TaskError
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Step
from lifeworld.env.drivers.by_points import refers
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.proof.honest import BROKEN
from lifeworld.proof.space import states
from lifeworld.run.action_target import target_control
from lifeworld.run.sampling import INSTANCES
from lifeworld.taskkit.catalogue import find
from lifeworld.taskkit.configuration import Configuration, settled, values
from lifeworld.taskkit.draw import instance_of
from lifeworld.world.profiles import NAMES

Way = Literal["labels", "points"]
VARIED = ("theme", "content", "layout", "device")


class _Slipped(Exception):
    """The source made its mistake."""


@dataclass(frozen=True)
class Recording:
    """What a source did, and whether it succeeded."""

    steps: tuple[Step, ...]
    success: bool


@dataclass
class _Tape:
    """Does actions in an environment, and notes what each was aimed at.

    Attributes:
        slip: how likely it is at each step that the source goes wrong and gives up.
    """

    environment: SyncEnvironment
    now: Observation
    slip: float
    rng: random.Random

    def __post_init__(self) -> None:
        self.steps: list[Step] = []

    def step(self, action: Action) -> Observation:
        if self.rng.random() < self.slip:
            raise _Slipped
        before, self.now = self.now, self.environment.step(action)
        driver = self.environment.environment.driver
        points = driver.by_points if self.now.feedback.ok and refers(action) else ()
        aimed = target_control(action, before.tree)
        self.steps.append(Step(number=len(self.steps), action=action, url="", title="", by_points=points, **aimed))
        return self.now


def recorded(
    configuration: Configuration, environment: SyncEnvironment, slip: float = 0.0, seed: str = ""
) -> Recording:
    """Play a task as its solution does, with a slip now and then, and return what was done."""
    tape = _Tape(environment, environment.reset(configuration), slip, random.Random(f"slip {configuration.id} {seed}"))
    hands = SolutionDriver(tape.step, tape.now)
    try:
        hands.solve(instance_of(configuration))
        hands.finish()
    except _Slipped:
        environment.step(Done(status="failure"))
    except BROKEN:
        return Recording(tuple(tape.steps), False)  # our own fault, which proofs tell
    return Recording(tuple(tape.steps), environment.verdict().success)


def replayed(recording: Recording, configuration: Configuration, environment: SyncEnvironment, way: Way) -> bool:
    """Repeat a recording without looking, by the names of controls or by places on the picture."""
    now = environment.reset(configuration)
    for step in recording.steps:
        for action in _again(step, now, way):
            now = environment.step(action)
            if isinstance(action, Done):
                return environment.verdict().success
    environment.step(Done())
    return environment.verdict().success


def _again(step: Step, now: Observation, way: Way) -> Iterable[Action]:
    assert step.action is not None
    if way == "points" or not step.role:
        return list(by_points(step))
    node = labelled(now.tree, step)
    if node is None:
        return [Done(status="failure")]
    return [step.action.model_copy(update={"target": Ref(id=node.ref)})]


def varied(configuration: Configuration, seed: str) -> Configuration:
    """Return another configuration of the same task: other instance, person, looks, content and beginning."""
    rng = random.Random(f"varied {configuration.id} {seed}")
    while True:
        drawn = settled({axis: rng.choice(values(axis)) for axis in VARIED})
        drawn["state"] = rng.choice(states(find(configuration.task)))
        other = Configuration(configuration.task, rng.choice(NAMES), rng.randrange(INSTANCES), **drawn)  # type: ignore[arg-type]
        try:
            instance_of(other)
        except TaskError:
            continue  # this content leaves nothing to do it with
        return other


@dataclass(frozen=True)
class Repeated:
    """How often a source and its blind replay succeeded, over the same number of episodes each."""

    world: Literal["static", "varied"]
    way: Way
    episodes: int
    source: int
    replay: int


def table(configurations: Sequence[Configuration], environment: SyncEnvironment, ways: Sequence[Way]) -> list[Repeated]:
    """Return table 1 of PRISM for this world: each configuration recorded, then replayed on it and on another one.

    The source plays both worlds; what is replayed are its recordings of the static one.
    """
    others = [varied(one, str(place)) for place, one in enumerate(configurations)]
    tapes = [recorded(one, environment) for one in configurations]
    played_there = [recorded(one, environment) for one in others]
    sources = {"static": sum(one.success for one in tapes), "varied": sum(one.success for one in played_there)}
    found = []
    for way in ways:
        for world, played in (("static", configurations), ("varied", others)):
            won = sum(replayed(tape, one, environment, way) for tape, one in zip(tapes, played, strict=True))
            found.append(Repeated(world, way, len(played), sources[world], won))  # type: ignore[arg-type]
    return found


@dataclass(frozen=True)
class Attempted:
    """What a source that slips got in some attempts at one task, and what replaying each of these got."""

    task: str
    source: tuple[bool, ...]
    replay: tuple[bool, ...]

    def with_recordings(self, k: int, rng: random.Random) -> bool:
        """Return what an agent gets that has k of the recordings, and replays the first that was a success."""
        chosen = rng.sample(range(len(self.source)), k)
        return next((self.replay[n] for n in chosen if self.source[n]), False)


def attempted(
    configurations: Iterable[Configuration], environment: SyncEnvironment, attempts: int, slip: float
) -> list[Attempted]:
    """Let a source that slips try each task, and replay each attempt by labels in the same world."""
    found = []
    for one in configurations:
        tapes = [recorded(one, environment, slip, str(n)) for n in range(attempts)]
        again = [replayed(tape, one, environment, "labels") if tape.success else False for tape in tapes]
        found.append(Attempted(one.task, tuple(tape.success for tape in tapes), tuple(again)))
    return found
