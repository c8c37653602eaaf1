"""Where the processor time of a step goes: in `dom` by phase, in `chromium` by process.

    python -m bench.floors [--write]

Pages are drawn anew each time. `--write` puts the tables into docs/benchmarks.md.
"""

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.document import measured, put
from bench.speed import machine
from bench.subject import PROC, Player, descendants, several, used

from lifeworld.env.drivers import tab
from lifeworld.env.opening import opened
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web import site
from lifeworld.world.profiles import NAMES

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
Spent = dict[str, float]  # milliseconds of a step
PHASES = {
    "the app's view, with its queries": (site, "viewed"),
    "rendering the template": (site.Site, "_drawn"),
    "parsing the page": (tab, "from_html"),
    "walking it to a tree": (tab, "walk"),
}


def chosen(every: int) -> list[Configuration]:
    return [Configuration(one.id, NAMES[0]) for one in tasks()[::every]]


def phases(every: int = 8) -> Spent:
    """Return what a step of `dom` takes, by phase."""
    spent: Spent = defaultdict(float)
    with opened("dom") as environment:
        for one in chosen(every):
            Player(environment, time.process_time).play(one)  # compiles the templates
        player = Player(environment, time.process_time)
        with timed(spent):
            for one in chosen(every):
                player.play(one)
    found = {name: 1000 * spent[name] / len(player.steps) for name in PHASES}
    return {**found, "acting, events, the rest": 1000 * sum(player.steps) / len(player.steps) - sum(found.values())}


@contextmanager
def timed(spent: Spent) -> Iterator[None]:
    """Add up the processor time that each phase takes."""
    with ExitStack() as stack:
        for told, (place, name) in PHASES.items():
            stack.enter_context(patch.object(place, name, adding(getattr(place, name), spent, told)))
        yield


def adding(function: Callable[..., Any], spent: Spent, name: str) -> Callable[..., Any]:
    @wraps(function)
    def inner(*args: Any, **kwargs: Any) -> Any:
        started = time.process_time()
        try:
            return function(*args, **kwargs)
        finally:
            spent[name] += time.process_time() - started

    return inner


def processes(every: int = 40) -> Spent:
    """Return what a step of `chromium` takes, by process, resets included."""
    with several(1) as (environment,):
        player = Player(environment, time.perf_counter)
        player.play(chosen(every)[0])
        before, player.steps = by_process(), []
        for one in chosen(every):
            player.play(one)
        after = by_process()
    return {name: 1000 * (value - before.get(name, 0)) / len(player.steps) for name, value in after.items()}


def by_process() -> Spent:
    found: Spent = defaultdict(float)
    for process in descendants():
        found[kind(process)] += used(process)
    return found


def kind(process: int) -> str:
    """Return what a process is in a browser's household."""
    if process == os.getpid():
        return "Python: the world's server, the driver, the tree"
    words = (PROC / str(process) / "cmdline").read_text().replace("\0", " ").split()
    types = {"--type=renderer": "renderer: style, layout, paint, scripts", "--type=gpu-process": "raster"}
    named = next((told for word, told in types.items() if word in words), "")
    if named or "--type=utility" in words:
        return named or "network"
    return (
        "node: Playwright's server" if words and words[0].endswith("node") else "browser: input, pictures, navigation"
    )


def table(spent: Spent) -> list[str]:
    rows = sorted(spent.items(), key=lambda one: -one[1])
    lines = [f"| {name} | {value:.1f} |" for name, value in rows if value >= 0.05]
    return ["|---|---:|", *lines, f"| together | {sum(spent.values()):.1f} |"]


def main() -> None:
    os.environ["LIFEWORLD_PAGES"] = "0"
    lines = ["| a step of `dom` | ms |", *table(phases()), "", "| a step of `chromium` | ms |", *table(processes())]
    print("\n".join(lines))
    if "--write" in sys.argv:
        page = put(PAGE.read_text(encoding="utf-8"), "Where the time goes", [*lines, "", measured(machine())])
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
