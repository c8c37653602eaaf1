"""One folder an app; an app is found by being there, or in a folder that LIFEWORLD_PATH names."""

import importlib
import pkgutil
from functools import lru_cache

from lifeworld.core.errors import UserError
from lifeworld.core.own import own_folders
from lifeworld.web.app import App
from lifeworld.web.mistakes import at_once

__path__.extend(own_folders("apps"))


@lru_cache(maxsize=1)
def installed() -> tuple[App, ...]:
    """Return every app, by id.

    Raises:
        UserError: something in one can't be right; each thing is told in a line.
    """
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    found = tuple(importlib.import_module(f"{__name__}.{name}").APP for name in names)
    if told := [line for app in found for line in at_once(app)]:
        raise UserError("\n".join(told))
    return found
