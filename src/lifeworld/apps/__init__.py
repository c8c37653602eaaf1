"""One folder an app; an app is found by being there, or in a folder that LIFEWORLD_PATH names."""

import importlib
import pkgutil
from difflib import get_close_matches
from functools import lru_cache

from lifeworld.core.errors import UserError, hint
from lifeworld.core.own import bare_folders, own_folders, shadowed, unnamed
from lifeworld.core.typed import remembered
from lifeworld.store import Command
from lifeworld.store.author_errors import AUTHORED, is_authored, placed
from lifeworld.web.app import App
from lifeworld.web.app_checks import at_once
from lifeworld.web.shell import DEVICE

__path__.extend(own_folders("apps"))
_SAID = "APP = app(__name__, name=…, family=…)"


@lru_cache(maxsize=1)
def installed() -> tuple[App, ...]:
    """Return every app, by id.

    Raises:
        UserError: something in one can't be right; each thing is told in a line.
    """
    for path in shadowed("apps", __file__):
        raise UserError(f"{path} is called like an app of Lifeworld's that is read instead; say my_{path.name}")
    for folder in bare_folders(own_folders("apps")):
        raise UserError(f"{folder} has no __init__.py; write it, with {_SAID} (`lifeworld new app` writes all of it)")
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    found = tuple(map(_loaded, names))
    if told := [line for app in found for line in at_once(app)]:
        raise UserError("\n".join(told))
    return found


def by_id() -> dict[str, App]:
    """Return every app by its id, in the order of `installed`."""
    return {app.id: app for app in installed()}


def nearest(name: str) -> str:
    """Return which app may be meant where no id is this: the one that is called so, or the nearest ids."""
    called = {app.name.casefold(): app for app in installed()}
    near = get_close_matches(name.casefold(), called, n=1, cutoff=0.8)
    if near:
        return f"did you mean {called[near[0]].id}, the id of {called[near[0]].name}?"
    return hint(name, by_id()) + unnamed(name, by_id())


@remembered(1024)
def app_of(command: type[Command]) -> App:
    """Return the app whose command it is; the device's own are of its settings."""
    return next(app for app in (*installed(), DEVICE) if command in app.commands)


def _loaded(name: str) -> App:
    """Import an app.

    Raises:
        UserError: it can't be read or run, or it says nowhere what it is.
    """
    try:
        module = importlib.import_module(f"{__name__}.{name}")
    except (*AUTHORED, AssertionError) as problem:
        if not is_authored(problem, "apps"):
            raise
        raise UserError(f"{name} {placed(problem, 'apps')}") from problem
    if not isinstance(getattr(module, "APP", None), App):
        raise UserError(f"{name} ({name}/__init__.py:1): has no APP; write {_SAID}")
    return module.APP  # type: ignore[no-any-return]
