"""Every scenario there is, found by being there."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType

import lifeworld.scenarios
from lifeworld import apps
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.scenarios.kit import Scenario

_PARTS = "catalogue configuration draw kit names parameters person prose questions reading sense twin user"
_KIT = {f"{lifeworld.scenarios.__name__}.{part}" for part in _PARTS.split()}


@lru_cache(maxsize=1)
def scenarios() -> tuple[type[Scenario], ...]:
    """Return every scenario, by id."""
    found = {one.id: one for module in _modules() for one in vars(module).values() if _own(one, module.__name__)}
    return tuple(found[name] for name in sorted(found))


def find(name: str) -> type[Scenario]:
    """Return the scenario of this id, or of this class name where only one has it.

    Raises:
        UserError: there is none; the nearest names are given.
    """
    known = {one.id: one for one in scenarios()}
    short = [one for one in scenarios() if one.__name__ == name]
    if name in known or len(short) == 1:
        return known.get(name) or short[0]
    raise UserError(f"no task “{name}” (`lifeworld tasks` lists them all); {hint(name, known)}")


def apps_of(template: type[Scenario]) -> tuple[str, ...]:
    """Return the ids of the apps that a scenario touches: its file's, or those it names in `apps`."""
    named = tuple(template.apps) or (template.id.split(".")[0],)
    unknown = set(named) - {app.id for app in apps.installed()}
    if unknown:
        raise UserError(f"{template.id} names no apps that exist: {', '.join(sorted(unknown))}")
    return named


def _own(one: object, module: str) -> bool:
    return isinstance(one, type) and issubclass(one, Scenario) and one is not Scenario and one.__module__ == module


def _modules() -> Iterator[ModuleType]:
    root = lifeworld.scenarios
    for found in pkgutil.walk_packages(root.__path__, f"{root.__name__}."):
        if found.name not in _KIT:
            yield importlib.import_module(found.name)
