"""Which apps a scenario touches: those whose rows, commands, screens and ways its code names, however far down."""

import inspect
import types
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from lifeworld import apps
from lifeworld.scenarios.kit import Scenario
from lifeworld.scenarios.parameters import Pick

_APPS = "lifeworld.apps."


@lru_cache(maxsize=1024)
def touched(template: type[Scenario]) -> tuple[str, ...]:
    """Return the ids of the apps that a scenario touches, in the order of the alphabet."""
    seen: set[int] = set()
    found = {app for parameter in template.parameters.values() for app in _of_parameter(parameter, seen)}
    for cls in template.__mro__[:-2]:
        for value in vars(cls).values():
            found |= set(_of(value, seen))
    return tuple(sorted(found & {app.id for app in apps.installed()}))


def _of_parameter(parameter: Any, seen: set[int]) -> Iterator[str]:
    if isinstance(parameter, Pick):
        yield from _of(parameter.model, seen)
    for function in parameter.functions:
        yield from _of(function, seen)


def _of(thing: Any, seen: set[int]) -> Iterator[str]:
    """Yield the apps of a thing: of a module or class its own, of a function all that it names."""
    thing = thing.fget if isinstance(thing, property) else inspect.unwrap(thing) if callable(thing) else thing
    module = thing.__name__ if inspect.ismodule(thing) else getattr(thing, "__module__", None) or ""
    if module.startswith(_APPS):
        yield module.removeprefix(_APPS).split(".")[0]
    elif inspect.isfunction(thing) and id(thing) not in seen:
        seen.add(id(thing))
        yield from _of_code(thing.__code__, thing.__globals__, seen)


def _of_code(code: types.CodeType, space: dict[str, Any], seen: set[int]) -> Iterator[str]:
    names = {app.name: app.id for app in apps.installed()}
    for name in code.co_names:
        yield from _of(space.get(name), seen)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _of_code(constant, space, seen)
        elif isinstance(constant, str) and constant in names:
            yield names[constant]
