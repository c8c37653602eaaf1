"""Measures one checkout for bench/revisions.py, by what older commits have too.

    PYTHONPATH=CHECKOUT/src python bench/subject.py ids                                 tasks, as JSON
    PYTHONPATH=CHECKOUT/src python bench/subject.py fair < IDS                          configurations that are solved
    PYTHONPATH=CHECKOUT/src python bench/subject.py dom|worlds|chromium < CONFIGURATIONS   figures by name, as JSON

Times are of processors, not of the clock: this process and, for chromium, the browser's processes together.
"""

import gc
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.revision_names import SolutionDriver, TaskError, configuration, draw, drawn, shared, solve, tasks

from lifeworld.core.actions import Action, Click, Done
from lifeworld.core.errors import LifeworldError
from lifeworld.core.observation import Observation
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.environment import Environment, SyncEnvironment, run_in_thread
from lifeworld.env.opening import opened
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

try:
    from lifeworld.core.processes import seldom
except ImportError:  # older revisions' runs look for garbage as often as Python does
    seldom = nullcontext

PROC = Path("/proc")
HELD, TIMED = 1000, 300
AT_ONCE = 3
TICKS = os.sysconf("SC_CLK_TCK")
Clock = Callable[[], float]


class Player:
    """Plays solutions, and keeps what each reset, step and click took by a clock."""

    def __init__(self, environment: SyncEnvironment, clock: Clock) -> None:
        self.environment, self.clock = environment, clock
        self.resets: list[float] = []
        self.steps: list[float] = []
        self.clicks: list[float] = []
        self.done = False

    def play(self, configuration: Any) -> bool:
        instance = draw(configuration)
        started, self.done = self.clock(), False
        first = self.environment.reset(configuration)
        self.resets.append(self.clock() - started)
        solve(instance, SolutionDriver(self.step, first))
        if not self.done:
            self.step(Done())
        return self.environment.verdict().success

    def step(self, action: Action) -> Observation:
        started = self.clock()
        shown = self.environment.step(action)
        self.steps.append(self.clock() - started)
        if isinstance(action, Click):
            self.clicks.append(self.steps[-1])
        self.done = isinstance(action, Done)
        return shown


def fair(names: list[str]) -> list[dict]:
    """Return a configuration of each task, of each profile and instance that its solution solves."""
    with opened("dom") as environment:
        player = Player(environment, time.process_time)
        every = [configuration(name, profile, number) for name in names for profile in NAMES[:2] for number in (0, 1)]
        return [shared(one) for one in every if solved(player, one)]


def solved(player: Player, configuration: Any) -> bool:
    try:
        return player.play(configuration)
    except (LifeworldError, TaskError):
        return False


def dom(chosen: list[Any]) -> dict[str, float]:
    """Play the solutions on the second profile to have all templates at hand, then those on the first twice over."""
    ours = [one for one in chosen if one.profile == NAMES[0]]
    with opened("dom") as environment:
        for one in chosen:
            if one.profile != NAMES[0]:
                Player(environment, time.process_time).play(one)
        drawn.cache_clear()
        with seldom():
            started = time.process_time()
            first, again = (Player(environment, time.process_time) for _ in range(2))
            for one in ours:
                first.play(one)
            proofs, started = time.process_time() - started, time.process_time()
            for one in ours:
                again.play(one)
            replays = time.process_time() - started
    return {
        "dom: steps a second, solutions played once": len(first.steps) / sum(first.steps),
        "dom: steps a second, the same played again": len(again.steps) / sum(again.steps),
        "dom: draw, open, solve and judge, ms": 1000 * proofs / len(ours),
        "dom: the same again, ms": 1000 * replays / len(ours),
        "dom: reset, ms": 1000 * sum(first.resets) / len(first.resets),
        "dom: reset to the same again, ms": 1000 * sum(again.resets) / len(again.resets),
    }


def worlds(chosen: list[Any]) -> dict[str, float]:
    data = load(NAMES[0]).data
    held = [World(data).start() for _ in range(HELD)]
    started = time.process_time()
    held += [World(data).start() for _ in range(TIMED)]
    took = time.process_time() - started
    for world in held:
        world.close()
    return {f"worlds: open one, {HELD:,} open, ms": 1000 * took / TIMED}


@contextmanager
def several(count: int) -> Iterator[list[SyncEnvironment]]:
    """Open environments that share one browser and one event loop."""
    with run_in_thread() as run:
        browser = Browser()
        run(browser.start())
        made = [SyncEnvironment(Environment(Chromium(browser)), run) for _ in range(count)]
        try:
            yield made
        finally:
            for environment in made:
                environment.close()
            run(browser.stop())


def chromium(chosen: list[Any]) -> dict[str, float]:
    ours = [replace(one, device="phone") for one in chosen if one.profile == NAMES[0] and one.instance == 0]
    with several(AT_ONCE) as environments:
        Player(environments[0], family).play(ours[0])
        alone = Player(environments[0], family)
        wall = Player(environments[0], time.perf_counter)
        for one in ours:
            alone.play(one)
            wall.play(one)
        memory = [held()]
        for environment in environments[1:]:
            environment.reset(ours[0])
            memory.append(held())
        together = beside_each_other(environments, ours)
    return {
        "chromium: reset to first observation, ms": 1000 * sum(alone.resets) / len(alone.resets),
        "chromium: click, settle, picture, tree, ms": 1000 * sum(alone.clicks) / len(alone.clicks),
        "chromium: steps a second of one core": len(alone.steps) / sum(alone.steps),
        "chromium: reset, ms by the clock": 1000 * sum(wall.resets) / len(wall.resets),
        "chromium: steps a second by the clock": len(wall.steps) / sum(wall.steps),
        f"chromium: steps a second by the clock, {AT_ONCE} environments": together,
        "chromium: a further environment, MB": (memory[-1] - memory[0]) / (len(memory) - 1),
    }


def beside_each_other(environments: list[SyncEnvironment], chosen: list[Any]) -> float:
    players = [Player(environment, time.perf_counter) for environment in environments]
    threads = [threading.Thread(target=lambda p=player: [p.play(one) for one in chosen]) for player in players]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    resets = sum(sum(player.resets) for player in players) / len(players)
    return sum(len(player.steps) for player in players) / (time.perf_counter() - started - resets)


def descendants() -> list[int]:
    """Return this process and all that it started, and those started."""
    parents = {}
    for path in PROC.glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = [os.getpid()]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def family() -> float:
    """Return the seconds of processors that this process and its descendants have used."""
    return sum(used(process) for process in descendants())


def used(process: int) -> float:
    try:
        numbers = (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(numbers[11]) + int(numbers[12])) / TICKS


def held() -> float:
    """Return the megabytes that this process and its descendants hold, each shared page divided among its holders."""
    gc.collect()
    time.sleep(1)  # a browser tidies up after itself
    lines = [line for one in descendants() for line in smaps(one) if line.startswith("Pss:")]
    return sum(int(line.split()[1]) for line in lines) / 1000


def smaps(process: int) -> list[str]:
    try:
        return (PROC / str(process) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return []


def main() -> None:
    what = sys.argv[1]
    if what == "ids":
        return json.dump([one.id for one in tasks()], sys.stdout)
    given = json.load(sys.stdin)
    if what == "fair":
        return json.dump(fair(given), sys.stdout)
    chosen = [configuration(**one) for one in given]
    return json.dump({"dom": dom, "worlds": worlds, "chromium": chromium}[what](chosen), sys.stdout)


if __name__ == "__main__":
    main()
