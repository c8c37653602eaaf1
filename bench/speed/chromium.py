"""How fast a browser shows and does things."""

import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from bench.speed.dom import Player, fair, solved
from bench.speed.figure import Figure, median_ms

from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.environment import Environment, SyncEnvironment, run_in_thread
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.kit import Task

TASKS = 8
AT_ONCE = 3


@contextmanager
def several(count: int) -> Iterator[list[SyncEnvironment]]:
    """Open environments that share one browser and one event loop."""
    with run_in_thread() as run:
        browser = Browser()
        run(browser.start())
        opened = [SyncEnvironment(Environment(Chromium(browser)), run) for _ in range(count)]
        try:
            yield opened
        finally:
            for environment in opened:
                environment.close()
            run(browser.stop())


def measure() -> list[Figure]:
    """Play some solutions of every app: one environment, then three at once."""
    with several(AT_ONCE) as environments:
        chosen = [one for one in fair(spread(tasks(), TASKS)) if solved(Player(environments[0]), one)]
        alone = Player(environments[0])
        for configuration in chosen:
            alone.play(configuration)
        rate, samples = _together(environments, chosen)
    return [
        Figure("chromium", "reset to first observation", median_ms(alone.resets), "ms", len(alone.resets), most=120),
        Figure("chromium", "click, settle, picture, tree", median_ms(alone.clicks), "ms", len(alone.clicks), most=85),
        Figure("chromium", "steps a second, one environment", _rate(alone.steps), "1/s", len(alone.steps), least=12),
        Figure("chromium", f"steps a second, {AT_ONCE} environments", rate, "1/s", samples, least=20),
    ]


def spread(templates: Sequence[type[Task]], count: int) -> Sequence[type[Task]]:
    """Return so many tasks, taken evenly from all."""
    return templates[:: max(1, len(templates) // count)][:count]


def _rate(times: Sequence[float]) -> float:
    return len(times) / sum(times)


def _together(environments: Sequence[SyncEnvironment], chosen: Sequence[Configuration]) -> tuple[float, int]:
    """Return the steps a second of environments that play the same solutions side by side."""
    players = [Player(environment) for environment in environments]
    for player in players:
        player.environment.reset(chosen[0])  # a first page in each
    with ThreadPoolExecutor(len(players)) as pool:
        started = time.perf_counter()
        list(pool.map(lambda player: [player.play(one) for one in chosen], players))
        elapsed = time.perf_counter() - started
    steps = sum(len(player.steps) for player in players)
    resets = statistics.mean(sum(player.resets) for player in players)
    return steps / (elapsed - resets), steps
