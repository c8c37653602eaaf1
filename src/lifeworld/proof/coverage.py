"""Each command of each app: does it succeed, is each refusal met, is it on a screen, does a task use it."""

import inspect
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from lifeworld import apps
from lifeworld.proof.examples import examples
from lifeworld.store import Command
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.kit import Task
from lifeworld.web import App
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES


@dataclass(frozen=True)
class Covered:
    """What is shown of one command."""

    app: str
    command: str
    success: bool
    refusals: Mapping[str, bool]
    screen: str
    tasks: tuple[str, ...]

    @property
    def gaps(self) -> list[str]:
        """What is not shown."""
        found = [] if self.success else ["no example of success"]
        found += [f"refusal “{code}” is never met" for code, met in self.refusals.items() if not met]
        found += [] if self.screen else ["no screen offers it"]
        return found + ([] if self.tasks else ["no task uses it"])

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "gaps": self.gaps}


def coverage(profile: str = NAMES[0]) -> list[Covered]:
    """Return the table for every app, by really doing each example on a profile."""
    return [row for app in apps.installed() for row in of_app(app, profile)]


def of_app(app: App, profile: str) -> list[Covered]:
    """Return the rows of one app."""
    met = outcomes(app, profile)
    screens = app.pages.commands
    used = {command: tuple(sorted(_users(app, command))) for command in app.commands}
    return [
        Covered(
            app.id,
            command.__name__,
            "" in met.get(command, set()),
            {code: code in met.get(command, set()) for code in command.refusals},
            next(iter(screens.get(command, [])), ""),
            used[command],
        )
        for command in app.commands
    ]


def outcomes(app: App, profile: str) -> dict[type[Command], set[str]]:
    """Do each example, roll it back, and return the outcomes met by each command ("" is success).

    Raises:
        AssertionError: an example turns out other than it says.
    """
    world = World(load(profile).data)
    met: dict[type[Command], set[str]] = {}
    try:
        for example in examples(app, world):
            refused = world.refusal(example.command)
            code = refused.code if refused else ""
            if code != example.refusal:
                raise AssertionError(f"{app.id}: {example.command} should give “{example.refusal}”, gave “{code}”")
            met.setdefault(type(example.command), set()).add(code)
    finally:
        world.close()
    return met


def _users(app: App, command: type[Command]) -> list[str]:
    """Return the tasks whose text names the command of this app."""
    wanted = f"{app.id}.{command.__name__}("
    return [one.id for one in tasks() if wanted in _source(one)]  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _source(template: type[Task]) -> str:
    return inspect.getsource(template)
