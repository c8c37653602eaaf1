"""How fast solutions are played without a browser, and how long a proof takes."""

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from bench.speed.figure import Figure, seconds

from lifeworld.core.actions import Action, Click, Done
from lifeworld.core.errors import LifeworldError, TaskError
from lifeworld.core.observation import Observation
from lifeworld.core.processes import seldom
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn, instance_of
from lifeworld.taskkit.kit import Task
from lifeworld.world.profiles import NAMES

ROUNDS = 2


@dataclass
class Player:
    """Plays a solution and keeps the time that each step took."""

    environment: SyncEnvironment
    clock: Callable[[], float] = time.perf_counter
    steps: list[float] = field(default_factory=list)
    clicks: list[float] = field(default_factory=list)
    resets: list[float] = field(default_factory=list)
    done: bool = False

    def play(self, configuration: Configuration) -> bool:
        """Play the solution of a configuration to its end and return whether it succeeds."""
        instance = instance_of(configuration)
        started = self.clock()
        first = self.environment.reset(configuration)
        self.resets.append(self.clock() - started)
        self.done = False
        SolutionDriver(self._perform, first).solve(instance)
        if not self.done:
            self._perform(Done())
        return self.environment.verdict().success

    def _perform(self, action: Action) -> Observation:
        started = self.clock()
        shown = self.environment.step(action)
        took = self.clock() - started
        self.steps.append(took)
        if isinstance(action, Click):
            self.clicks.append(took)
        self.done = isinstance(action, Done)
        return shown


def measure() -> list[Figure]:
    """Play the solution of every task, on the first profile that it is fair for."""
    with opened("dom") as environment:
        player = Player(environment, time.process_time)
        chosen = [one for one in fair(tasks()) if solved(player, one)]  # and all templates are loaded by then
        player = Player(environment, time.process_time)
        with seldom():  # as runs do
            proofs = [[_timed(player, one) for one in chosen] for _ in range(ROUNDS)]
    rate = len(player.steps) / sum(player.steps)
    each = [statistics.median(times) for times in zip(*proofs, strict=True)]
    return [
        Figure("dom", "steps a second over all solutions", rate, "1/s", len(player.steps), least=400),
        Figure("dom", "open, solve and judge a task, mean", 1000 * statistics.mean(each), "ms", len(each), most=15),
    ]


def fair(templates: Iterable[type[Task]]) -> Iterator[Configuration]:
    """Yield one configuration of each task that is fair for one of the profiles."""
    for template in templates:
        for name in NAMES:
            try:
                drawn(template.id, name, 0)
            except TaskError:
                continue
            yield Configuration(template.id, name)
            break


def solved(player: Player, configuration: Configuration) -> bool:
    """Tell whether the solution can be played; `lifeworld check` tells what is wrong where it can't."""
    try:
        return player.play(configuration)
    except LifeworldError:
        return False


def _timed(player: Player, configuration: Configuration) -> float:
    return seconds(lambda: player.play(configuration))
