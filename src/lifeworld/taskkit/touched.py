"""Which apps a task touches: those whose rows, commands, screens and ways its code names, however far down."""

import dis
import inspect
import types
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from lifeworld import apps
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.parameters import Pick

_APPS = "lifeworld.apps."


@lru_cache(maxsize=1024)
def touched(template: type[Task]) -> tuple[str, ...]:
    """Return the ids of the apps that a task touches, in the order of the alphabet."""
    found = {place.partition(".")[0] for place in _places(template)}
    return tuple(sorted(found & apps.by_id().keys()))


@lru_cache(maxsize=1024)
def acted_in(template: type[Task]) -> frozenset[str]:
    """Return the ids of the apps whose commands a task names, whether or not each of its ends needs them."""
    return frozenset(place.split(".")[0] for place in _places(template) if place.split(".")[1:2] == ["commands"])


def app_of(model: type) -> str:
    """Return the id of the app that a class belongs to; "" where it is none's."""
    module = model.__module__
    return module.removeprefix(_APPS).partition(".")[0] if module.startswith(_APPS) else ""


def _places(template: type[Task]) -> set[str]:
    """Return the modules of apps that a task's code names, each without what all begin with."""
    seen: set[int] = set()
    found = {place for parameter in template.parameters.values() for place in _of_parameter(parameter, seen)}
    for cls in template.__mro__[:-2]:
        for value in vars(cls).values():
            found |= set(_of(value, seen))
    return found


def _of_parameter(parameter: Any, seen: set[int]) -> Iterator[str]:
    if isinstance(parameter, Pick):
        yield from _of(parameter.model, seen)
    for function in parameter.functions:
        yield from _of(function, seen)


def _of(thing: Any, seen: set[int]) -> Iterator[str]:
    """Yield the places of a thing: of a module or class its own, of a function all that it names."""
    thing = thing.fget if isinstance(thing, property) else inspect.unwrap(thing) if callable(thing) else thing
    module = thing.__name__ if inspect.ismodule(thing) else getattr(thing, "__module__", None) or ""
    if module.startswith(_APPS):
        yield module.removeprefix(_APPS)
    elif inspect.isfunction(thing) and id(thing) not in seen:
        seen.add(id(thing))
        yield from _of_code(thing.__code__, thing.__globals__, seen)


def _of_code(code: types.CodeType, space: dict[str, Any], seen: set[int]) -> Iterator[str]:
    """Yield the places of what code names: `re.search` is no `search` of its module, a shop's name no app to open."""
    names, last = {app.name: app.id for app in apps.installed()}, None
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield from _of(space.get(step.argval), seen)
        elif isinstance(step.argval, types.CodeType):
            yield from _of_code(step.argval, space, seen)
        elif step.opname == "LOAD_CONST" and last == "open" and step.argval in names:
            yield names[step.argval]
        last = step.argval
