"""One folder an app; an app is found by being there."""

import importlib
import pkgutil
from functools import lru_cache

from lifeworld.web.app import App


@lru_cache(maxsize=1)
def installed() -> tuple[App, ...]:
    """Return every app, by id."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return tuple(importlib.import_module(f"{__name__}.{name}").APP for name in names)
